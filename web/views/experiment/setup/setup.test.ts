import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Catalogue, Scenario } from '../../../generated/types';
import { fieldWords } from '../../../language/field-words';
import { search } from '../../../ui/rows';
import { escapedIds, firstValues, idsAndPatterns, parameterRows, parameters, pathName } from './parameters';
import { type MeasureName, ownersOf, patternOf, quantityName, quantityOf, quantityRows } from './quantities';

function read<T>(name: string): T {
  const file = fileURLToPath(new URL(`../../../${name}`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

const catalogue = read<Catalogue>('generated/catalogue.json');
const schema = read<unknown>('generated/schema.json');
const names = read<MeasureName[]>('generated/measures.json');
const scenario = read<Scenario>('../public/gallery/three-algorithms.json');

describe('words', () => {
  it('are derived from the names of fields', () => {
    expect(fieldWords('rttP95Ms')).toEqual({ name: 'RTT p95', unit: 'ms' });
    expect(fieldWords('goodputMbps')).toEqual({ name: 'Goodput', unit: 'Mb/s' });
    expect(fieldWords('jain')).toEqual({ name: 'Jain’s index', unit: '' });
    expect(fieldWords('completionS')).toEqual({ name: 'Completion time', unit: 's' });
    expect(fieldWords('utilisation')).toEqual({ name: 'Utilisation', unit: '' });
    expect(quantityName('flows/*/transfers/meanS')).toEqual({ name: 'Transfers: mean', unit: 's' });
  });
});

describe('quantities', () => {
  it('include all results, each with help', () => {
    const rows = quantityRows(names);
    expect(rows.map((r) => r.id)).toEqual(
      expect.arrayContaining(['jain', 'queues/*/utilisation', 'covariance/*']),
    );
    expect(rows[0]?.family).toBe('The whole run');
    for (const row of rows) expect(row.summary, row.id).not.toBe('');
    expect(search(rows, 'queue utilisation')[0]?.rows[0]?.id).toBe('queues/*/utilisation');
  });

  it('are recognised in the patterns of measures', () => {
    for (const pattern of [
      'jain',
      'flows/*/goodputMbps',
      'flows/f1/rttMeanMs',
      'queues/core/forward/utilisation',
    ]) {
      const quantity = quantityOf(pattern, names);
      expect(quantity && patternOf(quantity)).toBe(pattern);
    }
    expect(quantityOf('queues/core/forward/utilisation', names)).toEqual({
      name: 'queues/*/utilisation',
      place: 'core/forward',
    });
    expect(quantityOf('flows/f1/nothing', names)).toBeNull();
  });

  it('have the owners of the scenario', () => {
    expect(ownersOf('flows/*/goodputMbps', scenario, catalogue)).toHaveLength(scenario.flows.length + 1);
    expect(ownersOf('jain', scenario, catalogue)).toEqual([]);
    expect(ownersOf('covariance/*', scenario, catalogue)).toHaveLength(4);
  });
});

describe('parameters', () => {
  const found = parameters(scenario, catalogue, schema);

  it('are those of the run, its links and its flows', () => {
    const paths = found.map((p) => p.path);
    expect(paths).toEqual(
      expect.arrayContaining(['/durationS', '/flows/*/algorithm', '/links/*/forward/delayMs']),
    );
    expect(new Set(paths).size).toBe(paths.length);
    for (const flow of scenario.flows) expect(paths).toContain(`/flows/${flow.id}/startS`);
  });

  it('are explained in the reader’s words', () => {
    const help = (path: string) => found.find((p) => p.path === path)?.help;
    expect(help('/flows/*/startJitterS')).toMatch(/^Random delay added to start, uniform/);
    expect(help('/links/*/forward/jitterMs')).toContain('uniform in 0 … jitter;');
    for (const parameter of found) expect(parameter.help, parameter.path).not.toContain('`');
  });

  it('have their current values', () => {
    const buffer = found.find(
      (p) => /\/forward\/queue\/params\/limitPackets$/.test(p.path) && !p.path.includes('*'),
    );
    expect(buffer?.unit).toBe('packets');
    expect(typeof buffer?.now).toBe('number');
    expect(buffer && pathName(buffer.path, found)).toMatch(/^Link .*: B, buffer$/);
    expect(buffer && firstValues(buffer)).toContain(buffer?.now);
    const rows = parameterRows(found);
    expect(rows.find((r) => r.id === '/durationS')?.source).toBe(`${scenario.durationS} s`);
  });

  it('start an axis with values in their range, each once', () => {
    const buffer = found.find((p) => p.path.endsWith('/limitPackets'));
    if (!buffer) throw new Error('no buffer');
    const from = (now: unknown) => firstValues({ ...buffer, now });
    expect(from(50)).toEqual([13, 25, 50, 100, 200]);
    expect(from(1)).toEqual([1, 2, 4]);
    expect(from(1_000_000)).toEqual([250_000, 500_000, 1_000_000]);
  });

  it('of many owners are listed as patterns', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `in-${i}`);
    expect(idsAndPatterns(['core', ...ids])).toEqual(['*', 'in-*', 'core']);
    expect(idsAndPatterns(['a', 'b'])).toEqual(['*', 'a', 'b']);
    expect(idsAndPatterns(['only'])).toEqual(['only']);
  });

  it('of many owners are listed one by one on demand', () => {
    const [link] = scenario.links;
    if (!link) throw new Error('no link');
    const links = Array.from({ length: 30 }, (_, i) => ({ ...link, id: `in-${i}` }));
    const paths = parameters({ ...scenario, links }, catalogue, schema, escapedIds).map((p) => p.path);
    for (const { id } of links) expect(paths).toContain(`/links/${id}/forward/rateMbps`);
    expect(paths.filter((path) => path.includes('*'))).toEqual([]);
  });

  it('with options start an axis with some of them', () => {
    const algorithm = found.find((p) => p.path === '/flows/*/algorithm');
    const values = algorithm ? firstValues(algorithm) : [];
    expect(values.length).toBeGreaterThan(1);
    for (const id of values) expect(catalogue.algorithms.map((a) => a.id)).toContain(id);
  });
});
