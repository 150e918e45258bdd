import type { Edit, Scenario } from '../generated/types';
import { applyEdits, sameEdit } from './path';

/** The scenario at a simulated time, with the timed edits up to then. */
export function scenarioAt(source: Scenario, now: number): { shown: Scenario; applied: number } {
  const appliedEdits = (source.edits ?? []).filter((edit) => edit.atS <= now);
  return {
    shown: appliedEdits.length === 0 ? source : applyEdits(source, appliedEdits),
    applied: appliedEdits.length,
  };
}

/** Inserts timed edits into those of the document by time, after those of the same time. */
export function withEdits(source: Scenario, edits: readonly Edit[]): Scenario {
  const all = [...(source.edits ?? [])];
  for (const edit of edits) {
    const place = all.findIndex((other) => other.atS > edit.atS);
    all.splice(place < 0 ? all.length : place, 0, edit);
  }
  return { ...source, edits: all };
}

/**
 * The document of a branch, which has these timed edits. Titles, names and positions are those of the document that it branches from: the
 * engine has not been told of their changes.
 */
export function branchSource(source: Scenario, edits: readonly Edit[]): Scenario {
  const own = source.edits ?? [];
  return {
    ...source,
    edits: edits.map((edit, i) => {
      const before = own[i];
      return before && sameEdit(before, edit) ? before : edit;
    }),
  };
}
