/** The selection, which may hold several things, and the actions on it. */
import { type Clip, clipOf, clipText, countText, pasteClip, readClip } from '../scenario/group';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import { editAll, moveNodes } from './edit-actions';
import { useSession } from './hooks';
import { removeThings } from './removal';
import { run } from './run';
import { type Selection, session } from './session';
import { stepTexts as t } from './texts';

const none: readonly Selection[] = [];

/** Everything selected; the inspector shows the first if it is the only one. */
export function selected(): readonly Selection[] {
  const { selection, more } = session.getState();
  return selection ? [selection, ...more] : none;
}

export function useSelected(): readonly Selection[] {
  const selection = useSession((s) => s.selection);
  const more = useSession((s) => s.more);
  return selection ? (more.length === 0 ? [selection] : [selection, ...more]) : none;
}

export function selectMany(things: readonly Selection[]): void {
  const [selection = null, ...more] = things;
  session.setState({ selection, more, why: null });
}

const same = (a: Selection, b: Selection) => a.kind === b.kind && a.id === b.id;

/** Adds a thing to the selection, or removes it. */
export function toggleSelected(thing: Selection): void {
  const now = selected();
  const without = now.filter((s) => !same(s, thing));
  selectMany(without.length < now.length ? without : [...now, thing]);
}

/** Selects all flows if a flow is selected, all links if a link is, else all nodes. */
export function selectAll(): void {
  const { flows, links, nodes } = documentStore.getState().shown;
  const kind = session.getState().selection?.kind ?? 'node';
  const list = { flow: flows, link: links, node: nodes }[kind];
  selectMany(list.map(({ id }) => ({ kind, id })));
}

export function removeSelected(): void {
  removeThings(selected());
}

/** Arranges all nodes: in layers along the flows' paths, or by forces. */
export async function tidyNetwork(): Promise<void> {
  const { nodes, links } = documentStore.getState().shown;
  const { directory } = run.getState();
  const paths = (directory?.flows ?? []).flatMap((flow) => {
    const hops = flow.removed ? [] : flow.path.map((c) => directory?.channels[c]);
    const first = hops[0];
    return first ? [[first.from, ...hops.map((c) => c?.to ?? '')]] : [];
  });
  const { layOutNodes } = await import('../scenario/node-layout');
  moveNodes(await layOutNodes(nodes, links, paths), t.tidy);
}

/** The offset of a copy from its original, and of each copy from the one before. */
const COPY_OFFSET = { x: 20, y: 40 };

function add(clipboard: Clip, times: number, label: (what: string) => string): void {
  const { shown, source } = documentStore.getState();
  const startS = run.getState().ended ? 0 : Math.round(simulatedNow() * 1000) / 1000;
  const by = { x: COPY_OFFSET.x * times, y: COPY_OFFSET.y * times };
  const { changes, things } = pasteClip({ ...shown, edits: source.edits ?? [] }, clipboard, by, startS);
  if (changes.length === 0) return;
  editAll(changes, label(countText(things)));
  // Nodes select only themselves: their links and flows are copied along with them.
  const asked = things.filter((t) => clipboard.nodes.length === 0 || t.kind === 'node');
  selectMany(asked);
}

export function duplicateSelected(): void {
  add(clipOf(documentStore.getState().shown, selected()), 1, t.duplicate);
}

let pastes = 0;

/** The selection as text for the clipboard; empty: nothing is selected. */
export function copyText(): string {
  const things = selected();
  pastes = 0;
  return things.length === 0 ? '' : clipText(clipOf(documentStore.getState().shown, things));
}

/** Adds the network in a text from the clipboard. False: the text holds none. */
export function pasteText(text: string): boolean {
  const clip = readClip(text);
  if (!clip) return false;
  pastes += 1;
  add(clip, pastes, t.paste);
  return true;
}
