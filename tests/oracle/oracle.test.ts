/**
 * The engine compared with ns-3, the Linux kernel, ns-2, picoquic and udp_prague: goodput, utilisation, drops,
 * timeouts, mean queue and distribution of cwnd, each within the tolerance that tolerances.mjs states for the case.
 * `npm run oracle` prints the whole table.
 */
import { describe, expect, test } from 'vitest';
import { agrees, compare, entries } from './compare.mjs';
import { EXCEPTIONS, exceptionOf } from './tolerances.mjs';

/** Controllers that are not in the catalogue yet. */
const WAITING: string[] = [];

const all = await entries();
const ready = all.filter((entry) => entry.waitsFor.length === 0);
const compared = ready.filter((entry) => !exceptionOf(entry.measured.case)?.shownOnly);

describe.each(compared)('$source $measured.case', (entry) => {
  test('agrees within its tolerance', { timeout: 120_000 }, async () => {
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
