/** Reports that scripts write say what the scripts say, also where a sentence was changed without a new run. */
import { expect, test } from 'vitest';
import { SCENARIOS } from '../../scripts/fluid-report/beside.mjs';
import { pages, update } from '../../scripts/reproduce/update.mjs';
import { read } from './documents';

test('the report on the papers is what the recorded results give', async () => {
  const texts = await pages();
  expect(texts.length).toBeGreaterThan(1);
  for (const [path, text] of texts) expect(read(path), path).toBe(text);
});

test('the recorded verdicts are those of the recorded tables', async () => {
  expect(read('docs/reproduction/verdicts.json')).toBe(await update(new Map()));
});

test('the report on the fluid model has the reason of each difference', () => {
  const report = read('docs/fluid-model-report.md');
  const missing = SCENARIOS.filter(([id, why]) => !report.includes(`- **${id}**: ${why}`));
  expect(missing).toEqual([]);
});

test('both documents have the same table of the two models', () => {
  const [table] = read('docs/fluid-model-report.md').match(/(?:^\|.*\n)+/m) ?? [''];
  expect(table).not.toBe('');
  expect(read('docs/model.md')).toContain(table.trim());
});
