// npm run fluid-report [-- --quick] [-- --beside]: what Kumar and others (2014) claim of loss synchronization, run by the fluid model,
// and the fluid model beside the packet model. Writes docs/fluid-model-report.md; --quick runs less of it, --beside only the
// comparison, and both print instead of writing.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beside } from './fluid-report/beside.mjs';
import { paper } from './fluid-report/paper.mjs';
import { Runs } from './fluid-report/runs.mjs';
import { buildCli } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, root, say } from './lib/shell.mjs';

main(async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, beside: { type: 'boolean' } } });
  const quick = values.quick ?? false;
  await setUp();
  const runs = new Runs(await buildCli());
  const started = Date.now();
  const plan = { runs, quick, seeds: quick ? 2 : 10, seconds: quick ? 600 : 3000 };
  const parts = [values.beside ? '' : await paper(plan), quick && !values.beside ? '' : await beside(plan)];
  await runs.end();
  say(`${((Date.now() - started) / 1000).toFixed(0)} s`);
  const text = `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  if (quick || values.beside) return console.log(text);
  await writeFile(join(root, 'docs/fluid-model-report.md'), text);
  await putIntoModel(parts[1] ?? '');
});

/** The first table of the comparison stands in docs/model.md, too, between two marks. @param {string} beside */
async function putIntoModel(beside) {
  const path = join(root, 'docs/model.md');
  const [table] = beside.match(/(?:^\|.*\n?)+/m) ?? [''];
  const model = await readFile(path, 'utf8');
  const marks = /(<!-- by npm run fluid-report -->\n)[\s\S]*?(<!-- end -->)/;
  await writeFile(
    path,
    model.replace(marks, (_, begin, end) => `${begin}\n${table.trim()}\n\n${end}`),
  );
}
