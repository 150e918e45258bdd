/**
 * The engine compared with ns-3, the Linux kernel, ns-2, picoquic and udp_prague: goodput, utilisation, drops,
 * timeouts, mean queue and distribution of cwnd, each within the tolerance that tolerances.mjs states for the case.
 * `npm run oracle` prints the whole table.
 */
import { describe, expect, test } from 'vitest';
import { agrees, compare, entries, inRange } from './compare.mjs';
import { EXCEPTIONS, exceptionOf } from './tolerances.mjs';

/** Controllers that are not in the catalogue yet. */
const WAITING: string[] = [];

const all = await entries();
const ready = all.filter((entry) => entry.waitsFor.length === 0);
const compared = ready.filter((entry) => !exceptionOf(entry.measured.case)?.shownOnly);

describe.each(compared)('$source $measured.case', (entry) => {
  test('agrees within its tolerance', { timeout: 300_000 }, async () => {
    const outside = (await compare(entry)).filter((row) => !agrees(row));
    expect(outside).toEqual([]);
  });
});

test('every missing controller is a known one', () => {
  const waiting = new Set(all.flatMap((entry) => entry.waitsFor));
  expect([...waiting].sort()).toEqual(WAITING);
});

test('every exception has a case', () => {
  const names = ready.map((entry) => entry.measured.case);
  const idle = EXCEPTIONS.filter((exception) => !names.some((name) => exceptionOf(name) === exception));
  expect(idle).toEqual([]);
});

test('what is only shown is a program with known faults, and is compared without them', () => {
  const known = new Set(compared.map(({ source, measured }) => `${source} ${measured.case}`));
  const shown = ready.filter((entry) => exceptionOf(entry.measured.case)?.shownOnly);
  expect(shown).not.toEqual([]);
  const alone = shown.map(({ source, measured }) => `${source} ${measured.case.replace(/^shipped_/, '')}`);
  expect(alone.filter((name) => !known.has(name))).toEqual([]);
});

test('a value of theirs has to lie in the range of ours', () => {
  const row = { what: '', theirs: 6.7, ours: Number.NaN, within: 0.1, digits: 1 };
  expect(agrees(inRange(row, [12, 6.1, 9]))).toBe(true);
  expect(agrees(inRange(row, [7.5, 12]))).toBe(false);
  expect(agrees(inRange(row, [3, 6.5]))).toBe(false);
});
