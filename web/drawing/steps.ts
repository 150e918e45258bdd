/** Level lines that edits changed: each value is drawn over the time for which it applied. */
import type { Directory, Levels } from '../generated/types';
import type { Reference } from './spec';

/** Level lines of an interval of the run that ends with an edit; the last one is open. */
export interface ReferenceInterval {
  untilS?: number | undefined;
  references: readonly Reference[];
}

/** The directory with the levels between two edits. */
export function withLevels(directory: Directory, { channels, flows }: Levels): Directory {
  return {
    ...directory,
    channels: directory.channels.map((c, i) => ({ ...c, ...channels[i] })),
    flows: directory.flows.map((f, i) => ({ ...f, ...flows[i] })),
  };
}

/**
 * One line per level and the time for which it applied, the latest ones first.
 * @param since start of the known history, s; undefined if all is known
 */
export function stepReferences(stretches: readonly ReferenceInterval[], since?: number): Reference[] {
  let lines: Reference[] = [];
  let fromS = since;
  for (const { untilS, references } of stretches) {
    // A level that continues is a single line.
    const before = (ref: Reference) =>
      lines.find((l) => l.untilS === fromS && l.kind === ref.kind && l.label === ref.label);
    const continued = new Set(references.map(before));
    const held = references.map((ref) => {
      const line = before(ref);
      return { ...ref, ...times(line ? line.fromS : fromS, untilS) };
    });
    lines = [...held, ...lines.filter((l) => !continued.has(l))];
    fromS = untilS;
  }
  return lines;
}

/** When a level applied, unless it always did. */
export function times(
  fromS: number | undefined,
  untilS: number | undefined,
): Pick<Reference, 'fromS' | 'untilS'> {
  return { ...(fromS === undefined ? {} : { fromS }), ...(untilS === undefined ? {} : { untilS }) };
}

/** Whether a level applied at a time, s. */
export function holdsAt({ fromS = Number.NEGATIVE_INFINITY, untilS }: Reference, t: number): boolean {
  return t >= fromS && (untilS === undefined || t < untilS);
}

/** Whether a level applied at any time between two times, s. */
export function heldWithin(
  { fromS, untilS }: Pick<Reference, 'fromS' | 'untilS'>,
  t0: number,
  t1: number,
): boolean {
  return (fromS ?? Number.NEGATIVE_INFINITY) < t1 && (untilS ?? Number.POSITIVE_INFINITY) > t0;
}

/** Start and end of a level's line on a time axis: pixels between `left` and `left + width`. */
export function extentOf(
  { fromS, untilS }: Pick<Reference, 'fromS' | 'untilS'>,
  { left, width, t0, t1 }: { left: number; width: number; t0: number; t1: number },
): { from: number; to: number } {
  const x = (t: number) => left + Math.max(0, Math.min(1, (t - t0) / (t1 - t0))) * width;
  return {
    from: fromS === undefined ? left : x(fromS),
    to: untilS === undefined ? left + width : x(untilS),
  };
}
