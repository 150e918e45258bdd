// Sections III.C.1 and III.C.2: long flows (Figures 2 to 4).

import {
  CONTEXT,
  DELAYED,
  F,
  F_C,
  flowsAxis,
  LOSS,
  pair,
  quick,
  roundAxis,
  SETTINGS,
  settings,
  TEN,
  transmissionUs,
  WAIT_US,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const FEW = [10, 30, 50];
const SETUP = `Half of the 10 to 50 long flows are TCP, half are TFRCP. They share 1.5 Mb/s with a delay of 50 ms for 1000 s.`;

/** The document of one of these figures. @param {string} title @param {string} notes @param {object} second the second axis @param {(number | string)[]} some its values at the quick size @param {Record<string, unknown>} [more] */
const figure = (title, notes, second, some, more = {}) => ({
  version: 1,
  title,
  notes,
  base: pair(),
  axes: [flowsAxis(), second],
  replications: TEN,
  measures: [F, F_C, ...CONTEXT],
  quick: quick(FEW, some),
  ...more,
});

const everyAck = { path: '/flows/tcp*/stack/params/delayedAck', values: [1] };

/** @type {PaperExperiment[]} */
const figure2 = [
  {
    id: 'tfrcp-fig-2a',
    label: 'Figure 2(a)',
    title: 'Friendliness with rounds of a fixed length (S1)',
    summary: 'Half TCP, half TFRCP on a T1 line: F against the number of flows, for five round lengths.',
    document: figure(
      'Friendliness with rounds of a fixed length (S1)',
      `${SETUP} A TFRCP flow sets its rate every M seconds. F is the mean throughput of the TFRCP flows over that of the TCP flows; the paper claims that it stays close to 1.\n\n${SETTINGS}`,
      roundAxis(),
      [2, 3, 5],
    ),
  },
  {
    id: 'tfrcp-fig-2a-every-ack',
    label: 'Figure 2(a), an ACK for every packet',
    title: 'The same without delayed ACKs',
    summary: 'An ACK for every packet is one of the unstated choices that matter most.',
    document: figure(
      'Friendliness under S1 with an ACK for every packet',
      `As Figure 2(a), but TCP’s receivers acknowledge every packet, which is the default of the paper’s simulator. TCP then grows twice as fast, while TFRCP’s formula still has b = 2.\n\n${SETTINGS}`,
      { ...roundAxis(), sets: [...roundAxis().sets, everyAck] },
      [2, 3, 5],
    ),
  },
  {
    id: 'tfrcp-fig-2b',
    label: 'Figure 2(b)',
    title: 'Rounds of K round trips (S2)',
    summary:
      'F against the number of flows with rounds of K round trips: the paper finds TFRCP more aggressive as the load grows.',
    document: figure(
      'Friendliness with rounds of K round trips (S2)',
      `${SETUP} A round lasts K times the round-trip time at its start. The paper finds that TFRCP becomes more aggressive with more flows, because the RTT and the rounds become longer, and rejects S2.\n\n${SETTINGS} The paper’s four values of K are “between 10 and 60”: here 10, 20, 40 and 60.`,
      {
        name: 'K',
        unit: 'round trips',
        values: [10, 20, 40, 60],
        sets: [
          { path: '/flows/tfrcp*/params/strategy', values: ['rtt'] },
          { path: '/flows/tfrcp*/params/roundTrips' },
        ],
      },
      [10, 20, 60],
    ),
  },
  {
    id: 'tfrcp-fig-2c',
    label: 'Figure 2(c)',
    title: 'Rounds of random length (S3)',
    summary:
      'F against the number of flows with rounds of c + U[0, u] seconds; all TFRCP flows start together.',
    document: figure(
      'Friendliness with rounds of random length (S3)',
      `${SETUP} Each round lasts c + U[0, u] seconds, 3 s on average; all TFRCP flows start at the same time. The paper claims that F stays close to 1.\n\n${SETTINGS}`,
      {
        name: 'rounds',
        values: ['0.3 + U[0, 5.4] s', '1.5 + U[0, 3] s', '2.7 + U[0, 0.6] s'],
        sets: [
          { path: '/flows/tfrcp*/params/strategy', values: ['random'] },
          { path: '/flows/tfrcp*/params/baseS', values: [0.3, 1.5, 2.7] },
          { path: '/flows/tfrcp*/params/spreadS', values: [5.4, 3, 0.6] },
          { path: '/flows/tfrcp*/startJitterS', values: [0] },
        ],
      },
      [],
    ),
  },
  {
    id: 'tfrcp-fig-2-delays',
    label: 'Section III.C.1, delays',
    title: 'Other bottleneck delays (S1)',
    summary: 'The paper says that other delays give similar results; here 20, 50 and 100 ms.',
    document: figure(
      'Friendliness under S1 at other bottleneck delays',
      `As Figure 2(a) with M = 3 s and different bottleneck delays. The paper says, without figures, that results are similar.\n\n${SETTINGS}`,
      {
        name: 'delay',
        unit: 'ms',
        values: [20, 50, 100],
        sets: ['forward', 'backward'].map((way) => ({ path: `/links/core/${way}/delayMs` })),
      },
      [],
    ),
  },
  {
    id: 'tfrcp-fig-2-rap',
    label: 'Section III.C.1, RAP',
    title: 'RAP instead of TFRCP',
    summary: 'AIMD of a rate; the paper says that it cannot guarantee fairness here.',
    document: figure(
      'RAP instead of TFRCP',
      `As Figure 2(a), for TFRCP with rounds of 3 s and for RAP (Rejaie and others). RAP is one of two schemes of which the paper says that they cannot be fair if windows are small, because their rates do not account for timeouts.\n\n${SETTINGS}`,
      { name: 'scheme', values: ['tfrcp', 'rap'], sets: [{ path: '/flows/tfrcp*/algorithm' }] },
      [],
      {
        measures: [
          { ...F, of: 'groups/*/friendliness' },
          { ...F_C, of: 'groups/*/internalFairness' },
          ...CONTEXT,
        ],
      },
    ),
  },
];

/** Two habits of ns-2 before 2006: a window that falls is rounded down, and the ACK that ends fast recovery counts for growth. */
const HABITS = { wholePackets: true, growOnExit: true };

/** Settings that the paper does not state, changed one at a time: name, parameters of TFRCP, options of TCP's stack, random delay (µs), buffer (packets). @type {{ name: string, tfrcp?: object, tcp?: object, overhead?: number, buffer?: number }[]} */
const CHOICES = [
  { name: 'as in Figure 2(a)' },
  { name: 'an ACK for every packet', tcp: {} },
  { name: 'ACKs delayed up to 200 ms', tcp: { delayedAck: 2, delayedAckMs: 200 } },
  { name: 'as ns-2 does it', tcp: { ...DELAYED, ...HABITS } },
  { name: 'as ns-2 does it, an ACK for every packet', tcp: HABITS },
  { name: 'random delay up to 1 ms', overhead: 1000 },
  { name: 'no random delay', overhead: 0 },
  { name: 'no random delay, an ACK for every packet', overhead: 0, tcp: {} },
  { name: 'b = 1 in the formula', tfrcp: { packetsPerAck: 1 } },
  { name: 'b = 1, an ACK for every packet', tfrcp: { packetsPerAck: 1 }, tcp: {} },
  { name: 'send-rate form', tfrcp: { formula: 'sendRate' } },
  { name: 'approximate form', tfrcp: { formula: 'approximate' } },
  { name: 'literal loss count', tfrcp: { strictPaper: true } },
  { name: 'a burst each round trip', tfrcp: { clocking: 'burst' } },
  { name: 'buffer of 50', buffer: 50 },
  { name: 'buffer of 100', buffer: 100 },
];

/** An axis of these settings. */
const choiceAxis = {
  name: 'setting',
  values: CHOICES.map(({ name }) => name),
  sets: [
    { path: '/flows/tfrcp*/params', values: CHOICES.map(({ tfrcp = {} }) => tfrcp) },
    { path: '/flows/tcp*/stack/params', values: CHOICES.map(({ tcp = DELAYED }) => tcp) },
    { path: '/flows/*/sendOverheadUs', values: CHOICES.map(({ overhead = WAIT_US }) => overhead) },
    {
      path: '/links/core/forward/queue/params/limitPackets',
      values: CHOICES.map(({ buffer = 25 }) => buffer),
    },
  ],
};

/** @type {PaperExperiment} */
const choices = {
  id: 'tfrcp-fig-2-settings',
  label: 'Figure 2, unstated settings',
  title: 'Effect of the unstated settings',
  summary: 'F under S1 for each setting that the paper does not state.',
  document: {
    ...figure(
      'Friendliness under S1: effect of the unstated settings',
      `${SETUP} M = 3 s. Each bar changes one setting of Figure 2(a).\n\n${SETTINGS}`,
      choiceAxis,
      [],
    ),
    axes: [choiceAxis, flowsAxis([], FEW)],
    measures: [
      F,
      F_C,
      ...CONTEXT,
      { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp*/goodputMbps', over: 'sum' },
      { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp*/goodputMbps', over: 'sum' },
      { name: 'timeouts of TCP', of: 'flows/tcp*/timeouts', over: 'sum' },
    ],
    chart: { kind: 'bar' },
    quick: quick(['as in Figure 2(a)', 'an ACK for every packet', 'no random delay', 'buffer of 100'], FEW),
  },
};

/** @type {PaperExperiment} */
const figure3 = {
  id: 'tfrcp-fig-3',
  label: 'Figure 3',
  title: 'Fairness among TFRCP flows (S1)',
  summary: 'F_C, the largest over the smallest throughput of a TFRCP flow, in the runs of Figure 2(a).',
  document: figure(
    'Fairness among TFRCP flows (S1)',
    `The setup of Figure 2(a). F_C is the largest throughput of a TFRCP flow over the smallest; the paper calls it acceptable in most cases. The same ratio for the TCP flows is shown as well.\n\n${SETTINGS}`,
    roundAxis(),
    [2, 3, 5],
    { measures: [F_C, { name: 'F_C of TCP', of: 'groups/reno/internalFairness' }, F, LOSS] },
  ),
};

/**
 * Bandwidth in proportion to the number of flows, a buffer of four BDP, and a random delay of up to one transmission time of that link.
 * @param {number} kbps per flow @param {number} delayMs @param {number[]} [flows]
 */
function share(kbps, delayMs, flows = [10, 20, 30, 40, 50]) {
  const product = (kbps * 2 * delayMs) / 8000;
  return flowsAxis(
    [
      { path: '/links/core/forward/rateMbps', times: kbps / 1000 },
      { path: '/links/core/backward/rateMbps', times: kbps / 1000 },
      { path: '/links/core/forward/queue/params/limitPackets', times: 4 * product, whole: true },
      { path: '/flows/*/sendOverheadUs', values: flows.map((n) => transmissionUs((n * kbps) / 1000)) },
    ],
    flows,
  );
}

/** The random delay of {@link share}, for notes. @param {number} kbps per flow */
const waits = (kbps) => {
  const [ten, fifty] = [10, 50].map((n) => `${transmissionUs((n * kbps) / 1000) / 1000} ms with ${n} flows`);
  return `one transmission time of the bottleneck, ${ten} and ${fifty}`;
};

/** A figure of section C.2. @param {string} id @param {string} label @param {string} title @param {string} summary @param {string} words @param {{ kbps?: number, delayMs?: number, measures?: object[] }} [settings] */
const shared = (
  id,
  label,
  title,
  summary,
  words,
  { kbps = 32, delayMs = 50, measures = [F, F_C, ...CONTEXT] } = {},
) => ({
  id,
  label,
  title,
  summary,
  document: {
    ...figure(
      title,
      `Of 10 to 50 long flows half are TCP, half are TFRCP (S1). The bottleneck has 4 “Kbps” per flow, a delay of ${delayMs} ms and a buffer of four BDP. ${words}\n\nIf these are kilobits, ten flows have 40 kb/s and a buffer of two packets, which does not give “reasonable” windows; if they are kilobytes, they have 320 kb/s and 16 packets. This document has ${kbps / 8} kB/s per flow.\n\n${settings(waits(kbps))}`,
      roundAxis(),
      [2, 3, 5],
    ),
    base: pair({ core: { rateMbps: 1.5, delayMs, limitPackets: 25 } }),
    axes: [share(kbps, delayMs), roundAxis()],
    measures,
  },
});

/** Thirty flows at 100 ms with shorter runs. @returns {PaperExperiment} */
function lengths() {
  const one = shared(
    'tfrcp-fig-4-100ms-lengths',
    'Section III.C.2, 100 ms, shorter runs',
    'Constant bandwidth per flow, 100 ms, shorter runs',
    'The paper does not state how long its runs at this delay are: F of thirty flows and its deviation over forty runs of 50 to 300 s.',
    'The paper says, without a figure, that results with M below 3 s vary a lot at this delay. Here there are thirty flows, and runs are shorter. Look at the standard deviations in the table: they fall with the length of the runs, at every M.',
    { delayMs: 100, measures: [F, LOSS] },
  );
  const length = { name: 'length', unit: 's', values: [50, 100, 200, 300], sets: [{ path: '/durationS' }] };
  const round = roundAxis();
  const document = {
    ...one.document,
    axes: [length, { ...round, sets: [...share(32, 100, [30]).sets.map(fixed), ...round.sets] }],
    replications: { count: 40 },
    quick: quick([50, 200], [2, 3, 5]),
  };
  return { ...one, document };
}

/** A value that follows from a number of thirty flows, as one for all variants. @param {object} each */
function fixed(each) {
  const { times, whole, ...set } = /** @type {{ times?: number, whole?: boolean }} */ (each);
  if (times === undefined) return set;
  return { ...set, values: [whole ? Math.round(30 * times) : 30 * times] };
}

/** @type {PaperExperiment[]} */
const figure4 = [
  shared(
    'tfrcp-fig-4a',
    'Figure 4(a)',
    'Friendliness with a constant bandwidth per flow',
    'F if the bandwidth grows with the number of flows, for five round lengths.',
    'The paper claims that F stays close to 1.',
  ),
  shared(
    'tfrcp-fig-4b',
    'Figure 4(b)',
    'Fairness among TFRCP flows with a constant bandwidth per flow',
    'F_C in the runs of Figure 4(a).',
    'The paper claims that TFRCP flows are fair among themselves.',
    { measures: [F_C, { name: 'F_C of TCP', of: 'groups/reno/internalFairness' }, F, LOSS] },
  ),
  shared(
    'tfrcp-fig-4-20ms',
    'Section III.C.2, 20 ms',
    'Constant bandwidth per flow, 20 ms',
    'F with a short bottleneck delay; the paper says that TFRCP is more aggressive than TCP.',
    'The paper says, without a figure, that TFRCP is more aggressive than TCP at this delay.',
    { delayMs: 20 },
  ),
  shared(
    'tfrcp-fig-4-100ms',
    'Section III.C.2, 100 ms',
    'Constant bandwidth per flow, 100 ms',
    'F with a long bottleneck delay; the paper says that short rounds lead to high variance.',
    'The paper says, without a figure, that results with M below 3 s vary a lot at this delay, because a round has too few packets to estimate losses. Look at the standard deviations in the table.',
    { delayMs: 100 },
  ),
  lengths(),
  shared(
    'tfrcp-fig-4-kbps',
    'Figure 4(a), kilobits',
    'Constant bandwidth per flow, in kilobits',
    'The same with the 4 “Kbps” of the text taken as kilobits per second.',
    'Each flow has half a packet per second; a window of one packet is more than its share.',
    { kbps: 4 },
  ),
];

const SIZES = [100, 250, 500, 1000];
const QUEUE = '/links/core/forward/queue/params';

/** @type {PaperExperiment} */
const packets = {
  id: 'tfrcp-fig-4-packets',
  label: 'Figure 4(a), packets',
  title: 'Constant bandwidth per flow, smaller packets',
  summary: 'The text does not state the packet size, which determines the window sizes.',
  document: {
    ...figure(
      'Constant bandwidth per flow, smaller packets',
      `As Figure 4(a) with M = 3 s. With packets of 1000 bytes each flow has four packets per second and a window of about two. The paper says that its packets and buffers give “reasonable” windows. With 100 bytes each flow has forty packets per second, which happens to be r₀. The buffer is four BDP and the random delay that of Figure 4(a) in each case.\n\n${settings(`${waits(32)} of 1000-byte packets`)}`,
      roundAxis(),
      [],
    ),
    axes: [
      {
        ...share(32, 50, FEW),
        sets: [
          ...share(32, 50, FEW).sets,
          // The same buffer in bytes.
          { path: `${QUEUE}/unit`, values: ['bytes'] },
          { path: `${QUEUE}/limitBytes`, times: 1600, whole: true },
        ],
      },
      {
        name: 'packet',
        unit: 'bytes',
        values: SIZES,
        sets: [
          // The smallest payload is 64 bytes.
          { path: '/flows/*/stack/params/mss', values: SIZES.map((size) => Math.max(64, size - 40)) },
          { path: '/flows/*/stack/params/headerBytes', values: SIZES.map((size) => Math.min(40, size - 64)) },
        ],
      },
    ],
  },
};

export const longFlows = [...figure2, choices, figure3, ...figure4, packets];
