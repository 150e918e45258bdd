/**
 * What an axis can set: every parameter of a scenario, from the document's schema and the catalogue, with what it is now. Nothing
 * here knows an algorithm or a queue.
 */
import type { PickerRow } from '../../../app/widgets/rows';
import type { Catalogue, Channel, Choice, Flow, Param, Scenario } from '../../../generated/types';
import { joinPath } from '../../../scenario/path';
import { relevant } from '../../inspector/params';
import { fieldWords } from './words';

export interface Parameter {
  path: string;
  name: string;
  unit: string;
  help: string;
  /** What stands there now, defaults included; undefined where nothing does. */
  now: unknown;
  /** What it can be, where that is a choice. */
  options: { id: string; name: string }[] | null;
  /** Whose it is: heading of a picker. */
  family: string;
}

/** The part of JSON Schema that this reads. */
interface Schema {
  description?: string;
  default?: unknown;
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

/** Lists longer than this are shown by their patterns, and one by one only on demand. */
const FEW = 12;

/** @param places ids and patterns of links, or of flows, by which the parameters are told */
export function parameters(
  base: Scenario,
  catalogue: Catalogue,
  schema: unknown,
  places: (ids: readonly string[]) => readonly string[] = placesIn,
): Parameter[] {
  const root = schema as Schema;
  const found = [...runParameters(base, catalogue, root)];
  for (const place of places(base.links.map((l) => l.id))) {
    const link = base.links.find((l) => fits(place, l.id));
    if (!link) continue;
    const family = place === '*' ? 'All links' : `Link ${place}`;
    found.push(...channelParameters(`/links/${place}/forward`, family, link.forward, catalogue, root));
    if (link.backward)
      found.push(
        ...channelParameters(
          `/links/${place}/backward`,
          `${family}, backward`,
          link.backward,
          catalogue,
          root,
        ),
      );
  }
  for (const place of places(base.flows.map((f) => f.id))) {
    const flow = base.flows.find((f) => fits(place, f.id));
    if (!flow) continue;
    const family = place === '*' ? 'All flows' : `Flow ${(place === flow.id && flow.name) || place}`;
    found.push(...flowParameters(`/flows/${place}`, family, flow, catalogue, root));
  }
  return found;
}

/** Each of them alone, however many there are. */
export const eachOf = (ids: readonly string[]): string[] => ids.map((id) => joinPath(id).slice(1));

/** Ids and patterns of them: each of a few; of many those that are numbered alike, and all. */
export function placesIn(ids: readonly string[]): string[] {
  const escaped = eachOf(ids);
  const stems = new Map<string, number>();
  for (const id of escaped) {
    const stem = /^(.*?\D)\d+$/.exec(id)?.[1];
    if (stem) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  const patterns = [...stems]
    .filter(([, count]) => count > 1 && count < ids.length)
    .map(([stem]) => `${stem}*`);
  const alone =
    ids.length <= FEW ? escaped : escaped.filter((id) => !patterns.some((p) => fits(p, id))).slice(0, FEW);
  return [...(ids.length > 1 ? ['*'] : []), ...patterns, ...alone];
}

/** Whether an id is one that a pattern with `*` means. */
function fits(pattern: string, id: string): boolean {
  const at = pattern.indexOf('*');
  const own = joinPath(id).slice(1);
  if (at < 0) return own === pattern;
  return own.startsWith(pattern.slice(0, at)) && own.endsWith(pattern.slice(at + 1));
}

function* runParameters(base: Scenario, catalogue: Catalogue, root: Schema): Generator<Parameter> {
  const family = 'The run';
  yield* fields('', family, base, root, ['durationS']);
  yield* fields('/sampling', family, base.sampling ?? {}, root.$defs?.Sampling, [
    'measureFromS',
    'periodMs',
    'fairnessWindowS',
  ]);
  if (base.engine !== 'packet' && base.engine !== undefined)
    yield* rowParameters('/fluid', 'Fluid model', catalogue.fluid, base.fluid ?? {});
}

function* channelParameters(
  path: string,
  family: string,
  channel: Channel,
  catalogue: Catalogue,
  root: Schema,
): Generator<Parameter> {
  yield* fields(path, family, channel, root.$defs?.Channel, ['rateMbps', 'delayMs', 'jitterMs', 'lossRate']);
  yield* choiceParameters(`${path}/queue`, family, 'Queue', channel.queue, catalogue.queues);
  if (channel.burstLoss)
    yield* fields(`${path}/burstLoss`, family, channel.burstLoss, root.$defs?.BurstLoss, [
      'toBad',
      'toGood',
      'lossBad',
      'lossGood',
    ]);
}

function* flowParameters(
  path: string,
  family: string,
  flow: Flow,
  catalogue: Catalogue,
  root: Schema,
): Generator<Parameter> {
  const row = catalogue.algorithms.find((a) => a.id === flow.algorithm);
  yield {
    path: `${path}/algorithm`,
    name: 'Algorithm',
    unit: '',
    help: 'Its parameters go back to their defaults where the new one does not have them.',
    now: flow.algorithm,
    options: catalogue.algorithms,
    family,
  };
  if (row) yield* rowParameters(`${path}/params`, family, row.params, flow.params ?? {});
  yield* fields(path, family, flow, root.$defs?.Flow, ['startS', 'startJitterS', 'stopS', 'sendOverheadUs']);
  yield* choiceParameters(`${path}/traffic`, family, 'Traffic', flow.traffic, catalogue.traffic);
  yield* choiceParameters(`${path}/stack`, family, 'Stack', flow.stack, catalogue.stacks);
}

/** The row of a choice and its parameters. */
function* choiceParameters(
  path: string,
  family: string,
  name: string,
  choice: Choice | undefined,
  rows: readonly { id: string; name: string; summary: string; params: Param[] }[],
): Generator<Parameter> {
  const row = rows.find((r) => r.id === choice?.kind) ?? rows[0];
  if (!row) return;
  yield* rowParameters(`${path}/params`, family, row.params, choice?.params ?? {});
  yield {
    path: `${path}/kind`,
    name,
    unit: '',
    help: row.summary,
    now: row.id,
    options: [...rows],
    family,
  };
}

function* rowParameters(
  path: string,
  family: string,
  params: readonly Param[],
  values: NonNullable<Choice['params']>,
): Generator<Parameter> {
  for (const param of relevant(params, values, {})) {
    const symbol = param.symbol ? `${param.symbol.replace('_', '')}, ` : '';
    yield {
      path: `${path}/${param.id}`,
      name: symbol ? `${symbol}${param.name.toLowerCase()}` : param.name,
      unit: param.type === 'number' || param.type === 'numbers' ? param.unit : '',
      help: param.help,
      now: values[param.id] ?? param.default,
      options: param.type === 'choice' ? param.options : null,
      family,
    };
  }
}

function* fields(
  path: string,
  family: string,
  value: object,
  schema: Schema | undefined,
  keys: readonly string[],
): Generator<Parameter> {
  for (const key of keys) {
    const own = schema?.properties?.[key];
    if (!own) continue;
    const words = fieldWords(key);
    yield {
      path: `${path}/${key}`,
      name: words.name,
      unit: words.unit,
      help: own.description ?? '',
      now: (value as Record<string, unknown>)[key] ?? own.default,
      options: null,
      family,
    };
  }
}

/** Parameters as rows of a picker: what each is now stands at the right. */
export function parameterRows(found: readonly Parameter[]): PickerRow[] {
  return found.map(({ path, name, unit, help, now, options, family }) => {
    const value =
      options?.find((o) => o.id === now)?.name ?? (now === undefined || now === null ? '' : String(now));
    return {
      id: path,
      name,
      summary: help,
      source: [value, unit].filter(Boolean).join(' '),
      year: 0,
      family,
    };
  });
}

/** A path in words: "Link core: buffer"; the path itself where it is none of those that are known. */
export function pathWords(path: string, found: readonly Parameter[]): string {
  const known = found.find((p) => p.path === path);
  return known ? `${known.family}: ${known.name}` : path;
}

/** Values that an axis over a parameter can begin with: around what it is now. */
export function firstValues(parameter: Parameter): (number | string)[] {
  if (parameter.options) return parameter.options.slice(0, 4).map((o) => o.id);
  const now = Number(parameter.now);
  if (!Number.isFinite(now) || now <= 0) return [0, 1, 2, 3];
  return [0.25, 0.5, 1, 2, 4].map((f) => Number((now * f).toPrecision(3)));
}
