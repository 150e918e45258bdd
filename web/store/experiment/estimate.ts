/**
 * How long the rest of a sweep takes. Variants differ in what they cost: of each the mean of its own runs counts; one that has
 * none is taken to cost as the others do for each packet that it carries, or, where that is not known either, as their mean.
 */
export class Estimate {
  /** Real time of the runs of each variant: sum in ms, and how many. */
  private readonly known = new Map<number, { ms: number; runs: number }>();
  private weights: readonly number[] = [];

  /** What a run of each variant costs, in any unit; 0: not known. */
  weigh(weights: readonly number[]): void {
    this.weights = weights;
  }

  /** A run took so long. */
  took(point: number, ms: number): void {
    const known = this.known.get(point) ?? { ms: 0, runs: 0 };
    this.known.set(point, { ms: known.ms + ms, runs: known.runs + 1 });
  }

  /**
   * Real time that is left, s; null while nothing is known.
   * @param left runs of each variant that have not begun
   * @param inFlight runs in progress: their progress, 0 … 1, and the time taken, ms
   * @param workers runs at the same time
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
      // Once a run has shown how fast it is, that counts.
      const whole = run.share >= TELLING ? run.ms / run.share : this.expected(run.point, rates);
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
      if (share >= TELLING) seen.push({ point, ms: ms / share, runs: 1 });
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

/** From this part of a run on, what it has taken says what it takes. */
const TELLING = 0.05;
