// node tests/oracle/ns2/measure.mjs [FOLDER [PATTERN]]: measures the cases below with an installed ns-2.35 and writes tests/oracle/ns2.json; with a
// pattern only the cases whose names fit it, and the others keep their stored results.
// FOLDER has spaced.so, code.so and tfrcp.so: the agents beside this file, compiled against the sources of that ns:
//   g++ -shared -fPIC -std=gnu++11 -fpermissive -DUSE_INTERP_RESULT -DTCLCL_CLASSINSTVAR -I<each folder of ns-2.35> -I<tcl, tclcl> spaced.cc
// Without it, cases of their agents keep their stored results.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

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

/** Table 2 of CODE TCP: flows that start within a round trip, without random waits; measured from 50 s on. */
const TABLE_2 = { ...CODE, overheadUs: 0, jitterS: 0.05 };

/** Half TCP, half TFRCP on the T1 line, in runs of the paper's length, with R from exact samples. */
const HALF_TFRCP = { mbps: 1.5, packets: 25, durationS: 1000 };
/** @param {number} n @param {Partial<FlowGroup>} [more] */
const half = (n, more = {}) => ({ ...TFRCP, ackEvery: 2, n, tfrcp: n / 2, roundS: 3, exactRtt: 1, ...more });

/** The libraries of agents that ns-2 does not have. @type {Record<string, string>} */
const LIBRARIES = { 'Reno/Spaced': 'spaced', 'Vegas/Code': 'code' };
/** The library that a case needs. @param {FlowGroup} group */
const libraryOf = (group) => (group.tfrcp ? 'tfrcp' : LIBRARIES[group.agent]);

/** Figures 10 and 11 of Randomized TCP: windows that move together, over the runs of the paper’s experiments; transfers of 2500 packets in figure 11. */
const WINDOWS = { mbps: 4, packets: 25, durationS: 1000, details: true };
const SCHEMES = Object.entries({
  reno: RANDOMIZED,
  paced: SPACED,
  randomized: { ...SPACED, interval: 1, corrected: 1 },
  randomized_uncorrected: { ...SPACED, interval: 1 },
});

/** @type {{ name: string, mbps: number, packets: number, group: FlowGroup, durationS?: number, fromS?: number, details?: boolean }[]} */
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
  ...SCHEMES.flatMap(([name, group]) => [
    ...[10, 25].map((n) => ({ ...WINDOWS, name: `windows_${name}_${n}`, group: { ...group, n } })),
    { ...WINDOWS, name: `windows_${name}_web`, group: { ...group, n: 25, transferPackets: 2500 } },
  ]),
  ...[10, 20, 25].flatMap((mbps) =>
    ['Vegas', 'Vegas/Code'].map((agent) => ({
      name: `${agent === 'Vegas' ? 'vegas' : 'code'}_10_at_${mbps}_mbps`,
      mbps,
      packets: 100,
      fromS: 50,
      group: { ...TABLE_2, agent, stack: 'ns2-1999' },
    })),
  ),
  ...[10, 30, 50].map((n) => ({ ...HALF_TFRCP, name: `tfrcp_${n}`, group: half(n) })),
  ...[10, 30, 50].map((n) => ({
    ...HALF_TFRCP,
    name: `tfrcp_${n}_ticks`,
    group: half(n, { exactRtt: 0 }),
  })),
  ...[10, 50].map((n) => ({
    ...HALF_TFRCP,
    name: `tfrcp_${n}_round_trips`,
    group: half(n, { roundTrips: 20 }),
  })),
  ...[20, 100].map((delayMs) => ({
    ...HALF_TFRCP,
    name: `tfrcp_30_delay_${delayMs}`,
    group: half(30, { coreMs: delayMs, rttMs: 2 * delayMs + 4 }),
  })),
  // ns-2's Vegas adds no headers in either stack.
  { name: 'vegas_10', mbps: 10, packets: 100, group: { ...CODE, agent: 'Vegas', stack: 'ns2-1999' } },
];

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });
const [libraries, pattern] = positionals;
const file = here('../ns2.json');
const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{"cases": []}'));

/** The time from one event of losses to the next is more than a round trip: the base RTT and the full queue, s. @param {FlowGroup} group @param {number} mbps @param {number} packets */
const roundTrip = (group, mbps, packets) =>
  group.rttMs / 1000 + ((packets - 1) * group.packetBytes * 8) / (mbps * 1e6);

/** The mean share of the flows that lose at least one packet in an event. @param {string} drops a line for each: time and flow @param {number} n @param {number} gapS */
function synchronization(drops, n, gapS) {
  /** @type {Set<number>[]} */
  const events = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const line of drops.trim().split('\n')) {
    const [time = 0, flow = 0] = line.split(' ').map(Number);
    if (time - last >= gapS) events.push(new Set());
    events.at(-1)?.add(flow);
    last = time;
  }
  return mean(events.map((losers) => losers.size / n));
}

/** Mean, least and largest covariance coefficient of all pairs of windows. @param {string} windows a line for each sample, a column for each flow; `nan` before a flow starts */
function covariances(windows) {
  const rows = windows
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const flows = rows[0]?.map((_, i) => rows.map((row) => row[i] ?? Number.NaN)) ?? [];
  const pairs = flows.flatMap((a, i) => flows.slice(i + 1).map((b) => coefficient(a, b)));
  return { mean: mean(pairs), min: Math.min(...pairs), max: Math.max(...pairs) };
}

/** While both run. @param {number[]} a @param {number[]} b */
function coefficient(a, b) {
  const both = a.flatMap((x, i) => (Number.isNaN(x + Number(b[i])) ? [] : [[x, Number(b[i])]]));
  const [ma, mb] = [0, 1].map((k) => mean(both.map((pair) => Number(pair[k]))));
  const [ab, aa, bb] = both.reduce(
    ([ab = 0, aa = 0, bb = 0], [x = 0, y = 0]) => {
      const [dx, dy] = [x - Number(ma), y - Number(mb)];
      return [ab + dx * dy, aa + dx * dx, bb + dy * dy];
    },
    [0, 0, 0],
  );
  return Number(ab) / Math.sqrt(Number(aa) * Number(bb));
}

/** @param {number[]} list */
function mean(list) {
  return list.reduce((sum, x) => sum + x, 0) / list.length;
}

const folder = await mkdtemp(join(tmpdir(), 'droptail-ns2-'));
const cases = [];
for (const { name, mbps, packets, group, durationS = DURATION_S, fromS = 0, details } of CASES) {
  const stored = known.cases.find((/** @type {{ case: string }} */ c) => c.case === name);
  const own = libraryOf(group);
  if ((own && !libraries) || (pattern && !new RegExp(pattern).test(name))) {
    cases.push(stored);
    continue;
  }
  const written = join(folder, 'run');
  const settings = Object.entries({
    ...group,
    mbps,
    packets,
    durationS,
    fromS,
    library: own ? join(libraries ?? '', `${own}.so`) : '',
    details: details ? written : '',
  });
  /** @type {number[][]} */
  const runs = [];
  /** @type {{ level: number, mean: number, min: number, max: number }[]} */
  const together = [];
  for (let run = 1; run <= RUNS; run++) {
    const args = [here('dumbbell.tcl'), ...settings.map(([key, value]) => `${key}=${value}`), `run=${run}`];
    runs.push((await promisify(execFile)('ns', args)).stdout.trim().split(' ').map(Number));
    if (!details) continue;
    const [drops, windows] = [
      await readFile(`${written}.drops`, 'utf8'),
      await readFile(`${written}.windows`, 'utf8'),
    ];
    together.push({
      level: synchronization(drops, group.n, roundTrip(group, mbps, packets)),
      ...covariances(windows),
    });
  }
  // In ns-2 of 1999 packet sizes include headers; in ns-2 of 2006 headers are added.
  const payload = group.packetBytes - (group.stack === 'ns2-1999' ? 40 : 0);
  const rounded = (/** @type {number} */ x) => Number(x.toPrecision(5));
  const column = (/** @type {(run: number[]) => number} */ of) => runs.map((run) => rounded(of(run)));
  const covariance = (/** @type {'mean' | 'min' | 'max'} */ of) => together.map((run) => rounded(run[of]));
  cases.push({
    case: name,
    durationS,
    measureFromS: fromS,
    hops: [{ mbps, queue: 'droptail', packets }],
    flows: [],
    group,
    goodputMbps: column(([acked = 0]) => (acked * payload * 8) / 1e6 / (durationS - fromS)),
    // The timers of finished transfers go on, and count: 1099 of 1148 timeouts in 300 s with 25 Reno flows.
    ...(group.transferPackets ? {} : { timeouts: column(([, timeouts = 0]) => timeouts) }),
    ...(group.tfrcp ? { friendliness: column((run) => run[7] ?? 0) } : {}),
    ...(fromS > 0 ? { jain: column((run) => run[6] ?? 0) } : {}),
    ...(details
      ? {
          covariance: {
            mean: covariance('mean'),
            min: covariance('min'),
            max: covariance('max'),
          },
        }
      : {}),
    queues: [
      {
        utilisation: column((run) => ((run[5] ?? 0) * 8) / 1e6 / (durationS - fromS) / mbps),
        drops: column((run) => run[3] ?? 0),
        meanPackets: column((run) => run[4] ?? 0),
        ...(details ? { synchronization: together.map(({ level }) => rounded(level)) } : {}),
      },
    ],
  });
}
await rm(folder, { recursive: true });
const source =
  'ns-2.35, default settings of 2006 or, where the stack says so, those before 2001; flows of the papers by spaced.cc, code.cc and tfrcp.cc';
await writeFile(file, `${JSON.stringify({ source, cases })}\n`);
