/**
 * Estimates the time of a sweep on this machine before it runs: the engine's expected number of packets over links, at the pace of earlier
 * sweeps. There is no estimate without an earlier sweep.
 */
import { useEffect, useState } from 'react';
import type { Experiment } from '../../generated/types';
import { experiment, useExperiment } from '../../store/experiment';
import { desk } from '../../store/experiment/connect';
import { readJson, writeItem } from '../../store/storage';

/** Real time for each unit of the engine's estimate, ms, with the usual number of workers. By model, since their costs differ. */
export type Pace = Record<string, number>;

const PACE_KEY = 'droptail.pace';
/** A shorter sweep is dominated by its start-up. */
const MIN_SWEEP_MS = 400;
/** The number of variants that an estimate is based on: generating each takes time, and the others are similar. */
const MAX_VARIANTS = 100;

const modelOf = (document: Experiment): string => document.base.engine ?? 'packet';

function readPace(): Pace {
  const stored = readJson(PACE_KEY);
  return typeof stored === 'object' && stored !== null ? (stored as Pace) : {};
}

/** Estimated time for some of a sweep's runs, s; null if unknown. */
export function estimateSeconds(
  weights: readonly number[],
  runs: number,
  pace: number | undefined,
): number | null {
  const known = weights.filter((w) => w > 0);
  if (known.length === 0 || pace === undefined || !(pace > 0)) return null;
  const mean = known.reduce((sum, w) => sum + w, 0) / known.length;
  return (mean * runs * pace) / 1000;
}

/** The pace of runs that took `ms` together; null if that is too short to tell. */
export function paceOf(weights: readonly number[], runs: number, ms: number): number | null {
  const unit = estimateSeconds(weights, runs, 1);
  return unit === null || unit === 0 || ms < MIN_SWEEP_MS ? null : ms / (unit * 1000);
}

/** Estimated seconds for the remaining runs; null while unknown. */
export function useCost(document: Experiment): number | null {
  const size = useExperiment((s) => s.size);
  const points = useExperiment((s) => s.points);
  const status = useExperiment((s) => s.status);
  const left = useExperiment((s) => s.total - s.done);
  const [weights, setWeights] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the weights belong to a document and its size
  useEffect(() => {
    const left = new AbortController();
    setWeights([]);
    const count = Math.min(points.length, MAX_VARIANTS);
    if (count > 0)
      desk()
        .ask('weights', { count }, { signal: left.signal })
        .then(setWeights, () => undefined);
    return () => left.abort();
  }, [document, size, points]);
  usePace(modelOf(document), weights);
  if (status === 'running' || status === 'paused' || left <= 0) return null;
  return estimateSeconds(weights, left, readPace()[modelOf(document)]);
}

/** Stores the pace of a sweep that ran long enough. */
function usePace(model: string, weights: readonly number[]): void {
  useEffect(() => {
    let begun: { at: number; done: number } | null = null;
    return experiment.subscribe((now, before) => {
      if (now.status === 'running') {
        if (before.status !== 'running') begun = { at: performance.now(), done: now.done };
        return;
      }
      if (!begun) return;
      const pace = paceOf(weights, now.done - begun.done, performance.now() - begun.at);
      begun = null;
      if (pace !== null) writeItem(PACE_KEY, JSON.stringify({ ...readPace(), [model]: pace }));
    });
  }, [model, weights]);
}
