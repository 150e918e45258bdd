// Experiments of our own, to begin with: no paper's, and not part of the reproduction.
import { dumbbell } from './build.mjs';

const JITTER = { startJitterS: 1 };

/** Packets of 1500 bytes that a path holds. @param {number} rateMbps @param {number} rttMs */
const bdp = (rateMbps, rttMs) => (rateMbps * rttMs * 1000) / (1500 * 8);

/** A flow named by its place. @param {string} id @param {string} algorithm @param {string} [name] */
const flow = (id, algorithm, name) => ({ id, algorithm, ...JITTER, ...(name ? { name } : {}) });

const buffers = {
  version: 1,
  title: 'How much buffer does a link need?',
  notes: `A link of 20 Mb/s and a round-trip time of 60 ms: its pipe holds 100 packets, the bandwidth-delay product (BDP). The rule of
thumb says that one flow needs one BDP of buffer to keep the link busy; many flows whose sawteeth are not in step need
far less, BDP/√n by Appenzeller, Keslassy and McKeown (2004).

**Look at** where each line reaches 98 %: one flow needs about three times the buffer of 16.

**Try** the same round-trip time for all (take the spread of delays out of the second axis): flows fall into step more often, and the lines
move closer together.`,
  base: dumbbell({
    title: 'One flow and its copies',
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
    { name: 'Waiting time', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
  ],
  chart: { kind: 'line', shows: [0, 1], logX: true },
  quick: { count: 3, durationS: 30, measureFromS: 10, values: [[0.1, 0.2, 0.5, 1, 2], []] },
};

const ratio = {
  version: 1,
  title: 'Who suffers from a long path?',
  notes: `Two flows share a link of 10 Mb/s with a buffer of one BDP. The first has a round-trip time of 40 ms, the second one that is 1 to 8
times as long. Reno's window grows by a packet a round trip, so that the short path climbs faster, and takes more than its share.

**Look at** the share that the long path keeps. CUBIC grows by the clock and not by round trips; Vegas watches the queue.

**Try** a smaller buffer, RED or CoDel in place of drop-tail, or both flows under another algorithm.`,
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
    { name: "Jain's index", unit: '', of: 'jain' },
  ],
  chart: { kind: 'line', shows: [0, 1], logX: true },
  quick: { count: 3, durationS: 60, measureFromS: 20, values: [[1, 2, 4, 8], []] },
};

const crowd = {
  version: 1,
  title: 'How many flows until it hurts?',
  notes: `More and more flows share a link of 10 Mb/s with a buffer of 50 packets. Each needs a window of a few packets; where there is
room for less than four packets each, a loss can no longer be found by duplicate ACKs, and flows wait for their timers.

**Look at** the slope of the loss rate: by the square-root law it grows with the square of the number of flows, until
windows are so small that timers take over.

**Try** a larger buffer: the loss goes down, and the waiting time up.`,
  base: dumbbell({
    title: 'A crowd on a link',
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
    { name: 'Timeouts of a flow', unit: '', of: 'flows/*/timeouts', over: 'mean' },
    { name: "Jain's index", unit: '', of: 'jain' },
  ],
  chart: { kind: 'line', shows: [0], logX: true, logY: true },
  quick: { count: 3, durationS: 30, measureFromS: 10, values: [[1, 2, 4, 8, 16, 32], []] },
};

const laws = ['newreno', 'cubic', 'htcp', 'vegas', 'code'];
const names = ['NewReno', 'CUBIC', 'H-TCP', 'Vegas', 'CODE'];

const duel = {
  version: 1,
  title: 'Who beats whom?',
  notes: `Two flows with the same round-trip time of 40 ms on a link of 10 Mb/s with a buffer of one BDP; each cell is another pair of algorithms.
The shade is the share that the algorithm named below takes from the one named at the left.

**Look at** the column of Vegas: whoever fills the queue takes what Vegas gives up. CODE listens to the delay as well, and holds its own.

**Try** a buffer of a quarter of a BDP, or of four, and see who wins then.`,
  base: dumbbell({
    title: 'Two rivals',
    durationS: 120,
    sampling: { measureFromS: 30 },
    flows: [flow('own', 'newreno'), flow('rival', 'newreno')],
    core: { rateMbps: 10, delayMs: 10, limitPackets: 34 },
    access: { rateMbps: 100, delayMs: 5 },
  }),
  axes: [
    { name: 'Algorithm', unit: '', values: names, sets: [{ path: '/flows/own/algorithm', values: laws }] },
    { name: 'Against', unit: '', values: names, sets: [{ path: '/flows/rival/algorithm', values: laws }] },
  ],
  replications: { count: 10, firstSeed: 1 },
  measures: [
    { name: 'Share', unit: '%', of: 'flows/own/sharePercent' },
    { name: 'Waiting time', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
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
  story:
    'Questions that a lecture asks, each with a sweep that answers it. Change what you like: the network, what varies, what is measured.',
  experiments: [
    {
      id: 'starter-buffers',
      label: 'Buffers',
      title: buffers.title,
      summary: 'Utilisation over the size of the buffer, for 1, 4 and 16 flows.',
      document: buffers,
    },
    {
      id: 'starter-rtt',
      label: 'Fairness',
      title: ratio.title,
      summary: 'The share of the longer path over the ratio of round-trip times, for four algorithms.',
      document: ratio,
    },
    {
      id: 'starter-crowd',
      label: 'Loss',
      title: crowd.title,
      summary: 'Loss rate over the number of flows, for three algorithms.',
      document: crowd,
    },
    {
      id: 'starter-duel',
      label: 'Rivals',
      title: duel.title,
      summary: 'The share that each of five algorithms takes from each other.',
      document: duel,
    },
  ],
};
