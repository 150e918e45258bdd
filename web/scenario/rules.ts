/** What the rules of an algorithm in the catalogue say about its variables. */
import type { Rule } from '../generated/types';

/** Whether an algorithm has a slow-start threshold. An algorithm whose rules have no formulas, as a script, may have one. */
export const usesThreshold = ({ rules }: { rules: readonly Rule[] }): boolean =>
  rules.every((rule) => rule.formula === '') || rules.some((rule) => rule.formula.includes('ssthresh'));
