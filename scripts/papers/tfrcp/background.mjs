// Sections III.C.3 and III.C.4: one endless flow of each kind beside transfers (Figure 5) and self-similar traffic (Figure 6).

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
  TCP,
  TCP_STACK,
  TEN,
  TFRCP,
  USE,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** M of Figures 5 and 6; the text has only the first, and that they grow. */
const LENGTHS = [2, 3, 4, 5];
const MONITORED = [
  { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp/goodputMbps' },
  { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/goodputMbps' },
];
const TIMEOUTS = {
  name: 'timeouts',
  unit: 'in 1000 packets',
  of: 'flows/tcp/timeouts',
  per: 'flows/tcp/sentPackets',
  times: 1000,
};

/** Payload that the bottleneck carries, kB/s: 960 of each 1000 bytes. */
const PAYLOAD = (1500 / 8) * 0.96;

/**
 * Arrivals a second with which `active` transfers run at once on the mean, where the link serves all flows alike: beside two endless flows
 * the number of transfers has the mean 3ρ/(1 − ρ).
 * @param {number} active @param {number} sizeKb
 */
export const arrivals = (active, sizeKb) => Number((((active / (active + 3)) * PAYLOAD) / sizeKb).toFixed(4));

/** @param {{ algorithm: string } & Record<string, unknown>} background */
const base = (background) =>
  dumbbell({
    flows: [TCP, TFRCP, { id: 'background', stack: TCP_STACK, sendOverheadUs: 5333, ...background }],
    core: CORE,
    access: ACCESS,
    durationS: 1000,
  });

const ACTIVE = [5, 10, 15, 20, 25];
const TRANSFERS =
  'One endless TCP flow and one endless TFRCP flow (S1) share 1.5 Mb/s with TCP transfers that come and go, 1000 s long. F compares the two endless flows.';

/** A figure of section C.3. @param {string} id @param {string} label @param {number} sizeKb mean size @param {string} title @param {string} summary */
const transfers = (id, label, sizeKb, title, summary) => ({
  id,
  label,
  title,
  summary,
  document: {
    version: 1,
    title,
    notes: `${TRANSFERS} Sizes are uniform in 0 to ${2 * sizeKb} kB. The paper claims that F is about 1 with M = 2 s and falls as M grows, since TCP finds free bandwidth sooner.\n\nThe paper states how many transfers are active on the mean, and neither rate nor distribution of their arrivals. Here they are a Poisson process with the rate at which a link that serves all alike would have so many; how many there were is measured (*active*). *Figure 5: always as many transfers* has the other reading. The values of M beyond 2 s are ours.\n\n${SETTINGS}`,
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
  title: 'Figure 5: always as many transfers',
  summary: 'The other reading of section C.3: a transfer that ends is replaced at once.',
  document: {
    version: 1,
    title: 'Friendliness beside a constant number of transfers',
    notes: `${TRANSFERS} Sizes are uniform in 0 to 80 kB. A transfer that ends is replaced by another one, so that there are always as many.\n\n${SETTINGS}`,
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

/** Settings that are open, in the runs of Figure 5(a). @type {{ name: string, tfrcp?: object, tcp?: object, overhead?: number, buffer?: number }[]} */
const OPEN = [
  { name: 'as in Figure 5(a)' },
  { name: 'an ACK for every packet', tcp: {} },
  { name: 'no random delay', overhead: 0 },
  { name: 'b = 1, an ACK for every packet', tfrcp: { packetsPerAck: 1 }, tcp: {} },
  { name: 'buffer of 50', buffer: 50 },
  { name: 'buffer of 100', buffer: 100 },
];

/** @type {PaperExperiment} */
const settings = {
  id: 'tfrcp-fig-5-settings',
  label: 'Figure 5(a), open settings',
  title: 'Figure 5: what the open settings do',
  summary: 'F beside ten transfers at M = 2 and 5 s, for each way to fill what the paper leaves open.',
  document: {
    version: 1,
    title: 'Friendliness beside transfers: what the open settings do',
    notes: `Ten transfers of 0 to 80 kB are active on the mean, as in Figure 5(a). One setting at a time departs from those there.\n\n${SETTINGS}`,
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
          { path: '/flows/*/sendOverheadUs', values: OPEN.map(({ overhead = 5333 }) => overhead) },
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
  'One endless TCP flow and one endless TFRCP flow (S1) share 1.5 Mb/s with UDP sources that are ON and OFF in turn, for Pareto times with means of 1 s and 2 s, and send 12 kb/s while ON: together they are self-similar.';
const SLOW =
  'Means of such traffic converge slowly, therefore the paper runs 25,000 s. Values of M are ours; the text has none. A datagram is 1000 bytes on the wire, as all packets here.';

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
    title: 'Friendliness beside self-similar traffic',
    summary: 'F of two endless flows against the number of ON/OFF sources, for several M.',
    document: {
      version: 1,
      title: 'Friendliness beside self-similar traffic',
      notes: `${SOURCES} The shape of the Pareto times is 1.2. F compares the two endless flows. The paper claims that TFRCP is still relatively fair, and that F falls as M grows.\n\n${SLOW}\n\n${SETTINGS}`,
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
    title: 'Other shapes of the Pareto times',
    summary: 'The paper says that other shapes give similar results; here 1.2, 1.5 and 1.9 with 60 sources.',
    document: {
      version: 1,
      title: 'Friendliness beside self-similar traffic: other shapes',
      notes: `${SOURCES} There are 60 sources, and the shape of the Pareto times varies: the nearer to 2, the shorter the memory of their sum. The paper says without a figure that results are similar.\n\n${SLOW}\n\n${SETTINGS}`,
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

export const background = [
  transfers(
    'tfrcp-fig-5a',
    'Figure 5(a)',
    40,
    'Friendliness beside transfers of 0 to 80 kB',
    'F of two endless flows against the number of transfers beside them, for several M.',
  ),
  transfers(
    'tfrcp-fig-5b',
    'Figure 5(b)',
    80,
    'Friendliness beside transfers of 0 to 160 kB',
    'The same with transfers twice as large.',
  ),
  slots,
  settings,
  ...figure6,
];
