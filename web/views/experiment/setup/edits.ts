/** Changes of an experiment's document. Parts that depend on a changed part change with it. */

import { decimalMark } from '../../../drawing/format';
import type {
  Axis,
  AxisValue,
  AxisValues,
  Experiment,
  Measure,
  Scenario,
  Target,
} from '../../../generated/types';
import { parseNumber } from '../../../ui/number';
import { axesOf } from '../figure/data';
import { firstValues, type Parameter } from './parameters';

/** The document with arrays in place of tuples of limited length, which the engine checks. */
type Loose = Omit<Experiment, 'axes' | 'measures' | 'published' | 'quick' | 'chart'> & {
  axes: Axis[];
  measures: Measure[];
  published: Experiment['published'];
  quick: Experiment['quick'];
  chart: Experiment['chart'];
};

const patched = (document: Experiment, change: Partial<Loose>): Experiment =>
  ({ ...document, ...change }) as Experiment;

export type Change = (document: Experiment) => Experiment;

/** Replaces the axes, and drops published values that belong to the old ones. */
function withAxes(document: Experiment, axes: Axis[], quick: AxisValue[][]): Experiment {
  const published = (document.published ?? []).filter((p) => p.at.length === axes.length);
  const kept = document.quick ? { ...document.quick, values: quick as [] } : document.quick;
  return patched(document, { axes, published: published as [], quick: kept });
}

const quickValues = (document: Experiment): AxisValue[][] =>
  axesOf(document).map((_, i) => [...(document.quick?.values?.[i] ?? [])]);

/** An axis over a parameter, with values around the current one. */
export function axisOver(parameter: Parameter): Axis {
  const name = parameter.name.replace(/^[^,]*, /, '');
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    unit: parameter.unit,
    values: firstValues(parameter) as [AxisValue],
    sets: [{ path: parameter.path }],
  };
}

export const addAxis =
  (axis: Axis): Change =>
  (document) =>
    withAxes(document, [...axesOf(document), axis], [...quickValues(document), []]);

export const removeAxis =
  (place: number): Change =>
  (document) => {
    const axes = axesOf(document).filter((_, i) => i !== place);
    const left = withAxes(
      document,
      axes,
      quickValues(document).filter((_, i) => i !== place),
    );
    // The published values belong to both axes.
    return patched(left, {
      published: [] as [],
      measures: remapHarm(document, (axis) => indexAfterRemoval(axis, place)),
    });
  };

/** Swaps the axes. */
export const swapAxes: Change = (document) => {
  const published = (document.published ?? []).map((p) => ({ ...p, at: [...p.at].reverse() }));
  const swapped = patched(document, { published: published as [] });
  const measures = remapHarm(document, (axis) => axesOf(document).length - 1 - axis);
  return withAxes(
    patched(swapped, { measures }),
    [...axesOf(document)].reverse(),
    quickValues(document).reverse(),
  );
};

/** The index of an axis once another one is removed; null for the removed one. */
const indexAfterRemoval = (axis: number, removed: number): number | null =>
  axis === removed ? null : axis > removed ? axis - 1 : axis;

/** The measures, with the axes of their harm renumbered; harm along a removed axis is dropped. */
function remapHarm(document: Experiment, placeOf: (axis: number) => number | null): Measure[] {
  return document.measures.map((measure) => {
    if (!measure.harm) return measure;
    const axis = placeOf(measure.harm.axis ?? 0);
    return { ...measure, harm: axis === null ? null : { ...measure.harm, axis } };
  });
}

export const setAxis =
  (place: number, change: Partial<Axis>): Change =>
  (document) => {
    const axes = axesOf(document).map((axis, i) => (i === place ? { ...axis, ...change } : axis));
    return patched(document, { axes });
  };

/** Changes the values of an axis. The quick size keeps those that remain; lists of targets keep one entry for each value. */
export const setValues =
  (place: number, values: AxisValues): Change =>
  (document) => {
    const listed = Array.isArray(values) ? values : null;
    const before = axesOf(document)[place];
    const old = Array.isArray(before?.values) ? before.values : null;
    const sets = (before?.sets ?? []).map((target) => realigned(target, old, listed)) as [Target];
    const quick = quickValues(document).map((own, i) =>
      i === place ? own.filter((value) => listed?.includes(value) ?? false) : own,
    );
    return withAxes(
      setAxis(place, { values, sets })(document),
      axesOf(document).map((axis, i) => (i === place ? { ...axis, values, sets } : axis)),
      quick,
    );
  };

/** Entries of a target's list stay with their values; a new value gets the last entry. */
function realigned(
  target: Target,
  old: readonly AxisValue[] | null,
  listed: readonly AxisValue[] | null,
): Target {
  const { values } = target;
  if (!values || values.length < 2 || !old || !listed) return target;
  const of = (value: AxisValue) => {
    const at = old.indexOf(value);
    return values[at >= 0 ? at : values.length - 1];
  };
  return { ...target, values: listed.map(of) };
}

export const setTargets =
  (place: number, sets: readonly Target[]): Change =>
  (document) =>
    setAxis(place, { sets: sets as [Target] })(document);

/** How a target computes the value that it sets. */
export type TargetKind = 'value' | 'scaled' | 'listed' | 'fixed' | 'copies' | 'spread';

export function targetKind(target: Target): TargetKind {
  if (target.copies) return 'copies';
  if (target.spread) return 'spread';
  if (target.values?.length === 1) return 'fixed';
  if (target.values) return 'listed';
  if ((target.times ?? 1) !== 1 || (target.plus ?? 0) !== 0 || target.whole) return 'scaled';
  return 'value';
}

/** A target converted to another kind. */
export function targetOf(target: Target, kind: TargetKind, values: readonly AxisValue[]): Target {
  const { path } = target;
  switch (kind) {
    case 'value':
      return { path };
    case 'scaled':
      return { path, times: target.times ?? 1, plus: target.plus ?? 0, whole: true };
    case 'listed':
      return { path, values: [...values] };
    case 'fixed':
      return { path, values: [target.values?.[0] ?? values[0] ?? 0] };
    case 'copies':
      return { path: path.split('/').slice(0, 3).join('/'), copies: true, hosts: true };
    case 'spread':
      return { path, spread: { from: 1, to: 10, last: true } };
  }
}

export const addMeasure =
  (measure: Measure): Change =>
  (document) => {
    const measures = [...document.measures, measure];
    const shows = [...chartMeasures(document), measures.length - 1].slice(0, 8);
    return patched(document, { measures, chart: { ...document.chart, shows: shows as [] } });
  };

export const setMeasure =
  (place: number, change: Partial<Measure>): Change =>
  (document) =>
    patched(document, { measures: document.measures.map((m, i) => (i === place ? { ...m, ...change } : m)) });

/** Removes a measure; the chart and published values are renumbered. */
export const removeMeasure =
  (place: number): Change =>
  (document) => {
    const moved = (m: number) => (m > place ? m - 1 : m);
    const shows = chartMeasures(document)
      .filter((m) => m !== place)
      .map(moved);
    const published = (document.published ?? [])
      .filter((p) => (p.measure ?? 0) !== place)
      .map((p) => ({ ...p, measure: moved(p.measure ?? 0) }));
    return patched(document, {
      measures: document.measures.filter((_, i) => i !== place),
      chart: { ...document.chart, shows: shows as [] },
      published: published as [],
    });
  };

/** Indices of the measures in the chart. */
export function chartMeasures(document: Experiment): number[] {
  const shows = document.chart?.shows ?? [];
  return shows.length > 0 ? [...shows] : [0];
}

export const showMeasure =
  (place: number, on: boolean): Change =>
  (document) => {
    const others = chartMeasures(document).filter((m) => m !== place);
    const shows = on ? [...others, place].sort((a, b) => a - b) : others;
    return patched(document, { chart: { ...document.chart, shows: shows as [] } });
  };

/** Replaces the base scenario. */
export const setBase =
  (base: Scenario): Change =>
  (document) => ({ ...document, base });

export const setQuick =
  (change: Partial<NonNullable<Experiment['quick']>> | null): Change =>
  (document) =>
    patched(document, { quick: change === null ? null : { ...document.quick, ...change } });

/** Where commas are decimal marks, one between two digits separates nothing. */
const SEPARATOR = { '.': /[,\n]/, ',': /,(?!\d)|(?<!\d),|\n/ };

/**
 * Parses a typed list of numbers, or of names if any is not a number; null if it is empty, or if an entry begins with a zero and may be
 * the rest of a group of digits ("1,000").
 */
export function parseValues(text: string): AxisValue[] | null {
  const parts = text
    .split(text.includes(';') ? ';' : SEPARATOR[decimalMark()])
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0 || parts.some((part) => /^0\d/.test(part))) return null;
  const numbers = parts.map((part) => parseNumber(part));
  return numbers.every((n) => n !== null) ? numbers : parts;
}

/** A list of values as a field shows it, with the decimal mark of the page's language. */
export function valuesText(values: readonly AxisValue[]): string {
  const texts = values.map((v) => (typeof v === 'number' ? String(v).replace('.', decimalMark()) : v));
  return texts.join(texts.some((text) => text.includes(',')) ? '; ' : ', ');
}
