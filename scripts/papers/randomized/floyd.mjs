// Section VIII-A, figures 13 to 16: phase effects in the set-up of Floyd & Jacobson.

/** @import { PaperExperiment } from '../build.mjs' */
import { channel, link, PLENTY } from '../build.mjs';
import { experiment, flow, measure, schemes, stack } from './setup.mjs';

/** Packets of 1000 bytes. */
const STACK = { mss: 960 };
/** The same with a receiver that allows 20 of them at a time: the simulator's own default. */
const WINDOW = { ...STACK, receiveBufferKb: 19.2, windowScaling: false };
const BOTTLENECK = { forward: channel(0.8, 0, 15), backward: channel(0.8, 0, PLENTY) };

/** One way of the RTT of 130 ms, ms. */
const BASE_MS = 65;
const OUT_MS = 5;

/**
 * Routers in a row with bottlenecks between them, and flows from one of them to the last.
 * @param {{ coreMs: number[], flows: { id: string, from: string, ms: number }[], options?: Record<string, unknown> }} given
 *   `ms`: what the flow has one way in all; `options`: of the stack
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

/** RTT of source 1 over that of source 2, by its access link. @param {number} elsewhereMs one way without that link */
const ratios = (elsewhereMs) => ({
  name: 'RTT ratio',
  values: { from: 0.5, to: 3, step: 0.05 },
  sets: ['forward', 'backward'].map((way) => ({
    path: `/links/in-f1/${way}/delayMs`,
    times: BASE_MS,
    plus: -elsewhereMs,
  })),
});

/** What a source has of the losses and of the throughput. @param {number} number @param {string} queue */
const partsOf = (number, queue) => [
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

const OPEN = `The paper gives neither rates nor delays: here bottlenecks of 0.8 Mb/s, access links of 8 Mb/s and 130 ms for source 2, so that its BDP is the 13 packets of the text. It has runs of "100 ms" of which the last 50 s count, read as 100 s. Flows start within 5 s.`;

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
    summary: `Source 3's part of the losses and of the second bottleneck against the ratio of the RTTs of sources 1 and 2.`,
    notes: `Two bottlenecks in a row, each with 15 packets of buffer, packets of 1000 bytes. Sources 1 and 2 go over both, source 3 over the second; the RTT of source 1 varies. The paper: with Reno source 3 has about 80 % of the losses there, with Randomized about 40 %.

**Look at** the part of the losses beside the part of the throughput: equal parts would be no phase effect. ${more}

${OPEN} Source 3 has an RTT of ${rtt} ms here, which the paper leaves open as well.`,
    base: two(rtt / 2),
    axes: [ratios(10 + 10 + OUT_MS), schemes(['Reno', 'Randomized'])],
    measures: partsOf(3, 'core-2'),
    chart,
    quick: { count: 3, values: [QUICK, []] },
  });

/** @param {{ id: string, label: string, title: string, options: Record<string, unknown>, more: string }} given @returns {PaperExperiment} */
const oneBottleneck = ({ id, label, title, options, more }) =>
  experiment({
    id,
    label,
    title,
    summary: "Source 2's part of the losses and of the bottleneck against the ratio of two RTTs.",
    notes: `Two sources over one bottleneck with 15 packets of buffer, slightly more than a BDP of 13; packets of 1000 bytes. The RTT of source 1 varies. The paper: with Reno source 2 sees almost no loss at most ratios and most of the losses at some, between 1.85 and 2.05; with Randomized never a disproportionate part.

${more}

${OPEN}`,
    base: chain({
      coreMs: [25],
      flows: ['f1', 'f2'].map((id) => ({ id, from: 'r1', ms: BASE_MS })),
      options,
    }),
    axes: [ratios(25 + OUT_MS), schemes(['Reno', 'Randomized'])],
    measures: partsOf(2, 'core-1'),
    chart,
    quick: { count: 3, values: [QUICK, []] },
  });

/** @type {PaperExperiment[]} */
export const experiments = [
  oneBottleneck({
    id: 'randomized-fig-14',
    label: 'Figures 13 and 14',
    title: "Phase effects in Floyd and Jacobson's network",
    options: STACK,
    more: `**Look at** the jumps of the Reno lines from one ratio to the next. **Try** *Figure 14, window of 20*: only a source that its receiver limits sees no loss. Or steps of 0.01: a packet takes 10 ms, and a ratio of 0.05 is 6.5 ms.`,
  }),
  oneBottleneck({
    id: 'randomized-fig-14-window',
    label: 'Figure 14, window of 20',
    title: 'Phase effects with windows of 20 packets',
    options: WINDOW,
    more: `Here receivers allow 20 packets, which was the simulator's default, so that one source alone cannot fill pipe and buffer (28 packets): where the other one starves, source 2 sees no loss at all.

**Look at** how many ratios are at 0. **Try** a window of 32 packets, that of Floyd & Jacobson: it is more than pipe and buffer hold here.`,
  }),
  twoBottlenecks({
    id: 'randomized-fig-16',
    label: 'Figures 15 and 16',
    title: 'Phase effects with two bottlenecks',
    rtt: 130,
    more: '**Try** *Figure 16, short source 3*: the RTT of source 3 decides.',
  }),
  twoBottlenecks({
    id: 'randomized-fig-16-short',
    label: 'Figure 16, short source 3',
    title: 'Phase effects with two bottlenecks and a short source 3',
    rtt: 65,
    more: '**Try** *Figures 15 and 16*, where all three have about the same RTT.',
  }),
];
