// Section VI-C, tables I and II: against Reno. Section VIII, figure 12: binomial schemes against TCP.

/** @import { PaperExperiment } from '../build.mjs' */
import { bench, copies, experiment, flow, measure, OPEN, PACKETS, PLAIN, RATE, rows } from './setup.mjs';

const UNITS = `**Units**: the captions say packets/s, the text says Kb/s, with the same numbers. At the text’s 1 Mb/s they can only be kb/s; as packets/s they fit the 4 Mb/s of section IV, 83 % of which they fill. Both rates are shown, and 2 Mb/s. At 1 Mb/s the published numbers are divided by 4, which converts kb/s into packets/s.`;

/** Shares are compared, so the units do not matter. @param {{ id: string, name: string }} other */
const shareOf = ({ id, name }) =>
  measure(`${name} share`, '', `flows/${id}*/throughputMbps`, { over: 'sum', per: 'flows/*/throughputMbps' });

/**
 * A table of section VI-C.
 * @param {{
 *   number: '1' | '2',
 *   label: string,
 *   other: { id: string, name: string },
 *   flows: { names: string[], counts: number[], more: Record<string, unknown>[] },
 *   summary: string,
 *   notes: string,
 *   printed: { reno: number, other: number },
 * }} given
 * @returns {PaperExperiment}
 */
const table = ({ number, label, other, flows, summary, notes, printed }) => {
  const { reno, other: own } = printed;
  return experiment({
    id: `randomized-table-${number}`,
    label,
    title: `${other.name} against Reno`,
    summary,
    notes: `${notes}\n\n${UNITS} Losses and timeouts depend on the length of the run, which the paper does not state.\n\n${OPEN}`,
    base: bench([flow('reno', 'reno'), flow(other.id, other.id)], { rateMbps: 1 }),
    axes: [
      { name: 'Bottleneck', unit: 'Mb/s', values: [1, 2, 4], sets: RATE },
      {
        name: 'Flows',
        values: flows.names,
        sets: [copies('reno', flows.counts), copies(other.id, flows.counts), ...flows.more],
      },
    ],
    measures: [
      ...rows([
        ['reno', 'Reno'],
        [other.id, other.name],
      ]),
      shareOf(other),
    ],
    chart: { kind: 'bar', shows: [6] },
    printed: {
      source: label,
      values: [
        [[4, '1 + 1'], 'Reno throughput', reno],
        [[4, '1 + 1'], `${other.name} throughput`, own],
        [[1, '1 + 1'], 'Reno throughput', reno / 4],
        [[1, '1 + 1'], `${other.name} throughput`, own / 4],
        [[4, '1 + 1'], `${other.name} share`, own / (reno + own)],
        [[1, '1 + 1'], `${other.name} share`, own / (reno + own)],
      ],
    },
    quick: {
      count: 3,
      durationS: 300,
      values: [[1, 4], flows.names.filter((name) => !name.startsWith('5'))],
    },
  });
};

const FLOWS = ['1 + 1', '5 + 5', '10 + 10'];

/** @type {PaperExperiment[]} */
export const experiments = [
  table({
    number: '1',
    label: 'Table I',
    other: { id: 'paced', name: 'Paced' },
    flows: { names: FLOWS, counts: [1, 5, 10], more: [] },
    summary: 'Throughput, losses and timeouts of Paced and Reno flows that share a bottleneck.',
    notes: `Paced and Reno flows share a bottleneck with an RTT of 100 ms and 25 packets of buffer. According to the paper, Paced loses to Reno: 352 against 480, with more losses and more timeouts.

**Look at** the share of Paced as the number of flows grows: with one flow of each, phases decide (see *Table I, all phases*). **Try** changing the delay of one access link by a fraction of 4 ms, the transmission time at 1 Mb/s.

The paper does not state the number of flows; here there are one, five and ten of each.`,
    printed: { reno: 480.21, other: 351.86 },
  }),
  table({
    number: '2',
    label: 'Table II',
    other: { id: 'randomized', name: 'Randomized' },
    flows: {
      names: [...FLOWS, '1 + 1, α = 1'],
      counts: [1, 5, 10, 1],
      more: [
        { path: '/flows/randomized*/stack/params/correctedIncrease', values: [true, true, true, false] },
      ],
    },
    summary: 'Throughput, losses and timeouts of Randomized and Reno flows that share a bottleneck.',
    notes: `Randomized and Reno flows share a bottleneck with an RTT of 100 ms and 25 packets of buffer. According to the paper, they share fairly, 409 to 389, because losses are no longer in step with the queue and because the additive increase α compensates for the delay of randomisation.

**Look at** the last variant, which is without that correction. **Try** more flows: the result for one of each does not hold for ten of each.

The paper does not state the number of flows; here there are one, five and ten of each.`,
    printed: { reno: 389.31, other: 408.92 },
  }),
  experiment({
    id: 'randomized-table-1-overhead',
    label: 'Tables I and II, random send overhead',
    title: 'Shares against Reno without phase effects',
    summary:
      'The share of Paced and Randomized flows against Reno if each packet is delayed by up to one transmission time before it is sent.',
    notes: `The setup of tables I and II at 1 Mb/s. Each sender delays each packet by a random time of up to 4 ms, the transmission time at the bottleneck, which removes phase effects (Floyd & Jacobson 1992).

**Look at** the share as the number of flows grows: only with several flows does Paced get less than Reno. **Try** the same at 4 Mb/s with 1000 µs.

${OPEN}`,
    base: bench(
      [flow('reno', 'reno', { sendOverheadUs: 4000 }), flow('other', 'paced', { sendOverheadUs: 4000 })],
      {
        rateMbps: 1,
      },
    ),
    axes: [
      { name: 'Flows', values: FLOWS, sets: [copies('reno', [1, 5, 10]), copies('other', [1, 5, 10])] },
      {
        name: 'Other flow',
        values: ['Paced', 'Randomized', PLAIN],
        sets: [
          { path: '/flows/other*/algorithm', values: ['paced', 'randomized', 'randomized'] },
          { path: '/flows/other*/stack/params/correctedIncrease', values: [true, true, false] },
        ],
      },
    ],
    measures: [
      shareOf({ id: 'other', name: 'Other flow' }),
      ...rows([
        ['reno', 'Reno'],
        ['other', 'Other flow'],
      ]),
    ],
    chart: { kind: 'bar', shows: [0] },
    quick: { count: 3, durationS: 300, values: [['1 + 1', '10 + 10'], []] },
  }),
  experiment({
    id: 'randomized-fig-12',
    label: 'Figure 12',
    title: 'Binomial schemes against TCP',
    summary:
      'Shares of IIAD and SQRT against Reno, and of Randomized IIAD and Randomized SQRT against Randomized.',
    notes: `IIAD (increase 1/W, decrease by a constant) and SQRT (increase 1/√W, decrease by √W) against TCP on 1 Mb/s with an RTT of 100 ms and 25 packets of buffer. According to the paper, both beat TCP on a drop-tail queue, and they share much more fairly if they are randomised and compete with Randomized TCP.

**Look at** the share of the binomial flow: a half would be fair. **Try** other constants. The paper gives none; with α = 1 and β = 2/3, as here, both have Reno’s throughput at the same loss rate.

The paper does not state the number of flows either; here there are one and five of each. ${OPEN}`,
    base: bench([flow('binomial', 'iiad'), flow('tcp', 'reno')], { rateMbps: 1 }),
    axes: [
      {
        name: 'Pair',
        values: ['IIAD, Reno', 'randomized IIAD, Randomized', 'SQRT, Reno', 'randomized SQRT, Randomized'],
        sets: [
          {
            path: '/flows/binomial/algorithm',
            values: ['iiad', 'randomized-iiad', 'sqrt', 'randomized-sqrt'],
          },
          { path: '/flows/tcp/algorithm', values: ['reno', 'randomized', 'reno', 'randomized'] },
        ],
      },
      {
        name: 'Flows',
        values: ['1 + 1', '5 + 5'],
        sets: [copies('binomial', [1, 5]), copies('tcp', [1, 5])],
      },
    ],
    measures: [
      measure('Binomial throughput', 'packets/s', 'flows/binomial*/throughputMbps', { times: PACKETS }),
      measure('TCP throughput', 'packets/s', 'flows/tcp*/throughputMbps', { times: PACKETS }),
      shareOf({ id: 'binomial', name: 'Binomial' }),
      measure('Binomial losses', '', 'flows/binomial*/drops'),
      measure('TCP losses', '', 'flows/tcp*/drops'),
    ],
    chart: { kind: 'bar', shows: [2] },
    quick: { count: 4, durationS: 400 },
  }),
];
