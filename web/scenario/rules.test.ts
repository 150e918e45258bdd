import { expect, test } from 'vitest';
import catalogue from '../generated/catalogue.json';
import type { Catalogue } from '../generated/types';
import { usesThreshold } from './rules';
import { nameWithStates } from './variables';

const { algorithms } = catalogue as unknown as Catalogue;
const row = (id: string) => algorithms.find((a) => a.id === id);

test('algorithms whose rules do not set ssthresh have none', () => {
  const has = (id: string) => usesThreshold(row(id) ?? { rules: [] });
  expect(['reno', 'cubic', 'vegas', 'dctcp', 'prague', 'ledbat'].filter((id) => !has(id))).toEqual([]);
  expect(['bbr', 'bbr3', 'copa', 'vivace'].filter(has)).toEqual([]);
  // A script has rules without formulas, and may set it.
  const script = { rules: [{ on: 'loss', words: 'on_loss', formula: '', source: '' }] } as const;
  expect(usesThreshold({ rules: [...script.rules] })).toBe(true);
});

test('a variable that is a state is described with the names of its values', () => {
  const described = (row('bbr3')?.variables ?? []).map(nameWithStates);
  expect(described[0]).toBe('state: 0 Startup, 1 Drain, 2 Down, 3 Cruise, 4 Refill, 5 Up, 6 ProbeRTT');
  expect(described).toContain('minimum RTT over ten seconds');
});
