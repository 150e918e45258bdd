/** Choice of scale ends and of the two to four ticks that a small plot can carry. */

/** Multiples of a power of ten that read well on an axis. */
const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest readable step that is at least `rough`. */
export function niceStep(rough: number): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const m of STEPS) if (m * power >= rough * (1 - 1e-9)) return m * power;
  return 10 * power;
}

/** All multiples of `step` in `min … max`, computed by index so that errors do not add up. */
export function multiples(min: number, max: number, step: number): number[] {
  const out: number[] = [];
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  for (let i = first; i <= last && out.length < 100; i++) out.push(Number((i * step).toPrecision(12)));
  return out;
}

/**
 * Ticks for a vertical axis `height` pixels high: two to four, or fewer where there is no room.
 * @param height pixels; a tick wants about 26 of them.
 */
export function valueTicks(min: number, max: number, height: number): number[] {
  const span = max - min;
  if (!(span > 0)) return [min];
  const room = Math.max(1, Math.min(3, Math.floor(height / 26)));
  let step = niceStep(span / room);
  let ticks = multiples(min, max, step);
  // A step just above half the span leaves a single tick beside zero: the next finer one that leaves two reads better.
  for (let finer = 0; ticks.length < 2 && finer < 4; finer++) {
    step = niceStep(step / 2);
    ticks = multiples(min, max, step);
  }
  while (ticks.length > 4) {
    step = niceStep(step * 1.01);
    ticks = multiples(min, max, step);
  }
  return ticks;
}

/**
 * The upper end of a scale that starts at zero: a little above the data, held still while the data wobble.
 * A scale that moves with every sample cannot be read; so it only grows, and shrinks when less than 60 % is used.
 * @param previous the end in use, or 0 for none.
 */
export function scaleEnd(dataMax: number, previous: number): number {
  if (!(dataMax > 0) || !Number.isFinite(dataMax)) return previous > 0 ? previous : 1;
  if (previous > 0 && dataMax <= previous && dataMax >= previous * 0.6) return previous;
  const wanted = dataMax * 1.08;
  const step = niceStep(wanted / 8);
  return Number((Math.ceil(wanted / step - 1e-9) * step).toPrecision(12));
}

/** Ticks for the time axis: about one in 100 pixels, at least two. */
export function timeTicks(t0: number, t1: number, width: number): number[] {
  const span = t1 - t0;
  if (!(span > 0)) return [t0];
  const room = Math.max(2, Math.floor(width / 100));
  const rough = span / room;
  // Seconds are read in sixes and tens, which divide the usual durations; parts of a second in tens alone.
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    (power < 1 ? [1, 2, 5, 10] : [1, 2, 5, 6, 10])
      .map((m) => m * power)
      .find((s) => s >= rough * (1 - 1e-9)) ?? 10 * power;
  return multiples(t0, t1, step);
}
