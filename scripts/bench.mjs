// npm run --silent bench -- [--json] [--only native,node,chromium] [--scenario S1] [--repeats N] [--instructions [--check | --record]] [--guided]
//   [--peers [--htsim DIR]]
// Compares the speed of the engine with a bare event loop (engine-wasm/bench) in the same run. It measures and never
// fails. To compare commits, use --instructions, which does not depend on other work on the machine: --check fails if they
// exceed those in scripts/bench/instructions.json by more than 3 %, --record writes that file. --guided optimises the native program with a
// profile of its own runs, as `npm run build:cli` does the command line. --peers compares packets delivered in a second of processor time with other
// simulators: htsim, if DIR has its headers and libhtsim.a, and ns-3 from PyPI.
import { parseArgs } from 'node:util';
import { buildBench } from './bench/build.mjs';
import { checkInstructions, counted, countInstructions, recordInstructions } from './bench/instructions.mjs';
import { compared, comparePeers } from './bench/peers.mjs';
import { summary, table } from './bench/results.mjs';
import { targets } from './bench/targets.mjs';
import { setUp } from './lib/setup.mjs';
import { main, Problem, say } from './lib/shell.mjs';

main(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      instructions: { type: 'boolean' },
      check: { type: 'boolean' },
      record: { type: 'boolean' },
      guided: { type: 'boolean' },
      peers: { type: 'boolean' },
      htsim: { type: 'string' },
      only: { type: 'string' },
      scenario: { type: 'string' },
      repeats: { type: 'string', default: '5' },
    },
  });
  const repeats = Number(values.repeats);
  if (!(Number.isInteger(repeats) && repeats > 0)) throw new Problem('--repeats is a whole number from 1 on');
  const names = select('target', Object.keys(targets), values.only);
  await setUp();
  const wasm = !values.instructions && !values.peers && names.some((name) => name !== 'native');
  const bench = await buildBench({ wasm, guided: values.guided ?? false });
  const known = values.instructions ? counted : values.peers ? compared : Object.keys(bench.flows);
  const scenarios = select('scenario', known, values.scenario);

  if (values.peers) {
    const results = await comparePeers(bench, scenarios, repeats, { htsim: values.htsim });
    console.log(values.json ? JSON.stringify({ results }) : table(results));
    return;
  }
  const results = [];
  const counts = [];
  for (const scenario of scenarios) {
    if (values.instructions) {
      say(`counting instructions of ${scenario} …`);
      const count = await countInstructions(bench, scenario);
      counts.push(count);
      results.push(count);
      continue;
    }
    // Only the native program has the two documents with a script and without, and those with very many flows.
    const native = scenario.endsWith('-script') || scenario.startsWith('scale-');
    for (const name of native ? names.filter((target) => target === 'native') : names) {
      say(`measuring ${scenario}, ${name} …`);
      const measured = await targets[name]?.(bench, scenario, repeats);
      if (measured) results.push(summary(scenario, name, measured, bench.flows[scenario] ?? 0));
    }
  }
  if (values.record) recordInstructions(counts);
  console.log(values.json ? JSON.stringify({ results }) : table(results));
  if (values.check) checkInstructions(counts);
});

/** The known names in the comma-separated `wanted`; all without it. @param {string} what @param {string[]} known @param {string} [wanted] */
function select(what, known, wanted) {
  const names = wanted?.split(',') ?? known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Problem(`no such ${what}: ${unknown} (there are ${known.join(', ')})`);
  return names;
}
