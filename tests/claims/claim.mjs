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

/** A reading of a paper that is not clear: `of` gives the results under it. @typedef {{ name: string, of: (figures: Figures) => Figures }} Reading */

/** A time series: times in s, values in its unit. @typedef {{ times: number[], values: number[] }} Trace */

/** A value for each axis, by the name of the axis. @typedef {Record<string, number | string>} At */

/** The table of one experiment, read by names. */
export class Figure {
  /**
   * @param {{ axes: { name: string }[], measures: { name: string }[], traces?: { name: string }[] }} document
   * @param {ExperimentTable} table
   */
  constructor(document, table) {
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
    if (!row) throw new Error(`there is no variant ${JSON.stringify(at)}`);
    return row;
  }

  /** A measure over the runs of a variant. @param {string} measure @param {At} [at] @returns {Cell} */
  cell(measure, at = {}) {
    const cell = this.row(at).cells[this.#place(this.measures, measure)];
    if (!cell) throw new Error(`no run of ${JSON.stringify(at)} has "${measure}"`);
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
    if (!line) throw new Error(`${JSON.stringify(at)} has no trace "${name}" ${path ?? ''}`);
    return { times: line.times, values: line.values.map((value) => value ?? Number.NaN) };
  }

  /** The same results with other names for values of axes. @param {Record<string, string>} names */
  renamed(names) {
    const named = (/** @type {string[]} */ list) => list.map((name) => ({ name }));
    const rows = this.table.rows.map((row) => ({ ...row, at: row.at.map((x) => names[String(x)] ?? x) }));
    const [axes, measures, traces] = [this.axes, this.measures, this.traces].map(named);
    return new Figure(
      { axes: axes ?? [], measures: measures ?? [], traces: traces ?? [] },
      { ...this.table, rows },
    );
  }

  /** @param {string[]} names @param {string} name */
  #place(names, name) {
    const place = names.indexOf(name);
    if (place < 0) throw new Error(`there is no "${name}", only ${names.join(', ')}`);
    return place;
  }
}

/** Three digits, for `seen`. @param {number} x */
export const short = (x) => String(Number(x.toPrecision(3)));

/** Whether a statement is true of at least this share of the cases. @template T @param {T[]} cases @param {(one: T) => boolean} holds */
export const share = (cases, holds) => cases.filter(holds).length / cases.length;
