// npm run reproduce [-- --quick] [-- --figure ID … [--report]] [-- --paper ID …] [-- --jobs N]: runs the papers' experiments, checks the papers' claims,
// and writes the report (docs/reproduction.md, a page for each paper and figures) and the pictures on the page's cards.
//
// Finished runs are cached in engine-wasm/target/reproduce, or in DROPTAIL_CACHE, until their document or the engine's behaviour changes.
// --quick runs the quick sizes, checks the claims that tests/claims/quick.json lists, and writes nothing; with --paper only
// these papers are run, and their part of the report is written; with --figure only these experiments are run, and only the cache is written,
// or with --report their sections of the report, too.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCli, targetDir } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, Problem, root, say } from './lib/shell.mjs';
import { papers } from './papers/index.mjs';
import { starters } from './papers/starters.mjs';
import { allClaims, allReadings, allReasons, asserted, judge } from './reproduce/claims.mjs';
import { startDrawing } from './reproduce/draw.mjs';
import { selectExperiments } from './reproduce/plan.mjs';
import { entry, mergedPage, overview, page } from './reproduce/report.mjs';
import { busySeconds, runAll, total } from './reproduce/runs.mjs';

/** @import { Judged, PaperClaim } from './reproduce/claims.mjs' */
/** @import { Planned } from './reproduce/plan.mjs' */
/** @import { Entry } from './reproduce/report.mjs' */
/** @import { Ran } from './reproduce/runs.mjs' */

main(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      figure: { type: 'string', multiple: true },
      report: { type: 'boolean' },
      paper: { type: 'string', multiple: true },
      jobs: { type: 'string' },
    },
  });
  const experiments = selectExperiments({ figures: values.figure, paperIds: values.paper });
  const some = Boolean(values.figure ?? values.paper);
  const jobs = values.jobs ? Number(values.jobs) : undefined;
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    throw new Problem('--jobs: a number, 1 or more');
  await setUp();
  const droptail = process.env.DROPTAIL_CLI ?? (await buildCli());
  const claims = await allClaims();
  if (values.quick) {
    const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
    try {
      const ran = await runAll(droptail, experiments, { folder, quick: true, jobs });
      printQuickVerdicts(judge(claims, experiments, ran), some);
      printCost(ran);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return;
  }
  const folder = process.env.DROPTAIL_CACHE ?? join(targetDir, 'reproduce');
  const ran = await runAll(droptail, experiments, { folder, jobs });
  const judged = judge(claims, experiments, ran);
  const reasons = await allReasons();
  for (const one of judged) printVerdict(one);
  printCost(ran);
  if (values.report) checkComplete(claims, experiments);
  if (!values.figure || values.report) {
    await write(experiments, ran, judged, reasons);
    const own = some ? [] : starters.experiments.map((one) => ({ ...one, paper: starters }));
    if (own.length > 0)
      for (const [id, one] of await runAll(droptail, own, { folder, jobs })) ran.set(id, one);
    await writePictures([...experiments, ...own], ran);
  }
  reportProblems(judged, reasons, some ? [] : claims);
});

/** @param {Judged} judged */
function printVerdict({ claim, holds, seen, error }) {
  console.log(`${holds ? '✓' : '✗'} ${claim.id}  ${claim.words}  (${error ?? seen})`);
}

/** Reports the asserted claims, and the results of the others at this size. @param {Judged[]} judged @param {boolean} some */
function printQuickVerdicts(judged, some) {
  const wanted = asserted();
  const seen = judged.filter(({ claim }) => wanted.includes(claim.id));
  for (const one of seen) printVerdict(one);
  const others = judged.filter(({ claim }) => !wanted.includes(claim.id));
  for (const { claim, holds, error } of others) {
    console.log(
      `· ${claim.id}  ${error ? `cannot be checked at this size: ${error}` : holds ? 'holds as well' : 'does not hold at this size'}`,
    );
  }
  const missing = some ? [] : wanted.filter((id) => !judged.some(({ claim }) => claim.id === id));
  const failed = seen.filter((one) => !one.holds);
  console.log(`${seen.length - failed.length} of ${seen.length} asserted claims hold`);
  if (missing.length > 0) throw new Problem(`quick.json lists unknown claims: ${missing.join(', ')}`);
  if (failed.length > 0)
    throw new Problem(`claims that do not hold: ${failed.map(({ claim }) => claim.id).join(', ')}`);
}

/** Fails if a claim also needs experiments that were not run, because its verdict could not be written. @param {PaperClaim[]} claims @param {Planned[]} experiments */
function checkComplete(claims, experiments) {
  const ids = experiments.map(({ id }) => id);
  const touched = claims.filter((claim) => claim.experiments.some((id) => ids.includes(id)));
  const missing = touched.flatMap((claim) => claim.experiments.filter((id) => !ids.includes(id)));
  if (missing.length > 0)
    throw new Problem(`claims on these experiments also need ${[...new Set(missing)].join(', ')}`);
}

/** @param {Map<string, Ran>} ran */
function printCost(ran) {
  const { runs, hops, steps, cpuS, spans } = total([...ran.values()].map((one) => one.cost));
  const minutes = (/** @type {number} */ s) => (s / 60).toFixed(1);
  console.log(
    `${runs} runs, ${hops.toExponential(2)} packets over links, ${steps.toExponential(2)} solver steps: ${minutes(cpuS)} core-minutes, ${minutes(busySeconds(spans))} minutes`,
  );
}

/**
 * The report on the papers of these experiments. Entries of other papers in the overview come from their last run.
 * @param {Planned[]} experiments @param {Map<string, Ran>} ran @param {Judged[]} judged @param {Record<string, string>} reasons
 */
async function write(experiments, ran, judged, reasons) {
  const folder = join(root, 'docs/reproduction');
  await mkdir(folder, { recursive: true });
  const pictures = new Set();
  const allOf = await allReadings();
  const { draw, end } = await startDrawing();
  try {
    for (const { id, document } of experiments) {
      const { table, folder: from } = /** @type {Ran} */ (ran.get(id));
      const picture = draw(document, table);
      if (picture) {
        await writeFile(join(folder, `${id}.svg`), picture);
        pictures.add(id);
      } else await rm(join(folder, `${id}.svg`), { force: true });
      await copyFile(join(from, 'table.csv'), join(folder, `${id}.csv`));
    }
  } finally {
    await end();
  }
  const file = join(folder, 'verdicts.json');
  /** @type {Record<string, Entry>} */
  const kept = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  for (const paper of papers) {
    const own = experiments.filter((one) => one.paper.id === paper.id);
    if (own.length === 0) continue;
    const results = {
      paper,
      experiments: own,
      ran,
      judged: judged.filter(({ claim }) => claim.paper === paper.id),
      reasons,
      pictures,
      readings: (allOf[paper.id] ?? []).map(({ name, of }) => ({
        name,
        judged: judge(claimsOf(judged, paper.id), own, ran, of),
      })),
    };
    const [before, file] = [kept[paper.id], join(folder, `${paper.id}.md`)];
    const now = entry(results);
    if (before && own.length < paper.experiments.length) {
      const all = { ...before, claims: { ...before.claims, ...now.claims } };
      kept[paper.id] = all;
      await writeFile(file, mergedPage(results, await readFile(file, 'utf8'), all));
    } else {
      kept[paper.id] = now;
      await writeFile(file, page(results));
    }
  }
  const all = papers.flatMap((paper) => {
    const entry = kept[paper.id];
    return entry ? [{ paper, entry }] : [];
  });
  await writeFile(
    file,
    `${JSON.stringify(Object.fromEntries(all.map(({ paper, entry }) => [paper.id, entry])), null, 2)}\n`,
  );
  await writeFile(join(root, 'docs/reproduction.md'), overview(all));
  const ids = papers.flatMap((paper) => paper.experiments.map(({ id }) => id));
  const files = [
    'verdicts.json',
    ...all.map(({ paper }) => `${paper.id}.md`),
    ...ids.flatMap((id) => [`${id}.csv`, `${id}.svg`]),
  ];
  for (const name of await readdir(folder)) if (!files.includes(name)) await rm(join(folder, name));
  say('wrote docs/reproduction.md and the pages beside it');
}

/** @param {Judged[]} judged @param {string} paper */
const claimsOf = (judged, paper) => judged.map(({ claim }) => claim).filter((claim) => claim.paper === paper);

/**
 * Pictures for the cards of the papers page, from runs at full size; those of other papers stay.
 * @param {Planned[]} experiments @param {Map<string, Ran>} ran
 */
async function writePictures(experiments, ran) {
  const file = join(root, 'public/papers/pictures.json');
  const { preview, end } = await startDrawing();
  try {
    const found = experiments.map(({ id, document }) => [
      id,
      preview(document, /** @type {Ran} */ (ran.get(id)).table),
    ]);
    const pictures = { ...JSON.parse(await readFile(file, 'utf8')), ...Object.fromEntries(found) };
    const ids = [starters, ...papers].flatMap((paper) => paper.experiments.map(({ id }) => id));
    const present = Object.entries(pictures).filter(([id, picture]) => picture && ids.includes(id));
    await writeFile(file, `${JSON.stringify(Object.fromEntries(present))}\n`);
  } finally {
    await end();
  }
}

/**
 * Fails if a claim does not hold and has no reason, or was not checked.
 * @param {Judged[]} judged @param {Record<string, string>} reasons @param {PaperClaim[]} all claims that should have been checked
 */
function reportProblems(judged, reasons, all) {
  const problems = [];
  const ids = (/** @type {Judged[]} */ list) => list.map(({ claim }) => claim.id).join(', ');
  const broken = judged.filter((one) => one.error);
  const unexplained = judged.filter((one) => !one.holds && !one.error && !reasons[one.claim.id]);
  const stale = judged.filter((one) => one.holds && reasons[one.claim.id]);
  const unseen = all.filter(({ id }) => !judged.some(({ claim }) => claim.id === id));
  if (broken.length > 0) problems.push(`claims that cannot be checked: ${ids(broken)}`);
  if (unexplained.length > 0)
    problems.push(
      `claims that do not hold and have no reason in scripts/reproduce/reasons: ${ids(unexplained)}`,
    );
  if (stale.length > 0) problems.push(`reasons for claims that hold: ${ids(stale)}`);
  if (unseen.length > 0)
    problems.push(`claims of experiments that do not exist: ${unseen.map(({ id }) => id).join(', ')}`);
  if (problems.length > 0) throw new Problem(problems.join('\ndroptail: '));
}
