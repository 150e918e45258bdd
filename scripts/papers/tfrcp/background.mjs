// Sections III.C.3 and III.C.4: one long flow of each kind against transfers (Figure 5) and self-similar traffic (Figure 6).

import { dumbbell } from '../build.mjs';
import {
  ACCESS,
  CORE,
  DELAYED,
  F,
  LOSS,
  quick,
  RTT,
  roundAxis,
  SETTINGS,
  settings,
  TCP,
  TCP_STACK,
  TEN,
  TFRCP,
  USE,
  WAIT_US,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** M of Figures 5 and 6; the text states only the first, and that the others are larger. */
const LENGTHS = [2, 3, 4, 5];
const MONITORED = [
  { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp/goodputMbps' },
  { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/goodputMbps' },
];
const TIMEOUTS = {
  name: 'timeouts',
  unit: 'per 1000 packets',
  of: 'flows/tcp/timeouts',
  per: 'flows/tcp/sentPackets',
  times: 1000,
};

/** Payload that the bottleneck carries, kB/s: 960 of each 1000 bytes. */
const PAYLOAD = (1500 / 8) * 0.96;

/**
 * Arrivals per second for a mean of `active` concurrent transfers on a link that serves all flows equally: with two long flows
 * the number of transfers has the mean 3ρ/(1 − ρ).
 * @param {number} active @param {number} sizeKb
 */
export const arrivals = (active, sizeKb) => Number((((active / (active + 3)) * PAYLOAD) / sizeKb).toFixed(4));

/** @param {{ algorithm: string } & Record<string, unknown>} background */
const base = (background) =>
  dumbbell({
    flows: [TCP, TFRCP, { id: 'background', stack: TCP_STACK, sendOverheadUs: WAIT_US, ...background }],
    core: CORE,
    access: ACCESS,
    durationS: 1000,
  });

const ACTIVE = [5, 10, 15, 20, 25];
const TRANSFERS =
  'One long TCP flow and one long TFRCP flow (S1) share 1.5 Mb/s with TCP transfers that come and go; runs last 1000 s. F compares the two long flows.';

/** A figure of section C.3. @param {string} id @param {string} label @param {number} sizeKb mean size @param {string} title @param {string} summary */
const transfers = (id, label, sizeKb, title, summary) => ({
  id,
  label,
  title,
  summary,
  document: {
    version: 1,
    title,
    notes: `${TRANSFERS} Sizes are uniform in 0 to ${2 * sizeKb} kB. The paper claims that F is about 1 with M = 2 s and falls as M grows, because TCP finds free bandwidth sooner.\n\nThe paper states the mean number of active transfers, but neither the rate nor the distribution of their arrivals. Here arrivals are a Poisson process; its rate would give that mean on a link that serves all flows equally. The actual number is measured (*active*). *Figure 5(a), closed loop* shows the other reading. The values of M above 2 s are ours.\n\n${SETTINGS}`,
    base: base({ algorithm: 'reno', traffic: { kind: 'poisson', params: { sizeKb, limit: 500 } } }),
    axes: [
      {
        name: 'transfers',
        values: ACTIVE,
        sets: [
          {
            path: '/flows/background/traffic/params/ratePerS',
            values: ACTIVE.map((n) => arrivals(n, sizeKb)),
          },
        ],
      },
      roundAxis(LENGTHS),
    ],
    replications: TEN,
    measures: [
      F,
      ...MONITORED,
      TIMEOUTS,
      { name: 'active', of: 'flows/background/transfers/meanActive' },
      RTT,
      LOSS,
      USE,
    ],
    quick: quick([5, 15, 25], [2, 3, 5]),
  },
});

/** @type {PaperExperiment} */
const slots = {
  id: 'tfrcp-fig-5-slots',
  label: 'Figure 5(a), closed loop',
  title: 'Constant number of transfers',
  summary: 'The other reading of section C.3: a transfer that ends is replaced at once.',
  document: {
    version: 1,
    title: 'Friendliness with a constant number of transfers',
    notes: `${TRANSFERS} Sizes are uniform in 0 to 80 kB. Another transfer replaces each one that ends, so the number of transfers is constant.\n\n${SETTINGS}`,
    base: base({ algorithm: 'reno', traffic: { kind: 'web', params: { sizes: 'uniform', sizeKb: 40 } } }),
    axes: [
      { name: 'transfers', values: ACTIVE, sets: [{ path: '/flows/background/traffic/params/slots' }] },
      roundAxis(LENGTHS),
    ],
    replications: TEN,
    measures: [
      F,
      ...MONITORED,
      TIMEOUTS,
      { name: 'active', of: 'flows/background/transfers/meanActive' },
      RTT,
      LOSS,
      USE,
    ],
    quick: quick([5, 15, 25], [2, 5]),
  },
};

/** Settings that the paper does not state, in the runs of Figure 5(a). @type {{ name: string, tfrcp?: object, tcp?: object, overhead?: number, buffer?: number }[]} */
const OPEN = [
  { name: 'as in Figure 5(a)' },
  { name: 'an ACK for every packet', tcp: {} },
  { name: 'no random delay', overhead: 0 },
  { name: 'b = 1, an ACK for every packet', tfrcp: { packetsPerAck: 1 }, tcp: {} },
  { name: 'buffer of 50', buffer: 50 },
  { name: 'buffer of 100', buffer: 100 },
];

/** @type {PaperExperiment} */
const choices = {
  id: 'tfrcp-fig-5-settings',
  label: 'Figure 5(a), unstated settings',
  title: 'Effect of the unstated settings',
  summary: 'F against ten transfers at M = 2 and 5 s, for each setting that the paper does not state.',
  document: {
    version: 1,
    title: 'Friendliness with transfers: effect of the unstated settings',
    notes: `On average, ten transfers of 0 to 80 kB are active, as in Figure 5(a). Each bar changes one setting.\n\n${SETTINGS}`,
    base: base({
      algorithm: 'reno',
      traffic: { kind: 'poisson', params: { sizeKb: 40, limit: 500, ratePerS: arrivals(10, 40) } },
    }),
    axes: [
      {
        name: 'setting',
        values: OPEN.map(({ name }) => name),
        sets: [
          { path: '/flows/tfrcp/params', values: OPEN.map(({ tfrcp = {} }) => tfrcp) },
          { path: '/flows/tcp/stack/params', values: OPEN.map(({ tcp = DELAYED }) => tcp) },
          { path: '/flows/background/stack/params', values: OPEN.map(({ tcp = DELAYED }) => tcp) },
          { path: '/flows/*/sendOverheadUs', values: OPEN.map(({ overhead = WAIT_US }) => overhead) },
          {
            path: '/links/core/forward/queue/params/limitPackets',
            values: OPEN.map(({ buffer = 25 }) => buffer),
          },
        ],
      },
      roundAxis([2, 5]),
    ],
    replications: TEN,
    measures: [F, ...MONITORED, TIMEOUTS, RTT, LOSS, USE],
    chart: { kind: 'bar' },
    quick: quick(['as in Figure 5(a)', 'an ACK for every packet', 'buffer of 100'], []),
  },
};

const SOURCES =
  'One long TCP flow and one long TFRCP flow (S1) share 1.5 Mb/s with ON/OFF UDP sources. ON and OFF times have Pareto distributions with means of 1 s and 2 s; a source sends 12 kb/s while ON. The sum of the sources is self-similar.';
const SLOW =
  'Means of such traffic converge slowly, so the paper runs 25,000 s. The values of M are ours; the text states none. A datagram has 1000 bytes on the wire, like all packets here.';

/** @param {{ sources?: number, shape?: number }} [params] */
const selfSimilar = (params = {}) => ({
  ...base({
    algorithm: 'udp',
    traffic: { kind: 'onoff', params: { rateKbps: 12, onS: 1, offS: 2, shape: 1.2, ...params } },
  }),
  durationS: 25_000,
  sampling: { periodMs: 1000 },
});

const UDP = { name: 'UDP', unit: 'Mb/s', of: 'flows/background/throughputMbps' };

/** @type {PaperExperiment[]} */
const figure6 = [
  {
    id: 'tfrcp-fig-6',
    label: 'Figure 6',
    title: 'Friendliness with self-similar traffic',
    summary: 'F of two long flows against the number of ON/OFF sources, for several M.',
    document: {
      version: 1,
      title: 'Friendliness with self-similar traffic',
      notes: `${SOURCES} The shape of the Pareto distributions is 1.2. F compares the two long flows. The paper claims that TFRCP is still relatively fair and that F falls as M grows.\n\n${SLOW}\n\n${SETTINGS}`,
      base: selfSimilar(),
      axes: [
        {
          name: 'sources',
          values: [20, 40, 60, 80],
          sets: [{ path: '/flows/background/traffic/params/sources' }],
        },
        roundAxis(LENGTHS),
      ],
      replications: { count: 5 },
      measures: [F, ...MONITORED, UDP, RTT, LOSS, USE],
      quick: {
        count: 2,
        durationS: 500,
        values: [
          [20, 80],
          [2, 3, 5],
        ],
      },
    },
  },
  {
    id: 'tfrcp-fig-6-shapes',
    label: 'Section III.C.4, shapes',
    title: 'Other Pareto shapes',
    summary: 'The paper says that other shapes give similar results; here 1.2, 1.5 and 1.9 with 60 sources.',
    document: {
      version: 1,
      title: 'Friendliness with self-similar traffic: other shapes',
      notes: `${SOURCES} There are 60 sources, and the shape of the Pareto distributions varies: the closer it is to 2, the shorter the memory of the sum. The paper says, without a figure, that results are similar.\n\n${SLOW}\n\n${SETTINGS}`,
      base: selfSimilar({ sources: 60 }),
      axes: [
        {
          name: 'shape',
          values: [1.2, 1.5, 1.9],
          sets: [{ path: '/flows/background/traffic/params/shape' }],
        },
        roundAxis([2, 3, 5]),
      ],
      replications: { count: 5 },
      measures: [F, ...MONITORED, UDP, RTT, LOSS, USE],
      quick: {
        count: 2,
        durationS: 500,
        values: [
          [1.2, 1.5, 1.9],
          [2, 5],
        ],
      },
    },
  },
];

/** Figure 6 with larger buffers; four BDP of section C.2 are 78 packets on this path. @type {PaperExperiment} */
const buffers = {
  id: 'tfrcp-fig-6-buffers',
  label: 'Figure 6, buffers',
  title: 'Self-similar traffic and larger buffers',
  summary:
    'F against M with 60 sources and buffers of 50 and 78 packets; the text does not state the buffer.',
  document: {
    version: 1,
    title: 'Friendliness with self-similar traffic: larger buffers',
    notes: `${SOURCES} There are 60 sources. The paper does not state the buffer of this scenario; 78 packets are four bandwidth-delay products, the buffer that it states for section III.C.2. Figure 6 has 25.\n\n${SLOW}\n\n${settings('5.3 ms, one transmission time of the bottleneck')}`,
    base: selfSimilar({ sources: 60 }),
    axes: [
      {
        name: 'buffer',
        unit: 'packets',
        values: [50, 78],
        sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
      },
      roundAxis([2, 3, 5]),
    ],
    replications: { count: 5 },
    measures: [F, ...MONITORED, UDP, RTT, LOSS, USE],
    quick: {
      count: 2,
      durationS: 500,
      values: [[78], [2, 5]],
    },
  },
};

export const background = [
  transfers(
    'tfrcp-fig-5a',
    'Figure 5(a)',
    40,
    'Friendliness with transfers of 0 to 80 kB',
    'F of two long flows against the number of concurrent transfers, for several M.',
  ),
  transfers(
    'tfrcp-fig-5b',
    'Figure 5(b)',
    80,
    'Friendliness with transfers of 0 to 160 kB',
    'The same with transfers of twice the size.',
  ),
  slots,
  choices,
  ...figure6,
  buffers,
];
