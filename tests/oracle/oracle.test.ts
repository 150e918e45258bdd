/**
 * The engine beside ns-3 and the Linux kernel: goodput, utilisation, drops, mean queue and the shape of cwnd, each within
 * the tolerance that tolerances.mjs states for the case. `npm run oracle` prints the whole table.
 */
import { describe, expect, test } from 'vitest';
import { agrees, compare, entries } from './compare.mjs';
import { EXCEPTIONS } from './tolerances.mjs';

const all = await entries();
const ready = all.filter((entry) => entry.waitsFor.length === 0);

describe.each(ready)('$source $measured.case', (entry) => {
  test('agrees within its tolerance', { timeout: 120_000 }, async () => {
    const far = (await compare(entry)).filter((row) => !agrees(row));
    expect(far).toEqual([]);
  });
});

test('cases that wait are those whose controller is missing', () => {
  const waiting = new Set(all.flatMap((entry) => entry.waitsFor));
  expect([...waiting].sort()).toEqual([]);
});

test('exceptions name cases that exist', () => {
  const names = ready.map((entry) => entry.measured.case);
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.includes(name))).toEqual([]);
});
