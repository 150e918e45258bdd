import { describe, expect, it } from 'vitest';
import { flowValueText, flowValueWords } from './flow-value';

describe('the value of a flow', () => {
  it('shows whether it is a window or a rate', () => {
    expect(flowValueText({ kind: 'window', value: 17.4 })).toBe('17');
    expect(flowValueText({ kind: 'sum', value: 162 })).toBe('Σ 162');
    expect(flowValueText({ kind: 'rate', value: 111.2 })).toBe('111/s');
    expect(flowValueText({ kind: 'throughput', value: 0.08 })).toBe('0.08 Mb/s');
  });

  it('has its unit where there is room', () => {
    expect(flowValueWords({ kind: 'window', value: 17.4 })).toBe('cwnd 17');
    expect(flowValueWords({ kind: 'sum', value: 162 })).toBe('Σ cwnd 162');
    expect(flowValueWords({ kind: 'rate', value: 12_345 })).toBe('12\u202f345 packets/s');
  });

  it('is a dash or nothing if there is no value, never NaN', () => {
    for (const kind of ['window', 'sum', 'rate', 'throughput', 'none'] as const) {
      expect(flowValueText({ kind, value: Number.NaN })).toBe('–');
      expect(flowValueWords({ kind, value: Number.NaN })).not.toContain('NaN');
    }
  });
});
