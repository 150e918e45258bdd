// npm run reproduce [-- --quick] [-- --recorded] [-- --witness] [-- --figure ID … [--report]] [-- --paper ID …] [-- --jobs N]: runs the papers' experiments, checks the papers' claims,
// and writes the report (docs/reproduction.md, a page for each paper and figures) and the pictures on the page's cards.
//
// Finished runs are cached in engine-wasm/target/reproduce, or in DROPTAIL_CACHE, until their document or the engine's behaviour changes.
// --quick runs the quick sizes, checks the claims that tests/claims/quick.json lists, and writes nothing; with --paper only
// these papers are run; with --figure only these experiments are run, and only the cache is written, or with --report the report, too.
// --recorded runs nothing: it judges the recorded tables and writes the pages; --witness runs the cases of ns-2 that explanations name, and writes the pages.
//
// The pages follow from what is recorded in docs/reproduction: tables of all experiments (CSV), figures, and verdicts.json. What is run replaces its part.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCli, targetDir } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, Problem, root, say } from './lib/shell.mjs';
import { papers } from './papers/index.mjs';
import { starters } from './papers/starters.mjs';
import { allClaims, allExplanations, allReadings, asserted, judge, ready } from './reproduce/claims.mjs';
import { startDrawing } from './reproduce/draw.mjs';
import { selectExperiments } from './reproduce/plan.mjs';
import { folder as reportFolder } from './reproduce/recorded.mjs';
import { busySeconds, runAll, total } from './reproduce/runs.mjs';
import { pages, update } from './reproduce/update.mjs';
import { casesOf, witness } from './reproduce/witness.mjs';

/** @import { Reading } from '../tests/claims/claim.mjs' */
/** @import { Judged, PaperClaim } from './reproduce/claims.mjs' */
/** @import { Planned } from './reproduce/plan.mjs' */
/** @import { Ran } from './reproduce/runs.mjs' */
/** @import { Witness } from './reproduce/witness.mjs' */

main(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      recorded: { type: 'boolean' },
      witness: { type: 'boolean' },
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
  if (values.recorded) {
    await write([], new Map());
    return;
  }
  await setUp();
  const droptail = process.env.DROPTAIL_CLI ?? (await buildCli());
  if (values.witness) {
    await write([], new Map(), await witnesses(papers.map(({ id }) => id)));
    return;
  }
  const [claims, readings] = [await allClaims(), await allReadings()];
  if (values.quick) {
    const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
    try {
      const ran = await runAll(droptail, experiments, { folder, quick: true, jobs });
      printQuickVerdicts(judged(claims, experiments, ran, readings), some);
      printCost(ran);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return;
  }
  const folder = process.env.DROPTAIL_CACHE ?? join(targetDir, 'reproduce');
  const ran = await runAll(droptail, experiments, { folder, jobs });
  const verdicts = judged(claims, experiments, ran, readings);
  for (const one of verdicts) printVerdict(one);
  printCost(ran);
  const broken = verdicts.filter((one) => one.error && !one.missing);
  if (!values.figure || values.report) {
    await write(
      experiments,
      ran,
      values.figure ? {} : await witnesses(experiments.map((one) => one.paper.id)),
    );
    const own = some ? [] : starters.experiments.map((one) => ({ ...one, paper: starters }));
    if (own.length > 0)
      for (const [id, one] of await runAll(droptail, own, { folder, jobs })) ran.set(id, one);
    await writePictures([...experiments, ...own], ran);
  }
  if (broken.length > 0)
    throw new Problem(`claims that cannot be checked: ${broken.map(({ claim }) => claim.id).join(', ')}`);
});

/**
 * Verdicts, under the first reading of each paper, on the claims whose experiments have all run.
 * @param {PaperClaim[]} claims @param {Planned[]} experiments @param {Map<string, Ran>} ran @param {Record<string, Reading[]>} readings
 */
function judged(claims, experiments, ran, readings) {
  const tables = new Map([...ran].map(([id, { table }]) => [id, table]));
  return papers.flatMap(({ id }) => {
    const own = ready(claims, ran).filter(({ paper }) => paper === id);
    return judge(own, experiments, tables, readings[id]?.[0]?.of);
  });
}

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
  for (const { claim, holds, seen, error } of others) {
    const result = error
      ? `cannot be checked at this size: ${error}`
      : holds
        ? 'holds as well'
        : `does not hold at this size: ${seen}`;
    console.log(`· ${claim.id}  ${result}`);
  }
  const missing = some ? [] : wanted.filter((id) => !judged.some(({ claim }) => claim.id === id));
  const failed = seen.filter((one) => !one.holds);
  console.log(`${seen.length - failed.length} of ${seen.length} asserted claims hold`);
  if (missing.length > 0) throw new Problem(`quick.json lists unknown claims: ${missing.join(', ')}`);
  if (failed.length > 0)
    throw new Problem(`claims that do not hold: ${failed.map(({ claim }) => claim.id).join(', ')}`);
}

/** @param {Map<string, Ran>} ran */
function printCost(ran) {
  const { runs, hops, steps, cpuS, spans } = total([...ran.values()].map((one) => one.cost));
  const minutes = (/** @type {number} */ s) => (s / 60).toFixed(1);
  console.log(
    `${runs} runs, ${hops.toExponential(2)} packets over links, ${steps.toExponential(2)} solver steps: ${minutes(cpuS)} core-minutes, ${minutes(busySeconds(spans))} minutes`,
  );
}

/** The cases of ns-2 that explanations of these papers' claims name, beside the same here. @param {string[]} ids @returns {Promise<Record<string, Witness[]>>} */
async function witnesses(ids) {
  const [claims, explanations] = [await allClaims(), await allExplanations()];
  /** @type {Record<string, Witness[]>} */
  const found = {};
  for (const paper of new Set(ids)) {
    const cases = casesOf(
      claims.filter((claim) => claim.paper === paper).map(({ id }) => id),
      explanations,
    );
    if (cases.length > 0) found[paper] = await witness(cases);
  }
  return found;
}

/** Records what was run, and writes the report. @param {Planned[]} experiments @param {Map<string, Ran>} ran @param {Record<string, Witness[]>} [beside] */
async function write(experiments, ran, beside) {
  await mkdir(reportFolder, { recursive: true });
  if (experiments.length > 0) await writeFigures(experiments, ran);
  await writeFile(join(reportFolder, 'verdicts.json'), await update(ran, beside));
  const written = await pages();
  for (const [path, text] of written) await writeFile(join(root, path), text);
  const ids = papers.flatMap((paper) => paper.experiments.map(({ id }) => id));
  const files = [
    'verdicts.json',
    ...papers.map(({ id }) => `${id}.md`),
    ...ids.flatMap((id) => [`${id}.csv`, `${id}.svg`]),
  ];
  for (const name of await readdir(reportFolder))
    if (!files.includes(name)) await rm(join(reportFolder, name));
  say('wrote docs/reproduction.md and the pages beside it');
}

/** Tables and figures. @param {Planned[]} experiments @param {Map<string, Ran>} ran */
async function writeFigures(experiments, ran) {
  const { draw, end } = await startDrawing();
  try {
    for (const { id, document } of experiments) {
      const { table, folder } = /** @type {Ran} */ (ran.get(id));
      const picture = draw(document, table);
      const file = join(reportFolder, `${id}.svg`);
      if (picture) await writeFile(file, picture);
      else await rm(file, { force: true });
      await copyFile(join(folder, 'table.csv'), join(reportFolder, `${id}.csv`));
    }
  } finally {
    await end();
  }
}

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
