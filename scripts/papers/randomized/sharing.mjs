// Section VI-C, tables I and II: beside Reno. Section VIII, figure 12: binomial schemes beside TCP.

/** @import { PaperExperiment } from '../build.mjs' */
import { bench, copies, experiment, flow, measure, OPEN, PACKETS, PLAIN, RATE, rows } from './setup.mjs';

const UNITS = `**Units**: the captions say packets/s, the text Kb/s, and both have the same digits. At the text's 1 Mb/s they can only be kb/s; as packets/s they fit the 4 Mb/s of section IV, of which they fill 83 %. Both rates are here, and 2 Mb/s. At 1 Mb/s the printed numbers stand divided by 4: kb/s as packets/s.`;

/** Shares decide, so that the units do not matter. @param {{ id: string, name: string }} other */
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
    title: `${other.name} beside Reno`,
    summary,
    notes: `${notes}\n\n${UNITS} Losses and timeouts depend on the length of the run, which the paper does not give.\n\n${OPEN}`,
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
    notes: `Paced and Reno flows over one bottleneck with RTT 100 ms and 25 packets of buffer. The paper: Paced is beaten, with 352 to 480, more losses and more timeouts.

**Look at** the share of Paced as flows become more: with one flow of each, phases decide (see *Table I, all phases*). **Try** another delay of one access link, by a fraction of the 4 ms that a packet takes at 1 Mb/s.

How many flows there were is not said; here one, five and ten of each.`,
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
    notes: `Randomized and Reno flows over one bottleneck with RTT 100 ms and 25 packets of buffer. The paper: they share fairly, 409 to 389, since losses are no longer in step with the queue and since the additive increase α makes up for the delay of randomization.

**Look at** the last variant, which goes without that correction. **Try** more flows: what holds for one of each does not hold for ten of each.

How many flows there were is not said; here one, five and ten of each.`,
    printed: { reno: 389.31, other: 408.92 },
  }),
  experiment({
    id: 'randomized-table-1-overhead',
    label: 'Tables I and II, random send overhead',
    title: 'Beside Reno without phase effects',
    summary:
      'The share of Paced and Randomized flows beside Reno when each packet waits for up to a packet time before it leaves.',
    notes: `The set-up of tables I and II at 1 Mb/s. Each packet waits for up to 4 ms, its time at the bottleneck, before it leaves its sender, which takes phase effects away (Floyd & Jacobson 1992).

**Look at** the share as flows become more: only then Paced has less than Reno. **Try** the same at 4 Mb/s, with 1000 µs.

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
        name: 'Other',
        values: ['Paced', 'Randomized', PLAIN],
        sets: [
          { path: '/flows/other*/algorithm', values: ['paced', 'randomized', 'randomized'] },
          { path: '/flows/other*/stack/params/correctedIncrease', values: [true, true, false] },
        ],
      },
    ],
    measures: [
      shareOf({ id: 'other', name: 'Other' }),
      ...rows([
        ['reno', 'Reno'],
        ['other', 'Other'],
      ]),
    ],
    chart: { kind: 'bar', shows: [0] },
    quick: { count: 3, durationS: 300, values: [['1 + 1', '10 + 10'], []] },
  }),
  experiment({
    id: 'randomized-fig-12',
    label: 'Figure 12',
    title: 'Binomial schemes beside TCP',
    summary: 'Shares of IIAD and SQRT beside Reno, and of both beside Randomized when they are randomized.',
    notes: `IIAD (increase 1/W, decrease by a constant) and SQRT (increase 1/√W, decrease by √W) beside TCP over 1 Mb/s, RTT 100 ms, 25 packets of buffer. The paper: on drop-tail both beat TCP; randomized, and beside Randomized TCP, they share much more fairly.

**Look at** the share of the binomial flow: a half would be fair. **Try** other constants: the paper gives none. Here α = 1 and β = 2/3, by which both have Reno's throughput under the same losses.

The number of flows is not said either; here one and five of each. ${OPEN}`,
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
