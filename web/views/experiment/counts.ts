/** The numbers of variants and runs of a document at each size, computed without the engine. */

import { formatValue } from '../../drawing/format';
import type { AxisValues, Experiment } from '../../generated/types';
import type { Size } from '../../store/experiment';
import { axesOf } from './figure/data';
import { countTexts as t } from './texts';

/** The number of values of an axis. */
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

/** An estimate of a time: "about 40 s", "about 2 h 10 min". */
export function durationText(seconds: number): string {
  return seconds < 1 ? t.lessThanASecond : t.about(roundedDuration(seconds));
}

function roundedDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds)} s`;
  if (seconds < 90) return `${Math.round(seconds / 5) * 5} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = Math.round((minutes % 60) / 10) * 10;
  return rest === 0 || rest === 60 ? `${hours + (rest === 60 ? 1 : 0)} h` : `${hours} h ${rest} min`;
}

/** "1 run", "12 400 runs" */
export const runsText = (count: number): string => t.runs(count, formatValue(count, 0));
export const variantsText = (count: number): string => t.variants(count, formatValue(count, 0));
export const seedsText = (count: number): string => t.seeds(count, formatValue(count, 0));
