import { expect, test } from 'vitest';
import type { Cell, ExperimentTable } from '../../web/generated/types';
import { Figure, ifRun, NotRun } from './claim.mjs';

const cell = (mean: number, halfWidth: number | null = null): Cell => ({
  n: 2,
  mean,
  halfWidth,
  sd: null,
  min: mean,
  max: mean,
  median: mean,
  siqr: 0,
});

/** A figure of one measure by two axes. */
function figure(axes: string[], rows: [(number | string)[], number, number?][], measures = ['F']) {
  const table = { rows: rows.map(([at, mean, half]) => ({ at, cells: [cell(mean, half ?? null)] })) };
  const named = (list: string[]) => list.map((name) => ({ name }));
  return new Figure({ axes: named(axes), measures: named(measures) }, table as unknown as ExperimentTable);
}

const phases = figure(
  ['phase', 'scheme'],
  [
    [[0, 'a'], 1, 0.3],
    [[0.5, 'a'], 3, 0.4],
    [[0, 'b'], 5],
    [[0.5, 'b'], 6],
  ],
);

test('an axis is averaged over its values, and its intervals combine as independent ones', () => {
  const all = phases.averaged('phase');
  expect(all.axes).toEqual(['scheme']);
  expect(all.mean('F', { scheme: 'a' })).toBe(2);
  expect(all.cell('F', { scheme: 'a' }).halfWidth).toBeCloseTo(0.25, 12);
  expect(all.mean('F', { scheme: 'b' })).toBe(5.5);
  expect(all.cell('F', { scheme: 'b' }).halfWidth).toBeNull();
});

test('variants get other axes and names, and others are left out', () => {
  const renamed = phases.renamed({ a: 'b', b: 'a' });
  expect(renamed.mean('F', { phase: 0, scheme: 'b' })).toBe(1);
  const first = phases.mapped(({ phase, scheme }) => (phase === 0 ? { name: `${scheme}!` } : null), {
    F: 'G',
  });
  expect(first.axes).toEqual(['name']);
  expect(first.mean('G', { name: 'b!' })).toBe(5);
  expect(() => phases.mapped(() => null)).toThrow(NotRun);
});

test('figures with the same axes are joined whatever the order of these', () => {
  const other = figure(['scheme', 'phase'], [[['c', 0], 9]]);
  const both = phases.joined(other);
  expect(both.mean('F', { phase: 0, scheme: 'c' })).toBe(9);
  expect(both.mean('F', { phase: 0.5, scheme: 'b' })).toBe(6);
});

test('a variant without runs is told from an error', () => {
  expect(ifRun(() => phases.mean('F', { phase: 0, scheme: 'z' }))).toBeUndefined();
  expect(() => ifRun(() => phases.mean('H', { phase: 0, scheme: 'a' }))).toThrow('there is no "H"');
});
