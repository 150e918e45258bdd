/**
 * The parameters that an axis can set: every parameter of a scenario, from the document's schema and the catalogue, with its current
 * value. Nothing here depends on a particular algorithm or queue.
 */

import type { Catalogue, Channel, Choice, Flow, Param, Scenario } from '../../../generated/types';
import { fieldWords } from '../../../language/field-words';
import { linkName } from '../../../scenario/names';
import { joinPath } from '../../../scenario/path';
import type { PickerRow } from '../../../ui/rows';
import { relevantParams } from '../../inspector/params';
import type { Scale } from '../../inspector/scale';
import { familyTexts as t } from './texts';

export interface Parameter {
  path: string;
  name: string;
  unit: string;
  help: string;
  /** The current value or default; undefined where there is none. */
  now: unknown;
  /** The range of a number; null if it is not a number. */
  range: Scale | null;
  /** The options of a choice; null otherwise. */
  options: { id: string; name: string }[] | null;
  /** The owner: a heading of the picker. */
  family: string;
}

/** The part of JSON Schema that this reads. */
interface Schema {
  description?: string;
  default?: unknown;
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  $ref?: string;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

/** Longer lists are shown as patterns, and in full only on demand. */
const MAX_LISTED = 12;

/** @param places the ids and patterns of links or flows that have parameters */
export function parameters(
  base: Scenario,
  catalogue: Catalogue,
  schema: unknown,
  places: (ids: readonly string[]) => readonly string[] = idsAndPatterns,
): Parameter[] {
  const root = schema as Schema;
  const found = [...runParameters(base, catalogue, root)];
  for (const place of places(base.links.map((l) => l.id))) {
    const link = base.links.find((l) => matches(place, l.id));
    if (!link) continue;
    const family = place === '*' ? t.everyLink : t.link(place === link.id ? linkName(base, place) : place);
    found.push(...channelParameters(`/links/${place}/forward`, family, link.forward, catalogue, root));
    if (link.backward)
      found.push(
        ...channelParameters(`/links/${place}/backward`, t.backward(family), link.backward, catalogue, root),
      );
  }
  for (const place of places(base.flows.map((f) => f.id))) {
    const flow = base.flows.find((f) => matches(place, f.id));
    if (!flow) continue;
    const family = place === '*' ? t.everyFlow : t.flow((place === flow.id && flow.name) || place);
    found.push(...flowParameters(`/flows/${place}`, family, flow, catalogue, root));
  }
  return found;
}

/** All ids, however many there are. */
export const escapedIds = (ids: readonly string[]): string[] => ids.map((id) => joinPath(id).slice(1));

/** Ids, and patterns for all of them and for those that differ only by a number. Long lists of ids are shortened. */
export function idsAndPatterns(ids: readonly string[]): string[] {
  const escaped = escapedIds(ids);
  const stems = new Map<string, number>();
  for (const id of escaped) {
    const stem = /^(.*?\D)\d+$/.exec(id)?.[1];
    if (stem) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  const patterns = [...stems]
    .filter(([, count]) => count > 1 && count < ids.length)
    .map(([stem]) => `${stem}*`);
  const alone =
    ids.length <= MAX_LISTED
      ? escaped
      : escaped.filter((id) => !patterns.some((p) => matches(p, id))).slice(0, MAX_LISTED);
  return [...(ids.length > 1 ? ['*'] : []), ...patterns, ...alone];
}

/** Whether an id matches a pattern with `*`. */
function matches(pattern: string, id: string): boolean {
  const at = pattern.indexOf('*');
  const own = joinPath(id).slice(1);
  if (at < 0) return own === pattern;
  return own.startsWith(pattern.slice(0, at)) && own.endsWith(pattern.slice(at + 1));
}

function* runParameters(base: Scenario, catalogue: Catalogue, root: Schema): Generator<Parameter> {
  const family = t.run;
  yield* fields('', family, base, root, ['durationS']);
  yield* fields('/sampling', family, base.sampling ?? {}, root.$defs?.Sampling, [
    'measureFromS',
    'periodMs',
    'fairnessWindowS',
  ]);
  if (base.engine !== 'packet' && base.engine !== undefined)
    yield* rowParameters('/fluid', t.fluid, catalogue.fluid, base.fluid ?? {});
}

function* channelParameters(
  path: string,
  family: string,
  channel: Channel,
  catalogue: Catalogue,
  root: Schema,
): Generator<Parameter> {
  yield* fields(path, family, channel, root.$defs?.Channel, ['rateMbps', 'delayMs', 'jitterMs', 'lossRate']);
  yield* choiceParameters(`${path}/queue`, family, t.queue, channel.queue, catalogue.queues);
  for (const row of catalogue.behaviours) {
    const given = channel.behaviours?.[row.id];
    if (given)
      yield* rowParameters(`${path}/behaviours/${row.id}`, t.behaviour(family, row.name), row.params, given);
  }
  if (channel.burstLoss)
    yield* fields(`${path}/burstLoss`, family, channel.burstLoss, root.$defs?.BurstLoss, [
      'toBad',
      'toGood',
      'lossBad',
      'lossGood',
    ]);
  if (channel.reorder)
    yield* fields(`${path}/reorder`, family, channel.reorder, root.$defs?.Reorder, ['rate', 'delayMs']);
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
    name: t.algorithm,
    unit: '',
    help: t.algorithmHelp,
    now: flow.algorithm,
    range: null,
    options: catalogue.algorithms,
    family,
  };
  if (row) yield* rowParameters(`${path}/params`, family, row.params, flow.params ?? {});
  yield* fields(path, family, flow, root.$defs?.Flow, ['startS', 'startJitterS', 'stopS', 'sendOverheadUs']);
  yield* choiceParameters(`${path}/traffic`, family, t.traffic, flow.traffic, catalogue.traffic);
  yield* choiceParameters(`${path}/stack`, family, t.stack, flow.stack, catalogue.stacks);
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
    range: null,
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
  for (const param of relevantParams(params, values, {})) {
    const symbol = param.symbol ? `${param.symbol.replace('_', '')}, ` : '';
    yield {
      path: `${path}/${param.id}`,
      name: symbol ? `${symbol}${param.name.toLowerCase()}` : param.name,
      unit: param.type === 'number' || param.type === 'numbers' ? param.unit : '',
      help: param.help,
      now: values[param.id] ?? param.default,
      range: param.type === 'number' ? param : null,
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
      help: inWords(own.description ?? ''),
      now: (value as Record<string, unknown>)[key] ?? own.default,
      range: rangeOf(own),
      options: null,
      family,
    };
  }
}

/** A description of the schema with the names of fields as the reader sees them. */
const inWords = (description: string) =>
  description.replace(/`(\w+)`/g, (_, key: string) =>
    fieldWords(key).name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()),
  );

/** The range of a number in the schema. Its slider is logarithmic if the range spans many decades. */
function rangeOf({ type, minimum: min, maximum: max }: Schema): Scale | null {
  if (min === undefined || max === undefined) return null;
  return { min, max, integer: [type].flat().includes('integer'), log: min > 0 && max / min > 1000 };
}

/** Parameters as rows of a picker, with the current values on the right. */
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

/** The name of a path, such as "Link r1 – r2: buffer"; the path itself if it is unknown. */
export function pathName(path: string, found: readonly Parameter[]): string {
  const known = found.find((p) => p.path === path);
  return known ? t.parameterOf(known.family, known.name) : path;
}

/** Initial values for an axis over a parameter, around its current value. */
export function firstValues(parameter: Parameter): (number | string)[] {
  if (parameter.options) return parameter.options.slice(0, 4).map((o) => o.id);
  const now = Number(parameter.now);
  if (!Number.isFinite(now) || now <= 0) return [0, 1, 2, 3];
  const { min, max, integer } = parameter.range ?? { min: 0, max: Number.POSITIVE_INFINITY, integer: false };
  const around = [0.25, 0.5, 1, 2, 4].map((f) => {
    const value = Math.max(min, Math.min(max, now * f));
    return integer ? Math.round(value) : Number(value.toPrecision(3));
  });
  return [...new Set(around)];
}
