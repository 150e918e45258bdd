/** How many variants and runs a document has at its sizes, without the engine: for a choice that is not made yet. */

import type { Size } from '../../experiment';
import type { AxisValues, Experiment } from '../../generated/types';
import { axesOf } from './figure/data';

/** How many values an axis has. */
export function valueCount(values: AxisValues): number {
  if (Array.isArray(values)) return values.length;
  if ('count' in values) return values.count;
  return Math.max(0, Math.floor((values.to - values.from) / values.step + 1e-9)) + 1;
}

export function runCount(
  document: Experiment,
  size: Size,
): { variants: number; seeds: number; runs: number } {
  const quick = size === 'quick' ? document.quick : null;
  const variants = axesOf(document)
    .map((axis, i) => quick?.values?.[i]?.length || valueCount(axis.values))
    .reduce((product, count) => product * count, 1);
  const seeds = quick?.count ?? document.replications?.count ?? 10;
  return { variants, seeds, runs: variants * seeds };
}

/** An estimate of a time as one would say it: "about 40 s", "about 2 h 10 min". */
export function timeWords(seconds: number): string {
  return seconds < 1 ? 'less than a second' : `about ${roundTime(seconds)}`;
}

function roundTime(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds)} s`;
  if (seconds < 90) return `${Math.round(seconds / 5) * 5} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = Math.round((minutes % 60) / 10) * 10;
  return rest === 0 || rest === 60 ? `${hours + (rest === 60 ? 1 : 0)} h` : `${hours} h ${rest} min`;
}

/** "1 run", "1 240 runs" */
export function many(count: number, what: string): string {
  return `${count.toLocaleString('en').replaceAll(',', '\u2009')} ${count === 1 ? what : `${what}s`}`;
}
