/** Names of changes, for undo, for forks and for the marks of edits in the plots. */
import { formatPlain } from '../drawing/format';
import type { Scenario } from '../generated/types';
import { scenarioAt } from '../scenario/effective';
import { linkName, nodeName } from '../scenario/names';
import { getPath, joinPath, splitPath } from '../scenario/path';
import { thingTexts } from '../scenario/texts';
import { flowLabel } from './flow-style';
import { run } from './run';
import { stepTexts as t } from './texts';

/** The value of a parameter that is not set; undefined if the path is not that of a parameter. */
function defaultAt(scenario: Scenario, parts: readonly string[]): unknown {
  const at = parts.lastIndexOf('params');
  if (at < 0) return undefined;
  const owner = getPath(scenario, joinPath(...parts.slice(0, at)));
  const { kind, algorithm } = (owner ?? {}) as { kind?: string; algorithm?: string };
  const { queues = [], algorithms = [] } = run.getState().catalogue ?? {};
  const row = [...queues, ...algorithms].find(({ id }) => id === (kind ?? algorithm));
  return row?.params.find(({ id }) => id === parts.at(-1))?.default;
}

/** A change of `scenario` in words: "buffer 100 → 50". */
export function describe(path: string, value: unknown, scenario: Scenario): string {
  const parts = splitPath(path);
  const what = parts.at(-1) ?? '';
  const words =
    (t.fields as Readonly<Record<string, string>>)[what] ??
    what.replace(/(Mbps|Ms|S|Packets|Kb)$/, '').replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`);
  const initial = defaultAt(scenario, parts);
  if (value === null && initial === undefined) return t.remove(words);
  // As in its field.
  const written = (v: unknown) =>
    what === 'lossRate' && typeof v === 'number' ? `${formatPlain(100 * v)}%` : valueWords(v);
  const before = written(getPath(scenario, path) ?? initial ?? '');
  const after = written(value ?? initial);
  if (after === '') return words;
  return before === '' ? `${words} ${after}` : `${words} ${before} → ${after}`;
}

/** A value as names of changes have it: a number, a word, or the name of a queue discipline. */
export function valueWords(value: unknown): string {
  if (typeof value === 'object') return queueName(value);
  return typeof value === 'number' ? formatPlain(value) : String(value);
}

/** A timed edit of a scenario in words: "buffer 100 → 50", "Reno → Vegas", "script of My AIMD", "remove flow CUBIC". */
export function editWords(source: Scenario, index: number): string {
  const edits = source.edits ?? [];
  const edit = edits[index];
  if (!edit) return '';
  const { path, value, atS } = edit;
  const stateAfter = (count: number) => scenarioAt({ ...source, edits: edits.slice(0, count) }, atS).shown;
  const before = stateAfter(index);
  const [list = '', id = '', field] = splitPath(path);
  if (field === undefined) {
    const state = value === null ? before : stateAfter(index + 1);
    if (list === 'flows') return thing(value, 'flow', flowLabel(state.flows, id, run.getState().catalogue));
    if (list === 'links') return thing(value, 'link', linkName(state, id));
    if (list === 'nodes') return thing(value, 'node', nodeName(state, id));
  }
  const controller =
    list === 'controllers' ? stateAfter(index + 1).controllers?.find((c) => c.id === id) : null;
  if (controller) return t.script(controller.name);
  if (list === 'flows' && field === 'algorithm')
    return t.algorithm(algorithmName(getPath(before, path)), algorithmName(value));
  return describe(path, value, before);
}

function thing(value: unknown, kind: 'node' | 'link' | 'flow', name: string): string {
  return value === null ? t.remove(`${thingTexts.one[kind]} ${name}`) : t.add(kind, name);
}

/** The name of a queue discipline; empty for other objects. */
function queueName(value: unknown): string {
  const { kind } = (value ?? {}) as { kind?: string };
  return run.getState().catalogue?.queues.find(({ id }) => id === kind)?.name ?? '';
}

export function algorithmName(id: unknown): string {
  return run.getState().catalogue?.algorithms.find((a) => a.id === id)?.name ?? String(id ?? '');
}
