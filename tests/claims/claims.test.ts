/** The papers' experiments match their claims, and the documents of the page match the scripts. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import gallery from '../../public/gallery/index.json' with { type: 'json' };
import { papers } from '../../scripts/papers/index.mjs';
import { beforeAndAfter, CHANGES } from '../../scripts/reproduce/changes.mjs';
import { allClaims, allExplanations, allReadings, asserted } from '../../scripts/reproduce/claims.mjs';
import { lacking } from '../../scripts/reproduce/part.mjs';
import { readTables, readVerdicts } from '../../scripts/reproduce/recorded.mjs';
import { problemsOf, verdictOf } from '../../scripts/reproduce/verdict.mjs';
import ns2 from '../oracle/ns2.json' with { type: 'json' };
import { problemsOfExperiment } from '../support/engine';
import unlisted from './unlisted.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const experiments = papers.flatMap((paper) => paper.experiments);
const claims = await allClaims();

/** SHA-256 of the words and thresholds of all claims. */
const WORDS = '499ee007db164a8f6ca154244ba8d8b76260d54cf00501625543046f85a55c6a';

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

test('claims asserted at the quick size name existing claims', () => {
  const ids = claims.map((claim) => claim.id);
  expect(asserted().filter((id) => !ids.includes(id))).toEqual([]);
  expect(twice(asserted())).toEqual([]);
});

test('the words of the claims, and when they hold, are those of before', () => {
  // Written down before the experiments ran. A change here is a change of what the papers are taken to claim.
  const words = claims.map(({ id, words, threshold }) => `${id}\t${words}\t${threshold}\n`).sort();
  expect(createHash('sha256').update(words.join('')).digest('hex')).toBe(WORDS);
});

test('each claim whose result has changed is named by the change of set-up that did it', () => {
  const { gained, lost } = beforeAndAfter(Object.values(readVerdicts()));
  expect(CHANGES.flatMap((one) => one.gained).sort()).toEqual([...gained].sort());
  expect(CHANGES.flatMap((one) => one.lost).sort()).toEqual([...lost].sort());
});

test('a claim that holds is asserted at the quick size, or there is a reason why not', () => {
  const holding = Object.values(readVerdicts()).flatMap(({ claims }) =>
    Object.entries(claims).flatMap(([id, { holds }]) => (holds ? [id] : [])),
  );
  const reasons: Record<string, string> = unlisted;
  expect(holding.filter((id) => !asserted().includes(id) && !reasons[id]?.trim())).toEqual([]);
  expect(Object.keys(reasons).filter((id) => asserted().includes(id) || !holding.includes(id))).toEqual([]);
});

test('each claim that does not hold is explained by what was run, without conjectures', async () => {
  const explanations = await allExplanations();
  const results = Object.values(readVerdicts()).flatMap((entry) => Object.entries(entry.claims));
  const failing = results.filter(([, { holds }]) => !holds).map(([id]) => id);
  expect(failing.filter((id) => !explanations[id])).toEqual([]);
  expect(Object.keys(explanations).filter((id) => !failing.includes(id))).toEqual([]);
  const problems = Object.entries(explanations).flatMap(([id, one]) =>
    problemsOf(one).map((problem) => `${id}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('each claim that is refuted here alone has the part of the mechanism that differs, as recorded', async () => {
  const [explanations, readings, verdicts] = [await allExplanations(), await allReadings(), readVerdicts()];
  const lacks = papers.flatMap((paper) => {
    const [entry, tables] = [verdicts[paper.id], readTables(paper)];
    return claims
      .filter((claim) => claim.paper === paper.id)
      .flatMap((claim) => {
        const explanation = explanations[claim.id];
        if (!entry || !explanation || verdictOf(entry, claim.id, explanation) !== 'alone') return [];
        const of = readings[paper.id]?.[0]?.of;
        return lacking(claim, explanation, paper.experiments, tables, of).map((one) => `${claim.id}: ${one}`);
      });
  });
  expect(lacks).toEqual([]);
});

test('explanations name recorded experiments and cases of the oracle', async () => {
  const cases = ns2.cases.map(({ case: name }) => `ns2:${name}`);
  const known = [...experiments.map((one) => one.id), ...cases];
  for (const [id, one] of Object.entries(await allExplanations())) {
    for (const record of one.records ?? []) expect(known, id).toContain(record);
    // Experiments are recorded as tables.
    const ids = (one.records ?? []).filter((record) => !record.includes(':'));
    for (const record of ids)
      expect(existsSync(new URL(`../../docs/reproduction/${record}.csv`, import.meta.url)), record).toBe(
        true,
      );
  }
});

test('the experiments of a paper have labels that differ, and its readings names and grounds', async () => {
  for (const { id, experiments } of papers)
    expect(twice(experiments.map((one) => one.label)), id).toEqual([]);
  for (const [id, readings] of Object.entries(await allReadings())) {
    expect(twice(readings.map(({ name }) => name)), id).toEqual([]);
    for (const { why } of readings) expect(why.trim(), id).toBeTruthy();
  }
});

test('each paper has a headline, a story and a scenario of the gallery', () => {
  const titles = new Map(
    gallery.sections.flatMap(({ entries }) => entries.map(({ id, title }) => [id, title])),
  );
  for (const { id, headline, story, live } of papers) {
    expect(headline.trim() && story.trim(), id).toBeTruthy();
    expect(titles.get(live?.id ?? ''), id).toBe(live?.title);
  }
});
