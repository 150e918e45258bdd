/** Random documents, run in random budgets, edited at full speed, taken back and branched, come to the same natively and in wasm. */
import { expect, test } from 'vitest';
import { parting, playedInWasm, playedNatively } from '../support/play';

const full = process.env.DROPTAIL_FULL === '1';
const count = full ? 1000 : 50;

test(`${count} random documents go the same way`, async () => {
  const natively = await playedNatively(count, 15);
  expect(natively).toHaveLength(count);
  const partings: string[] = [];
  for (const native of natively) {
    const words = await parting(native, await playedInWasm(native));
    if (words) partings.push(words);
  }
  expect(partings).toEqual([]);
  // The comparison covers enough: seconds that were reported, and edits that were accepted.
  const sum = (of: (played: (typeof natively)[number]) => number) =>
    natively.reduce((all, played) => all + of(played), 0);
  expect(sum(({ ladder }) => ladder.length)).toBeGreaterThan(count);
  expect(sum(({ edited }) => edited.edits?.length ?? 0)).toBeGreaterThan(count / 2);
});
