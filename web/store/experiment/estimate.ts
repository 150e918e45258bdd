/**
 * Estimates how long the rest of a sweep takes. The cost of a variant is the mean of its own runs. A variant without runs is expected to
 * cost as much per unit of weight as the others or, without weights, as much as their mean.
 */
export class Estimate {
  /** The runs of each variant: total real time in ms, and how many. */
  private readonly known = new Map<number, { ms: number; runs: number }>();
  private weights: readonly number[] = [];

  /** The relative cost of a run of each variant; 0: not known. */
  setWeights(weights: readonly number[]): void {
    this.weights = weights;
  }

  /** Adds the real time of a finished run. */
  addRun(point: number, ms: number): void {
    const known = this.known.get(point) ?? { ms: 0, runs: 0 };
    this.known.set(point, { ms: known.ms + ms, runs: known.runs + 1 });
  }

  /**
   * The remaining real time, s; null if there is no estimate.
   * @param left how many runs of each variant have not begun
   * @param inFlight runs in progress: the share done, 0 … 1, and the time taken, ms
   * @param workers how many runs are made at the same time
   */
  secondsLeft(
    left: ReadonlyMap<number, number>,
    inFlight: readonly { point: number; share: number; ms: number }[],
    workers: number,
  ): number | null {
    const rates = this.rates(inFlight);
    if (rates === null) return null;
    let sum = 0;
    for (const [point, runs] of left) sum += runs * this.expected(point, rates);
    let longest = 0;
    for (const run of inFlight) {
      // From a certain share on, the run's own speed is the best estimate.
      const whole = run.share >= MIN_SHARE ? run.ms / run.share : this.expected(run.point, rates);
      const rest = Math.max(0, whole - run.ms);
      sum += rest;
      longest = Math.max(longest, rest);
    }
    return Math.max(sum / Math.max(1, workers), longest) / 1000;
  }

  private expected(point: number, rates: Rates): number {
    const known = this.known.get(point);
    if (known) return known.ms / known.runs;
    const weight = this.weights[point] ?? 0;
    return weight > 0 && rates.msPerWeight > 0 ? weight * rates.msPerWeight : rates.ms;
  }

  /** The cost of a run, estimated from finished runs and those in progress. */
  private rates(inFlight: readonly { point: number; share: number; ms: number }[]): Rates | null {
    const seen = [...this.known].map(([point, { ms, runs }]) => ({ point, ms, runs }));
    for (const { point, share, ms } of inFlight) {
      if (share >= MIN_SHARE) seen.push({ point, ms: ms / share, runs: 1 });
    }
    if (seen.length === 0) return null;
    let ms = 0;
    let runs = 0;
    let weighed = 0;
    let weight = 0;
    for (const one of seen) {
      ms += one.ms;
      runs += one.runs;
      const of = this.weights[one.point] ?? 0;
      if (of > 0) {
        weighed += one.ms;
        weight += of * one.runs;
      }
    }
    return { ms: ms / runs, msPerWeight: weight > 0 ? weighed / weight : 0 };
  }
}

interface Rates {
  ms: number;
  msPerWeight: number;
}

/** The share of a run from which its speed is known. */
const MIN_SHARE = 0.05;
