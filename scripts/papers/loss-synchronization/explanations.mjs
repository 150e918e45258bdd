// Experiments of our own that explain the results of the figures.
import {
  algorithmOf,
  BDP,
  bufferAxis,
  controllerAxis,
  experiment,
  LEVELS,
  MEASURES,
  modelAxis,
  OPEN,
  path,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const EQUAL = Array.from({ length: 10 }, () => 170);
const NEARLY_EQUAL = Array.from({ length: 10 }, (_, i) => 115.5 + i);

/** The share of flows that lose in the packet model, against their additive increase. */
function byPackets() {
  const title = 'Which flows lose together in the packet model';
  const base = path({
    title,
    flows: ten('aimd', NEARLY_EQUAL),
    mbps: 100,
    buffer: 150,
    packetBytes: 1000,
    durationS: 600,
  });
  return {
    ...base,
    engine: 'packet',
    flows: base.flows.map((flow) => ({ ...flow, params: { a: 1 }, startJitterS: 1 })),
    sampling: { measureFromS: 100 },
  };
}

const CENTRES = {
  'X = 1': LEVELS['X = 1'] ?? {},
  ...Object.fromEntries(
    [6, 3].flatMap((least) => {
      const x = least / 10;
      const share = { level: 'share', x };
      return [
        [`X = ${x}, m near ${least}`, { ...share, centre: 0 }],
        [`X = ${x}, m in the middle`, { ...share, centre: 0.5 }],
        [`X = ${x}, m near 10`, { ...share, centre: 1 }],
      ];
    }),
  ),
};

/** Controllers of figure 9, and its buffers in BDP. @type {[name: string, buffer: number][]} */
const AT = ['HSTCP', 'CUBIC', 'AIMD', 'H-TCP'].flatMap((name) =>
  [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1].map((buffer) => /** @type {[string, number]} */ ([name, buffer])),
);

/** @type {PaperExperiment[]} */
export const explanations = [
  {
    id: 'loss-synchronization-level',
    label: 'Flows that lose together',
    title: 'Which flows lose together in the packet model',
    summary:
      'The faster flows grow, the more of them lose at a congestion event, because an overflow lasts a round trip.',
    document: experiment({
      title: 'Which flows lose together in the packet model',
      notes: `This is not a figure of the paper; it shows what X should be. Ten AIMD flows in the packet model at 100 Mb/s, RTTs of 115.5 to 124.5 ms, 150 packets of buffer. The axis is *a*,
the number of packets by which a window grows per round trip.

A full buffer overflows until the senders notice it, a round trip later. Until then the windows of N flows grow by N·*a* packets, and that many packets are lost.
If losses hit all flows alike, a flow escapes with probability e^(−*a*), and 1 − e^(−*a*) of the flows lose: 63 % for AIMD’s *a* = 1 (the
paper quotes a minimum level of 60 % from mean-field theory), 98 % for *a* = 4.

**Look at** the drops per event, N·*a*, and the level. With ten HSTCP flows at 1 Gb/s each window grows by ten packets per round trip, so all flows lose. **Try** RED at the bottleneck,
or paced senders.`,
      base: byPackets(),
      axes: [
        {
          name: 'increase',
          unit: 'packets per round trip',
          values: [0.5, 1, 2, 4, 8],
          sets: [{ path: '/flows/*/params/a' }],
        },
      ],
      measures: [
        {
          name: 'synchronisation level',
          unit: '%',
          of: 'queues/core/forward/synchronization',
          times: 100,
        },
        {
          name: 'packets lost per event',
          unit: 'packets',
          of: 'queues/core/forward/drops',
          per: 'queues/core/forward/congestionEvents',
        },
        ...MEASURES,
      ],
      chart: { kind: 'line', shows: [0, 1], logX: true },
      replications: { count: 3 },
      quick: { count: 1, durationS: 100, measureFromS: 30, values: [[1, 4]] },
    }),
  },
  {
    id: 'loss-synchronization-open-centre',
    label: 'Open choices, centre of m',
    title: 'The effect of X depends on the centre of m',
    summary: 'Figure 9 with the number of losing flows near its minimum, in the middle, and near ten.',
    document: experiment({
      title: 'The effect of X depends on the centre of m',
      notes: `Figure 9 of Kumar and others (2014), all four parts. The paper says that *m* is drawn from a normal distribution between X·10 and
10; it gives neither the mean nor the standard deviation. The other experiments use a mean in the middle.

**Look at** CUBIC and AIMD. With *m* near ten, CUBIC stays below 90 % at 0.01 with each X, and X = 0.6 is hardly better than X = 1, as the paper says. With *m* near
the minimum, AIMD with X = 0.3 uses more than 90 % of the link with a buffer of a twentieth of the BDP, as the paper’s conclusion says. No single centre gives both results.

**Try** a centre in between, and other spreads.`,
      base: path({
        title: 'The centre of m',
        flows: ten('hstcp').map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 14_167,
        durationS: 3000,
      }),
      axes: [
        {
          name: 'flows',
          values: AT.map(([name, buffer]) => `${name}, ${buffer}`),
          sets: [
            { path: '/flows/*/algorithm', values: AT.map(([name]) => algorithmOf(name)) },
            {
              path: '/links/core/forward/queue/params/limitPackets',
              values: AT.map(([, buffer]) => Math.round(BDP * buffer)),
            },
          ],
        },
        modelAxis('flows that lose', CENTRES, { centre: 0.5 }),
      ],
      chart: { kind: 'heat', shows: [0, 1] },
      replications: { count: 4 },
      quick: {
        count: 1,
        values: [
          ['CUBIC, 0.01', 'AIMD, 0.05'],
          ['X = 1', 'X = 0.3, m near 3', 'X = 0.3, m near 10'],
        ],
      },
    }),
  },
  {
    id: 'loss-synchronization-equal-fig-9a',
    label: 'Figure 9(a), equal RTTs',
    title: 'Ten HSTCP flows with equal RTTs: utilisation by buffer size',
    summary: 'With equal RTTs utilisation is higher if fewer flows lose, as the paper says.',
    document: experiment({
      title: 'Ten HSTCP flows with equal RTTs: utilisation by buffer size',
      notes: `Figure 9(a) of Kumar and others (2014) with an RTT of 170 ms for all flows, instead of 80 to 260 ms.

**Look at** the order of the levels: X = 0.3 is highest, as the paper says. With the paper’s RTTs, synchronised HSTCP leaves the link to the flow with the shortest RTT. Its
large window decreases by less, which hides the gain.

${OPEN}`,
      base: path({
        title: 'Ten HSTCP flows with an RTT of 170 ms',
        flows: ten('hstcp', EQUAL).map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 14_167,
        durationS: 3000,
      }),
      axes: [bufferAxis([0.01, 0.02, 0.05, 0.1, 0.2], BDP, 'BDP'), modelAxis('flows that lose', LEVELS)],
      chart: { kind: 'line', shows: [0], logX: true },
      replications: { count: 4 },
      quick: { count: 1, durationS: 300, values: [[0.01, 0.05], []] },
    }),
  },
  {
    id: 'loss-synchronization-equal-fig-10',
    label: 'Figures 10 and 11, equal RTTs',
    title: 'Ten flows with equal RTTs of which m lose',
    summary: 'With equal RTTs every m is fair: m affects only fairness between different RTTs.',
    document: experiment({
      title: 'Ten flows with equal RTTs of which m lose',
      notes: `Figures 10 and 11 of Kumar and others (2014) with an RTT of 170 ms for all flows and 10,000 packets of buffer.

**Look at** fairness: it is near 1 for every *m*, so in the paper’s figures *m* affects only fairness between different RTTs. STCP’s utilisation falls slightly with
*m*, as the paper says. With RTTs of 80 to 260 ms a single STCP flow remains, and the buffer is large enough for it.

${OPEN}`,
      base: path({
        title: 'Ten flows with an RTT of 170 ms',
        flows: ten('cubic', EQUAL).map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 10_000,
        durationS: 3000,
        fluid: { level: 'fixed', m: 1 },
      }),
      axes: [
        { name: 'm', unit: 'flows', values: [1, 2, 4, 6, 8, 9, 10], sets: [{ path: '/fluid/m' }] },
        controllerAxis(['CUBIC', 'HSTCP', 'H-TCP', 'STCP', 'AIMD']),
      ],
      chart: { kind: 'line', shows: [0, 1] },
      replications: { count: 4 },
      quick: {
        count: 1,
        durationS: 600,
        values: [
          [1, 10],
          ['HSTCP', 'STCP'],
        ],
      },
    }),
  },
];
