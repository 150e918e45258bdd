import { describe, expect, it } from 'vitest';
import type { ExperimentTable } from '../../generated/types';
import { type Claim, judge } from './claims';
import { estimateSeconds, paceOf } from './cost';
import { durationText, runCount, runsText, valueCount } from './counts';
import { experimentOf, tableOf } from './figure/testing';
import { previewOf } from './previews';
import { sortedRows, tableCsv, tableRows, tableTsv } from './table';

const buffers = { name: 'Buffer', unit: 'packets', values: [5, 25, 100], sets: [] };
const algorithms = { name: 'Algorithm', values: ['Reno', 'Paced'], sets: [] };
const document = experimentOf({
  axes: [buffers, algorithms],
  published: [{ at: [25, 'Paced'], value: 80.5 }],
});
const table = tableOf(document, (at) => Number(at[0]) + (at[1] === 'Reno' ? 0.25 : 0));

describe('counts', () => {
  it('equal those of the engine', () => {
    expect(valueCount([1, 2, 3])).toBe(3);
    expect(valueCount({ from: 0, to: 1, step: 0.1 })).toBe(11);
    expect(valueCount({ from: 1, to: 100, count: 7 })).toBe(7);
    expect(runCount(document, 'full')).toEqual({ variants: 6, seeds: 10, runs: 60 });
    const quick = experimentOf({ axes: [buffers, algorithms], quick: { count: 2, values: [[5], []] } });
    expect(runCount(quick, 'quick')).toEqual({ variants: 2, seeds: 2, runs: 4 });
  });

  it('are rounded as text', () => {
    expect([0.3, 4.4, 42, 200, 4000, 7300].map(durationText)).toEqual([
      'less than a second',
      'about 4 s',
      'about 40 s',
      'about 3 min',
      'about 67 min',
      'about 2 h',
    ]);
    expect([runsText(1), runsText(12_400)]).toEqual(['1 run', '12\u202f400 runs']);
  });

  it('give a time at the pace of earlier runs', () => {
    const pace = paceOf([100, 300], 10, 4000);
    expect(pace).toBeCloseTo(2);
    expect(estimateSeconds([200, 400], 5, pace ?? 0)).toBeCloseTo(3);
    expect(paceOf([100], 10, 20)).toBeNull();
    expect(estimateSeconds([0, 0], 10, 1)).toBeNull();
    expect(estimateSeconds([100], 10, undefined)).toBeNull();
  });
});

describe('the table', () => {
  const rows = tableRows(document, table);

  it('has published values at their variants', () => {
    expect(rows.map((row) => row.published[0]?.value)).toEqual([
      undefined,
      undefined,
      undefined,
      80.5,
      undefined,
      undefined,
    ]);
  });

  it('sorts by axes, measures and runs, with missing values last', () => {
    const missing = {
      ...table,
      rows: table.rows.map((r, i) => (i === 5 ? { ...r, cells: [null], runs: 0 } : r)),
    };
    const found = tableRows(document, missing as ExperimentTable);
    const order = (descending: boolean) =>
      sortedRows(document, found, { key: { kind: 'measure', place: 0 }, descending }).map((r) => r.row);
    expect(order(false)).toEqual([1, 0, 3, 2, 4, 5]);
    expect(order(true)).toEqual([4, 2, 3, 0, 1, 5]);
    const byName = sortedRows(document, found, { key: { kind: 'axis', place: 1 }, descending: false });
    expect(byName.map((r) => r.at[1])).toEqual(['Paced', 'Paced', 'Paced', 'Reno', 'Reno', 'Reno']);
  });

  it('is exported with all digits', () => {
    const csv = tableCsv(document, table).split('\r\n');
    expect(csv[0]).toContain('Buffer (packets),Algorithm,runs,Utilisation (%),Utilisation 95 % ±');
    expect(csv[1]).toContain('5,Reno,10,5.25,0.5,10,0.7');
    expect(csv).toHaveLength(8);
    const tsv = tableTsv(document, rows).split('\n');
    expect(tsv[0]).toBe('Buffer (packets)\tAlgorithm\truns\tUtilisation (%)\t±\tpublished');
    expect(tsv[4]).toBe('25\tPaced\t10\t25\t0.5\t80.5');
  });

  it('is exported without tabs and formulas in names', () => {
    const odd = experimentOf({ axes: [{ ...algorithms, values: ['=1+1', 'a\tb'] }] });
    const lines = tableTsv(
      odd,
      tableRows(
        odd,
        tableOf(odd, () => 1),
      ),
    ).split('\n');
    expect(lines[1]?.split('\t')).toEqual(["'=1+1", '10', '1', '0.5']);
    expect(lines[2]?.split('\t')[0]).toBe('a b');
  });
});

describe('claims', () => {
  const claim: Claim = {
    id: 'X1',
    figure: 'Figure 1',
    experiments: ['one'],
    words: '',
    metric: '',
    threshold: '',
    seeds: '',
    check: (figures) => ({ holds: figures('one') === 'yes', seen: 'seen' }),
  };

  it('are checked against the table', () => {
    expect(judge(claim, 'one', 'yes')).toEqual({ kind: 'holds', seen: 'seen' });
    expect(judge(claim, 'one', 'no')).toEqual({ kind: 'not', seen: 'seen' });
  });

  it('stay open while runs are missing, or need other experiments', () => {
    const throwing: Claim = {
      ...claim,
      check: () => {
        throw new Error('no run');
      },
    };
    expect(judge(throwing, 'one', 'yes').kind).toBe('open');
    expect(judge({ ...claim, experiments: ['one', 'two'] }, 'one', 'yes')).toEqual({
      kind: 'elsewhere',
      others: ['two'],
    });
  });
});

describe('previews', () => {
  it('draw the lines of the first panel within their box', () => {
    const picture = previewOf(document, table);
    expect(picture?.curves.map((c) => c.flow)).toEqual([0, 1]);
    for (const { points } of picture?.curves ?? [])
      for (const point of points.split(' ')) {
        const [x = -1, y = -1] = point.split(',').map(Number);
        expect(x >= 0 && x <= 100 && y >= 0 && y <= 48, point).toBe(true);
      }
  });

  it('draw bars from zero, within their box', () => {
    const bars = experimentOf({ axes: [algorithms], chart: { kind: 'bar' } });
    const picture = previewOf(
      bars,
      tableOf(bars, (at) => (at[0] === 'Reno' ? 2 : 4)),
    );
    expect(picture?.curves.map((c) => c.points)).toEqual([
      '7.5,48 7.5,24 35.5,24 35.5,48',
      '57.5,48 57.5,0 85.5,0 85.5,48',
    ]);
  });

  it('do not exist while there is nothing to draw, nor for heat maps', () => {
    expect(previewOf(experimentOf({ ...document, chart: { kind: 'heat' } }), table)).toBeNull();
    expect(
      previewOf(
        document,
        tableOf(document, () => null),
      ),
    ).toBeNull();
  });
});
