/** Looks along the run for a moment beyond those that an answer to *Why?* has at hand. */
import type { Moment } from '../../generated/types';

/** The moments of a span, in order of time: the first ones, if there are more than an answer holds. */
export type Ask = (fromS: number, toS: number) => Promise<readonly Moment[]>;

interface Search {
  ask: Ask;
  /** The most moments in one answer. */
  most: number;
  /** Where to begin, and where the run ends in that direction, s. */
  fromS: number;
  toS: number;
  /** The span of the first request, s. Each further one looks twice as far. */
  spanS: number;
  wanted: (moments: readonly Moment[], place: number) => boolean;
}

/** A request looks at most so many times as far as the first one. */
const WIDEST = 16;

/** The nearest wanted moment after `fromS`, or before it if `toS` is earlier; null: there is none. */
export function search(parts: Search): Promise<Moment | null> {
  return parts.toS > parts.fromS ? after(parts) : before(parts);
}

async function after({ ask, most, fromS, toS, spanS, wanted }: Search): Promise<Moment | null> {
  let width = spanS;
  for (let start = fromS; start < toS; ) {
    const end = Math.min(toS, start + width);
    const moments = await ask(start, end);
    const hit = moments.find((m, i) => m.atS > fromS && wanted(moments, i));
    if (hit) return hit;
    // The next answer begins with the last moment of this one, to be compared with it.
    const last = moments.at(-1)?.atS ?? end;
    const isFull = moments.length >= most;
    if (isFull && last <= start) return null;
    start = isFull || (last > start && end < toS) ? last : end;
    width = isFull ? width : Math.min(2 * width, WIDEST * spanS);
  }
  return null;
}

async function before({ ask, most, fromS, toS, spanS, wanted }: Search): Promise<Moment | null> {
  let width = spanS;
  for (let end = fromS; end > toS; ) {
    const start = Math.max(toS, end - width);
    // Begins a little earlier, so that the first moment that counts has one to be compared with.
    const moments = await ask(Math.max(toS, start - spanS), end);
    if (moments.length >= most && width > spanS / WIDEST) {
      width /= 2;
      continue;
    }
    const hit = moments.findLast((m, i) => m.atS < fromS && m.atS >= start && wanted(moments, i));
    if (hit) return hit;
    end = start;
    width = Math.min(2 * width, WIDEST * spanS);
  }
  return null;
}
