// Section V, figures 2 to 5: the randomisation interval I.

/** @import { Claim, Figure } from '../claim.mjs' */
import { short } from '../claim.mjs';
import { claim, MOST, verdict } from './common.mjs';

/** Whether smaller values are better, and up to which fraction of the best two values count as equal. */
const QUANTITIES = [
  { measure: 'Throughput', smaller: false, equal: 0.02 },
  { measure: 'Loss rate', smaller: true, equal: 0.05 },
  { measure: 'Timeouts', smaller: true, equal: 0.05 },
];

/** The second axis of each figure: one curve for each value. */
const CURVES = /** @type {const} */ ({
  'randomized-fig-2': 'Bottleneck',
  'randomized-fig-3': 'Bottleneck',
  'randomized-fig-4': 'Buffer',
  'randomized-fig-5': 'Flows',
});

/** @typedef {keyof typeof CURVES} Id */

/** A measure at I = 0 and at I = 1 of each curve. @param {Figure} figure @param {Id} id @param {string} measure */
const ends = (figure, id, measure) =>
  figure.values(CURVES[id]).map((curve) => ({
    at: `${CURVES[id]} ${curve}`,
    paced: figure.mean(measure, { I: 0, [CURVES[id]]: curve }),
    randomized: figure.mean(measure, { I: 1, [CURVES[id]]: curve }),
  }));

/** @param {{ at: string, paced: number, randomized: number }} of @param {(paced: number, randomized: number) => boolean} holds */
const compared = ({ at, paced, randomized }, holds) => ({
  at,
  holds: holds(paced, randomized),
  seen: `${short(paced)} → ${short(randomized)}`,
});

const FALLS = (/** @type {number} */ paced, /** @type {number} */ randomized) => randomized < paced;
const STAYS = (/** @type {number} */ paced, /** @type {number} */ randomized) => randomized >= 0.98 * paced;

/** For each curve and quantity, whether I = 1 is as good as the best I. @param {Figure} figure @param {Id} id @param {typeof QUANTITIES} quantities */
const best = (figure, id, quantities) =>
  quantities.flatMap(({ measure, smaller, equal }) =>
    figure.values(CURVES[id]).map((curve) => {
      const at = figure.values('I').map((I) => figure.mean(measure, { I, [CURVES[id]]: curve }));
      const [own, least, most] = [at[at.length - 1] ?? Number.NaN, Math.min(...at), Math.max(...at)];
      return {
        at: `${measure}, ${CURVES[id]} ${curve}`,
        holds: smaller ? own <= (1 + equal) * least : own >= (1 - equal) * most,
        seen: `${short(own)}, best ${short(smaller ? least : most)}`,
      };
    }),
  );

/** The three claims about the ends of the curves of figures 2 and 3. @param {string} number @param {Id} id @returns {Claim[]} */
const ofEnds = (number, id) => {
  const figure = `Figure ${number}`;
  return [
    claim({
      id: `R${number}.1`,
      figure,
      experiments: [id],
      words: 'As the randomisation interval grows to 1, the loss rate falls.',
      metric: 'Drops by arrivals at the bottleneck, at I = 0 and at I = 1, for each bottleneck rate',
      threshold: 'Lower at I = 1 for each rate',
      check: (figures) => verdict(ends(figures(id), id, 'Loss rate').map((end) => compared(end, FALLS))),
    }),
    claim({
      id: `R${number}.2`,
      figure,
      experiments: [id],
      words: 'As the randomisation interval grows to 1, timeouts become fewer.',
      metric: 'Timeouts of all flows, at I = 0 and at I = 1, for each bottleneck rate',
      threshold: 'Fewer at I = 1 for each rate',
      check: (figures) => verdict(ends(figures(id), id, 'Timeouts').map((end) => compared(end, FALLS))),
    }),
    claim({
      id: `R${number}.3`,
      figure,
      experiments: [id],
      words: 'As the randomisation interval grows to 1, throughput rises or stays almost the same.',
      metric: 'Throughput of all flows, at I = 0 and at I = 1, for each bottleneck rate',
      threshold: 'At I = 1 at least 0.98 of that at I = 0, for each rate',
      check: (figures) => verdict(ends(figures(id), id, 'Throughput').map((end) => compared(end, STAYS))),
    }),
  ];
};

/** @type {Id[]} */
const ALL = ['randomized-fig-2', 'randomized-fig-3', 'randomized-fig-4', 'randomized-fig-5'];

/** @param {string} id @param {string} words @param {string} measure @param {string} threshold @param {typeof FALLS} holds @returns {Claim} */
const inAll = (id, words, measure, threshold, holds) =>
  claim({
    id,
    figure: 'Section V',
    experiments: ALL,
    words,
    metric: `${measure} at I = 0 and at I = 1, for all curves of figures 2 to 5`,
    threshold,
    check: (figures) =>
      verdict(
        ALL.flatMap((of) => ends(figures(of), of, measure).map((end) => compared(end, holds))),
        MOST,
      ),
  });

/** @type {Claim[]} */
export const claims = [
  ...ofEnds('2', 'randomized-fig-2'),
  ...ofEnds('3', 'randomized-fig-3'),
  claim({
    id: 'R3.4',
    figure: 'Figure 3',
    experiments: ['randomized-fig-3'],
    words: 'A randomisation interval of 1 is the best in almost all cases.',
    metric: 'Throughput, loss rate and timeouts for each bottleneck rate, at I = 1 and at the best I',
    threshold:
      'In four fifths of the cases I = 1 is the best I or within 2 % (throughput) or 5 % (loss rate, timeouts) of it',
    check: (figures) => verdict(best(figures('randomized-fig-3'), 'randomized-fig-3', QUANTITIES), MOST),
  }),
  ...QUANTITIES.map((quantity, i) =>
    claim({
      id: `R4.${i + 1}`,
      figure: 'Figure 4',
      experiments: ['randomized-fig-4'],
      words: `Whatever the buffer, a randomisation interval of 1 gives the best result: ${quantity.measure.toLowerCase()}.`,
      metric: `${quantity.measure} for each buffer, at I = 1 and at the best I`,
      threshold: `For four fifths of the buffers I = 1 is the best I or within ${100 * quantity.equal} % of it`,
      check: (figures) => verdict(best(figures('randomized-fig-4'), 'randomized-fig-4', [quantity]), MOST),
    }),
  ),
  claim({
    id: 'R5.1',
    figure: 'Figure 5',
    experiments: ['randomized-fig-5'],
    words: 'With different RTTs, too, a randomisation interval of 1 suits almost all metrics.',
    metric: 'Throughput, loss rate and timeouts for each number of flows, at I = 1 and at the best I',
    threshold:
      'In four fifths of the cases I = 1 is the best I or within 2 % (throughput) or 5 % (loss rate, timeouts) of it',
    check: (figures) => verdict(best(figures('randomized-fig-5'), 'randomized-fig-5', QUANTITIES), MOST),
  }),
  inAll(
    'R5.2',
    'Over figures 2 to 5, a higher randomisation interval increases throughput.',
    'Throughput',
    'At I = 1 higher than at I = 0 on four fifths of the curves',
    (paced, randomized) => randomized > paced,
  ),
  inAll(
    'R5.3',
    'Over figures 2 to 5, a higher randomisation interval lowers losses.',
    'Loss rate',
    'At I = 1 lower than at I = 0 on four fifths of the curves',
    FALLS,
  ),
  inAll(
    'R5.4',
    'Over figures 2 to 5, a higher randomisation interval lowers the number of timeouts.',
    'Timeouts',
    'At I = 1 fewer than at I = 0 on four fifths of the curves',
    FALLS,
  ),
];
