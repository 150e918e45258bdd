import type { Edit, Scenario } from '../generated/types';
import { applyEdits } from './path';

/** The scenario as it stands at a moment: with the timed edits up to then. */
export function atTime(source: Scenario, now: number): { shown: Scenario; applied: number } {
  const due = (source.edits ?? []).filter((edit) => edit.atS <= now);
  return { shown: due.length === 0 ? source : applyEdits(source, due), applied: due.length };
}

/** Puts timed edits among those of the document, in order of time; behind those of the same time. */
export function withEdits(source: Scenario, edits: readonly Edit[]): Scenario {
  const all = [...(source.edits ?? [])];
  for (const edit of edits) {
    const place = all.findIndex((other) => other.atS > edit.atS);
    all.splice(place < 0 ? all.length : place, 0, edit);
  }
  return { ...source, edits: all };
}
