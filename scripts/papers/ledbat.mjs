// The quest for LEDBAT fairness (2010).
import { dumbbell, experimentsWith } from './build.mjs';

/** @import { PaperExperiment } from './build.mjs' */

const TARGET_MS = 100;
const FLOW = { algorithm: 'ledbat', stack: { kind: 'rfc' } };

const base = dumbbell({
  title: 'Two LEDBAT flows, one after the other',
  durationS: 400,
  sampling: { measureFromS: 200 },
  flows: [
    { id: 'first', name: 'First', ...FLOW, startJitterS: 1 },
    { id: 'second', name: 'Second', ...FLOW },
  ],
  core: { rateMbps: 10, delayMs: 23, limitPackets: 500 },
  access: { rateMbps: 100, delayMs: 1 },
});

const algorithm = {
  name: 'algorithm',
  values: ['LEDBAT', 'LEDBAT++'],
  sets: [{ path: '/flows/*/algorithm', values: ['ledbat', 'ledbat-plus-plus'] }],
};

const MEASURES = [
  { name: 'second flow', unit: '%', of: 'flows/second/sharePercent' },
  { name: 'delay', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
  { name: 'delay, 95th percentile', unit: 'ms', of: 'queues/core/forward/p95DelayMs' },
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
  { name: 'drops', of: 'queues/core/forward/drops' },
];

const WORDS = `A flow that begins while another keeps the queue at its target has never seen the empty path: its base delay contains the queue of the first, and it aims at ${TARGET_MS} ms more. The first flow sees twice its target and gives way. We know only the paper’s abstract; RFC 6817 makes the same statement. The network is ours: 10 Mb/s, 50 ms, and a buffer of 500 packets, which holds six targets. Results count from 200 s to 400 s. LEDBAT++ slows down periodically, so that all flows see the empty queue.`;

const experiment = experimentsWith({ notes: WORDS, base, replications: { count: 5 }, measures: MEASURES });

const experiments = [
  experiment(
    'ledbat-latecomer',
    'Latecomer',
    'The share of the second flow',
    'Two LEDBAT or LEDBAT++ flows, the second 5 to 60 s after the first: its share, and the queueing delay.',
    {
      axes: [
        { name: 'gap', unit: 's', values: [5, 10, 20, 40, 60], sets: [{ path: '/flows/second/startS' }] },
        algorithm,
      ],
      chart: { kind: 'line', shows: [0, 1] },
      quick: { count: 1, durationS: 200, measureFromS: 120, values: [[20], []] },
    },
  ),
  experiment(
    'ledbat-target',
    'Target',
    'The latecomer’s advantage by target',
    'Two LEDBAT flows, the second 20 s after the first, with targets of 25 to 100 ms: its share, and the queueing delay.',
    {
      axes: [
        {
          name: 'target',
          unit: 'ms',
          values: [25, 50, 100],
          sets: [{ path: '/flows/*/params/targetMs' }, { path: '/flows/second/startS', values: [20] }],
        },
      ],
      measures: [...MEASURES, { name: 'first flow', unit: 'Mb/s', of: 'flows/first/goodputMbps' }],
      chart: { kind: 'line', shows: [0, 1] },
      quick: { count: 1, durationS: 200, measureFromS: 120, values: [[25]] },
    },
  ),
  experiment(
    'ledbat-no-slow-start',
    'Latecomer, no slow start',
    'The queueing delay without slow start',
    'Two LEDBAT flows that begin in congestion avoidance, the second 20 to 60 s after the first: its share, and the queueing delay.',
    {
      axes: [
        { name: 'gap', unit: 's', values: [20, 40, 60], sets: [{ path: '/flows/second/startS' }] },
        {
          name: 'start',
          values: ['slow start', 'congestion avoidance'],
          sets: [{ path: '/flows/*/stack/params/initialSsthresh', values: [0, 2] }],
        },
      ],
      chart: { kind: 'line', shows: [1] },
      quick: { count: 1, durationS: 200, measureFromS: 120, values: [[20], []] },
    },
  ),
  experiment(
    'ledbat-traces',
    'Time series',
    'How the second flow takes over',
    'Throughput of both flows, and the queue, with LEDBAT and with LEDBAT++.',
    {
      axes: [algorithm],
      base: {
        ...base,
        flows: base.flows.map((flow) => (flow.id === 'second' ? { ...flow, startS: 60 } : flow)),
      },
      replications: { count: 1 },
      traces: [
        { name: 'throughput', unit: 'Mb/s', of: 'flows/*/throughput' },
        { name: 'queue', unit: 'packets', of: 'queues/core/forward/queue' },
      ],
      chart: { kind: 'trace', shows: [0, 1] },
    },
  ),
];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'ledbat',
  title: 'The quest for LEDBAT fairness',
  authors: 'G. Carofiglio, L. Muscariello, D. Rossi, S. Valenti',
  year: 2010,
  venue: 'GLOBECOM',
  headline:
    'The latecomer’s advantage is confirmed for each target and each gap of ten seconds and more: the second flow ends with 99 % of the link. LEDBAT++ removes it at a cost of 1 to 2 % of the capacity. The delay exceeds twice the target for as long as the first flow’s slow start is in the queue.',
  live: { id: 'scavenger-latecomer', title: 'The latecomer’s advantage' },
  story:
    'LEDBAT is made to give way: it keeps the queueing delay that it causes at a target, and anything that needs more delay takes the link. The paper finds that it gives way to itself, too. A flow that arrives late measures the queue of the first as part of the path, adds its own target, and finally takes over all resources. RFC 6817 documents this latecomer’s advantage, and LEDBAT++ avoids it by periodic slowdowns.',
  experiments,
};
