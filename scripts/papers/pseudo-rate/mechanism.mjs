// Tables 1 and 2, Figure 1, and the comparisons of sections 2.1 and 3.5.

import { dumbbell } from '../build.mjs';
import {
  ALL,
  LAST,
  ONE,
  parkingLot,
  READINGS,
  SCHEME_READINGS,
  STACK,
  schemeAxis,
  single,
  WITH_VEGAS,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** Bits of a packet. */
const PACKET = 512 * 8;

/**
 * A single flow whose bound is `first` packets, and from 20 s on `then`. The base RTT is 1 s; the bound is the BDP plus a packet in transmission,
 * N_queue = 3 more, and half a packet, without which rounding down misses it. The bound is raised by raising N_queue: more capacity would take effect only
 * gradually, because ACK-clocked packets keep their old spacing.
 * @param {number} first @param {number} then
 */
const bounded = (first, then) =>
  single({
    rateMbps: ((first + 0.5 - 3 - 1) * PACKET) / 1e6,
    roundTripMs: 1000,
    durationS: 30,
    edits: [{ atS: 20, path: '/flows/flow/params/queue', value: 3 + then - first }],
  });

const VARIABLES = [
  { name: 'window', unit: 'packets', of: 'flows/flow/cwnd' },
  { name: 'base', unit: 'packets', of: 'flows/flow/probes/base' },
  { name: 'offset', unit: 'packets', of: 'flows/flow/probes/offset' },
  { name: 'bound', unit: 'packets', of: 'flows/flow/probes/bound' },
];
const GOODPUT = { name: 'goodput', unit: 'Mb/s', of: 'flows/flow/goodputMbps' };

/** @type {PaperExperiment[]} */
const tables = [
  {
    id: 'pseudo-rate-table-1',
    label: 'Table 1',
    title: 'Base and offset of the window',
    summary: 'Window, base, offset and bound in each round, with a bound of 16 packets that rises to 32.',
    document: {
      version: 1,
      title: 'Base and offset of the window',
      notes: `A single flow with an RTT of about a second. The path and N_queue = 3 give a bound of 2^k = 16 packets; at 20 s N_queue is raised, and the bound becomes 32. In the paper’s table the offset doubles each round until the window reaches the bound; then base = 2^k − 1 and offset = 1. When the bound rises, the offset doubles again, and the window grows to 17, 19, 23. The table takes the bound as given. Here it is half a packet above 2^k, because rounding down would otherwise miss it; with real numbers the half packet is in the window.\n\n${READINGS}\n\n**Look at** the window after 20 s: only the part above the old bound doubles.`,
      base: bounded(16, 32),
      axes: [schemeAxis(SCHEME_READINGS)],
      replications: ONE,
      measures: [GOODPUT],
      traces: VARIABLES,
      chart: { kind: 'trace', shows: [0, 1, 2, 3] },
    },
  },
  {
    id: 'pseudo-rate-fig-1',
    label: 'Figure 1',
    title: 'Growth of the window under a bound',
    summary: 'From one packet to a bound of eight, and beyond it when the bound rises.',
    document: {
      version: 1,
      title: 'Growth of the window under a bound',
      notes: `As Table 1, with a bound of 8 packets that rises to 43 at 20 s. The paper’s Figure 1 shows a bound of 8, and a window of more than 23 four rounds after the change. (It says that this is Table 1 with k = 4, but 8 packets are k = 3.)\n\n${READINGS}`,
      base: bounded(8, 43),
      axes: [schemeAxis(SCHEME_READINGS)],
      replications: ONE,
      measures: [GOODPUT],
      traces: VARIABLES,
      chart: { kind: 'trace', shows: [0] },
    },
  },
  {
    id: 'pseudo-rate-table-2',
    label: 'Table 2',
    title: 'The threshold N_queue',
    summary:
      'The effect of the scheme’s only parameter: queue, utilisation and fairness for values around the paper’s 3.',
    document: {
      version: 1,
      title: 'The threshold N_queue',
      notes: `Table 2 lists the parameters of the simulations: segments of 512 bytes, Vegas with α = 1 and β = 3, 128 packets of buffer per port, and a threshold of 3 for Pseudo-rate. The threshold is the number of packets that a source may have queued in the switch. Here it is varied on the parking lot, where all five sources send to the end; the queue of the last link is divided by five.\n\n${READINGS}`,
      base: parkingLot({ sampling: { periodMs: 10, measureFromS: 0.3 } }),
      axes: [
        schemeAxis(SCHEME_READINGS),
        {
          name: 'threshold',
          unit: 'packets',
          values: [1, 2, 3, 4, 6, 8],
          sets: [{ path: '/flows/*/params/queue' }],
        },
      ],
      replications: { count: 10 },
      measures: [
        { name: 'queue', unit: 'packets per source', of: `queues/${LAST}/meanPackets`, times: 0.2 },
        { name: 'utilisation', unit: '%', of: `queues/${LAST}/utilisation`, times: 100 },
        { name: 'fairness', of: 'jain' },
      ],
      quick: { count: 2 },
    },
  },
];

const EDIT = 20;
/** @param {string} name @param {string} unit @param {string} of @param {number} toS */
const after = (name, unit, of, toS) => ({
  name: `${name} after the change`,
  unit,
  of,
  fromS: EDIT - 0.5,
  toS,
});
const WINDOW = { name: 'window', unit: 'packets', of: 'flows/flow/cwnd' };

/** A single flow on a link of 10 Mb/s or 20 Mb/s whose rate changes at 20 s. @param {number} from @param {number} to */
const changing = (from, to) =>
  single({
    rateMbps: from,
    roundTripMs: 40,
    durationS: 40,
    edits: [{ atS: EDIT, path: '/links/core/forward/rateMbps', value: to }],
    sampling: { measureFromS: EDIT },
  });

/** Measures of the flow after the change. */
const AFTER_CHANGE = [
  GOODPUT,
  { name: 'queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
  { name: 'drops', of: 'flows/flow/drops' },
];

/** @type {PaperExperiment[]} */
const comparisons = [
  {
    id: 'pseudo-rate-slow-start',
    label: 'Section 3.5, item 1',
    title: 'Slow start of Vegas and Pseudo-rate',
    summary: 'The window of a single flow in its first seconds: Vegas doubles it every other round trip.',
    document: {
      version: 1,
      title: 'Slow start of Vegas and Pseudo-rate',
      notes: `A single flow on 10 Mb/s with an RTT of 100 ms. The paper says that Vegas, which doubles its window every other round trip, takes twice as long as Pseudo-rate to reach the same window.\n\n${READINGS}`,
      base: single({ rateMbps: 10, roundTripMs: 100, durationS: 4 }),
      axes: [schemeAxis(WITH_VEGAS)],
      replications: ONE,
      measures: [GOODPUT],
      traces: [WINDOW],
      chart: { kind: 'trace' },
    },
  },
  {
    id: 'pseudo-rate-more-capacity',
    label: 'Section 3.5, item 2',
    title: 'When bandwidth becomes available',
    summary: 'The link rate of a single flow rises from 10 to 20 Mb/s.',
    document: {
      version: 1,
      title: 'When bandwidth becomes available',
      notes: `A single flow with an RTT of 40 ms; the link rate rises from 10 to 20 Mb/s at 20 s. The paper says that Pseudo-rate fills the gap exponentially and Vegas linearly. The table is measured from 20 s on.\n\n${READINGS}`,
      base: changing(10, 20),
      axes: [schemeAxis(WITH_VEGAS)],
      replications: ONE,
      measures: AFTER_CHANGE,
      traces: [WINDOW, after('throughput', 'Mb/s', 'flows/flow/throughput', 30)],
      chart: { kind: 'trace', shows: [0, 1] },
    },
  },
  {
    id: 'pseudo-rate-less-capacity',
    label: 'Section 3.5, item 3',
    title: 'When bandwidth is taken away',
    summary: 'The link rate of a single flow falls from 20 to 10 Mb/s.',
    document: {
      version: 1,
      title: 'When bandwidth is taken away',
      notes: `A single flow with an RTT of 40 ms; the link rate falls from 20 to 10 Mb/s at 20 s. The paper says that Pseudo-rate reduces its window directly to its bound, and Vegas by one packet per round trip, which leaves a longer queue. The table is measured from 20 s on.\n\n${READINGS}`,
      base: changing(20, 10),
      axes: [schemeAxis(WITH_VEGAS)],
      replications: ONE,
      measures: AFTER_CHANGE,
      traces: [
        WINDOW,
        after('window', 'packets', 'flows/flow/cwnd', 22),
        after('queue', 'packets', 'queues/core/forward/queue', 22),
      ],
      chart: { kind: 'trace', shows: [1, 2] },
    },
  },
  {
    id: 'pseudo-rate-rtt',
    label: 'Section 3.5, item 5',
    title: 'Sources with different RTTs',
    summary: 'Jain’s index of two flows whose RTTs differ by a factor of up to ten, for four schemes.',
    document: {
      version: 1,
      title: 'Sources with different RTTs',
      notes: `Two flows share 10 Mb/s; one has an RTT of 20 ms, the other an RTT up to ten times as long. They start within a second. The paper says that Pseudo-rate shares fairly whatever the RTTs, because each source aims at the same number of queued packets, and that with Reno the flow with the shorter RTT gets more.\n\n${READINGS}`,
      base: dumbbell({
        flows: ['short', 'long'].map((id) => ({
          id,
          algorithm: 'pseudo-rate',
          stack: STACK,
          startJitterS: 1,
        })),
        core: { rateMbps: 10, delayMs: 5, limitPackets: 128 },
        access: { rateMbps: 100, delayMs: 2.5 },
        durationS: 60,
        sampling: { measureFromS: 20 },
      }),
      axes: [
        {
          name: 'ratio',
          values: [1, 2, 4, 6, 8, 10],
          sets: ['forward', 'backward'].map((way) => ({
            path: `/links/*-long/${way}/delayMs`,
            times: 5,
            plus: -2.5,
          })),
        },
        schemeAxis(ALL),
      ],
      replications: { count: 10 },
      measures: [
        { name: 'fairness', of: 'jain' },
        { name: 'short over long', of: 'flows/short/goodputMbps', per: 'flows/long/goodputMbps' },
        { name: 'queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
      ],
      quick: { count: 2, durationS: 20, measureFromS: 10, values: [[1, 4, 10], []] },
    },
  },
];

export const mechanism = [...tables, ...comparisons];
