// Introductory experiments that belong to no paper and are not part of the reproduction.
import { dumbbell } from './build.mjs';

const JITTER = { startJitterS: 1 };

/** BDP in packets of 1500 bytes. @param {number} rateMbps @param {number} rttMs */
const bdp = (rateMbps, rttMs) => (rateMbps * rttMs * 1000) / (1500 * 8);

/** A flow that starts within a second. @param {string} id @param {string} algorithm @param {string} [name] */
const flow = (id, algorithm, name) => ({ id, algorithm, ...JITTER, ...(name ? { name } : {}) });

const buffers = {
  version: 1,
  title: 'How much buffer does a link need?',
  notes: `A link of 20 Mb/s with a round-trip time of 60 ms has a bandwidth-delay product (BDP) of 100 packets. By the rule of
thumb, a single flow needs a buffer of one BDP to keep the link busy. Many desynchronised flows need
far less: BDP/√n, according to Appenzeller, Keslassy and McKeown (2004).

**Look at** where each line reaches 98 %: one flow needs about three times the buffer that 16 flows need.

**Try** the same round-trip time for all flows (remove the spread of delays from the second axis): the flows synchronise more often, and the lines
move closer together.`,
  base: dumbbell({
    title: 'Copies of one flow',
    durationS: 60,
    sampling: { measureFromS: 20 },
    flows: [flow('f', 'sack')],
    core: { rateMbps: 20, delayMs: 20, limitPackets: 100 },
    access: { rateMbps: 100, delayMs: 5 },
  }),
  axes: [
    {
      name: 'Buffer',
      unit: 'BDP',
      values: [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2],
      sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: bdp(20, 60), whole: true }],
    },
    {
      name: 'Flows',
      unit: '',
      values: [1, 4, 16],
      sets: [
        { path: '/flows/f', copies: true, hosts: true },
        { path: '/links/in-*/forward/delayMs', spread: { from: 2, to: 8, last: true } },
      ],
    },
  ],
  replications: { count: 10, firstSeed: 1 },
  measures: [
    { name: 'Utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
    { name: 'Mean sojourn time', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
  ],
  chart: { kind: 'line', shows: [0, 1], logX: true },
  quick: { count: 3, durationS: 30, measureFromS: 10, values: [[0.1, 0.2, 0.5, 1, 2], []] },
};

const ratio = {
  version: 1,
  title: 'How unfair is a long RTT?',
  notes: `Two flows share a link of 10 Mb/s with a buffer of one BDP. The first has a round-trip time of 40 ms, the second one 1 to 8
times as long. Reno’s window grows by one packet per round trip, so the flow with the short RTT grows faster and takes more than its share.

**Look at** the share of the flow with the long RTT. CUBIC’s growth depends on time, not on round trips; Vegas reacts to queueing delay.

**Try** a smaller buffer, RED or CoDel instead of drop-tail, or another algorithm for both flows.`,
  base: dumbbell({
    title: 'A short and a long path',
    durationS: 120,
    sampling: { measureFromS: 30 },
    flows: [flow('short', 'newreno', 'Short path'), flow('long', 'newreno', 'Long path')],
    core: { rateMbps: 10, delayMs: 10, limitPackets: 34 },
    access: { rateMbps: 100, delayMs: 5 },
  }),
  axes: [
    {
      name: 'RTT ratio',
      unit: '',
      values: [1, 1.5, 2, 3, 4, 6, 8],
      // The long path's delay is all in its first link: 40 ms times the ratio, less what the rest takes, one way.
      sets: [
        { path: '/links/in-long/forward/delayMs', times: 20, plus: -15 },
        { path: '/links/in-long/backward/delayMs', times: 20, plus: -15 },
      ],
    },
    {
      name: 'Algorithm',
      unit: '',
      values: ['NewReno', 'CUBIC', 'H-TCP', 'Vegas'],
      sets: [{ path: '/flows/*/algorithm', values: ['newreno', 'cubic', 'htcp', 'vegas'] }],
    },
  ],
  replications: { count: 10, firstSeed: 1 },
  measures: [
    { name: 'Share of the long path', unit: '%', of: 'flows/long/sharePercent' },
    { name: 'Jain’s index', unit: '', of: 'jain' },
  ],
  chart: { kind: 'line', shows: [0, 1], logX: true },
  quick: { count: 3, durationS: 60, measureFromS: 20, values: [[1, 2, 4, 8], []] },
};

const crowd = {
  version: 1,
  title: 'How many flows can share a link?',
  notes: `1 to 64 flows share a link of 10 Mb/s with a buffer of 50 packets. Each flow needs a window of a few packets. With fewer than
four packets per flow, duplicate ACKs no longer reveal a loss, and flows wait for a timeout.

**Look at** the slope of the loss rate. By the square-root law it grows with the square of the number of flows, until
windows are so small that timeouts dominate.

**Try** a larger buffer: the loss rate falls, and the queueing delay grows.`,
  base: dumbbell({
    title: 'Many flows on a link',
    durationS: 60,
    sampling: { measureFromS: 20 },
    flows: [flow('f', 'sack')],
    core: { rateMbps: 10, delayMs: 20, limitPackets: 50 },
    access: { rateMbps: 100, delayMs: 5 },
  }),
  axes: [
    {
      name: 'Flows',
      unit: '',
      values: [1, 2, 4, 8, 16, 32, 64],
      sets: [
        { path: '/flows/f', copies: true, hosts: true },
        { path: '/links/in-*/forward/delayMs', spread: { from: 2, to: 8, last: true } },
      ],
    },
    {
      name: 'Algorithm',
      unit: '',
      values: ['SACK', 'CUBIC', 'Vegas'],
      sets: [{ path: '/flows/*/algorithm', values: ['sack', 'cubic', 'vegas'] }],
    },
  ],
  replications: { count: 10, firstSeed: 1 },
  measures: [
    { name: 'Loss rate', unit: '%', of: 'queues/core/forward/lossRate', times: 100 },
    { name: 'Timeouts per flow', unit: '', of: 'flows/*/timeouts', over: 'mean' },
    { name: 'Jain’s index', unit: '', of: 'jain' },
  ],
  chart: { kind: 'line', shows: [0], logX: true, logY: true },
  quick: { count: 3, durationS: 30, measureFromS: 10, values: [[1, 2, 4, 8, 16, 32], []] },
};

const algorithms = ['newreno', 'cubic', 'htcp', 'vegas', 'code'];
const names = ['NewReno', 'CUBIC', 'H-TCP', 'Vegas', 'CODE'];

const duel = {
  version: 1,
  title: 'Which algorithm wins?',
  notes: `Two flows with the same round-trip time of 40 ms share a link of 10 Mb/s with a buffer of one BDP; each cell is a pair of algorithms.
The shade is the share that the algorithm named below the chart gets against the algorithm named on the left.

**Look at** the column of Vegas: an algorithm that fills the queue takes the share that Vegas gives up. CODE also reacts to delay, but keeps its share.

**Try** a buffer of a quarter of a BDP, or of four BDP, and see which algorithm wins.`,
  base: dumbbell({
    title: 'Two competing flows',
    durationS: 120,
    sampling: { measureFromS: 30 },
    flows: [flow('own', 'newreno'), flow('rival', 'newreno')],
    core: { rateMbps: 10, delayMs: 10, limitPackets: 34 },
    access: { rateMbps: 100, delayMs: 5 },
  }),
  axes: [
    {
      name: 'Algorithm',
      unit: '',
      values: names,
      sets: [{ path: '/flows/own/algorithm', values: algorithms }],
    },
    {
      name: 'Against',
      unit: '',
      values: names,
      sets: [{ path: '/flows/rival/algorithm', values: algorithms }],
    },
  ],
  replications: { count: 10, firstSeed: 1 },
  measures: [
    { name: 'Share', unit: '%', of: 'flows/own/sharePercent' },
    { name: 'Mean sojourn time', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
  ],
  chart: { kind: 'heat', shows: [0] },
  quick: { count: 3, durationS: 60, measureFromS: 20 },
};

/** @type {import('./build.mjs').Paper} */
export const starters = {
  id: 'starters',
  title: 'Start here',
  authors: '',
  year: 0,
  venue: '',
  headline: '',
  story:
    'Common questions about congestion control, each answered by a sweep. You can change everything: the network, the axes and the measures.',
  experiments: [
    {
      id: 'starter-buffers',
      label: 'Buffers',
      title: buffers.title,
      summary: 'Utilisation against buffer size, for 1, 4 and 16 flows.',
      document: buffers,
    },
    {
      id: 'starter-rtt',
      label: 'Fairness',
      title: ratio.title,
      summary: 'The share of the flow with the longer RTT against the RTT ratio, for four algorithms.',
      document: ratio,
    },
    {
      id: 'starter-crowd',
      label: 'Loss',
      title: crowd.title,
      summary: 'Loss rate against the number of flows, for three algorithms.',
      document: crowd,
    },
    {
      id: 'starter-duel',
      label: 'Competition',
      title: duel.title,
      summary: 'The share that each of five algorithms gets against each of the others.',
      document: duel,
    },
  ],
};
