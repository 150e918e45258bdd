/** The selection, which may hold several things, and the actions on it. */
import { clipOf, clipText, countWords, pasted, readClip, removals } from '../scenario/group';
import { thingTexts } from '../scenario/texts';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import { editAll, moveNodes } from './edit-actions';
import { useSession } from './hooks';
import { run } from './run';
import { type Selection, session } from './session';
import { stepTexts as t } from './texts';

const none: readonly Selection[] = [];

/** All that is selected; the first is what the inspector shows when it is alone. */
export function selected(): readonly Selection[] {
  const { selection, more } = session.getState();
  return selection ? [selection, ...more] : none;
}

/** How many things are selected, and whether one of them is. */
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

/** Adds a thing to what is selected, or takes it out again. */
export function toggleSelected(thing: Selection): void {
  const now = selected();
  const without = now.filter((s) => !same(s, thing));
  selectMany(without.length < now.length ? without : [...now, thing]);
}

/** All flows where a flow is selected, all links where a link is, else all nodes. */
export function selectAll(): void {
  const { flows, links, nodes } = documentStore.getState().shown;
  const kind = session.getState().selection?.kind ?? 'node';
  const list = { flow: flows, link: links, node: nodes }[kind];
  selectMany(list.map(({ id }) => ({ kind, id })));
}

export function removeSelected(): void {
  const things = selected();
  if (things.length === 0) return;
  const [first] = things;
  const what =
    things.length === 1 && first ? `${thingTexts.one[first.kind]} ${first.id}` : countWords(things);
  editAll(removals(documentStore.getState().shown, things), t.remove(what));
  selectMany([]);
}

/** Places for all nodes: in layers along the flows' paths, or by forces. */
export async function tidyNetwork(): Promise<void> {
  const { nodes, links } = documentStore.getState().shown;
  const { directory } = run.getState();
  const paths = (directory?.flows ?? []).flatMap((flow) => {
    const hops = flow.removed ? [] : flow.path.map((c) => directory?.channels[c]);
    const first = hops[0];
    return first ? [[first.from, ...hops.map((c) => c?.to ?? '')]] : [];
  });
  const { tidy } = await import('../scenario/tidy');
  moveNodes(await tidy(nodes, links, paths), t.tidy);
}

/** Where a copy stands: beside its original, and the next one beside it. */
const BESIDE = { x: 20, y: 40 };

function add(clipboard: Parameters<typeof pasted>[1], times: number, verb: string): void {
  const { shown, source } = documentStore.getState();
  const startS = run.getState().ended ? 0 : Math.round(simulatedNow() * 1000) / 1000;
  const by = { x: BESIDE.x * times, y: BESIDE.y * times };
  const { changes, things } = pasted({ ...shown, edits: source.edits ?? [] }, clipboard, by, startS);
  if (changes.length === 0) return;
  editAll(changes, `${verb} ${countWords(things)}`);
  // What was asked for is selected; what only came along is not.
  const asked = things.filter((t) => clipboard.nodes.length === 0 || t.kind === 'node');
  selectMany(asked);
}

export function duplicateSelected(): void {
  add(clipOf(documentStore.getState().shown, selected()), 1, 'duplicate');
}

let pastes = 0;

/** What is selected, as text for the clipboard; empty: nothing is. */
export function copyText(): string {
  const things = selected();
  pastes = 0;
  return things.length === 0 ? '' : clipText(clipOf(documentStore.getState().shown, things));
}

/** Adds what a text from the clipboard holds; false: it holds no network. */
export function pasteText(text: string): boolean {
  const clip = readClip(text);
  if (!clip) return false;
  pastes += 1;
  add(clip, pastes, 'paste');
  return true;
}
