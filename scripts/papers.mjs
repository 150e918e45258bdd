// npm run papers [-- --check]: writes the papers' experiments as documents for the page (public/papers) and has the engine validate each;
// --check only checks that they match the scripts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCli } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, Problem, root, run, say } from './lib/shell.mjs';
import { papers } from './papers/index.mjs';
import { starters } from './papers/starters.mjs';

/** @import { Experiment } from '../web/generated/types' */

const folder = join(root, 'public/papers');
/** The groups that the page lists, in order. */
const groups = [starters, ...papers];

main(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  /** @type {Map<string, unknown>} */
  const files = new Map();
  files.set('index.json', index());
  for (const { experiments } of groups) {
    for (const { id, document } of experiments) files.set(`${id}.json`, document);
  }
  const texts = new Map([...files].map(([name, value]) => [name, `${JSON.stringify(value)}\n`]));
  const stale = [...texts].filter(([name, text]) => !same(join(folder, name), text)).map(([name]) => name);
  // The pictures on the cards are drawn from results by `npm run reproduce`.
  const ours = (/** @type {string} */ name) => texts.has(name) || name === 'pictures.json';
  const left = existsSync(folder) ? readdirSync(folder).filter((name) => !ours(name)) : [];
  if (values.check) {
    if (stale.length + left.length > 0)
      throw new Problem(`\`npm run papers\` would change public/papers: ${[...stale, ...left].join(', ')}`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const name of stale) writeFileSync(join(folder, name), texts.get(name) ?? '');
  for (const name of left) rmSync(join(folder, name));
  console.log(`${texts.size - 1} experiments, ${stale.length} written, ${left.length} removed`);
  await setUp();
  const documents = [...texts.keys()]
    .filter((name) => name !== 'index.json')
    .map((name) => join(folder, name));
  const code = await run(process.env.DROPTAIL_CLI ?? (await buildCli()), ['validate', ...documents], {
    onLine: (line) => {
      if (!line.endsWith(': valid')) say(line);
    },
  });
  if (code !== 0) throw new Problem('the engine rejects some of them');
});

/** The papers without the documents, with what their cards show. */
function index() {
  const listed = groups.map(({ experiments, ...paper }) => ({
    ...paper,
    experiments: experiments.map(({ document, ...experiment }) => {
      const { chart, published } = /** @type {Partial<Omit<Experiment, 'base'>>} */ (document);
      return { ...experiment, kind: chart?.kind ?? 'line', published: published?.length ?? 0 };
    }),
  }));
  return { papers: listed };
}

/** @param {string} path @param {string} text */
function same(path, text) {
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}
