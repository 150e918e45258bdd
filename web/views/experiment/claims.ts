/** The claims of the papers, which the tests check as well, and whether they hold for a table. */
import type { Explanation } from '../../../scripts/reproduce/verdict.mjs';
import type { Experiment, ExperimentTable } from '../../generated/types';

/** A claim as declared in `tests/claims`. */
export interface Claim {
  id: string;
  figure: string;
  experiments: string[];
  words: string;
  metric: string;
  threshold: string;
  seeds: string;
  check: (figures: (experiment: string) => unknown) => { holds: boolean; seen: string };
}

export interface PaperClaims {
  claims: Claim[];
  /** What is known of the claims that do not hold, by claim, as Markdown. */
  reasons: Record<string, string>;
  /** Makes the object through which claims read the table. */
  figure: (document: Experiment, table: ExperimentTable) => unknown;
}

const claimFiles = import.meta.glob<{ claims: Claim[] }>('../../../tests/claims/*.mjs');
const reasonFiles = import.meta.glob<{ explanations: Record<string, Explanation> }>(
  '../../../scripts/reproduce/reasons/*.mjs',
);

/** The claims of a paper; null if it has none. */
export async function readClaims(paper: string): Promise<PaperClaims | null> {
  const claims = claimFiles[`../../../tests/claims/${paper}.mjs`];
  const reasons = reasonFiles[`../../../scripts/reproduce/reasons/${paper}.mjs`];
  if (!claims) return null;
  const [read, why, { Figure }, { told }] = await Promise.all([
    claims(),
    reasons ? reasons() : { explanations: {} },
    import('../../../tests/claims/claim.mjs'),
    import('../../../scripts/reproduce/verdict.mjs'),
  ]);
  return {
    claims: read.claims,
    reasons: Object.fromEntries(
      Object.entries(why.explanations).map(([id, explanation]) => [id, told(explanation)]),
    ),
    figure: ({ axes = [], measures, traces = [] }, table) =>
      new Figure({ axes: [...axes], measures: [...measures], traces: [...traces] }, table),
  };
}

export type Verdict =
  | { kind: 'holds' | 'not'; seen: string }
  /** Some of the runs it needs are missing, or not part of this size. */
  | { kind: 'open' }
  /** It also needs other experiments. */
  | { kind: 'elsewhere'; others: string[] };

/** Checks a claim against the table of one experiment. */
export function judge(claim: Claim, experiment: string, figure: unknown): Verdict {
  const others = claim.experiments.filter((id) => id !== experiment);
  if (others.length > 0) return { kind: 'elsewhere', others };
  try {
    const { holds, seen } = claim.check(() => figure);
    return { kind: holds ? 'holds' : 'not', seen };
  } catch {
    return { kind: 'open' };
  }
}
