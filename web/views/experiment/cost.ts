/**
 * What a sweep will take on this machine, before it runs: packets over links that the engine expects, at the pace that earlier
 * sweeps have shown here. Nothing is said where none has.
 */
import { useEffect, useState } from 'react';
import { experiment, useExperiment } from '../../experiment';
import { desk } from '../../experiment/connect';
import type { Experiment } from '../../generated/types';
import { readJson, writeItem } from '../../store/storage';

/** Real time for a unit of the engine's expectation, ms, with as many workers as there usually are: by model, since they cost differently. */
export type Pace = Record<string, number>;

const PACE = 'droptail.pace';
/** A sweep shorter than this shows how long it takes to start, not how fast it goes. */
const TELLING_MS = 400;
/** Variants that are asked about: making each takes time, and the others are alike. */
const MOST = 100;

const modelOf = (document: Experiment): string => document.base.engine ?? 'packet';

function readPace(): Pace {
  const kept = readJson(PACE);
  return typeof kept === 'object' && kept !== null ? (kept as Pace) : {};
}

/** Estimate of the time of some of a sweep's runs, s; null where it cannot be told. */
export function costOf(weights: readonly number[], runs: number, pace: number | undefined): number | null {
  const known = weights.filter((w) => w > 0);
  if (known.length === 0 || pace === undefined || !(pace > 0)) return null;
  const mean = known.reduce((sum, w) => sum + w, 0) / known.length;
  return (mean * runs * pace) / 1000;
}

/** The pace at which so many runs took so long; null where that tells nothing. */
export function paceOf(weights: readonly number[], runs: number, ms: number): number | null {
  const unit = costOf(weights, runs, 1);
  return unit === null || unit === 0 || ms < TELLING_MS ? null : ms / (unit * 1000);
}

/** Seconds that the runs that are not done take; null while that is not known. */
export function useCost(document: Experiment): number | null {
  const size = useExperiment((s) => s.size);
  const points = useExperiment((s) => s.points);
  const status = useExperiment((s) => s.status);
  const left = useExperiment((s) => s.total - s.done);
  const [weights, setWeights] = useState<readonly number[]>([]);
  // What runs is another thing with every document and size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    let stale = false;
    setWeights([]);
    const count = Math.min(points.length, MOST);
    if (count > 0)
      desk()
        .ask('weights', { count })
        .then(
          (found) => {
            if (!stale) setWeights(found);
          },
          () => undefined,
        );
    return () => {
      stale = true;
    };
  }, [document, size, points]);
  usePace(modelOf(document), weights);
  if (status === 'running' || status === 'paused' || left <= 0) return null;
  return costOf(weights, left, readPace()[modelOf(document)]);
}

/** Remembers how fast a sweep went, once it has gone on for a while. */
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
      if (pace !== null) writeItem(PACE, JSON.stringify({ ...readPace(), [model]: pace }));
    });
  }, [model, weights]);
}
