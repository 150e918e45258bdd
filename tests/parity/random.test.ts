/**
 * Random documents, run with random budgets, edited at full speed, rewound and branched, have the same results
 * natively and in wasm.
 */
import { expect, test } from 'vitest';
import { divergence, playInWasm, playNatively } from '../support/play';

const full = process.env.DROPTAIL_FULL === '1';
const count = full ? 1000 : 50;

test(`${count} random documents agree`, async () => {
  const natively = await playNatively(count, 15);
  expect(natively).toHaveLength(count);
  const differences: string[] = [];
  for (const native of natively) {
    const words = await divergence(native, await playInWasm(native));
    if (words) differences.push(words);
  }
  expect(differences).toEqual([]);
  // The comparison covers enough: seconds reported, and edits accepted.
  const sum = (of: (played: (typeof natively)[number]) => number) =>
    natively.reduce((all, played) => all + of(played), 0);
  expect(sum(({ ladder }) => ladder.length)).toBeGreaterThan(count);
  expect(sum(({ edited }) => edited.edits?.length ?? 0)).toBeGreaterThan(count / 2);
});
