/**
 * Random documents in the page's own worker, edited and shared at full speed: each digest is that of the document in
 * Node.
 */
import { expect } from 'vitest';
import type { Scenario } from '../../web/generated/types';
import { withEdits } from '../../web/scenario/effective';
import { type Drive, drive } from '../support/drive';
import { normalized, runInWasm } from '../support/engine';
import { test } from '../support/lab';
import { playNatively } from '../support/play';

const full = process.env.DROPTAIL_FULL === '1';
const count = full ? 100 : 8;

test(`${count} random documents have the same digests in the page's worker`, async ({ lab }) => {
  await lab.open('#g=one-reno');
  // The files that the page has loaded.
  const workers = lab.page.workers().map((running) => running.url());
  const worker = workers.find((url) => /\/entry-[^/]*\.js$/.test(url)) ?? '';
  const wasm = await lab.page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((url) => /\/engine_bg-[^/]*\.wasm$/.test(url)) ?? '',
  );
  const differences: string[] = [];
  let [shares, edits] = [0, 0];
  for (const played of await playNatively(count, 77)) {
    const changes = played.actions.flatMap((action) =>
      action.do === 'edit' ? [{ path: action.path, value: action.value }] : [],
    );
    // At least three times.
    while (changes.length < 3)
      changes.push({ path: '/links/none', value: null }, { path: '/notes', value: `${changes.length}` });
    const document = await normalized(played.document);
    const job: Drive = { worker, wasm, document: JSON.stringify(document), changes };
    const driven = await lab.page.evaluate(drive, job);
    for (const share of driven.shares) {
      const edited: Scenario = withEdits(document, driven.edits.slice(0, share.edits));
      const run = await runInWasm(edited, 100_000, share.now);
      if (run.digest !== share.digest)
        differences.push(`document ${played.number}, at ${share.now} s: ${JSON.stringify(edited)}`);
    }
    shares += driven.shares.length;
    edits += driven.edits.length;
  }
  // The first difference of each document counts.
  expect(differences).toEqual([]);
  expect(shares).toBeGreaterThan(2 * count);
  expect(edits).toBeGreaterThan(count);
}, 600_000);
