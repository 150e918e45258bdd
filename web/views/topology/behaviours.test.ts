import { expect, it } from 'vitest';
import catalogue from '../../generated/catalogue.json';
import type { Catalogue, Channel } from '../../generated/types';
import { behaviourWords } from './behaviours';

const rows = (catalogue as unknown as Catalogue).behaviours;
const words = (behaviours?: Channel['behaviours']) =>
  behaviourWords({ rateMbps: 50, delayMs: 1, ...(behaviours ? { behaviours } : {}) } as Channel, rows);

it('names what is on, with its rate or the default one', () => {
  expect(words()).toBe('');
  for (const row of rows) expect(words({ [row.id]: {} })).toContain(row.name);
  const [limited] = rows.filter((row) => row.params.some((p) => p.id === 'rateMbps'));
  if (!limited) throw new Error('no behaviour has a rate');
  expect(words({ [limited.id]: { rateMbps: 0.5 } })).toBe(`${limited.name} 500 kb/s`);
  expect(words({ [limited.id]: {} })).toMatch(/ [\d.]+ Mb\/s$/);
});

it('puts several after one another', () => {
  const two = rows.slice(0, 2).map((row) => row.id);
  expect(words(Object.fromEntries(two.map((id) => [id, {}])))).toContain(' · ');
});
