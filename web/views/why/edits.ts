import type { Moment } from '../../generated/types';
import { scenarioAt } from '../../scenario/effective';
import { sourceNow } from '../../store';

/** More than the rounding of a time and less than the time between an edit and other events, s. */
const MARGIN_S = 5e-10;

/** The algorithm of a flow before and after an event, by id; empty without one. It may have been changed since. */
export function algorithmsAt({ atS, cause }: Moment, flow: string): { before: string; after: string } {
  const source = sourceNow();
  const at = (t: number) => scenarioAt(source, t).shown.flows.find((f) => f.id === flow)?.algorithm ?? '';
  const after = at(atS + MARGIN_S);
  return { before: cause.kind === 'edit' ? at(atS - MARGIN_S) : after, after };
}

/** The places of the document's edits at a time, s. */
export function editsAt(atS: number): number[] {
  const edits = sourceNow().edits ?? [];
  return edits.flatMap((edit, i) => (Math.abs(edit.atS - atS) < MARGIN_S ? [i] : []));
}
