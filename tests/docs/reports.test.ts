/** Reports that scripts write say what the scripts say, also where a sentence was changed without a new run. */
import { expect, test } from 'vitest';
import { SCENARIOS } from '../../scripts/fluid-report/beside.mjs';
import { papers } from '../../scripts/papers/index.mjs';
import { allReasons } from '../../scripts/reproduce/claims.mjs';
import { reasonLines } from '../../scripts/reproduce/report.mjs';
import { read } from './documents';

test('the report on the papers has the reason of each claim that does not hold', async () => {
  const report = papers.map(({ id }) => read(`docs/reproduction/${id}.md`)).join('\n');
  const missing = Object.entries(await allReasons()).filter(
    ([id, reason]) => !section(report, id).includes(reasonLines(reason).join('\n')),
  );
  expect(missing.map(([id]) => id)).toEqual([]);
});

/** From the verdict on a claim to the next one. */
function section(report: string, id: string): string {
  const from = report.indexOf(`**${id} does not hold.**`);
  if (from < 0) return '';
  const next = report.indexOf('\n**', from + 1);
  // A reason may have a bold beginning of its own, but only in a quotation.
  return report.slice(from, next < 0 ? undefined : next);
}

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
