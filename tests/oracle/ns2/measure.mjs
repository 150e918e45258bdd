// node tests/oracle/ns2/measure.mjs [LIBRARY]: measures the cases below with an installed ns-2.35 and writes tests/oracle/ns2.json.
// LIBRARY is spaced.cc, compiled against the sources of that ns:
//   g++ -shared -fPIC -std=gnu++11 -fpermissive -DUSE_INTERP_RESULT -DTCLCL_CLASSINSTVAR -I<each folder of ns-2.35> -I<tcl, tclcl> spaced.cc
// Without it, cases of paced and randomised flows keep their stored results.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {import('../scenario.mjs').FlowGroup} FlowGroup */

const RUNS = 5;
const DURATION_S = 200;

/** The set-up of Randomized TCP, section IV. @type {Omit<FlowGroup, 'n'>} */
const RANDOMIZED = {
  agent: 'Reno',
  stack: 'ns2-1999',
  rttMs: 100,
  coreMs: 30,
  packetBytes: 500,
  ackEvery: 1,
  overheadUs: 0,
  jitterS: 5,
  interval: 0,
  corrected: 0,
};
/** A random delay of up to one transmission time before each packet removes phase effects. */
const WITHOUT_PHASES = { ...RANDOMIZED, overheadUs: 1000 };
const SPACED = { ...RANDOMIZED, agent: 'Reno/Spaced' };
/** The set-up of TFRCP, section III. */
const TFRCP = { ...RANDOMIZED, packetBytes: 1000, rttMs: 104, coreMs: 50, overheadUs: 5333, jitterS: 1 };
/** The set-up of CODE TCP, section 4. */
const CODE = {
  ...RANDOMIZED,
  stack: 'ns2-2006',
  rttMs: 50,
  coreMs: 23,
  packetBytes: 1000,
  overheadUs: 832,
  n: 10,
};

/** @type {{ name: string, mbps: number, packets: number, group: FlowGroup }[]} */
const CASES = [
  ...[2, 10, 20, 30, 50].map((n) => ({
    name: `reno_${n}`,
    mbps: 4,
    packets: 25,
    group: { ...WITHOUT_PHASES, n },
  })),
  {
    name: 'reno_30_small_buffer',
    mbps: 1,
    packets: 6,
    group: { ...WITHOUT_PHASES, overheadUs: 4000, n: 30 },
  },
  { name: 'reno_30_phases', mbps: 4, packets: 25, group: { ...RANDOMIZED, n: 30 } },
  ...[2, 10, 30, 50].map((n) => ({ name: `paced_${n}`, mbps: 4, packets: 25, group: { ...SPACED, n } })),
  ...[2, 10, 30, 50].map((n) => ({
    name: `randomized_${n}`,
    mbps: 4,
    packets: 25,
    group: { ...SPACED, interval: 1, corrected: 1, n },
  })),
  {
    name: 'randomized_30_uncorrected',
    mbps: 4,
    packets: 25,
    group: { ...SPACED, interval: 1, n: 30 },
  },
  { name: 'reno_10_every_ack', mbps: 1.5, packets: 25, group: { ...TFRCP, n: 10 } },
  ...[10, 30].map((n) => ({
    name: `reno_${n}_delayed_acks`,
    mbps: 1.5,
    packets: 25,
    group: { ...TFRCP, ackEvery: 2, n },
  })),
  ...['Reno', 'Newreno', 'Sack1'].map((agent) => ({
    name: `${agent.toLowerCase()}_10_of_2006`,
    mbps: 10,
    packets: 100,
    group: { ...CODE, agent },
  })),
  // ns-2's Vegas adds no headers in either stack.
  { name: 'vegas_10', mbps: 10, packets: 100, group: { ...CODE, agent: 'Vegas', stack: 'ns2-1999' } },
];

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const library = process.argv[2];
const file = here('../ns2.json');
const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{"cases": []}'));

const cases = [];
for (const { name, mbps, packets, group } of CASES) {
  if (group.agent === 'Reno/Spaced' && !library) {
    cases.push(known.cases.find((/** @type {{ case: string }} */ c) => c.case === name));
    continue;
  }
  const settings = Object.entries({ ...group, mbps, packets, durationS: DURATION_S, library });
  /** @type {number[][]} */
  const runs = [];
  for (let run = 1; run <= RUNS; run++) {
    const args = [here('dumbbell.tcl'), ...settings.map(([key, value]) => `${key}=${value}`), `run=${run}`];
    runs.push((await promisify(execFile)('ns', args)).stdout.trim().split(' ').map(Number));
  }
  // In ns-2 of 1999 packet sizes include headers; in ns-2 of 2006 headers are added.
  const payload = group.packetBytes - (group.stack === 'ns2-1999' ? 40 : 0);
  const rounded = (/** @type {number} */ x) => Number(x.toPrecision(5));
  const column = (/** @type {(run: number[]) => number} */ of) => runs.map((run) => rounded(of(run)));
  cases.push({
    case: name,
    durationS: DURATION_S,
    measureFromS: 0,
    hops: [{ mbps, queue: 'droptail', packets }],
    flows: [],
    group,
    goodputMbps: column(([acked = 0]) => (acked * payload * 8) / 1e6 / DURATION_S),
    timeouts: column(([, timeouts = 0]) => timeouts),
    queues: [
      {
        utilisation: column((run) => ((run[5] ?? 0) * 8) / 1e6 / DURATION_S / mbps),
        drops: column((run) => run[3] ?? 0),
        meanPackets: column((run) => run[4] ?? 0),
      },
    ],
  });
}
const source =
  'ns-2.35, default settings of 2006 or, where the stack says so, those before 2001; paced and randomised flows by spaced.cc';
await writeFile(file, `${JSON.stringify({ source, cases })}\n`);
