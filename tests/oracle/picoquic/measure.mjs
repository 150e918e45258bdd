// node tests/oracle/picoquic/measure.mjs EDITED SHIPPED [PATTERN]: measures the cases below with picoquic's simulated
// links and writes tests/oracle/picoquic.json. Both programs are flows.c: EDITED with a copy of picoquic without its
// deviations, which README.md lists, SHIPPED with picoquic as it is. Cases whose names do not match PATTERN keep their
// stored results.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Size of a full packet as picoquic's links count it, bytes. */
const PACKET = 1252;
/** Packets per ACK at the receivers. */
const ACK_EVERY = 2;
/** The names of BBR's states in the order of `alg_observe`. */
const STATES = [
  'startup',
  'drain',
  'down',
  'cruise',
  'refill',
  'up',
  'probeRtt',
  'startupLongRtt',
  'startupResume',
];

/** Microseconds per packet: 20.032 and 100.16 Mb/s. */
const [SLOW, FAST] = [500, 100];

/** @param {string} controller @param {number} rttMs @param {number} [startS] */
const flow = (controller, rttMs, startS = 0) => ({ controller, rttMs, startS });

/** @type {{ name: string, us: number, packets: number, rampUs?: number, seconds: number, runs: number, flows: ReturnType<typeof flow>[] }[]} */
const CASES = [
  // A BDP is 80 packets.
  ...[20, 80, 120, 320].map((packets) => ({
    name: `bbr3_b${packets}`,
    us: SLOW,
    packets,
    seconds: 120,
    runs: 5,
    flows: [flow('bbr', 40)],
  })),
  // A BDP is 400 packets.
  { name: 'bbr3_100M', us: FAST, packets: 400, seconds: 120, runs: 5, flows: [flow('bbr', 40)] },
  ...[80, 320].map((packets) => ({
    name: `bbr3_pair_b${packets}`,
    us: SLOW,
    packets,
    seconds: 240,
    runs: 5,
    flows: [flow('bbr', 40), flow('bbr', 40, 10)],
  })),
  ...[40, 320].map((packets) => ({
    name: `bbr3_cubic_b${packets}`,
    us: SLOW,
    packets,
    seconds: 240,
    runs: 5,
    flows: [flow('bbr', 40), flow('cubic', 40, 1)],
  })),
  // Whether two equal flows share equally.
  ...[40, 320].map((packets) => ({
    name: `cubic_b${packets}`,
    us: SLOW,
    packets,
    seconds: 240,
    runs: 1,
    flows: [flow('cubic', 40)],
  })),
  // Marked by the ramp of the L queue. Windows of 50, 250 and 500 packets.
  ...[5, 20, 40].map((rttMs) => ({
    name: `prague_${rttMs}ms`,
    us: FAST,
    packets: 400,
    rampUs: 1201,
    seconds: 60,
    runs: 1,
    flows: [flow('prague', rttMs)],
  })),
  {
    name: 'prague_20M',
    us: SLOW,
    packets: 320,
    rampUs: 4001,
    seconds: 60,
    runs: 1,
    flows: [flow('prague', 20)],
  },
  {
    name: 'prague_pair',
    us: FAST,
    packets: 400,
    rampUs: 1201,
    seconds: 120,
    runs: 5,
    flows: [flow('prague', 20), flow('prague', 20, 5)],
  },
  {
    name: 'prague_10_40',
    us: FAST,
    packets: 400,
    rampUs: 1201,
    seconds: 120,
    runs: 5,
    flows: [flow('prague', 10), flow('prague', 40)],
  },
  // There are no marks: Prague responds to losses.
  { name: 'prague_droptail', us: SLOW, packets: 80, seconds: 120, runs: 1, flows: [flow('prague', 40)] },
];

const [edited, shipped, pattern = ''] = process.argv.slice(2);
if (!edited || !shipped) throw new Error('the programs are missing');
const file = fileURLToPath(new URL('../picoquic.json', import.meta.url));
const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{"cases": []}'));

const cases = [];
const both = [
  ...CASES.map((c) => ({ ...c, program: edited })),
  ...CASES.map((c) => ({ ...c, program: shipped, name: `shipped_${c.name}` })),
];
for (const { name, program, us, packets, rampUs = 0, seconds, runs, flows } of both) {
  if (!new RegExp(pattern).test(name)) {
    cases.push(...known.cases.filter((/** @type {{ case: string }} */ c) => c.case === name));
    continue;
  }
  const from = seconds / 10;
  /** @type {any[]} */
  const outputs = [];
  /** @type {number[][]} */
  const starts = flows.map(() => []);
  for (let run = 0; run < runs; run++) {
    // The later flow starts at another phase of a round trip in each run.
    const specs = flows.map(({ controller, rttMs, startS }, i) => {
      const start = startS + (i > 0 ? 0.0137 * run : 0);
      starts[i]?.push(Number(start.toFixed(4)));
      return `${controller}:${rttMs}:${start}`;
    });
    const args = [us, packets, rampUs, seconds, from, ACK_EVERY, run + 1, ...specs].map(String);
    outputs.push(JSON.parse((await promisify(execFile)(program, args)).stdout));
  }
  const rounded = (/** @type {number} */ x) => Number(x.toPrecision(5));
  const column = (/** @type {(output: any) => number} */ of) => outputs.map((output) => rounded(of(output)));
  cases.push({
    case: name,
    durationS: seconds,
    measureFromS: from,
    hops: [
      {
        mbps: (PACKET * 8) / us,
        queue: rampUs ? `DualQ;minTh=800us;maxTh=${rampUs}us` : 'droptail',
        packets,
      },
    ],
    flows: flows.map(({ controller, rttMs }, i) => ({
      controller,
      rttMs,
      startS: starts[i],
      goodputMbps: column((output) => output.flows[i].goodputMbps),
      retransmits: column((output) => output.flows[i].retransmits),
      marked: column((output) => output.flows[i].marked / output.flows[i].arrived),
      cwndQuantiles: outputs[0].flows[i].cwndQuantiles,
      // From the first run: how often BBR has entered a state, and the seconds in it.
      ...(controller === 'bbr' && {
        states: Object.fromEntries(
          STATES.map((state, k) => [state, outputs[0].flows[i].states[k]]).filter(([, [, s]]) => s > 0),
        ),
      }),
    })),
    queues: [
      {
        utilisation: column((output) => output.queue.utilisation),
        drops: column((output) => output.queue.drops),
        meanPackets: column((output) => output.queue.meanPackets),
      },
    ],
  });
}
const source =
  "picoquic of 2026-08-16 (commit d199d45be869) with picotls of 2026-07-15 (f07f1c8c68b2), in picoquic's simulated links; measured on 2026-11-25";
await writeFile(file, `${JSON.stringify({ source, cases })}\n`);
