import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '../../tests/claims/claim.mjs';
import { cli, galleryScenario } from '../../tests/support/engine';
import type { PaperExperiment } from '../papers/build.mjs';
import { papers } from '../papers/index.mjs';
import { judge, ready } from './claims.mjs';
import { startDrawing } from './draw.mjs';
import { lacking } from './part.mjs';
import { cacheKey, type Planned, selectExperiments, simulationOnly } from './plan.mjs';
import { overview, page } from './report.mjs';
import { DRAWS, holdsInDraws } from './resample.mjs';
import { busySeconds, type Ran, runAll } from './runs.mjs';
import { problemsOf, verdictOf } from './verdict.mjs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'droptail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An experiment of the first paper; what is given replaces what its document has. */
async function experiment(id: string, given: Record<string, unknown> = {}): Promise<Planned> {
  const base = await galleryScenario('one-reno');
  const document: PaperExperiment['document'] = {
    version: 1,
    title: 'Buffers',
    base: { ...base, durationS: 8, flows: base.flows.map((flow) => ({ ...flow, startJitterS: 1 })) },
    axes: [
      {
        name: 'Buffer',
        unit: 'packets',
        values: [10, 60],
        sets: [{ path: '/links/*/forward/queue/params/limitPackets' }],
      },
    ],
    replications: { count: 3 },
    measures: [{ name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' }],
    published: [{ at: [60], value: 9.5, source: 'Table 1' }],
    quick: { count: 1, durationS: 3 },
    ...given,
  };
  const [paper] = papers as [(typeof papers)[number]];
  return { id, label: `Figure ${id}`, title: 'Buffers', summary: 'Larger buffers.', document, paper };
}

const claim = {
  id: 'X1.1',
  paper: papers[0]?.id ?? '',
  figure: 'Figure 1',
  experiments: ['one'],
  words: 'A larger buffer is used better.',
  metric: 'goodput',
  threshold: 'more at 60 packets than at 10',
  seeds: '1 to 3',
};

test('the cache key depends on what runs, not on texts or published values', async () => {
  const key = cacheKey(await experiment('one'));
  expect(cacheKey(await experiment('one', { title: 'Other', notes: 'words', published: [] }))).toBe(key);
  expect(cacheKey(await experiment('one', { replications: { count: 4 } }))).not.toBe(key);
  const one = await experiment('one');
  one.document.base = { ...one.document.base, title: 'Other', notes: 'words' };
  expect(cacheKey(one)).toBe(key);
  expect(simulationOnly(one)).not.toHaveProperty('published');
});

test('figures and papers are selected by their ids', () => {
  const [first] = papers;
  expect(selectExperiments({ paperIds: [first?.id ?? ''] }).map((one) => one.id)).toEqual(
    first?.experiments.map((one) => one.id),
  );
  expect(selectExperiments().length).toBe(papers.flatMap((paper) => paper.experiments).length);
  expect(() => selectExperiments({ figures: ['none'] })).toThrow('no such figure: none');
});

test('elapsed time counts concurrent runs once and leaves out pauses', () => {
  const spans: [number, number][] = [
    [5000, 9000],
    [0, 2000],
    [1000, 3000],
    [6000, 7000],
  ];
  expect(busySeconds(spans)).toBe(7);
  expect(busySeconds([])).toBe(0);
});

test('finished runs are not repeated, interrupted ones are', async () => {
  const both = [await experiment('one'), await experiment('two', { replications: { count: 2 } })];
  const first = await runAll(cli, both, { folder });
  expect([...first.values()].map((ran) => ran.cost.runs)).toEqual([6, 4]);
  const { cost, folder: at } = first.get('one') as Ran;
  expect(cost.hops).toBeGreaterThan(10_000);
  expect(cost.cpuS).toBeGreaterThan(0);
  // Each line tells when its run ended: those that are made anew end later.
  const file = join(at, 'runs.jsonl');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, `${lines.slice(0, 4).join('\n')}\n${lines[4]?.slice(0, 30)}`);
  const second = await runAll(cli, both, { folder });
  const ends = (ran: Ran | undefined) => ran?.cost.spans.map(([, end]) => end) ?? [];
  const before = Math.max(...ends(first.get('one')));
  expect(ends(second.get('one')).filter((end) => end > before).length).toBe(2);
  expect(ends(second.get('two'))).toEqual(ends(first.get('two')));
  expect(second.get('one')?.table).toEqual(first.get('one')?.table);
  // One alone finds what ran with others.
  const alone = await runAll(cli, both.slice(0, 1), { folder });
  expect(ends(alone.get('one'))).toEqual(ends(second.get('one')));
  expect((await readdir(join(folder, 'full'))).length).toBe(2);
});

test('a claim is checked as soon as all its experiments have run', async () => {
  const one = await experiment('one');
  const ran = await runAll(cli, [one], { folder });
  const more = {
    ...claim,
    check: (f: Figures) => {
      const [few, many] = [10, 60].map((Buffer) => f('one').mean('Goodput', { Buffer }));
      return { holds: Number(many) > Number(few), seen: `${few} and ${many}` };
    },
  };
  const others = [
    { ...claim, id: 'X1.2', check: () => ({ holds: false, seen: 'no' }) },
    { ...claim, id: 'X1.3', experiments: ['one', 'other'], check: () => ({ holds: true, seen: '' }) },
    { ...claim, id: 'X1.4', check: (f: Figures) => ({ holds: Boolean(f('two')), seen: '' }) },
  ];
  const tables = new Map([...ran].map(([id, { table }]) => [id, table]));
  const all = ready([more, ...others], ran);
  const judged = judge(all, [one], tables);
  expect(judged.map(({ claim, holds, error }) => [claim.id, holds, error])).toEqual([
    ['X1.1', true, undefined],
    ['X1.2', false, undefined],
    ['X1.4', false, '"two" is not among the claim\'s experiments'],
  ]);
  // Without its runs a claim has no result, which is not a failure of the check.
  const without = judge([more], [one], new Map());
  expect(without).toMatchObject([{ holds: false, missing: true, error: '"one" was not run' }]);
  const paper = { ...one.paper, experiments: [one], headline: 'In short.' };
  const results = {
    paper,
    claims: all.slice(0, 2),
    entry: {
      claims: { 'X1.1': { holds: true, seen: '1 and 2' }, 'X1.2': { holds: false, seen: 'no' } },
      readings: {
        First: { 'X1.1': true, 'X1.2': false },
        Second: { 'X1.1': null, 'X1.2': false },
        Third: { 'X1.1': false, 'X1.2': true },
      },
      variants: { Third: true },
      cost: { experiments: 1, runs: 6, hops: 1, steps: 0, cpuS: 60 },
    },
    explanations: {
      'X1.2': { verdict: 'alone' as const, ran: 'It.', found: 'So.\n\nReally.', records: ['one'] },
    },
    pictures: new Set(['one']),
    tables,
    readings: ['First', 'Second', 'Third'].map((name) => ({
      name,
      why: `the ${name}.`,
      of: (f: Figures) => f,
    })),
  };
  const other = { ...results, paper: { ...paper, id: 'other' } };
  const summary = overview([results, other]);
  expect(summary).toMatch(/\| \*\*All\*\* \| 4 \| 2 \| 0 \| 0 \| 2 \| 0 \|/);
  expect(summary).toContain('(reproduction/other.md)');
  const text = page(results);
  expect(text).toContain('**1 of 2 claims hold.** The others: refuted here alone (1).');
  expect(text).toMatch(/\| 60 \| Goodput, Mb\/s \| 9\.5 \| [\d.]+ ± [\d.]+ \| Table 1 \|/);
  expect(text).toContain('![Figure one: Buffers](one.svg)');
  expect(text).toContain('**X1.1: holds.** A larger buffer is used better.');
  expect(text).toContain('**X1.2: refuted here alone.**');
  expect(text).toContain('> **What came out.** So.\n>\n> Really.');
  // X1.1 was not run under the second reading.
  expect(text).toMatch(/\| X1\.1 \| holds \| – \| no \|/);
  const under = { ...results.entry, readings: { First: {}, Second: { 'X1.2': true } } };
  expect(page({ ...results, entry: under })).toContain('**X1.2: holds under another reading (Second).**');
});

test('a verdict follows from results, readings and the explanation', () => {
  const entry = {
    claims: { 'X1.1': { holds: false, seen: '' } },
    readings: { First: { 'X1.1': false }, Second: { 'X1.1': false } },
    cost: { experiments: 0, runs: 0, hops: 0, steps: 0, cpuS: 0 },
  };
  const alone = { verdict: 'alone' as const, ran: 'it', found: 'so', records: ['one'] };
  expect(verdictOf(entry, 'X1.1', undefined)).toBe('open');
  expect(verdictOf(entry, 'X1.1', alone)).toBe('alone');
  const second = { ...entry, readings: { ...entry.readings, Second: { 'X1.1': true } } };
  expect(verdictOf(second, 'X1.1', alone)).toBe('reading');
  expect(verdictOf({ ...second, variants: { Second: true } }, 'X1.1', alone)).toBe('alone');
  expect(verdictOf({ ...entry, claims: { 'X1.1': { holds: true, seen: '' } } }, 'X1.1', alone)).toBe('holds');
});

test('draws of the seeds tell which verdicts they decide', async () => {
  const one = await experiment('one');
  // The first claim holds for each seed. The second holds for the mean of all seeds because of the last one.
  const values = [
    [1, 5, 1],
    [2, 6, 1],
    [3, 7, 9],
  ];
  const outcomes = values.flatMap(([few = 0, many = 0, third = 0], i) => [
    { point: 0, seed: i + 1, values: [few] },
    { point: 1, seed: i + 1, values: [many] },
    { point: 2, seed: i + 1, values: [third] },
  ]);
  const row = (at: number, mean: number) => ({
    at: [at],
    cells: [{ n: 3, mean, sd: 1, halfWidth: 2.48, min: 0, max: 9, median: mean, siqr: 1 }],
  });
  const table = { confidence: 0.95, rows: [row(10, 2), row(60, 6), row(100, 11 / 3)] };
  const larger = (id: string, than: number, buffer: number) => ({
    ...claim,
    id,
    check: (f: Figures) => {
      const [a, b] = [than, buffer].map((Buffer) => f('one').mean('Goodput', { Buffer }));
      return { holds: Number(b) > Number(a), seen: '' };
    },
  });
  const claims = [larger('X1.1', 10, 60), larger('X1.2', 10, 100)];
  const tables = new Map([['one', table as unknown as Ran['table']]]);
  const draws = holdsInDraws(claims, [one], tables, new Map([['one', outcomes]]));
  expect(draws.get('X1.1')).toBeCloseTo(1, 9);
  // It fails in the draws without the last seed, (2/3)³ of them, within three standard errors.
  const [fails, error] = [(2 / 3) ** 3, 3 * Math.sqrt(((8 / 27) * (19 / 27)) / DRAWS)];
  expect(Math.abs(1 - fails - Number(draws.get('X1.2')))).toBeLessThan(error);
  expect(holdsInDraws(claims, [one], tables, new Map()).size).toBe(0);
});

test('an explanation without its fields or with a conjecture is refused', () => {
  const sound = { verdict: 'alone' as const, ran: 'Figure 1.', found: 'It is 3.', records: ['one'] };
  expect(problemsOf(sound)).toEqual([]);
  expect(problemsOf({ ...sound, ran: '' })).toEqual(['no `ran`']);
  expect(problemsOf({ ...sound, records: [] })).toEqual(['no `records`']);
  expect(problemsOf({ ...sound, found: 'A larger buffer may turn it.' })).toEqual(['"may" in `found`']);
  expect(problemsOf({ ...sound, found: 'This is probably the clock; not run.' })).toEqual([
    '"probably" in `found`',
  ]);
  expect(problemsOf({ verdict: 'open', missing: '' })).toEqual(['no `missing`']);
  expect(problemsOf({ ...sound, verdict: 'agreed', simulator: '' })).toEqual(['no `simulator`']);
});

test('a part that differs is recorded, and is more than what the claim itself compares', async () => {
  const measures = [
    { name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' },
    { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
  ];
  const one = await experiment('one', { measures });
  const tables = new Map([...(await runAll(cli, [one], { folder }))].map(([id, { table }]) => [id, table]));
  const larger = {
    ...claim,
    check: (f: Figures) => {
      const [few, many] = [10, 60].map((Buffer) => f('one').mean('Goodput', { Buffer }));
      return { holds: Number(few) > Number(many), seen: `${few} and ${many}` };
    },
  };
  const at = (measure: string, ...buffers: number[]) =>
    buffers.map((Buffer) => ({ of: 'one', measure, at: { Buffer } }));
  const alone = { verdict: 'alone' as const, ran: 'it', found: 'so', records: ['one'], part: 'The queue.' };
  const problems = (given: Partial<typeof alone> & { measured?: ReturnType<typeof at> }, tried = larger) =>
    lacking(tried, { ...alone, ...given }, [one], tables);
  expect(problems({ measured: at('Queue', 10, 60) })).toEqual([]);
  expect(problems({ measured: [...at('Goodput', 10), ...at('Queue', 10)] })).toEqual([]);
  expect(problems({ part: '' })).toEqual(['no `part`']);
  expect(problems({ measured: at('Queue', 10) })).toEqual(['fewer than 2 values in `measured`']);
  expect(problems({ measured: at('Goodput', 10, 60) })).toEqual([
    'the values in `measured` are those of the claim itself',
  ]);
  expect(problems({ measured: at('Queue', 10, 61) })).toEqual(['one: there is no variant {"Buffer":61}']);
  expect(problems({ measured: at('Delay', 10, 60) })[0]).toMatch('there is no "Delay"');
  // A claim that cannot be judged by tables depends on all values of its experiments.
  const traced = {
    ...larger,
    check: (f: Figures) => ({ holds: f('one').trace('cwnd').times.length > 0, seen: '' }),
  };
  expect(problems({ measured: at('Queue', 10, 60) }, traced)).toEqual([
    'the values in `measured` are those of the claim itself',
  ]);
});

test('figures are drawn without a page', async () => {
  const one = await experiment('one');
  const ran = await runAll(cli, [one], { folder });
  const { draw, end } = await startDrawing();
  try {
    const svg = draw(one.document, (ran.get('one') as Ran).table);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain('Goodput');
    const tableOnly = await experiment('one', { chart: { kind: 'table' } });
    expect(draw(tableOnly.document, (ran.get('one') as Ran).table)).toBeUndefined();
  } finally {
    await end();
  }
});
