import { describe, expect, it } from 'vitest';
import { deviation, digits, metricRows, theoryRows } from './metrics';

describe('measures of a run', () => {
  it('become rows whatever their names, in the order given', () => {
    const rows = metricRows({ jain: 0.98, meanShareMbps: 5, worstDelayMs: null, flows: ['f1'], text: 'no' });
    expect(rows.map((r) => [r.name, r.value, r.unit])).toEqual([
      ['Jain’s index', 0.98, ''],
      ['Mean share', 5, 'Mb/s'],
      ['Worst delay', null, 'ms'],
    ]);
  });

  it('are none where the engine gives none', () => {
    expect(metricRows(undefined)).toEqual([]);
    expect(metricRows([1, 2])).toEqual([]);
    expect(theoryRows({ id: 'f1' })).toEqual([]);
    expect(theoryRows(null)).toEqual([]);
  });
});

describe('theory beside measurement', () => {
  it('says how far off it is', () => {
    const off = (measured: number | null, predicted: number | null) => deviation({ measured, predicted });
    expect(off(103, 100)).toBe('+3.0 %');
    expect(off(88, 100)).toBe('−12 %');
    expect(off(100.01, 100)).toBe('±0.0 %');
    // Many times too much is no percentage.
    expect(off(2500, 100)).toBe('×25');
    expect([off(null, 100), off(1, null), off(1, 0)]).toEqual(['', '', '']);
  });

  it('shows three digits that mean something', () => {
    expect([1234, 123.4, 12.34, 1.234, 0.001234, 0].map(digits)).toEqual([0, 0, 1, 2, 5, 0]);
  });
});
