// What a claim is, and how it reads figures.
//
// Claims are written before the experiments run and are never changed to make one hold: these files are the denominator.

/** @import { Cell, ExperimentTable } from '../../web/generated/types' */

/**
 * A statement of a paper that a run can show or refute.
 * @typedef {{
 *   id: string,
 *   figure: string,
 *   experiments: string[],
 *   words: string,
 *   metric: string,
 *   threshold: string,
 *   seeds: string,
 *   check: (figures: Figures) => Verdict,
 * }} Claim `words` state the claim as the paper means it; `metric`, `threshold` and `seeds` state what is measured, when the claim holds, and
 *   over how many runs
 */

/** @typedef {{ holds: boolean, seen: string }} Verdict `seen`: the numbers, short */

/** The results of an experiment by its id. @typedef {(experiment: string) => Figure} Figures */

/**
 * A reading of a paper that leaves something open: what it is, the words of the paper that allow it, and the results under it. The first reading of a
 * paper is the one that its claims are judged by. `of` may name experiments that a claim does not list. A `variant` is shown beside the readings and
 * decides no verdict: its results turn on phases.
 * @typedef {{ name: string, why: string, variant?: boolean, of: (figures: Figures) => Figures }} Reading
 */

/** Results that a claim needs do not exist: no such run is recorded, or this size does not have it. */
export class NotRun extends Error {}

/** A time series: times in s, values in its unit. @typedef {{ times: number[], values: number[] }} Trace */

/** A value for each axis, by the name of the axis. @typedef {Record<string, number | string>} At */

/** The table of one experiment, read by names. */
export class Figure {
  /**
   * @param {{ axes: { name: string }[], measures: { name: string }[], traces?: { name: string }[] }} document
   * @param {ExperimentTable} table
   * @param {Record<string, number>} [settings] of the runs, where a reading has other ones than the document, with the unit in the name
   */
  constructor(document, table, settings = {}) {
    this.settings = settings;
    this.axes = document.axes.map((axis) => axis.name);
    this.measures = document.measures.map((measure) => measure.name);
    this.traces = (document.traces ?? []).map((trace) => trace.name);
    this.table = table;
  }

  /** The values that an axis takes at this size, in order. @param {string} axis @returns {(number | string)[]} */
  values(axis) {
    const place = this.#place(this.axes, axis);
    return [...new Set(this.table.rows.map((row) => /** @type {number | string} */ (row.at[place])))];
  }

  /** The row of a variant. @param {At} at */
  row(at) {
    for (const name of Object.keys(at)) this.#place(this.axes, name);
    const row = this.table.rows.find((r) => this.axes.every((name, i) => r.at[i] === at[name]));
    if (!row) throw new NotRun(`there is no variant ${JSON.stringify(at)}`);
    return row;
  }

  /** A measure over the runs of a variant. @param {string} measure @param {At} [at] @returns {Cell} */
  cell(measure, at = {}) {
    const cell = this.row(at).cells[this.#place(this.measures, measure)];
    if (!cell) throw new NotRun(`no run of ${JSON.stringify(at)} has "${measure}"`);
    return cell;
  }

  /** Its mean. @param {string} measure @param {At} [at] */
  mean(measure, at = {}) {
    return this.cell(measure, at).mean;
  }

  /** A time series of a variant's first run, thinned; of several that fit the document's trace, the one of this path. @param {string} name @param {At} [at] @param {string} [path] @returns {Trace} */
  trace(name, at = {}, path) {
    const place = this.#place(this.traces, name);
    const line = this.row(at).traces?.find((one) => one.series === place && (!path || one.name === path));
    if (!line) throw new NotRun(`${JSON.stringify(at)} has no trace "${name}" ${path ?? ''}`);
    return { times: line.times, values: line.values.map((value) => value ?? Number.NaN) };
  }

  /**
   * The same results arranged in another way: other axes, other names, fewer variants.
   * @param {(at: At) => At | null} to where a variant is in the new figure; nothing leaves it out
   * @param {Record<string, string>} [measures] other names for measures
   * @param {Record<string, number>} [settings] of these variants
   */
  mapped(to, measures = {}, settings = {}) {
    const rows = this.table.rows.flatMap((row) => {
      const at = to(Object.fromEntries(this.axes.map((name, i) => [name, row.at[i] ?? ''])));
      return at ? [{ row, at }] : [];
    });
    const [first] = rows;
    if (!first) throw new NotRun('there are no such variants');
    const axes = Object.keys(first.at);
    const named = (/** @type {string[]} */ list) => list.map((name) => ({ name }));
    return new Figure(
      {
        axes: named(axes),
        measures: named(this.measures.map((name) => measures[name] ?? name)),
        traces: named(this.traces),
      },
      {
        ...this.table,
        rows: rows.map(({ row, at }) => ({ ...row, at: axes.map((name) => at[name] ?? '') })),
      },
      { ...this.settings, ...settings },
    );
  }

  /** The variants of both figures, which have the same axes; measures are those that both have. @param {Figure} other */
  joined(other) {
    const measures = this.measures.filter((name) => other.measures.includes(name));
    const rows = [this, other].flatMap((figure) =>
      figure.table.rows.map((row) => ({
        ...row,
        at: this.axes.map((name) => row.at[figure.#place(figure.axes, name)] ?? ''),
        cells: measures.map((name) => row.cells[figure.#place(figure.measures, name)] ?? null),
      })),
    );
    const named = (/** @type {string[]} */ list) => list.map((name) => ({ name }));
    return new Figure({ axes: named(this.axes), measures: named(measures) }, { ...this.table, rows });
  }

  /**
   * Means over the values of an axis, each of which counts the same. The half-width takes the values as independent.
   * @param {string} axis
   */
  averaged(axis) {
    const place = this.#place(this.axes, axis);
    const axes = this.axes.filter((_, i) => i !== place);
    /** @type {Map<string, ExperimentTable['rows']>} */
    const groups = new Map();
    for (const row of this.table.rows) {
      const key = JSON.stringify(row.at.filter((_, i) => i !== place));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const rows = [...groups].map(([key, group]) => ({
      at: JSON.parse(key),
      cells: this.measures.map((_, i) => averageOf(group.map((row) => row.cells[i] ?? null))),
    }));
    const named = (/** @type {string[]} */ list) => list.map((name) => ({ name }));
    return new Figure(
      { axes: named(axes), measures: named(this.measures) },
      /** @type {ExperimentTable} */ (/** @type {unknown} */ ({ ...this.table, rows })),
    );
  }

  /** The same results with other names for values of axes. @param {Record<string, string>} names */
  renamed(names) {
    return this.mapped((at) =>
      Object.fromEntries(Object.entries(at).map(([axis, x]) => [axis, names[String(x)] ?? x])),
    );
  }

  /** @param {string[]} names @param {string} name */
  #place(names, name) {
    const place = names.indexOf(name);
    if (place < 0) throw new Error(`there is no "${name}", only ${names.join(', ')}`);
    return place;
  }
}

/** The mean of several cells. @param {(Cell | null)[]} cells @returns {Cell | null} */
function averageOf(cells) {
  const known = cells.flatMap((cell) => cell ?? []);
  if (known.length < cells.length || known.length === 0) return null;
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const of = (/** @type {'mean' | 'min' | 'max' | 'median' | 'siqr'} */ part) =>
    mean(known.map((cell) => cell[part]));
  const half = known.map(({ halfWidth }) => halfWidth);
  return {
    n: Math.min(...known.map(({ n }) => n)),
    mean: of('mean'),
    halfWidth: half.every((x) => x !== null) ? Math.hypot(...half.map(Number)) / known.length : null,
    sd: null,
    min: of('min'),
    max: of('max'),
    median: of('median'),
    siqr: of('siqr'),
  };
}

/** A value, or nothing if there are no runs of it. @template T @param {() => T} of @returns {T | undefined} */
export function ifRun(of) {
  try {
    return of();
  } catch (error) {
    if (error instanceof NotRun) return undefined;
    throw error;
  }
}

/** Three digits, for `seen`. @param {number} x */
export const short = (x) => String(Number(x.toPrecision(3)));

/** Whether a statement is true of at least this share of the cases. @template T @param {T[]} cases @param {(one: T) => boolean} holds */
export const share = (cases, holds) => cases.filter(holds).length / cases.length;
