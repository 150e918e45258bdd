import { describe, expect, it } from 'vitest';
import type { Cell, Experiment, ExperimentTable } from '../../../generated/types';
import { factorNames, figureData, variantName } from './data';
import { experimentOf, tableOf } from './testing';

const buffers = { name: 'Buffer', unit: 'packets', values: [5, 25], sets: [] };
const algorithms = { name: 'Algorithm', values: ['Reno', 'Paced'], sets: [] };

describe('the data of a figure', () => {
  it('has a line for each value of the second axis', () => {
    const document = experimentOf({ axes: [buffers, algorithms] });
    const data = figureData(
      document,
      tableOf(document, (at) => (at[1] === 'Reno' ? 1 : 2)),
    );
    expect(data.panels).toHaveLength(1);
    expect(data.panels[0]?.series.map((s) => s.name)).toEqual(['Reno', 'Paced']);
    const points = data.panels[0]?.points ?? [];
    expect(points.map((p) => [p.row, p.x, p.series, p.value])).toEqual([
      [0, 5, 0, 1],
      [1, 5, 1, 2],
      [2, 25, 0, 1],
      [3, 25, 1, 2],
    ]);
  });

  it('puts measures of one unit into one panel, and dimensionless ones into a panel each', () => {
    const measures = [
      { name: 'Reno goodput', unit: 'Mb/s', of: 'a' },
      { name: 'Paced goodput', unit: 'Mb/s', of: 'b' },
      { name: 'Jain', of: 'jain' },
      { name: 'Friendliness', of: 'f' },
    ] as unknown as Experiment['measures'];
    const document = experimentOf({ axes: [buffers], measures, chart: { shows: [0, 1, 2, 3] } });
    const data = figureData(
      document,
      tableOf(document, () => 1),
    );
    expect(data.panels.map((p) => [p.title, p.unit, p.series.map((s) => s.name)])).toEqual([
      ['Goodput', 'Mb/s', ['Reno', 'Paced']],
      ['Jain', '', ['Jain']],
      ['Friendliness', '', ['Friendliness']],
    ]);
  });

  it('puts measures along x if nothing is varied', () => {
    const measures = [
      { name: 'Reno goodput', unit: 'Mb/s', of: 'a' },
      { name: 'Paced goodput', unit: 'Mb/s', of: 'b' },
    ] as unknown as Experiment['measures'];
    const published = [{ at: [] as [], measure: 1, value: 7 }];
    const document = experimentOf({ axes: [], measures, chart: { shows: [0, 1] }, published });
    const [panel] = figureData(
      document,
      tableOf(document, (_, m) => m),
    ).panels;
    expect(panel?.points.map((p) => [p.x, p.value])).toEqual([
      ['Reno', 0],
      ['Paced', 1],
    ]);
    expect(panel?.marks).toEqual([{ x: 'Paced', series: 0, value: 7, source: '' }]);
  });

  it('counts missing variants and marks partial ones', () => {
    const document = experimentOf({ axes: [buffers] });
    const table = tableOf(document, () => 1);
    const rows = [
      { ...table.rows[0], runs: 0, cells: [null] },
      { ...table.rows[1], runs: 3 },
    ] as ExperimentTable['rows'];
    const data = figureData(document, { ...table, rows }, 10);
    expect(data).toMatchObject({ missing: 1, variants: 2, partial: true });
    expect(data.panels[0]?.points.map((p) => [p.value, p.partial])).toEqual([
      [null, true],
      [1, true],
    ]);
  });

  it('uses the median if the chart asks for it', () => {
    const document = experimentOf({ axes: [buffers], chart: { centre: 'median' } });
    const cell: Cell = { n: 9, mean: 5, halfWidth: 1, sd: 1, min: 0, max: 9, median: 4, siqr: 0.5 };
    const table: ExperimentTable = { confidence: 0.95, rows: [{ at: [5], runs: 9, cells: [cell] }] };
    expect(figureData(document, table).panels[0]?.points[0]).toMatchObject({ value: 4, halfWidth: 0.5 });
  });

  it('leaves out published values of variants that this size does not have', () => {
    const published = [
      { at: [5] as [number], value: 1 },
      { at: [50] as [number], value: 2 },
    ];
    const document = experimentOf({ axes: [buffers], published });
    const data = figureData(
      document,
      tableOf(document, () => 1),
    );
    expect(data.panels[0]?.marks.map((m) => m.x)).toEqual([5]);
  });
});

describe('names', () => {
  it('share their common words', () => {
    expect(factorNames(['Reno loss rate', 'Paced loss rate'])).toEqual({
      title: 'Loss rate',
      names: ['Reno', 'Paced'],
    });
    expect(factorNames(['Covariance 1 and 2', 'Covariance 1 and 3'])).toEqual({
      title: 'Covariance 1 and',
      names: ['2', '3'],
    });
    expect(factorNames(['Jain', 'Loss'])).toEqual({ title: '', names: ['Jain', 'Loss'] });
    expect(factorNames(['Jain'])).toEqual({ title: 'Jain', names: ['Jain'] });
  });

  it('identify the variant', () => {
    const document = experimentOf({ axes: [buffers, algorithms] });
    expect(variantName(document, [25, 'Reno'])).toBe('Buffer 25 packets, Reno');
    expect(variantName(experimentOf({ axes: [] }), [])).toBe('the scenario');
  });
});
