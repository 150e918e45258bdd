import { describe, expect, it } from 'vitest';
import { deviation, digits, runMetrics, theoryRows } from './metrics';
import { results } from './testing';

describe('measures of a run', () => {
  it('have units', () => {
    expect(runMetrics(results).map((r) => [r.id, r.value, r.unit])).toEqual([
      ['jain', 0.98, ''],
      ['jainRtt', 0.9, ''],
      ['maxMinDistance', null, ''],
      ['power', 280, 'Mb/s²'],
      ['burstLossesPerFlow', 1.5, ''],
    ]);
  });

  it('leave out burst losses in the fluid model', () => {
    const model = { steps: 1, rejected: 0, tolerance: 0.001, cautions: [] };
    const ids = runMetrics({ ...results, fluid: model }).map((r) => r.id);
    expect(ids).toEqual(['jain', 'jainRtt', 'maxMinDistance', 'power']);
    const row = { id: 'jain', name: 'Jain', unit: '', packet: 0.9, fluid: 0.8 };
    expect(runMetrics({ ...results, fluid: model, beside: [row] }).map((r) => r.id)).toContain(
      'burstLossesPerFlow',
    );
  });

  it('leave out comparisons if there is only one flow', () => {
    const alone = { ...results, flows: results.flows.slice(0, 1) };
    expect(runMetrics(alone).map((r) => r.id)).toEqual(['power', 'burstLossesPerFlow']);
  });
});

describe('theory and measurement', () => {
  it('is empty if the engine has no prediction', () => {
    expect(theoryRows({ id: 'f1' })).toEqual([]);
    expect(theoryRows(null)).toEqual([]);
  });

  it('has a deviation', () => {
    const off = (measured: number | null, predicted: number | null) => deviation({ measured, predicted });
    expect(off(103, 100)).toBe('+3.0 %');
    expect(off(88, 100)).toBe('−12 %');
    expect(off(100.01, 100)).toBe('±0.0 %');
    // A large deviation is given as a factor.
    expect(off(2500, 100)).toBe('×25');
    expect([off(null, 100), off(1, null), off(1, 0)]).toEqual(['', '', '']);
  });

  it('deviates from a range by the distance from its nearer end', () => {
    const off = (measured: number) => deviation({ measured, predicted: 80, predictedTo: 100 });
    expect([80, 93, 100].map(off)).toEqual(['within', 'within', 'within']);
    expect(off(72)).toBe('−10 %');
    expect(off(110)).toBe('+10 %');
  });

  it('shows three significant digits', () => {
    expect([1234, 123.4, 12.34, 1.234, 0.001234, 0].map(digits)).toEqual([0, 0, 1, 2, 5, 0]);
  });
});
