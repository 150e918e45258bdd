/** The papers' experiments match their claims, and the documents of the page match the scripts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { papers } from '../../scripts/papers/index.mjs';
import { allClaims, allReasons, asserted } from '../../scripts/reproduce/claims.mjs';
import { problemsOfExperiment } from '../support/engine';

const root = fileURLToPath(new URL('../..', import.meta.url));
const experiments = papers.flatMap((paper) => paper.experiments);
const claims = await allClaims();

const twice = (ids: string[]) => ids.filter((id, i) => ids.indexOf(id) !== i);

test('public/papers is up to date with its scripts', async () => {
  await promisify(execFile)(process.execPath, ['scripts/papers.mjs', '--check'], { cwd: root });
});

test('each paper has experiments and claims, and all ids are unique', () => {
  for (const { id, experiments } of papers) {
    expect(experiments.length, id).toBeGreaterThan(0);
    expect(claims.filter((claim) => claim.paper === id).length, id).toBeGreaterThan(0);
  }
  expect(twice(experiments.map((one) => one.id))).toEqual([]);
  expect(twice(claims.map((claim) => claim.id))).toEqual([]);
});

test.each(experiments.map((one) => [one.id, one] as const))('%s runs at both sizes', async (_, one) => {
  expect(await problemsOfExperiment(one.document)).toEqual([]);
});

test('each claim has its fields and names existing experiments', () => {
  for (const claim of claims) {
    const { figure, words, metric, threshold, seeds } = claim;
    for (const text of [figure, words, metric, threshold, seeds]) {
      expect(text?.trim(), claim.id).toBeTruthy();
    }
    const own = papers.find((paper) => paper.id === claim.paper)?.experiments.map((one) => one.id);
    for (const id of claim.experiments) expect(own, claim.id).toContain(id);
    // A claim without an experiment still counts, and cannot hold.
    if (claim.experiments.length > 0) continue;
    const none = () => expect.unreachable();
    expect(claim.check(none).holds, claim.id).toBe(false);
  }
});

test('claims asserted at the quick size, and reasons, name existing claims', async () => {
  const ids = claims.map((claim) => claim.id);
  expect(asserted().filter((id) => !ids.includes(id))).toEqual([]);
  expect(twice(asserted())).toEqual([]);
  expect(Object.keys(await allReasons()).filter((id) => !ids.includes(id))).toEqual([]);
});
