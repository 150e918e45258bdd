/** Removes, copies and pastes several selected things. Pure. */

import type { Flow, Link, Node, Scenario } from '../generated/types';
import { plural } from '../language/language';
import { type Change, freshId, removal } from './change';
import { isDictionary, joinPath } from './path';
import { thingTexts } from './texts';

export interface Thing {
  kind: 'flow' | 'link' | 'node';
  id: string;
}

/** Copied nodes, links and flows. */
export interface Clip {
  nodes: Node[];
  links: Link[];
  flows: Flow[];
}

/** The key that identifies a text as a clip. */
const FORMAT_KEY = 'droptail-network';
const MAX_NAME = 60;

/** Removes things and all that depends on them: flows first, then links, then nodes, each once. */
export function removals(scenario: Scenario, things: readonly Thing[]): Change[] {
  const order = ['flows', 'links', 'nodes'];
  const paths = new Set(things.flatMap((t) => removal(scenario, t.kind, t.id).map((c) => c.path)));
  const rank = (path: string) => order.indexOf(path.split('/')[1] ?? '');
  return [...paths].sort((a, b) => rank(a) - rank(b)).map((path) => ({ path, value: null }));
}

/** Things with what belongs to them: a node brings its links, two hosts bring the flows between them. */
export function clipOf(scenario: Scenario, things: readonly Thing[]): Clip {
  const has = (kind: Thing['kind'], id: string) => things.some((t) => t.kind === kind && t.id === id);
  const node = (id: string) => has('node', id);
  return {
    nodes: scenario.nodes.filter((n) => node(n.id)),
    links: scenario.links.filter((l) => has('link', l.id) || node(l.a) || node(l.b)),
    flows: scenario.flows.filter((f) => has('flow', f.id) || (node(f.from) && node(f.to))),
  };
}

export function clipText(clip: Clip): string {
  return JSON.stringify({ [FORMAT_KEY]: 1, ...clip });
}

/** The clip in a text; null if it is something else. The engine checks the result, as for every change. */
export function readClip(text: string): Clip | null {
  if (text.length > 4_000_000 || !text.includes(FORMAT_KEY)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isDictionary(value) || value[FORMAT_KEY] !== 1) return null;
    const list = (name: string) => {
      const things = value[name];
      if (!Array.isArray(things)) return [];
      return things.filter((t) => isDictionary(t) && typeof t.id === 'string' && t.id !== '');
    };
    return { nodes: list('nodes'), links: list('links'), flows: list('flows') } as unknown as Clip;
  } catch {
    return null;
  }
}

/**
 * Pastes a clip into a document as new things. Ends within the clip refer to the copies, others to nodes of the same id. Links and flows without
 * an end in the document are left out.
 * @param by offset of the new nodes from the old ones, in world units
 * @param startS during a run, no flow starts before this time
 */
export function pasteClip(
  scenario: Scenario,
  clip: Clip,
  by: { x: number; y: number },
  startS: number,
): { changes: Change[]; things: Thing[] } {
  let result = scenario;
  const ids = new Map<string, string>();
  const things: Thing[] = [];
  const changes: Change[] = [];
  const add = (kind: Thing['kind'], thing: Node | Link | Flow) => {
    const list = `${kind}s` as 'nodes' | 'links' | 'flows';
    result = { ...result, [list]: [...result[list], thing] };
    changes.push({ path: joinPath(list, thing.id), value: thing });
    things.push({ kind, id: thing.id });
  };
  // "s1" and "core" give "s2" and "core1".
  const idFor = (id: string) => freshId(result, id.replace(/\d+$/, '').slice(0, 40) || 'x');
  for (const node of clip.nodes) {
    const id = idFor(node.id);
    ids.set(node.id, id);
    add('node', { ...node, id, x: (node.x ?? 0) + by.x, y: (node.y ?? 0) + by.y });
  }
  const endId = (id: string) => ids.get(id) ?? (result.nodes.some((n) => n.id === id) ? id : undefined);
  for (const link of clip.links) {
    const [a, b] = [endId(link.a), endId(link.b)];
    if (a !== undefined && b !== undefined && a !== b) add('link', { ...link, id: idFor(link.id), a, b });
  }
  for (const flow of clip.flows) {
    const [from, to] = [endId(flow.from), endId(flow.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const { stopS, ...rest } = flow;
    const copy: Flow = { ...rest, id: idFor(flow.id), from, to };
    if (flow.name) copy.name = `${flow.name} copy`.slice(0, MAX_NAME);
    copy.startS = Math.max(flow.startS ?? 0, startS);
    if (stopS !== undefined && stopS !== null && stopS > copy.startS) copy.stopS = stopS;
    add('flow', copy);
  }
  return { changes, things };
}

/** "3 flows, 1 node" */
export function countText(things: readonly Thing[]): string {
  const words = (['node', 'link', 'flow'] as const).flatMap((kind) => {
    const n = things.filter((t) => t.kind === kind).length;
    return n === 0 ? [] : [`${n} ${plural(n, thingTexts.one[kind], thingTexts.several[kind])}`];
  });
  return words.join(', ');
}
