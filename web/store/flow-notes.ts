/** What the name of a flow leaves out, since names are those of now: that it was removed, and its algorithms before. */
import type { Flow } from '../generated/types';
import { splitPath } from '../scenario/path';
import { algorithmName } from './change-names';
import { type DocumentState, documentStore } from './document';
import { stepTexts as t } from './texts';

export interface FlowNote {
  /** "was Reno". */
  text: string;
  /** "Reno → CUBIC at 12 s". */
  help: string;
}

type Named = Pick<Flow, 'algorithm' | 'name'>;

interface Past {
  /** Its algorithms, each with its first time, s. */
  ran: { algorithm: string; fromS: number }[];
  removedAtS: number | null;
}

/** Notes by id of flow, after the edits that apply at the time on screen. */
export function flowNotes(
  { source, applied }: Pick<DocumentState, 'source' | 'applied'> = documentStore.getState(),
): Map<string, FlowNote> {
  const past = new Map<string, Past>();
  const add = (id: string, { algorithm, name }: Named, fromS: number) =>
    past.set(id, { ran: name ? [] : [{ algorithm, fromS }], removedAtS: null });
  for (const flow of source.flows) add(flow.id, flow, 0);
  for (const { path, value, atS } of (source.edits ?? []).slice(0, applied)) {
    const [list, id = '', field] = splitPath(path);
    if (list !== 'flows') continue;
    const flow = past.get(id);
    if (field === undefined && value !== null) add(id, value as Named, atS);
    else if (flow && field === undefined) flow.removedAtS = atS;
    else if (flow && field === 'algorithm') flow.ran = changed(flow.ran, String(value), atS);
  }
  return new Map([...past].flatMap(([id, flow]) => noteOf(flow).map((note) => [id, note] as const)));
}

/** A name of its own says nothing of algorithms. What was replaced at the moment of its choice never ran. */
function changed(ran: Past['ran'], algorithm: string, fromS: number): Past['ran'] {
  const before = ran.filter((r) => r.fromS < fromS);
  if (ran.length === 0 || before.at(-1)?.algorithm === algorithm) return before;
  return [...before, { algorithm, fromS }];
}

function noteOf({ ran, removedAtS }: Past): FlowNote[] {
  const names = ran.map(({ algorithm }) => algorithmName(algorithm));
  const changes = ran
    .slice(1)
    .map(({ fromS }, i) => t.at(t.algorithm(names[i] ?? '', names[i + 1] ?? ''), fromS));
  if (removedAtS !== null)
    return [{ text: t.removed, help: [...changes, t.at(t.removed, removedAtS)].join(', ') }];
  if (changes.length === 0) return [];
  return [{ text: t.was([...new Set(names.slice(0, -1))].join(', ')), help: changes.join(', ') }];
}
