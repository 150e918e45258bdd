// Figures 8 and 9: utilisation against buffer.
import { bufferAxis, experiment, LEVELS, MEASURES, modelAxis, OPEN, PATH, path, ten } from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const LEVEL = {
  name: 'flows that lose at an event',
  unit: '%',
  of: 'queues/core/forward/synchronization',
  times: 100,
};

/** Packet runs of figure 8: their length, and from when they count, s. */
const PACKETS = { lengthS: 180, fromS: 60 };
const LENGTH_S = 3000;

/** Curves of figure 8: those by fluid, and packets in the place of ns-2. */
function curves8() {
  const levels = modelAxis('flows that lose', { ...LEVELS, packets: {} });
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

/** @type {PaperExperiment} */
const figure8 = {
  id: 'loss-synchronization-fig-8',
  label: 'Figure 8',
  title: 'Ten HSTCP flows at 1 Gb/s: fluid beside packets',
  summary: 'Utilisation against buffer at three levels of synchronization, and by packets.',
  document: experiment({
    title: 'Ten HSTCP flows at 1 Gb/s: fluid beside packets',
    notes: `**Figure 8** of Kumar and others (2014): ten HSTCP flows, packets of 1000 bytes, round trips of 115.5 to 124.5 ms, buffers as parts of 12 500
packets (the paper calls these the path of the longest round trip; at 1 Gb/s they are 100 ms). At each congestion event the m flows of the highest
rates lose: all (X = 1), or a number drawn between X·10 and 10.

The paper's curve by ns-2 is here this laboratory's own, by packets: SACK, no delayed ACKs, starts within a second, ${PACKETS.lengthS} s counted from
${PACKETS.fromS} s, access links of 10 Gb/s. The paper says nothing of its ns-2 flows but their number and round trips. Its fifth curve, a model of Barman,
Smaragdakis & Matta (2004), is not described there and is left out.

**Look at** the flows that lose at an event by packets: with windows of 1500 packets, nearly one round trip, and a buffer that overflows for a round trip, they
lose together. So it is X = 1 that meets the packets, and not the lower levels, as the paper has it. At 0.01 the buffer holds 125 packets: bursts
overflow it long before the link is full.

**Try** what would pull them apart: RED in place of drop-tail, paced senders, round trips further apart.

${OPEN}`,
    base: path({
      title: 'Ten HSTCP flows at 1 Gb/s',
      flows: ten(
        'hstcp',
        Array.from({ length: 10 }, (_, i) => 115.5 + i),
      ),
      mbps: 1000,
      buffer: 1250,
      packetBytes: 1000,
      durationS: LENGTH_S,
    }),
    axes: [bufferAxis([0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1], 12_500, 'of 12 500 packets'), curves8()],
    measures: [...MEASURES, LEVEL],
    chart: { kind: 'line', shows: [0], logX: true },
    quick: { count: 2, durationS: 40, measureFromS: 15, values: [[0.05, 0.2], []] },
  }),
};

/**
 * @param {'a' | 'b' | 'c' | 'd'} part @param {string} name @param {string} algorithm @param {string} claim @param {string} look
 * @param {number} quickS length of the quick size, s
 * @returns {PaperExperiment}
 */
function figure9(part, name, algorithm, claim, look, quickS) {
  const title = `Ten ${name} flows at 10 Gb/s: how much buffer`;
  return {
    id: `loss-synchronization-fig-9${part}`,
    label: `Figure 9(${part})`,
    title,
    summary: `Utilisation of ten ${name} flows against buffer, at three levels of synchronization.`,
    document: experiment({
      title,
      notes: `**Figure 9(${part})** of Kumar and others (2014): ten ${name} flows at 10 Gb/s, a shared link of 10 ms, round trips of 80 to 260 ms, 170 on average;
buffers as parts of the ${PATH.toLocaleString('en')} packets of 1500 bytes that are on the way in 170 ms. Ten runs of 3000 s. The paper gives the range of the
round trips and their mean; steps of 20 ms are ours. ${claim}

${look}

**Try** the centre of the distribution of *m* (\`fluid.centre\`), which the paper does not give, and losers that are drawn instead of the fastest
(\`fluid.selection\`). Where no entry stands, no run of 3000 s saw congestion.

${OPEN}`,
      base: path({ title, flows: ten(algorithm), mbps: 10_000, buffer: 14_167, durationS: LENGTH_S }),
      axes: [
        bufferAxis([0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1], PATH, 'of the path'),
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
  figure9(
    'a',
    'HSTCP',
    'hstcp',
    'It finds that utilisation rises with the buffer, and is highest where fewest lose together.',
    `**Look at** Jain's index beside the utilisation. Where all lose, nearly everything goes to the shortest round trip: and one window of 45 000 packets
decreases by an eighth, ten of 14 000 by a fifth. The unfair link is the fuller one.`,
    600,
  ),
  figure9(
    'b',
    'CUBIC',
    'cubic',
    'It finds CUBIC below 90 % with small buffers whoever loses, and X = 0.6 no better than X = 1.',
    `**Look at** the smallest buffers: CUBIC decreases to 0.7 of its window, so that a lone one without a buffer averages between 0.85 (a straight line) and
0.925 (all of the concave part) of its peak. Flows that do not lose go on along their curves.`,
    600,
  ),
  figure9(
    'c',
    'AIMD',
    'aimd',
    'It finds AIMD above CUBIC and close to HSTCP.',
    `**Look at** the number of congestion events: AIMD halves, and at 10 Gb/s needs some 1000 s to come back. A run sees two or three events, and the first
windows still count. Flows of one round trip that halve together would use 78.6 % at 0.05 and 81.8 % at 0.1, by the sawtooth in closed form.`,
    LENGTH_S,
  ),
  figure9(
    'd',
    'H-TCP',
    'htcp',
    'It finds H-TCP poor at 0.05 where all lose, and better where fewer do.',
    `**Look at** 0.05 and 0.2 of the path. H-TCP keeps the ratio of its shortest to its longest round trip, 0.5 to 0.8 of its window: with a large buffer
    it decreases by what the queue holds, with a small one by a fifth more than that.`,
    600,
  ),
];
