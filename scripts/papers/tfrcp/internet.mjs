// Section IV: experiments over the Internet (Figures 7 to 9), here on emulated paths.

import { dumbbell } from '../build.mjs';
import { arrivals } from './background.mjs';
import { ACCESS, F, LOSS, STACK, TCP_STACK, USE } from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** The five hosts of Table I that only receive. */
const RECEIVERS = ['alps', 'edgar', 'maria', 'newton', 'sonic'];
/** Base RTTs to them, ms: between 30 and 120 by distance. @type {Record<string, Record<string, number>>} */
const ROUND_TRIPS = {
  void: { alps: 60, edgar: 90, maria: 60, newton: 30, sonic: 120 },
  manic: { alps: 60, edgar: 90, maria: 60, newton: 30, sonic: 120 },
  bmt: { alps: 50, edgar: 90, maria: 50, newton: 30, sonic: 110 },
};

/** Full Ethernet frames; receivers of that time delay ACKs. */
const PACKETS = { mss: 1460, headerBytes: 40 };
/** Timers of the senders: Linux 2.0 has a clock of 10 ms and a minimum RTO of 200 ms; systems derived from BSD have 500 ms and two ticks. */
const LINUX = { ...PACKETS, delayedAck: 2, minRtoMs: 200, clockTickMs: 10, granularityMs: 10 };
const BSD = { ...PACKETS, delayedAck: 2, minRtoMs: 1000, clockTickMs: 500, granularityMs: 500 };
/** @type {Record<string, object>} */
const TIMERS = { void: LINUX, manic: BSD, bmt: BSD };

const TFRCP = {
  id: 'tfrcp',
  algorithm: 'tfrcp',
  stack: { ...STACK, params: PACKETS },
  params: { clocking: 'burst' },
  startJitterS: 1,
};

/** TCP of the sender's operating system. @param {string} sender @param {string} [id] */
const tcp = (sender, id = 'tcp') => ({
  id,
  algorithm: 'reno',
  stack: { ...STACK, params: TIMERS[sender] },
  startJitterS: 1,
});

/** Background traffic: the self-similar traffic of section C.4 with the most sources, and transfers of section C.3, five of which are active on average. */
const BACKGROUND = [
  {
    id: 'web',
    algorithm: 'reno',
    stack: TCP_STACK,
    traffic: { kind: 'poisson', params: { ratePerS: arrivals(5, 40), sizeKb: 40, limit: 500 } },
  },
  { id: 'udp', algorithm: 'udp', traffic: { kind: 'onoff', params: { sources: 80 } } },
];

/** Delay of the bottleneck on a path with this RTT, ms; the rest is in two access links. @param {number} roundTripMs */
const delay = (roundTripMs) => roundTripMs / 2 - 2 * ACCESS.delayMs;

/** @param {string} sender @param {string} receiver @param {object} [more] @param {{ id: string, algorithm: string }[]} [flows] */
const path = (sender, receiver, more = {}, flows = [tcp(sender), TFRCP]) =>
  dumbbell({
    flows: [...flows, ...BACKGROUND],
    core: { rateMbps: 1.5, delayMs: delay(Number(ROUND_TRIPS[sender]?.[receiver])), limitPackets: 25 },
    access: ACCESS,
    durationS: 1000,
    ...more,
  });

const EMULATED = `The paper ran these experiments over the Internet of 1998. Only the hosts are known, not the paths. This is an emulation: a bottleneck of 1.5 Mb/s with 25 packets of buffer, the background traffic of sections III.C.3 and III.C.4 (transfers of 0 to 80 kB and 80 ON/OFF sources), and RTTs of 30 to 120 ms by distance. The hosts are modelled as far as they are known: TFRCP sends a burst each round trip, as its implementation did; TCP has delayed ACKs and the timers of its operating system (Linux 2.0 on void, systems derived from BSD on manic and bmt). M = 3 s, W_m = 100 packets, 1500-byte packets, runs of 1000 s. The numbers can be compared with the paper’s only qualitatively.`;

const E = { name: 'E', of: 'groups/tfrcp/equivalence' };
const RATES = [
  { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp/goodputMbps' },
  { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/goodputMbps' },
];

/** The receiver at the end of the path. @param {string} sender */
const receiverAxis = (sender) => ({
  name: 'receiver',
  values: RECEIVERS,
  sets: ['forward', 'backward'].map((way) => ({
    path: `/links/core/${way}/delayMs`,
    values: RECEIVERS.map((receiver) => delay(Number(ROUND_TRIPS[sender]?.[receiver]))),
  })),
});

const BARS = { kind: 'bar', centre: 'median' };

/** @param {string} letter @param {string} sender @param {string} system @returns {PaperExperiment} */
const figure7 = (letter, sender, system) => ({
  id: `tfrcp-fig-7${letter}`,
  label: `Figure 7(${letter})`,
  title: `TCP and TFRCP from ${sender}`,
  summary: `Equivalence E on emulated paths from ${sender} (${system}) to five hosts: median and semi-interquartile range.`,
  document: {
    version: 1,
    title: `TCP and TFRCP from ${sender}`,
    notes: `A TCP connection and a TFRCP connection from ${sender} (${system}) to the same host, at the same time. E is the larger throughput over the smaller; bars are medians of 15 runs, with the semi-interquartile range. The paper claims that throughputs differ by at most 35 to 50 % in most cases, and seldom by more than 75 %. Its median over all paths is 1.448, with a semi-interquartile range of 0.275.\n\n${EMULATED}`,
    base: path(sender, 'alps'),
    axes: [receiverAxis(sender)],
    replications: { count: 15 },
    measures: [E, F, ...RATES, LOSS, USE],
    chart: BARS,
    quick: { count: 5, durationS: 300 },
  },
});

/** @type {PaperExperiment} */
const twoTcp = {
  id: 'tfrcp-fig-7-two-tcp',
  label: 'Section IV.B, two TCP',
  title: 'Two TCP connections over the same paths',
  summary: 'The difference in throughput if both connections are TCP: the paper observed up to 10 %.',
  document: {
    version: 1,
    title: 'Two TCP connections over the same paths',
    notes: `The paths of Figure 7(b), from manic, with two TCP connections. F_C is the larger throughput over the smaller; this difference is not caused by the protocol. The paper observed values of up to 1.1.\n\n${EMULATED}`,
    base: path('manic', 'alps', {}, [tcp('manic'), tcp('manic', 'tcp2')]),
    axes: [receiverAxis('manic')],
    replications: { count: 15 },
    measures: [
      { name: 'F_C', of: 'groups/reno/internalFairness' },
      { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp*/goodputMbps' },
      LOSS,
      USE,
    ],
    chart: BARS,
    quick: { count: 5, durationS: 300 },
  },
};

const SCALES = [6, 12, 24, 48];

/** @type {PaperExperiment} */
const figure8 = {
  id: 'tfrcp-fig-8',
  label: 'Figure 8',
  title: 'Throughput at several time scales',
  summary: 'TCP and TFRCP from manic to edgar, averaged over 6, 12, 24 and 48 s.',
  document: {
    version: 1,
    title: 'Throughput at several time scales',
    notes: `A TCP connection and a TFRCP connection from manic to edgar. Each plot shows the same run, averaged over longer windows. The paper claims that TFRCP tracks TCP’s variations quite well on all these time scales.\n\n${EMULATED}`,
    base: path('manic', 'edgar'),
    axes: [
      {
        name: 'window',
        unit: 's',
        values: SCALES,
        sets: [
          { path: '/sampling/periodMs', times: 1000 },
          { path: '/sampling/timeScalesS', values: SCALES.map((scale) => [scale]) },
        ],
      },
    ],
    replications: { count: 15 },
    measures: [
      { name: 'E', of: 'groups/tfrcp/scales/*/equivalence' },
      { name: 'F', of: 'groups/tfrcp/scales/*/friendliness' },
      ...RATES,
      LOSS,
      USE,
    ],
    traces: [
      { name: 'TCP and TFRCP', unit: 'Mb/s', of: 'flows/t*/throughput' },
      { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp/throughput' },
      { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/throughput' },
    ],
    chart: { kind: 'trace' },
    quick: { count: 5, durationS: 300 },
  },
};

/** Figure 8 with a second TCP connection in the place of TFRCP: how alike two flows of one kind are on these time scales. @type {PaperExperiment} */
const figure8OfTwo = {
  id: 'tfrcp-fig-8-two-tcp',
  label: 'Figure 8, two TCP',
  title: 'Throughput of two TCP connections at several time scales',
  summary: 'Two TCP connections from manic to edgar, averaged over 6, 12, 24 and 48 s.',
  document: {
    .../** @type {any} */ (figure8.document),
    title: 'Throughput of two TCP connections at several time scales',
    notes: `As Figure 8, with a second TCP connection in the place of TFRCP. **Look at** how little the two have in common over 6 s: with eleven packets per second chance decides who loses when.\n\n${EMULATED}`,
    base: path('manic', 'edgar', {}, [tcp('manic'), tcp('manic', 'tcp2')]),
    measures: [
      { name: 'F_C', of: 'groups/reno/internalFairness' },
      { name: 'larger over smaller', of: 'groups/reno/scales/*/internalFairness' },
      { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp*/goodputMbps' },
      LOSS,
      USE,
    ],
    traces: [
      { name: 'two of TCP', unit: 'Mb/s', of: 'flows/tcp*/throughput' },
      { name: 'first', unit: 'Mb/s', of: 'flows/tcp/throughput' },
      { name: 'second', unit: 'Mb/s', of: 'flows/tcp2/throughput' },
    ],
  },
};

/** @type {PaperExperiment} */
const figure9 = {
  id: 'tfrcp-fig-9',
  label: 'Figure 9',
  title: 'Friendliness with the length of a round',
  summary: 'F from void to alps for M from 2 to 10 s: median and semi-interquartile range.',
  document: {
    version: 1,
    title: 'Friendliness with the length of a round',
    notes: `A TCP connection and a TFRCP connection from void to alps, with M from 2 to 10 s: medians of 20 runs with the semi-interquartile range. The paper claims that TFRCP becomes less aggressive as M grows.\n\n${EMULATED}`,
    base: path('void', 'alps'),
    axes: [
      {
        name: 'M',
        unit: 's',
        values: [2, 3, 4, 5, 6, 8, 10],
        sets: [{ path: '/flows/tfrcp/params/intervalS' }],
      },
    ],
    replications: { count: 20 },
    measures: [F, E, ...RATES, LOSS, USE],
    chart: { centre: 'median' },
    quick: { count: 5, durationS: 300, values: [[2, 5, 10]] },
  },
};

const figures = [
  figure7('a', 'void', 'Linux 2.0.30'),
  figure7('b', 'manic', 'IRIX 6.2'),
  figure7('c', 'bmt', 'FreeBSD 2.2.7'),
  twoTcp,
  figure8,
  figure9,
];

/** The same paths with four times the buffer. @param {PaperExperiment} one @returns {PaperExperiment} */
function withBuffer({ id, label, title, summary, document }) {
  const base = /** @type {any} */ (structuredClone(document.base));
  const core = base.links.find((/** @type {{ id: string }} */ link) => link.id === 'core');
  core.forward.queue.params.limitPackets = 100;
  return {
    id: `${id}-buffer`,
    label: `${label}, 100 packets`,
    title: `${title}, 100 packets of buffer`,
    summary: `${summary.replace(/\.$/, '')}, with 100 packets of buffer.`,
    document: {
      ...document,
      title: `${title}, 100 packets of buffer`,
      notes: `As *${label}*, with 100 packets of buffer instead of 25.\n\n${document.notes}`,
      base,
    },
  };
}

export const internet = [...figures, figure8OfTwo, ...figures.map(withBuffer)];
