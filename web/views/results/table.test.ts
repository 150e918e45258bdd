import { describe, expect, it } from 'vitest';
import { byFluidAlone, cell, columnDecimals, hasBegun, percent, ratio, resultsCsv } from './table';
import { results } from './testing';

/** The table whose first column has this name, as rows of cells by column. */
function tableOf(csv: string, name: string): Record<string, string>[] {
  const table = csv.split('\r\n\r\n').find((t) => t.startsWith(`${name},`)) ?? '';
  const [head = '', ...rows] = table.trim().split('\r\n');
  const columns = head.split(',');
  return rows.map((row) => {
    const cells = row.split(',');
    expect(cells).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}

const nameOf = (id: string) => `name of ${id}`;

describe('results', () => {
  it('have the same number of decimals throughout a column', () => {
    expect(columnDecimals([9.123, 0.5])).toBe(2);
    expect(columnDecimals([912, 0.5])).toBe(1);
    expect(columnDecimals([])).toBe(2);
    expect([0.0043, 0, 0.5].map(percent)).toEqual(['0.43', '0.0', '50.0']);
    expect([0.987, 12.34, 123.4, null].map(ratio)).toEqual(['0.99', '12.3', '123', '–']);
    expect(cell(null, 1)).toBe('–');
  });

  it('become CSV with all digits, with units in the names', () => {
    const csv = resultsCsv(results, nameOf);
    const [first, second] = tableOf(csv, 'flow');
    expect(first).toMatchObject({
      flow: 'f1',
      name: 'name of f1',
      algorithm: 'reno',
      goodput_mbps: '9.5',
      loss_rate: '0.004',
      rtt_mean_ms: '67.1',
      fair_share_mbps: '10',
    });
    expect(second?.flow).toBe('f2');
    // No flow has a value.
    expect(first).not.toHaveProperty('rtt_p95_ms');
    expect(tableOf(csv, 'model_version')).toMatchObject([
      { from_s: '0', to_s: '60', jain: '0.98', digest: '00ff' },
    ]);
    expect(tableOf(csv, 'covariance')[0]).toEqual({ covariance: 'f1', f1: '1', f2: '' });
  });

  it('become CSV with a comparison of the algorithms, also over shorter time scales', () => {
    const csv = resultsCsv(results, nameOf);
    const tables = csv.split('\r\n\r\n').map((t) => t.split('\r\n')[0]);
    expect(tables).toContain('algorithm,flows,mean_goodput_mbps,reference,friendliness,equivalence');
    expect(tables).toContain('algorithm,scale_s,windows,starved,friendliness,friendliness_siqr');
  });

  it('list transfers if there are any', () => {
    expect(resultsCsv(results, nameOf)).not.toContain('transfers');
    const transfers = { started: 12, finished: 9, active: 2, refused: 1, meanActive: 1.5, meanS: 0.4 };
    const [first, ...others] = results.flows;
    const csv = resultsCsv(
      {
        ...results,
        flows: [{ ...first, transfers } as typeof first & object, ...others],
      },
      nameOf,
    );
    const rows = tableOf(csv, 'flow');
    expect(rows.map((r) => r.transfers_mean_s)).toEqual(['0.4', '']);
    expect(rows[0]).not.toHaveProperty('transfers');
  });

  it('count once the measurement has begun', () => {
    expect(hasBegun(results)).toBe(true);
    expect(hasBegun({ fromS: 7.6, toS: 7.6 })).toBe(false);
  });

  it('compare the figures of both models', () => {
    const beside = [{ id: 'goodput', name: 'Goodput of all', unit: 'Mb/s', packet: 19.2, fluid: 19.3 }];
    const fluid = { steps: 670, rejected: 1, tolerance: 0.001, cautions: ['Tiny windows.'] };
    const csv = resultsCsv({ ...results, fluid, beside }, nameOf);
    expect(tableOf(csv, 'figure')).toEqual([
      { figure: 'goodput', name: 'Goodput of all', unit: 'Mb/s', packet: '19.2', fluid: '19.3' },
    ]);
    expect(csv).toContain('fluid_steps');
    expect(byFluidAlone({ ...results, fluid })).toBe(true);
    expect([results, { ...results, fluid, beside }].map(byFluidAlone)).toEqual([false, false]);
  });
});
