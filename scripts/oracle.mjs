// npm run --silent oracle -- [PATTERN]: compares the engine with ns-3, the Linux kernel, ns-2, picoquic and udp_prague, case by case.
import { agrees, compare, entries } from '../tests/oracle/compare.mjs';
import { exceptionOf } from '../tests/oracle/tolerances.mjs';
import { buildCli } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main } from './lib/shell.mjs';

main(async () => {
  const pattern = new RegExp(process.argv[2] ?? '');
  await setUp();
  await buildCli();
  const all = (await entries()).filter((entry) => pattern.test(`${entry.source} ${entry.measured.case}`));
  let differing = 0;
  for (const entry of all.filter(({ waitsFor }) => waitsFor.length === 0)) {
    console.log(`\n${entry.source} ${entry.measured.case}`);
    const exception = exceptionOf(entry.measured.case);
    if (exception) console.log(`  ${exception.because}${exception.shownOnly ? ' Not compared.' : ''}`);
    console.log(line('', 'ours', 'theirs', 'tolerance'));
    for (const row of await compare(entry)) {
      const [theirs, within] = [row.theirs, row.within].map((x) => x.toFixed(row.digits));
      const ours = (row.range ?? [row.ours]).map((x) => x.toFixed(row.digits)).join('–');
      const verdict = exception?.shownOnly || agrees(row) ? '' : '  differs';
      if (verdict) differing += 1;
      console.log(line(row.what, ours, theirs ?? '', exception?.shownOnly ? '' : `± ${within}`) + verdict);
    }
  }
  console.log('\nWaiting for their controllers:');
  for (const { source, measured, waitsFor } of all.filter((entry) => entry.waitsFor.length > 0)) {
    console.log(`  ${source} ${measured.case} (${waitsFor.join(', ')})`);
  }
  console.log(
    `\n${differing === 0 ? 'Everything compared is' : `${differing} quantities are not`} within tolerance.`,
  );
  if (differing > 0) process.exitCode = 1;
});

/** @param {string} what @param {string[]} cells */
function line(what, ...cells) {
  return `  ${what.padEnd(34)}${cells.map((cell) => cell.padStart(14)).join('')}`;
}
