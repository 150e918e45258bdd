// Figures 8 and 9: utilisation against buffer.
import { BDP, bufferAxis, experiment, LEVELS, MEASURES, modelAxis, OPEN, path, ten } from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const LEVEL = {
  name: 'synchronisation level',
  unit: '%',
  of: 'queues/core/forward/synchronization',
  times: 100,
};

/** Packet runs of figure 8: their length, and when the measurement starts, s. */
const PACKETS = { lengthS: 180, fromS: 60 };
const LENGTH_S = 3000;

/** Curves of figure 8: those of the fluid model, and the packet model in place of ns-2. */
function curves8() {
  const levels = modelAxis('flows that lose', { ...LEVELS, 'packet model': {} });
  const fluid = Object.keys(LEVELS);
  /** @param {string} path @param {unknown} of @param {unknown} packets */
  const set = (path, of, packets) => ({ path, values: [...fluid.map(() => of), packets] });
  return {
    ...levels,
    sets: [
      ...levels.sets,
      set('/engine', 'fluid', 'packet'),
      set('/durationS', LENGTH_S, PACKETS.lengthS),
      set('/sampling/measureFromS', 0, PACKETS.fromS),
      set('/flows/*/startJitterS', 0, 1),
    ],
  };
}

/** The network of figure 8. @param {number} durationS */
const eight = (durationS) =>
  path({
    title: 'Ten HSTCP flows at 1 Gb/s',
    flows: ten(
      'hstcp',
      Array.from({ length: 10 }, (_, i) => 115.5 + i),
    ),
    mbps: 1000,
    buffer: 1250,
    packetBytes: 1000,
    durationS,
  });

/** @type {PaperExperiment} */
const figure8 = {
  id: 'loss-synchronization-fig-8',
  label: 'Figure 8',
  title: 'Ten HSTCP flows at 1 Gb/s: fluid model and packet model',
  summary:
    'Utilisation against buffer size: the fluid model at three levels of synchronisation, and the packet model.',
  document: experiment({
    title: 'Ten HSTCP flows at 1 Gb/s: fluid model and packet model',
    notes: `**Figure 8** of Kumar and others (2014): ten HSTCP flows, packets of 1000 bytes, RTTs of 115.5 to 124.5 ms, buffers as fractions of 12,500
packets (the paper calls this the BDP of the longest RTT; at 1 Gb/s it is 100 ms). At each congestion event the m flows with the highest
rates lose: all of them (X = 1), or a random number between X·10 and 10.

This laboratory’s packet model replaces the paper’s ns-2 curve: SACK, no delayed ACKs, start times within a second, runs of ${PACKETS.lengthS} s measured from
${PACKETS.fromS} s on, access links of 10 Gb/s. The paper states only the number and the RTTs of its ns-2 flows. Its fifth curve, a model of Barman,
Smaragdakis & Matta (2004), is not described in the paper and is omitted here.

**Look at** the share of flows that lose at an event in the packet model, and at Jain’s index. Nothing but the start times is random in these packet runs, and their utilisation is nearest to X = 0.6. With a
random delay of up to 8 µs before each packet (*Figure 8, random delays*) it is nearest to X = 1, and Jain’s index is 0.81 to 0.96. At 0.01 the buffer holds 125 packets, and the packet model
uses 39 % of the link.

**Try** what would desynchronise the flows: RED instead of drop-tail, paced senders, RTTs that differ more.

${OPEN}`,
    base: eight(LENGTH_S),
    axes: [bufferAxis([0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1], 12_500, 'of 12,500 packets'), curves8()],
    measures: [...MEASURES, LEVEL],
    chart: { kind: 'line', shows: [0], logX: true },
    quick: { count: 2, durationS: 40, measureFromS: 15, values: [[0.05, 0.2], []] },
  }),
};

/** The packet model of figure 8 with a random delay before each packet. @type {PaperExperiment} */
const randomDelays = {
  id: 'loss-synchronization-fig-8-delays',
  label: 'Figure 8, random delays',
  title: 'Ten HSTCP flows at 1 Gb/s: packets with random delays',
  summary:
    'The packet model of figure 8 with a random delay of up to one transmission time before each packet, which breaks ties between flows.',
  document: experiment({
    title: 'Ten HSTCP flows at 1 Gb/s: packets with random delays',
    notes: `The packet model of **figure 8** of Kumar and others (2014), with a random delay of up to 8 µs before each packet, the transmission time of a packet. In figure 8 nothing is random but the start
times. The paper does not say whether its ns-2 runs had such a delay. Three runs of ${PACKETS.lengthS} s, measured from ${PACKETS.fromS} s on.

**Look at** Jain’s index beside that of the packet model in figure 8, and at the largest and the smallest number of packets that a flow lost.`,
    base: {
      ...eight(PACKETS.lengthS),
      engine: 'packet',
      sampling: { measureFromS: PACKETS.fromS },
    },
    axes: [
      {
        ...bufferAxis([0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1], 12_500, 'of 12,500 packets'),
        sets: [
          ...bufferAxis([], 12_500, '').sets,
          { path: '/flows/*/sendOverheadUs', values: [8] },
          { path: '/flows/*/startJitterS', values: [1] },
        ],
      },
    ],
    replications: { count: 3 },
    measures: [
      ...MEASURES,
      LEVEL,
      { name: 'losses, largest', unit: 'packets', of: 'flows/*/drops', over: 'max' },
      { name: 'losses, smallest', unit: 'packets', of: 'flows/*/drops', over: 'min' },
    ],
    chart: { kind: 'line', shows: [0, 1], logX: true },
    quick: { count: 1, durationS: 40, measureFromS: 15, values: [[0.05, 0.2]] },
  }),
};

/** The same with ns-2's sender, and ACKs that end recovery counted for growth, as ns-2 counts them. @type {PaperExperiment} */
const asNs2 = {
  id: 'loss-synchronization-fig-8-as-ns2',
  label: 'Figure 8, as in ns-2',
  title: 'Ten HSTCP flows at 1 Gb/s: packets as in ns-2',
  summary: 'The packet model of figure 8 with random delays and the habits of ns-2’s senders.',
  document: experiment({
    .../** @type {any} */ (randomDelays.document),
    title: 'Ten HSTCP flows at 1 Gb/s: packets as in ns-2',
    notes: `As *Figure 8, random delays*, with the stack \`ns2-2006\`, of the paper’s simulator: a decrease halves the window and not the data in flight, recovery is not proportional, and the clock of the timer has 10 ms. The ACK that ends
recovery counts for growth, too. **Look at** the share of flows that lose at an event. **Try** delayed ACKs.`,
    base: {
      .../** @type {any} */ (randomDelays.document.base),
      flows: /** @type {any[]} */ (randomDelays.document.base.flows).map(({ stack, ...flow }) => ({
        ...flow,
        stack: { kind: 'ns2-2006', params: { ...stack.params, growOnExit: true } },
      })),
    },
  }),
};

/**
 * @param {'a' | 'b' | 'c' | 'd'} part @param {string} name @param {string} algorithm @param {string} claim @param {string} look
 * @param {number} quickS length of the quick size, s
 * @returns {PaperExperiment}
 */
function figure9(part, name, algorithm, claim, look, quickS) {
  const title = `Ten ${name} flows at 10 Gb/s: utilisation by buffer size`;
  return {
    id: `loss-synchronization-fig-9${part}`,
    label: `Figure 9(${part})`,
    title,
    summary: `Utilisation of ten ${name} flows against buffer size, at three levels of synchronisation.`,
    document: experiment({
      title,
      notes: `**Figure 9(${part})** of Kumar and others (2014): ten ${name} flows at 10 Gb/s, a shared link of 10 ms, RTTs of 80 to 260 ms with a mean of 170 ms;
buffers as fractions of the BDP at 170 ms, ${BDP.toLocaleString('en')} packets of 1500 bytes. Ten runs of 3000 s. The paper gives the range and the mean of the
RTTs; the steps of 20 ms are ours. ${claim}

${look}

**Try** another centre for the distribution of *m* (*Centre of the distribution* in the settings of the model), which the paper does not give, or
random losers instead of the fastest flows (*Which flows*). An empty cell means that no run of 3000 s had a congestion event.

${OPEN}`,
      base: path({ title, flows: ten(algorithm), mbps: 10_000, buffer: 14_167, durationS: LENGTH_S }),
      axes: [
        bufferAxis([0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1], BDP, 'BDP'),
        modelAxis('flows that lose', LEVELS),
      ],
      measures: [...MEASURES, LEVEL],
      chart: { kind: 'line', shows: [0], logX: true },
      quick: { count: 3, durationS: quickS, values: [[0.01, 0.05, 0.2, 1], []] },
    }),
  };
}

export const buffers = [
  figure8,
  randomDelays,
  asNs2,
  figure9(
    'a',
    'HSTCP',
    'hstcp',
    'It finds that utilisation rises with the buffer and is highest when the fewest flows lose together.',
    `**Look at** Jain’s index as well as the utilisation. If all flows lose, the flow with the shortest RTT gets nearly everything. One window of 45,000 packets
decreases by an eighth, ten windows of 14,000 by a fifth each, so the unfair case has the higher utilisation.`,
    600,
  ),
  figure9(
    'b',
    'CUBIC',
    'cubic',
    'It finds CUBIC below 90 % with small buffers at each level, and X = 0.6 no better than X = 1.',
    `**Look at** the smallest buffers. CUBIC decreases to 0.7 of its window, so the mean window of a single flow without a buffer is between 0.85 (linear growth) and
0.925 (concave growth only) of its peak. Flows that do not lose continue along their curves.`,
    600,
  ),
  figure9(
    'c',
    'AIMD',
    'aimd',
    'It finds AIMD above CUBIC and close to HSTCP.',
    `**Look at** the number of congestion events. AIMD halves its window and at 10 Gb/s needs about 1000 s to recover. A run has two or three events, so the initial
windows still matter. Flows with equal RTTs that halve together would use 78.6 % at 0.05 and 81.8 % at 0.1, by the closed form of the sawtooth.`,
    LENGTH_S,
  ),
  figure9(
    'd',
    'H-TCP',
    'htcp',
    'It finds low utilisation for H-TCP at 0.05 if all flows lose, and a higher one if fewer do.',
    `**Look at** 0.05 and 0.2 BDP. H-TCP multiplies its window by the ratio of its minimum to its maximum RTT, limited to 0.5 … 0.8. With a large buffer the decrease
    equals the backlog; with a small one it is a fifth of the window, more than the backlog.`,
    600,
  ),
];
