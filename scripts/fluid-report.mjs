// npm run fluid-report: compares the fluid model with the packet model on scenarios of the gallery. Writes docs/fluid-model-report.md and the
// table in docs/model.md. The figures of the paper behind the fluid model are experiments: npm run reproduce.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareModels } from './fluid-report/beside.mjs';
import { Runs } from './fluid-report/runs.mjs';
import { buildCli } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, root } from './lib/shell.mjs';

main(async () => {
  await setUp();
  const runs = new Runs(await buildCli());
  const text = await compareModels(runs);
  await runs.close();
  await writeFile(join(root, 'docs/fluid-model-report.md'), `${text}\n`);
  await updateModelPage(text);
});

/** Copies the first table into docs/model.md, between two marks. @param {string} text */
async function updateModelPage(text) {
  const path = join(root, 'docs/model.md');
  const [table] = text.match(/(?:^\|.*\n?)+/m) ?? [''];
  const model = await readFile(path, 'utf8');
  const marks = /(<!-- by npm run fluid-report -->\n)[\s\S]*?(<!-- end -->)/;
  await writeFile(
    path,
    model.replace(marks, (_, begin, end) => `${begin}\n${table.trim()}\n\n${end}`),
  );
}
