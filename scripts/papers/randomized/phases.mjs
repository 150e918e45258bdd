// Section VII-A, tables III to V: phase effects, and how tables I, III and IV change with fractions of a transmission time.

/** @import { PaperExperiment } from '../build.mjs' */
import { channel, link, PLENTY } from '../build.mjs';
import {
  bench,
  copies,
  experiment,
  flow,
  MEASURES,
  measure,
  OPEN,
  PACKETS,
  PLAIN,
  RATE,
  rows,
} from './setup.mjs';

/** With an RTT of 60 ms the bottleneck's delay has to be smaller than in the other experiments. */
const CORE_MS = 20;
const OPEN_20 = OPEN.replace('30 ms one way', '20 ms one way');

const SHORT_OVER_LONG = measure('Short over long', '', 'flows/short*/throughputMbps', {
  per: 'flows/long*/throughputMbps',
});

/** Table III's pair. */
const pair = bench([flow('long', 'reno'), flow('short', 'reno')], {
  rateMbps: 2,
  coreMs: CORE_MS,
  rttMs: { long: 80, short: 60 },
});

/** Table IV's ten flows: four of each kind, and one of each kind whose algorithm can differ. */
const ten = bench(
  [flow('short', 'reno'), flow('short-one', 'reno'), flow('long', 'reno'), flow('long-one', 'reno')],
  {
    rateMbps: 1,
    coreMs: CORE_MS,
    rttMs: { short: 60, 'short-one': 60, long: 80, 'long-one': 80 },
  },
);

const CONFIGURATIONS = {
  name: 'Configuration',
  values: ['all Reno', 'all Randomized', 'one long Randomized', 'one short Randomized'],
  sets: [
    ...['short', 'long'].map((id) => ({
      path: `/flows/${id}/algorithm`,
      values: ['reno', 'randomized', 'reno', 'reno'],
    })),
    { path: '/flows/long-one/algorithm', values: ['reno', 'randomized', 'randomized', 'reno'] },
    { path: '/flows/short-one/algorithm', values: ['reno', 'randomized', 'reno', 'randomized'] },
    copies('short', [4]),
    copies('long', [4]),
  ],
};

/** RTTs that are longer by a fraction of the transmission time at the bottleneck. @param {string} id @param {number} packetMs @param {number} accessMs */
const phase = (id, packetMs, accessMs) => ({
  name: 'Phase',
  unit: 'transmission times',
  values: { from: 0, to: 0.9, step: 0.1 },
  sets: [{ path: `/links/in-${id}/forward/delayMs`, times: packetMs, plus: accessMs }],
});

/** The order of packets of both kinds that arrive at the same nanosecond, because all delays are round. @param {string} id */
const TIES = (id) => ({
  name: 'Long flows’ packets arrive',
  values: ['1 µs earlier', 'at the same time', '1 µs later', 'within 1 µs, at random'],
  sets: [
    { path: `/links/in-${id}/forward/delayMs`, values: [9.999, 10, 10.001, 10] },
    { path: '/links/in-*/forward/jitterMs', values: [0, 0, 0, 0.001] },
  ],
});

/** @param {string} table */
const tiesNotes = (
  table,
) => `With the RTTs and rates of table ${table}, packets of short and long flows reach the bottleneck at exactly the same time, because every delay is a whole number of milliseconds. The packet that is processed first then always gets the last place in the queue. In ns-2 rounding decides the order. In Droptail the event that was scheduled first comes first, which is the packet with the longer delay on its link. Here the long flows’ packets arrive a microsecond earlier or later, or each packet is delayed by up to a microsecond.

**Look at** the effect of a microsecond: it moves the result from one side of the paper’s value to the other.`;

const PHASES = `All packets have the same size, so a full queue frees one place per transmission time, and ACK-clocked packets arrive in step with it. A packet that arrives just after a place is freed takes it; one that arrives just before is dropped (Floyd & Jacobson 1992).`;

/** Table V's network. */
const parkingLot = (() => {
  const core = { forward: channel(1, 20, 25), backward: channel(1, 20, PLENTY) };
  const ends = [
    { id: 'long-1', from: 'r1', to: 'r3', ms: 10 },
    { id: 'long-2', from: 'r1', to: 'r3', ms: 10 },
    { id: 'short-1', from: 'r1', to: 'r2', ms: 5 },
    { id: 'short-2', from: 'r2', to: 'r3', ms: 5 },
  ];
  return {
    version: 1,
    durationS: 1000,
    nodes: [
      ...['r1', 'r2', 'r3'].map((id) => ({ id, kind: 'router' })),
      ...ends.flatMap(({ id }) => [`s-${id}`, `d-${id}`].map((host) => ({ id: host, kind: 'host' }))),
    ],
    links: [
      { id: 'core-1', a: 'r1', b: 'r2', ...core },
      { id: 'core-2', a: 'r2', b: 'r3', ...core },
      ...ends.flatMap(({ id, from, to, ms }) => [
        link(`in-${id}`, `s-${id}`, from, channel(4, ms, PLENTY)),
        link(`out-${id}`, to, `d-${id}`, channel(4, ms, PLENTY)),
      ]),
    ],
    flows: ends.map(({ id }) => ({ ...flow(id, 'reno'), from: `s-${id}`, to: `d-${id}` })),
  };
})();

/** Throughput of a source of table V. @param {string} name @param {string} id */
const source = (name, id) => measure(name, 'packets/s', `flows/${id}/throughputMbps`, { times: PACKETS });

/** What ids and labels of a rate add; the runs at 2 Mb/s were first. @param {number} rateMbps */
const named = (rateMbps) =>
  rateMbps === 2 ? { id: '', text: '' } : { id: `-${rateMbps}`, text: `, ${rateMbps} Mb/s` };

/** A packet's transmission time, ms. @param {number} rateMbps */
const packetMs = (rateMbps) => 4 / rateMbps;
/** Runs at each phase. */
const RUNS = { replications: { count: 5, firstSeed: 1 } };
const PHASES_QUICK = [0, 0.2, 0.4, 0.6, 0.8];

/** Tables I and II at all phases. */
function tableOne() {
  return experiment({
    id: 'randomized-table-1-phases',
    label: 'Tables I and II, all phases',
    title: 'Phases decide the shares against Reno',
    summary:
      'The share of one Paced or Randomized flow against one Reno flow whose RTT grows by up to one transmission time.',
    notes: `One Paced or Randomized flow and one Reno flow share 1 Mb/s with an RTT of 100 ms and 25 packets of buffer, as in tables I and II. The RTT of the Reno flow grows in tenths of the transmission time of ${packetMs(1)} ms. The paper shows one point of this figure. Claims on tables I and II are judged by the mean over the phases.

**Look at** how much the share of Paced changes within 4 ms. **Try** a send overhead of 4000 µs for both flows, which removes the phase effects.

${PHASES} ${OPEN}`,
    base: bench([flow('reno', 'reno'), flow('other', 'paced')], { rateMbps: 1 }),
    axes: [
      phase('reno', packetMs(1), 10),
      {
        name: 'Other flow',
        values: ['Paced', 'Randomized', PLAIN],
        sets: [
          { path: '/flows/other/algorithm', values: ['paced', 'randomized', 'randomized'] },
          { path: '/flows/other/stack/params/correctedIncrease', values: [true, true, false] },
        ],
      },
    ],
    measures: [
      measure('Share', '', 'flows/other/throughputMbps', { per: 'flows/*/throughputMbps', over: 'sum' }),
      ...rows([
        ['other', 'Other flow'],
        ['reno', 'Reno'],
      ]),
    ],
    chart: { kind: 'line', shows: [0] },
    ...RUNS,
    quick: { count: 1, durationS: 200, values: [PHASES_QUICK, []] },
  });
}

/** Table III at all phases. @param {number} rateMbps */
function tableThree(rateMbps) {
  const { id, text } = named(rateMbps);
  const ms = packetMs(rateMbps);
  return experiment({
    id: `randomized-table-3-phases${id}`,
    label: `Table III, all phases${text}`,
    title: 'Phase effects of two flows at all phases',
    summary:
      'The long flow’s share as its RTT grows by up to one transmission time: both flows Reno, the short one Randomized, both Randomized.',
    notes: `The setup of table III at ${rateMbps} Mb/s. The long flow’s RTT grows in tenths of the transmission time of ${Number(ms.toFixed(3))} ms. If throughput were inversely proportional to RTT, its share would be 0.43. Claims on table III are judged by the mean over the phases.

**Look at** the line of two Reno flows: depending on the phase, either of them starves. With one Randomized flow the range is narrower, with two it almost vanishes. **Try** another rate, which has another transmission time.

${PHASES} ${OPEN_20}`,
    base: { ...pair, links: atRate(pair.links, rateMbps) },
    axes: [
      phase('long', ms, 10),
      {
        name: 'Randomized',
        values: ['none', 'short flow', 'both flows'],
        sets: [
          { path: '/flows/short/algorithm', values: ['reno', 'randomized', 'randomized'] },
          { path: '/flows/long/algorithm', values: ['reno', 'reno', 'randomized'] },
        ],
      },
    ],
    measures: [
      measure('Long share', '', 'flows/long/throughputMbps', { per: 'flows/*/throughputMbps', over: 'sum' }),
      { ...MEASURES.fairness, name: 'RTT fairness' },
      MEASURES.utilisation,
      ...rows([
        ['long', 'Long'],
        ['short', 'Short'],
      ]),
    ],
    chart: { kind: 'line', shows: [0, 1] },
    ...RUNS,
    quick: { count: 1, durationS: 200, values: [PHASES_QUICK, []] },
  });
}

/** Table IV at all phases. @param {number} rateMbps */
function tableFour(rateMbps) {
  const { id, text } = named(rateMbps);
  const ms = packetMs(rateMbps);
  return experiment({
    id: `randomized-table-4-phases${id}`,
    label: `Table IV, all phases${text}`,
    title: 'Phase effects of ten flows at all phases',
    summary:
      'The throughput ratio of five short flows to five long ones as the RTT of the long flows grows by up to one transmission time.',
    notes: `The setup of table IV at ${rateMbps} Mb/s${rateMbps === 2 ? ', which its numbers fit' : ', the rate of its text'}. The RTT of the long flows grows in tenths of the transmission time of ${ms} ms.${rateMbps === 1 ? ' Claims on table IV are judged by the mean over the phases.' : ''}

**Look at** the range of each line: that is the phase effect. **Try** another rate, which has another transmission time.

${PHASES} ${OPEN_20}`,
    base: { ...ten, links: atRate(ten.links, rateMbps) },
    axes: [phase('long*', ms, 10), CONFIGURATIONS],
    measures: [SHORT_OVER_LONG, { ...MEASURES.fairness, name: 'RTT fairness' }],
    chart: { kind: 'line', shows: [0] },
    ...RUNS,
    quick: { count: 1, durationS: 200, values: [PHASES_QUICK, []] },
  });
}

/** @type {PaperExperiment[]} */
export const experiments = [
  tableOne(),
  experiment({
    id: 'randomized-table-3',
    label: 'Table III',
    title: 'Phase effects of two flows',
    summary: 'Two flows with RTTs of 60 and 80 ms: both Reno, or the flow with the short RTT Randomized.',
    notes: `A flow with an RTT of 60 ms (short) and one with 80 ms (long) share 2 or 3 Mb/s with 25 packets of buffer. If throughput were inversely proportional to RTT, the long flow would get 0.43 of it. The paper has 0.29 and 0.34 for two Reno flows, and 0.46 and 0.44 with the short flow Randomized.

**Look at** the share of the long flow, and at the fairness index of throughput times RTT, which is also low if that share is too large. **Try** *Table III, all phases*: a fraction of a transmission time added to the RTT reverses the shares of two Reno flows.

The published column is taken as packets/s (as Kb/s it would fill a fifth of the link). The sums mean that utilisation falls from 84 to 72 % and from 82 to 72 %, which the paper does not mention. ${PHASES} ${OPEN_20}`,
    base: pair,
    axes: [
      { name: 'Bottleneck', unit: 'Mb/s', values: [2, 3], sets: RATE },
      {
        name: 'Short flow',
        values: ['Reno', 'Randomized'],
        sets: [{ path: '/flows/short/algorithm', values: ['reno', 'randomized'] }],
      },
    ],
    measures: [
      ...rows([
        ['long', 'Long'],
        ['short', 'Short'],
      ]),
      measure('Long share', '', 'flows/long/throughputMbps', { per: 'flows/*/throughputMbps', over: 'sum' }),
      { ...MEASURES.fairness, name: 'RTT fairness' },
      MEASURES.utilisation,
    ],
    chart: { kind: 'bar', shows: [6, 7] },
    printed: {
      source: 'Table III',
      values: [
        ...table3(2, 'Reno', [119.81, 298.93, 684, 581, 176, 34]),
        ...table3(2, 'Randomized', [166.11, 196.3, 320, 353, 52, 43]),
        ...table3(3, 'Reno', [208.05, 408.42, 558, 251, 64, 28]),
        ...table3(3, 'Randomized', [241.64, 300.08, 253, 316, 43, 29]),
      ],
    },
    quick: { count: 4, durationS: 400 },
  }),
  tableThree(2),
  tableThree(3),
  experiment({
    id: 'randomized-table-3-ties',
    label: 'Table III, order of arrival',
    title: 'A microsecond decides between two flows',
    summary:
      'Two Reno flows with RTTs of 60 and 80 ms whose packets reach the bottleneck at the same time or a microsecond apart.',
    notes: `${tiesNotes('III')} **Try** 10 µs, or the short flow Randomized. ${OPEN_20}`,
    base: pair,
    axes: [{ name: 'Bottleneck', unit: 'Mb/s', values: [2, 3], sets: RATE }, TIES('long')],
    measures: [
      measure('Long share', '', 'flows/long/throughputMbps', { per: 'flows/*/throughputMbps', over: 'sum' }),
      measure('Long throughput', 'packets/s', 'flows/long/throughputMbps', { times: PACKETS }),
      measure('Long losses', '', 'flows/long/drops'),
      measure('Long timeouts', '', 'flows/long/timeouts'),
    ],
    chart: { kind: 'bar', shows: [0] },
    quick: { count: 2, durationS: 200 },
  }),
  experiment({
    id: 'randomized-table-4',
    label: 'Table IV',
    title: 'Phase effects of ten flows',
    summary:
      'Five flows with an RTT of 60 ms and five with 80 ms: all Reno, all Randomized, or one of them Randomized.',
    notes: `Five flows with an RTT of 60 ms (short) and five with 80 ms (long) share a bottleneck with 25 packets of buffer. If throughput were inversely proportional to RTT, the short flows would get 1.33 times the throughput of the long ones. The paper reports 1.88 with Reno alone, 1.24 with Randomized alone, and 1.27 and 1.44 if a single flow is Randomized, which is its argument for gradual deployment.

**Look at** the ratio of the short flows’ throughput to that of the long ones. **Try** *Table IV, all phases*.

**Units**: the paper has a bottleneck of 1 Mb/s and throughputs in “Kbps”; five times their sum is 480, half of the link. As packets/s the numbers exceed 1 Mb/s, but fit 2 Mb/s. Both rates are shown; only ratios are compared. ${OPEN_20}`,
    base: ten,
    axes: [CONFIGURATIONS, { name: 'Bottleneck', unit: 'Mb/s', values: [1, 2], sets: RATE }],
    measures: [
      measure('Short throughput', 'packets/s', 'flows/short*/throughputMbps', { times: PACKETS }),
      measure('Long throughput', 'packets/s', 'flows/long*/throughputMbps', { times: PACKETS }),
      SHORT_OVER_LONG,
      { ...MEASURES.fairness, name: 'RTT fairness' },
      measure('Single long flow', 'packets/s', 'flows/long-one/throughputMbps', { times: PACKETS }),
      measure('Single short flow', 'packets/s', 'flows/short-one/throughputMbps', { times: PACKETS }),
    ],
    chart: { kind: 'bar', shows: [2] },
    printed: {
      source: 'Table IV, as a ratio',
      values: /** @type {[string, number, number][]} */ ([
        ['all Reno', 62.6, 33.35],
        ['all Randomized', 41.5, 33.6],
        ['one long Randomized', 45.51, 35.8],
        ['one short Randomized', 50.02, 34.71],
      ]).flatMap(([name, short, long]) =>
        [1, 2].map(
          (rate) =>
            /** @type {[(string | number)[], string, number]} */ ([
              [name, rate],
              'Short over long',
              short / long,
            ]),
        ),
      ),
    },
    quick: { count: 4, durationS: 400 },
  }),
  tableFour(2),
  tableFour(1),
  experiment({
    id: 'randomized-table-4-ties',
    label: 'Table IV, order of arrival',
    title: 'A microsecond decides between ten flows',
    summary:
      'The throughput ratio of five short flows to five long ones whose packets reach the bottleneck at the same time or a microsecond apart.',
    notes: `${tiesNotes('IV')} **Try** 2 Mb/s. ${OPEN_20}`,
    base: ten,
    axes: [CONFIGURATIONS, TIES('long*')],
    measures: [
      SHORT_OVER_LONG,
      { ...MEASURES.fairness, name: 'RTT fairness' },
      ...rows([
        ['long', 'Long'],
        ['short', 'Short'],
      ]),
      measure('Single long losses', '', 'flows/long-one/drops'),
      measure('Single short losses', '', 'flows/short-one/drops'),
    ],
    chart: { kind: 'bar', shows: [0] },
    quick: { count: 1, durationS: 200 },
  }),
  experiment({
    id: 'randomized-table-5',
    label: 'Table V',
    title: 'Two bottlenecks in a row',
    summary: 'Two flows over both bottlenecks and one over each: four combinations of Reno and Randomized.',
    notes: `Two links of 1 Mb/s and 20 ms in a row, each with 25 packets of buffer. S1 and S2 cross both (RTT 120 ms), S3 crosses the first, S4 the second (RTT 60 ms). According to the paper, the short flows get 2.27 times the throughput of the long ones with Reno alone, and 1.44 times with Randomized alone. Randomising the short flows suffices (1.48), randomising the long ones does not (1.84), because the first queue destroys their randomness.

**Look at** the ratio. By RTT alone it would be 2. It is higher because the long flows lose packets at two queues. **Try** another delay for one of the short flows.

The table says Kb/s, but S1 + S2 + S3 is 200 in each column, which fits packets/s: 80 % of 1 Mb/s. The paper gives the access links in a figure only: here 4 Mb/s with 10 ms each for the long flows and 5 ms for the short ones. ${OPEN.replace(', how delays are divided (30 ms one way at the bottleneck, the rest evenly on the access links)', '')}`,
    base: parkingLot,
    axes: [
      {
        name: 'Configuration',
        values: ['all Reno', 'all Randomized', 'short Randomized', 'long Randomized'],
        sets: [
          { path: '/flows/long-*/algorithm', values: ['reno', 'randomized', 'reno', 'randomized'] },
          { path: '/flows/short-*/algorithm', values: ['reno', 'randomized', 'randomized', 'reno'] },
        ],
      },
    ],
    measures: [
      source('S1', 'long-1'),
      source('S2', 'long-2'),
      source('S3', 'short-1'),
      source('S4', 'short-2'),
      SHORT_OVER_LONG,
      measure('Utilisation', '%', 'queues/core-*/forward/utilisation', { times: 100 }),
    ],
    chart: { kind: 'bar', shows: [4] },
    printed: {
      source: 'Table V',
      values: /** @type {[string, number[]][]} */ ([
        ['all Reno', [50.28, 44.08, 106.18, 108.16]],
        ['all Randomized', [61.28, 55.64, 83.84, 84.36]],
        ['short Randomized', [56.12, 59.24, 85.2, 86]],
        ['long Randomized', [50.04, 55, 94.5, 98.92]],
      ]).flatMap(([name, [s1 = 0, s2 = 0, s3 = 0, s4 = 0]]) =>
        /** @type {[string, number][]} */ ([
          ['S1', s1],
          ['S2', s2],
          ['S3', s3],
          ['S4', s4],
          ['Short over long', (s3 + s4) / (s1 + s2)],
        ]).map(([what, value]) => /** @type {[string[], string, number]} */ ([[name], what, value])),
      ),
    },
    quick: { count: 4, durationS: 400 },
  }),
];

/**
 * A row of table III and values derived from it.
 * @param {number} rate @param {string} scheme @param {number[]} numbers in the order of the measures
 * @returns {[(string | number)[], string, number][]}
 */
function table3(rate, scheme, [long = 0, short = 0, ...counts]) {
  const [x, y] = [long * 80, short * 60];
  const names = ['Long losses', 'Short losses', 'Long timeouts', 'Short timeouts'];
  return [
    [[rate, scheme], 'Long throughput', long],
    [[rate, scheme], 'Short throughput', short],
    ...names.map(
      (name, i) =>
        /** @type {[(string | number)[], string, number]} */ ([[rate, scheme], name, counts[i] ?? 0]),
    ),
    [[rate, scheme], 'Long share', long / (long + short)],
    [[rate, scheme], 'RTT fairness', (x + y) ** 2 / (2 * (x * x + y * y))],
    [[rate, scheme], 'Utilisation', (100 * (long + short)) / (PACKETS * rate)],
  ];
}

/** The links with this rate at the bottleneck, and the others in proportion. @param {ReturnType<typeof bench>['links']} links @param {number} rateMbps */
function atRate(links, rateMbps) {
  const [core] = links;
  const times = rateMbps / (core?.forward.rateMbps ?? Number.NaN);
  const faster = (/** @type {ReturnType<typeof channel>} */ c) => ({ ...c, rateMbps: times * c.rateMbps });
  return links.map(({ forward, backward, ...rest }) => ({
    ...rest,
    forward: faster(forward),
    backward: faster(backward),
  }));
}
