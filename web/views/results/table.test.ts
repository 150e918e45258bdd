import { describe, expect, it } from 'vitest';
import { cell, columnDecimals, counts, percent, resultsCsv, type Table, tableOf } from './table';

const table: Table = {
  flows: [
    {
      id: 'f1',
      algorithm: 'reno',
      goodputMbps: 9.5,
      throughputMbps: 9.8,
      sharePercent: 50,
      sentPackets: 1000,
      lossRate: 0.004,
      retransmissions: 4,
      timeouts: 0,
      rttMeanMs: 67.1,
      rttP95Ms: null,
      rttMinMs: 40,
      completionS: null,
    },
  ],
  queues: [],
  jain: 0.98,
  digest: '00ff',
  fromS: 0,
  toS: 60,
};

describe('results', () => {
  it('give a column one number of decimals', () => {
    expect(columnDecimals([9.123, 0.5])).toBe(2);
    expect(columnDecimals([912, 0.5])).toBe(1);
    expect(columnDecimals([])).toBe(2);
    expect([0.0043, 0, 0.5].map(percent)).toEqual(['0.43', '0.0', '50.0']);
    expect(cell(null, 1)).toBe('–');
  });

  it('become CSV with all digits and what they were measured on', () => {
    const csv = resultsCsv(table);
    expect(csv).toContain('f1,reno,9.5,9.8,50,1000,0.004,4,0,67.1,,40,\r\n');
    expect(csv).toContain('0,60,0.98,00ff');
  });

  it('list transfers where there are some', () => {
    expect(resultsCsv(table)).not.toContain('transfer_mean_s');
    const transfers = {
      started: 12,
      finished: 9,
      active: 2,
      refused: 1,
      meanActive: 1.5,
      meanKb: 20,
      meanS: 0.4,
      medianS: 0.3,
      p95S: null,
      maxS: 2,
    };
    const flows = table.flows.map((row) => ({ ...row, transfers }));
    expect(resultsCsv({ ...table, flows })).toContain('f1,12,9,2,1,1.5,20,0.4,0.3,,2\r\n');
  });

  it('count from the moment that they are measured from', () => {
    expect(counts(table)).toBe(true);
    expect(counts({ ...table, fromS: 7.6, toS: 7.6 })).toBe(false);
  });

  it('are nothing before there are any', () => {
    expect(tableOf(null)).toBeNull();
    expect(tableOf({} as never)).toBeNull();
  });
});
