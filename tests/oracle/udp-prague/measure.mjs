// node tests/oracle/udp-prague/measure.mjs STEADY SHIPPED: measures the cases below and writes
// tests/oracle/udp-prague.json. Both programs are flows.cpp: STEADY with a controller that paces at its rate, SHIPPED
// with udp_prague as it is; see README.md.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKET = 1252;
/** Microseconds per packet: 100.16 Mb/s. */
const US = 100;
const [PACKETS, FROM_US, TO_US] = [400, 800, 1200];
const SECONDS = 120;
/** α and the shares need tens of seconds to converge. */
const FROM_S = 24;

/** @type {{ name: string, runs: number, flows: [rttMs: number, startS: number][] }[]} */
const CASES = [
  ...[5, 10, 20, 40].map((rttMs) => ({
    name: `udp_prague_${rttMs}ms`,
    runs: 1,
    flows: /** @type {[number, number][]} */ ([[rttMs, 0]]),
  })),
  {
    name: 'udp_prague_5_20',
    runs: 5,
    flows: [
      [5, 0],
      [20, 1],
    ],
  },
  {
    name: 'udp_prague_5_40',
    runs: 5,
    flows: [
      [5, 0],
      [40, 1],
    ],
  },
  {
    name: 'udp_prague_pair',
    runs: 5,
    flows: [
      [20, 0],
      [20, 3],
    ],
  },
];

const [steady, shipped] = process.argv.slice(2);
if (!steady || !shipped) throw new Error('the programs are missing');
const cases = [];
const both = [
  ...CASES.map((c) => ({ ...c, program: steady })),
  ...CASES.map((c) => ({ ...c, program: shipped, name: `shipped_${c.name}` })),
];
for (const { name, program, runs, flows } of both) {
  /** @type {any[]} */
  const outputs = [];
  /** @type {number[][]} */
  const starts = flows.map(() => []);
  for (let run = 0; run < runs; run++) {
    const specs = flows.map(([rttMs, startS], i) => {
      const start = Number((startS + (i > 0 ? 0.0137 * run : 0)).toFixed(4));
      starts[i]?.push(start);
      return `${rttMs}:${start}`;
    });
    const args = [US, PACKETS, FROM_US, TO_US, SECONDS, FROM_S, ...specs].map(String);
    outputs.push(JSON.parse((await promisify(execFile)(program, args)).stdout));
  }
  const rounded = (/** @type {number} */ x) => Number(x.toPrecision(5));
  const column = (/** @type {(output: any) => number} */ of) => outputs.map((output) => rounded(of(output)));
  cases.push({
    case: name,
    durationS: SECONDS,
    measureFromS: FROM_S,
    hops: [{ mbps: (PACKET * 8) / US, queue: `ramp;minTh=${FROM_US}us;maxTh=${TO_US}us`, packets: PACKETS }],
    flows: flows.map(([rttMs], i) => ({
      controller: 'udp_prague',
      rttMs,
      startS: starts[i],
      goodputMbps: column((output) => output.flows[i].goodputMbps),
      retransmits: starts[i]?.map(() => 0),
      marked: column((output) => output.flows[i].marked),
      cwndQuantiles: outputs[0].flows[i].cwndQuantiles,
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
const source = 'udp_prague of 2026-02-03 (commit e8e343533a7c), driven by flows.cpp; measured on 2026-11-25';
const file = fileURLToPath(new URL('../udp-prague.json', import.meta.url));
await writeFile(file, `${JSON.stringify({ source, cases })}\n`);
