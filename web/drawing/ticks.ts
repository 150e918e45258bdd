/** Selects scale ends and the two to four ticks that a small plot has space for. */
import { nice, range, ticks } from 'd3-array';

/** Round values in `min … max`: as many as there is space for, in steps of 1, 2 or 5 times a power of ten. */
export function ticksWithin(min: number, max: number, room: number): number[] {
  // D3 treats the number as a hint.
  for (let count = room; count > 0; count--) {
    const found = ticks(min, max, count);
    if (found.length <= room + 1) return found;
  }
  return [];
}

/**
 * Ticks for a vertical axis `height` pixels high: two to four, or fewer without enough space.
 * @param height pixels; a tick needs about 26 of them
 */
export function valueTicks(min: number, max: number, height: number): number[] {
  if (!(max > min)) return [min];
  const room = Math.max(1, Math.min(3, Math.floor(height / 26)));
  // A single tick beside zero is not enough: use the next finer step, with every second of its ticks if
  // necessary.
  for (let count = room; count < room + 4; count++) {
    const found = ticksWithin(min, max, count);
    if (found.length >= 2) return found.length > room + 1 ? found.filter((_, i) => i % 2 === 0) : found;
  }
  return [];
}

/**
 * The upper end of a scale that starts at zero: a little above the data. A scale that moves with every sample
 * cannot be read, so the end only grows, and shrinks when less than 60 % is used.
 * @param previous the current end, or 0 for none
 */
export function scaleEnd(dataMax: number, previous: number): number {
  if (!(dataMax > 0) || !Number.isFinite(dataMax)) return previous > 0 ? previous : 1;
  if (previous > 0 && dataMax <= previous && dataMax >= previous * 0.6) return previous;
  return nice(0, dataMax * 1.08, 8)[1];
}

/** Ticks for the time axis: about one per 100 pixels, at least two. */
export function timeTicks(t0: number, t1: number, width: number): number[] {
  if (!(t1 > t0)) return [t0];
  return ticksWithin(t0, t1, Math.max(2, Math.floor(width / 100)));
}

/**
 * At most `most` ticks of a logarithmic axis: powers of ten with 2 and 5 or with 3 between them, powers of
 * ten alone, or every second or third of those. D3 returns all multiples from 1 to 9, for axes that omit
 * labels.
 */
export function logTicks(low: number, end: number, most: number): number[] {
  const powers = range(Math.floor(Math.log10(low) + 1e-9), Math.ceil(Math.log10(end) - 1e-9) + 1);
  const inside = (tick: number) => tick >= low * (1 - 1e-9) && tick <= end * (1 + 1e-9);
  for (const parts of [[1, 2, 5], [1, 3], [1]]) {
    const found = powers.flatMap((e) => parts.map((m) => Number(`${m}e${e}`))).filter(inside);
    if (found.length <= most) return found;
  }
  const step = Math.ceil(powers.length / most);
  return powers
    .filter((e) => e % step === 0)
    .map((e) => Number(`1e${e}`))
    .filter(inside);
}
