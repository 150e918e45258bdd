// Section VIII-A, figures 13 to 16: phase effects in the network of Floyd & Jacobson.

/** @import { PaperExperiment } from '../build.mjs' */
import { channel, link, PLENTY } from '../build.mjs';
import { experiment, flow, measure, schemes, stack } from './setup.mjs';

/** Packets of 1000 bytes. */
const STACK = { mss: 960 };
/** The same with a receiver window of 20 packets, the simulator's default. */
const WINDOW = { ...STACK, receiveBufferKb: 19.2, windowScaling: false };
const BOTTLENECK = { forward: channel(0.8, 0, 15), backward: channel(0.8, 0, PLENTY) };

/** One-way delay for an RTT of 130 ms, ms. */
const BASE_MS = 65;
const OUT_MS = 5;

/**
 * Routers in a row with bottlenecks between them, and flows from one of them to the last.
 * @param {{ coreMs: number[], flows: { id: string, from: string, ms: number }[], options?: Record<string, unknown> }} given
 *   `ms`: one-way delay of the flow's path; `options`: of the stack
 */
const chain = ({ coreMs, flows, options = STACK }) => {
  const routers = ['r1', 'r2', 'r3'].slice(0, coreMs.length + 1);
  const last = String(routers[routers.length - 1]);
  const left = (/** @type {string} */ from) =>
    coreMs.slice(routers.indexOf(from)).reduce((sum, ms) => sum + ms, 0);
  return {
    version: 1,
    durationS: 100,
    nodes: [
      ...routers.map((id) => ({ id, kind: 'router' })),
      ...flows.flatMap(({ id }) => [`s-${id}`, `d-${id}`].map((host) => ({ id: host, kind: 'host' }))),
    ],
    links: [
      ...coreMs.map((delayMs, i) => ({
        id: `core-${i + 1}`,
        a: routers[i],
        b: routers[i + 1],
        forward: { ...BOTTLENECK.forward, delayMs },
        backward: { ...BOTTLENECK.backward, delayMs },
      })),
      ...flows.flatMap(({ id, from, ms }) => [
        link(`in-${id}`, `s-${id}`, from, channel(8, ms - left(from) - OUT_MS, PLENTY)),
        link(`out-${id}`, last, `d-${id}`, channel(8, OUT_MS, PLENTY)),
      ]),
    ],
    flows: flows.map(({ id }) => ({
      ...flow(id, 'reno', { stack: stack(options) }),
      from: `s-${id}`,
      to: `d-${id}`,
    })),
    sampling: { measureFromS: 50 },
  };
};

/** RTT of source 1 over that of source 2, set by its access link. @param {number} elsewhereMs one-way delay of the rest of the path */
const ratios = (elsewhereMs) => ({
  name: 'RTT ratio',
  values: { from: 0.5, to: 3, step: 0.05 },
  sets: ['forward', 'backward'].map((way) => ({
    path: `/links/in-f1/${way}/delayMs`,
    times: BASE_MS,
    plus: -elsewhereMs,
  })),
});

/** A source's share of the losses and of the throughput. @param {number} number @param {string} queue */
const sharesOf = (number, queue) => [
  measure(`Source ${number}'s losses`, '%', `flows/f${number}/drops`, {
    per: `queues/${queue}/forward/drops`,
    times: 100,
  }),
  measure(`Source ${number}'s share`, '%', `flows/f${number}/throughputMbps`, {
    over: 'sum',
    per: 'flows/*/throughputMbps',
    times: 100,
  }),
];

const chart = { kind: 'line', shows: [0, 1] };
const QUICK = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.85, 1.9, 1.95, 2, 2.05, 2.25, 2.5, 2.75, 3];

const OPEN = `The paper states neither rates nor delays: here bottlenecks have 0.8 Mb/s, access links 8 Mb/s, and source 2 an RTT of 130 ms, so its BDP is 13 packets, as in the text. The paper has runs of “100 ms” of which it measures the last 50 s; this is taken as 100 s. Flows start within 5 s.`;

/** Two bottlenecks: sources 1 and 2 over both, source 3 over the second. @param {number} ms of source 3 one way */
const two = (ms) =>
  chain({
    coreMs: [10, 10],
    flows: [
      { id: 'f1', from: 'r1', ms: BASE_MS },
      { id: 'f2', from: 'r1', ms: BASE_MS },
      { id: 'f3', from: 'r2', ms },
    ],
  });

/** @param {{ id: string, label: string, title: string, rtt: number, more: string }} given @returns {PaperExperiment} */
const twoBottlenecks = ({ id, label, title, rtt, more }) =>
  experiment({
    id,
    label,
    title,
    summary: `Source 3’s share of the losses and of the throughput at the second bottleneck, against the RTT ratio of sources 1 and 2.`,
    notes: `Two bottlenecks in a row, each with 15 packets of buffer, packets of 1000 bytes. Sources 1 and 2 cross both, source 3 crosses the second; the RTT of source 1 varies. According to the paper, source 3 has about 80 % of the losses at the second bottleneck with Reno and about 40 % with Randomized.

**Look at** the share of the losses and the share of the throughput: without phase effects they would be equal. ${more}

${OPEN} Source 3 has an RTT of ${rtt} ms here; the paper does not state that either.`,
    base: two(rtt / 2),
    axes: [ratios(10 + 10 + OUT_MS), schemes(['Reno', 'Randomized'])],
    measures: sharesOf(3, 'core-2'),
    chart,
    quick: { count: 3, values: [QUICK, []] },
  });

/** @param {{ id: string, label: string, title: string, options: Record<string, unknown>, more: string }} given @returns {PaperExperiment} */
const oneBottleneck = ({ id, label, title, options, more }) =>
  experiment({
    id,
    label,
    title,
    summary: 'Source 2’s share of the losses and of the throughput against the RTT ratio of the two sources.',
    notes: `Two sources share a bottleneck with 15 packets of buffer, slightly more than the BDP of 13; packets have 1000 bytes. The RTT of source 1 varies. According to the paper, with Reno source 2 has almost no losses at most ratios, and most of the losses at some ratios between 1.85 and 2.05. With Randomized its share of the losses is never disproportionate.

${more}

${OPEN}`,
    base: chain({
      coreMs: [25],
      flows: ['f1', 'f2'].map((id) => ({ id, from: 'r1', ms: BASE_MS })),
      options,
    }),
    axes: [ratios(25 + OUT_MS), schemes(['Reno', 'Randomized'])],
    measures: sharesOf(2, 'core-1'),
    chart,
    quick: { count: 3, values: [QUICK, []] },
  });

/** @type {PaperExperiment[]} */
export const experiments = [
  oneBottleneck({
    id: 'randomized-fig-14',
    label: 'Figures 13 and 14',
    title: 'Phase effects in Floyd and Jacobson’s network',
    options: STACK,
    more: `**Look at** the jumps of the Reno lines from one ratio to the next. **Try** *Figure 14, window of 20*: only a source that is limited by its receiver has no losses at all. Or **try** steps of 0.01: the transmission time is 10 ms, and a step of 0.05 is 6.5 ms.`,
  }),
  oneBottleneck({
    id: 'randomized-fig-14-window',
    label: 'Figure 14, window of 20',
    title: 'Phase effects with windows of 20 packets',
    options: WINDOW,
    more: `Here the receiver window is 20 packets, the simulator’s default, so a single source cannot fill the path and the buffer (28 packets). Where the other source starves, source 2 has no losses at all.

**Look at** the number of ratios without losses. **Try** a window of 32 packets, as in Floyd & Jacobson, which is more than path and buffer hold here.`,
  }),
  twoBottlenecks({
    id: 'randomized-fig-16',
    label: 'Figures 15 and 16',
    title: 'Phase effects with two bottlenecks',
    rtt: 130,
    more: '**Try** *Figure 16, short source 3*: the result depends on the RTT of source 3.',
  }),
  twoBottlenecks({
    id: 'randomized-fig-16-short',
    label: 'Figure 16, short source 3',
    title: 'Phase effects with two bottlenecks and a short RTT for source 3',
    rtt: 65,
    more: '**Try** *Figures 15 and 16*, where all three sources have about the same RTT.',
  }),
];
