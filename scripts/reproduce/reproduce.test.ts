import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '../../tests/claims/claim.mjs';
import { cli, galleryScenario } from '../../tests/support/engine';
import type { PaperExperiment } from '../papers/build.mjs';
import { papers } from '../papers/index.mjs';
import { judge } from './claims.mjs';
import { startDrawing } from './draw.mjs';
import { cacheKey, type Planned, selectExperiments, simulationOnly } from './plan.mjs';
import { entry, mergedPage, overview, page } from './report.mjs';
import { busySeconds, type Ran, runAll } from './runs.mjs';

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
  const judged = judge([more, ...others], [one], ran);
  expect(judged.map(({ claim, holds, error }) => [claim.id, holds, error])).toEqual([
    ['X1.1', true, undefined],
    ['X1.2', false, undefined],
    ['X1.4', false, '"two" is not among the claim\'s experiments'],
  ]);
  const results = {
    paper: one.paper,
    experiments: [one],
    ran,
    judged: judged.slice(0, 2),
    reasons: { 'X1.2': 'It is so.\n\nReally.' },
    pictures: new Set(['one']),
  };
  const all = overview([
    { paper: one.paper, entry: entry(results) },
    { paper: { ...one.paper, id: 'other' }, entry: { ...entry(results), claims: { 'X2.1': true } } },
  ]);
  expect(all).toMatch(/\| \*\*All\*\* \| 3 \| 2 \| 1 \| 67 % \|/);
  expect(all).toContain('Claims that do not hold: X1.2.');
  expect(all).toContain('(reproduction/other.md)');
  const text = page(results);
  expect(text).toContain('**1 of 2 claims hold.**');
  expect(text).toMatch(/\| 60 \| Goodput, Mb\/s \| 9\.5 \| [\d.]+ ± [\d.]+ \| Table 1 \|/);
  expect(text).toContain('![Figure one: Buffers](one.svg)');
  expect(text).toContain('**X1.1 holds.** A larger buffer is used better.');
  expect(text).toContain('**X1.2 does not hold.**');
  expect(text).toContain('> It is so.\n>\n> Really.');
  // Of two experiments, only the first is run again.
  const both = { ...one.paper, experiments: [one, { ...one, id: 'two', label: 'Figure two' }] };
  const before = `${text}\n## Figure two: Buffers\n\nAs it was.\n`;
  const again = judged.slice(0, 2).map((verdict) => ({ ...verdict, holds: true }));
  const claims = { 'X1.1': true, 'X1.2': true, 'X2.1': false };
  const merged = mergedPage({ ...results, paper: both, judged: again }, before, {
    ...entry(results),
    claims,
  });
  expect(merged).toContain('**2 of 3 claims hold.**');
  expect(merged).toContain('**X1.2 holds.**');
  expect(merged).toMatch(/\n\n## Figure two: Buffers\n\nAs it was\.\n$/);
  expect(() => mergedPage({ ...results, paper: both }, text, entry(results))).toThrow('no section on two');
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
