import { expect, test } from 'vitest';
import type { DirectorySeries } from '../generated/types';
import { BAND_SIZE, computeBands } from './bands';
import type { EnsembleRun } from './batch-protocol';

const series = (owner: string): DirectorySeries => ({ owner, kind: 'cwnd' });

/** A run in which each series has these values: minimum, maximum and last of each column. */
function member(owners: string[], ...values: [number, number, number][][]): EnsembleRun {
  return {
    digest: '',
    measures: '[]',
    series: owners.map(series),
    columns: values[0]?.length ?? 0,
    values: Float32Array.from(values.flat(2)),
  };
}

function column(members: EnsembleRun[], s: number, c: number): number[] {
  const bands = computeBands(members);
  const at = BAND_SIZE * (s * (bands?.columns ?? 0) + c);
  return [...(bands?.values.subarray(at, at + BAND_SIZE) ?? [])];
}

test('the outer lines show all that happened, the inner three the values at the end of a column', () => {
  // Ends 1, 2, 3, 4, 10: R's type 7 has the quartiles at 2 and 4.
  const runs = [4, 1, 10, 3, 2].map((end) => member(['f1'], [[end - 1, end + 5, end]]));
  expect(column(runs, 0, 0)).toEqual([0, 2, 3, 4, 15]);
  // Between two values by linear interpolation: 1, 2, 3, 4 has 1.75 and 3.25.
  const four = runs.filter((r) => r.values[2] !== 10);
  expect(column(four, 0, 0)).toEqual([0, 1.75, 2.5, 3.25, 9]);
  expect(column([...four].reverse(), 0, 0)).toEqual([0, 1.75, 2.5, 3.25, 9]);
});

test('a run without a value is not counted; where no run has one there is no band', () => {
  const none = [Number.NaN, Number.NaN, Number.NaN] as [number, number, number];
  const runs = [member(['f1'], [none, [2, 2, 2]]), member(['f1'], [none, none])];
  expect(column(runs, 0, 0)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(column(runs, 0, 1)).toEqual([2, 2, 2, 2, 2]);
  expect(computeBands([])).toBeNull();
});

test('series are matched by kind and owner, not by number', () => {
  const runs = [
    member(['f1', 'f2'], [[1, 1, 1]], [[7, 7, 7]]),
    member(['f2', 'f1'], [[9, 9, 9]], [[3, 3, 3]]),
  ];
  expect(column(runs, 0, 0)).toEqual([1, 1.5, 2, 2.5, 3]);
  expect(column(runs, 1, 0)).toEqual([7, 7.5, 8, 8.5, 9]);
});
