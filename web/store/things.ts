/** What the page calls nodes, links and flows. */
import type { Thing } from '../scenario/group';
import { linkName, nodeName } from '../scenario/names';
import { thingTexts as t } from '../scenario/texts';
import { documentStore } from './document';
import { flowLabel } from './flow-style';
import { run } from './run';

/** "r1", "r1 – r2", "CUBIC". */
export function nameOfThing({ kind, id }: Thing): string {
  const { shown } = documentStore.getState();
  if (kind === 'link') return linkName(shown, id);
  return kind === 'node' ? nodeName(shown, id) : flowLabel(shown.flows, id, run.getState().catalogue);
}

/** "router", "link", "flow". */
export function kindOfThing({ kind, id }: Thing): string {
  const node = documentStore.getState().shown.nodes.find((n) => n.id === id);
  return t.one[kind === 'node' ? (node?.kind ?? kind) : kind];
}
