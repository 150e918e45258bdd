// Section VI-A and B, figures 6 to 8: bulk and web-like transfers. Figure 11: windows of web-like transfers.

/** @import { Claim, Figure } from '../claim.mjs' */
import { short } from '../claim.mjs';
import { claim, MOST, SAME, SCHEMES, spread, verdict } from './common.mjs';

/** Indices of fairness that are closer than this count as equal. */
const EQUAL_INDEX = 0.005;

/** A measure of the three schemes at a value of an axis. @param {Figure} figure @param {string} axis @param {string} measure @param {number | string} at */
const three = (figure, axis, measure, at) => {
  const [reno = 0, paced = 0, randomized = 0] = SCHEMES.map((Scheme) =>
    figure.mean(measure, { [axis]: at, Scheme }),
  );
  return { reno, paced, randomized, all: [reno, paced, randomized] };
};

/** @typedef {ReturnType<typeof three>} Three */

/** A case for each value of an axis. @param {Figure} figure @param {string} axis @param {string} measure @param {(of: Three) => boolean} holds @param {(number | string)[]} [values] */
const along = (figure, axis, measure, holds, values = figure.values(axis)) =>
  values.map((at) => {
    const of = three(figure, axis, measure, at);
    return { at, holds: holds(of), seen: of.all.map(short).join(', ') };
  });

/** What "at least as good" means for each quantity. @type {Record<string, (own: number, others: number[]) => boolean>} */
const AS_GOOD = {
  Throughput: (own, others) => own >= (1 - SAME) * Math.max(...others),
  'Loss rate': (own, others) => own <= (1 + SAME) * Math.min(...others),
  Timeouts: (own, others) => own <= (1 + SAME) * Math.min(...others),
  Fairness: (own, others) => own >= Math.max(...others) - 0.05,
};

const ORDER = 'Reno, Paced, Randomized';

/** The best of the lot at the largest number of flows. @param {string} id @param {string} measure @param {string} words @param {string} threshold @param {(of: Three) => boolean} holds */
const bestOfMany = (id, measure, words, threshold, holds) =>
  claim({
    id,
    figure: 'Figure 6',
    experiments: ['randomized-fig-6'],
    words,
    metric: `${measure} of ${ORDER} at the largest number of flows`,
    threshold,
    check: (figures) => {
      const figure = figures('randomized-fig-6');
      return verdict(along(figure, 'Flows', measure, holds, figure.values('Flows').slice(-1)));
    },
  });

/** A sentence about the points of a figure over the number of flows. @param {string} id @param {string} number @param {string} measure @param {string} words @param {string} threshold @param {(of: Three) => boolean} holds */
const overFlows = (id, number, measure, words, threshold, holds) =>
  claim({
    id,
    figure: `Figure ${number}`,
    experiments: [`randomized-fig-${number}`],
    words,
    metric: `${measure} of ${ORDER}, for each number of flows`,
    threshold: `${threshold}, for four fifths of the numbers of flows`,
    check: (figures) => verdict(along(figures(`randomized-fig-${number}`), 'Flows', measure, holds), MOST),
  });

/** Packets of a transfer up to which the paper calls it very short. */
const SHORT = 200;

/** Sizes on one side of that. @param {Figure} figure @param {boolean} large */
const sizes = (figure, large) => figure.values('Size').filter((size) => Number(size) > SHORT === large);

/** @param {string} id @param {boolean} large @param {string} words @param {string} threshold @param {(of: Three) => boolean} holds */
const latency = (id, large, words, threshold, holds) =>
  claim({
    id,
    figure: 'Figure 8',
    experiments: ['randomized-fig-8'],
    words,
    metric: `Mean latency in s of ${ORDER}, for transfers of ${large ? 'more than' : 'at most'} ${SHORT} packets`,
    threshold: `${threshold}, for four fifths of the sizes`,
    check: (figures) => {
      const figure = figures('randomized-fig-8');
      return verdict(along(figure, 'Size', 'Latency', holds, sizes(figure, large)), MOST);
    },
  });

/** @type {Claim[]} */
const bulk = [
  overFlows(
    'R6.1',
    '6',
    'Throughput',
    'With equal RTTs Reno, Paced and Randomized have the same throughput.',
    'The lowest is within 5 % of the highest',
    (of) => spread(of.all) <= SAME,
  ),
  overFlows(
    'R6.2',
    '6',
    'Loss rate',
    'Paced has more losses than Reno and Randomized.',
    'Highest for Paced',
    ({ reno, paced, randomized }) => paced > reno && paced > randomized,
  ),
  bestOfMany(
    'R6.3',
    'Throughput',
    'With many flows Randomized does best: it increases throughput.',
    'Randomized has the highest, or at least 0.995 of it',
    ({ randomized, all }) => randomized >= 0.995 * Math.max(...all),
  ),
  bestOfMany(
    'R6.4',
    'Loss rate',
    'With many flows Randomized does best: it reduces losses.',
    'Randomized has the lowest, or at most 1.02 of it',
    ({ randomized, all }) => randomized <= 1.02 * Math.min(...all),
  ),
  bestOfMany(
    'R6.5',
    'Timeouts',
    'With many flows Randomized does best: it reduces timeouts.',
    'Randomized has the fewest, or at most 1.02 of them',
    ({ randomized, all }) => randomized <= 1.02 * Math.min(...all),
  ),
  bestOfMany(
    'R6.6',
    'Fairness',
    'With many flows Randomized does best: it increases fairness.',
    'Randomized has the highest index, or one within 0.005 of it',
    ({ randomized, all }) => randomized >= Math.max(...all) - EQUAL_INDEX,
  ),
  claim({
    id: 'R6.7',
    figure: 'Figure 6',
    experiments: ['randomized-fig-6-start'],
    words: 'In slow start Paced detects congestion late and so loses more packets.',
    metric: `Packets that ${ORDER} lose in the first 10 s, for each number of flows`,
    threshold: 'Most for Paced, for four fifths of the numbers of flows',
    check: (figures) =>
      verdict(
        along(
          figures('randomized-fig-6-start'),
          'Flows',
          'Losses',
          ({ reno, paced, randomized }) => paced > reno && paced > randomized,
        ),
        MOST,
      ),
  }),
  overFlows(
    'R6.8',
    '6',
    'Mean queue',
    'Randomisation shortens queues (introduction).',
    'Shorter for Randomized than for Reno',
    ({ reno, randomized }) => randomized < reno,
  ),
  overFlows(
    'R7.1',
    '7',
    'Fairness',
    'With different RTTs Randomized is the fairest.',
    'Randomized has the highest RTT-modified index, or one within 0.005 of it',
    ({ randomized, all }) => randomized >= Math.max(...all) - EQUAL_INDEX,
  ),
  overFlows(
    'R7.2',
    '7',
    'Throughput',
    'With different RTTs the throughput of Randomized is marginally higher.',
    'Randomized has the highest, or at least 0.995 of it, and at most 1.1 of the lowest',
    ({ randomized, all }) => randomized >= 0.995 * Math.max(...all) && randomized <= 1.1 * Math.min(...all),
  ),
  claim({
    id: 'R7.3',
    figure: 'Figure 7',
    experiments: ['randomized-fig-7'],
    words: 'With different RTTs Paced performs almost as well as Randomized.',
    metric: `Throughput and RTT-modified index of ${ORDER}, for each number of flows`,
    threshold: 'Throughputs within 5 % and indices within 0.05 of each other, in four fifths of the cases',
    check: (figures) => {
      const figure = figures('randomized-fig-7');
      const throughput = along(
        figure,
        'Flows',
        'Throughput',
        ({ paced, randomized }) => spread([paced, randomized]) <= SAME,
      );
      const fairness = along(
        figure,
        'Flows',
        'Fairness',
        ({ paced, randomized }) => Math.abs(paced - randomized) <= 0.05,
      );
      return verdict([...throughput, ...fairness], MOST);
    },
  }),
  overFlows(
    'R7.4',
    '7',
    'Fairness',
    'Reno is biased against long RTTs, so its fairness is the lowest; Randomized is less biased.',
    'Reno has the lowest RTT-modified index',
    ({ reno, paced, randomized }) => reno < paced && reno < randomized,
  ),
  overFlows(
    'R7.5',
    '7',
    'Loss rate',
    'With different RTTs Randomized has a lower loss rate than the others (conclusions).',
    'Lowest for Randomized',
    ({ reno, paced, randomized }) => randomized < reno && randomized < paced,
  ),
  overFlows(
    'R7.6',
    '7',
    'Timeouts',
    'With different RTTs Randomized has fewer timeouts than the others (conclusions).',
    'Fewest for Randomized',
    ({ reno, paced, randomized }) => randomized < reno && randomized < paced,
  ),
  claim({
    id: 'R7.7',
    figure: 'Section VI-D',
    experiments: ['randomized-fig-6', 'randomized-fig-7'],
    words: 'For bulk transfers Randomized does as well as Reno and Paced or better in almost all scenarios.',
    metric: `Throughput, loss rate, timeouts and fairness of ${ORDER} in figures 6 and 7, for each number of flows`,
    threshold:
      'In four fifths of the cases Randomized is within 5 % of the best, or within 0.05 for the fairness index',
    check: (figures) =>
      verdict(
        ['6', '7'].flatMap((number) =>
          Object.entries(AS_GOOD).flatMap(([measure, asGood]) =>
            along(figures(`randomized-fig-${number}`), 'Flows', measure, ({ randomized, reno, paced }) =>
              asGood(randomized, [reno, paced]),
            ).map((one) => ({ ...one, at: `${number}, ${measure}, ${one.at}` })),
          ),
        ),
        MOST,
      ),
  }),
];

/** @type {Claim[]} */
const web = [
  latency(
    'R8.1',
    false,
    'Transfers of 10 to 200 packets are fastest with Reno.',
    'Lowest for Reno',
    ({ reno, paced, randomized }) => reno < paced && reno < randomized,
  ),
  latency(
    'R8.2',
    false,
    'Transfers of 10 to 200 packets are slowest with Paced; Randomized is faster.',
    'Highest for Paced',
    ({ reno, paced, randomized }) => paced > reno && paced > randomized,
  ),
  latency(
    'R8.3',
    true,
    'Transfers of more than 200 packets are still fastest with Reno.',
    'Lowest for Reno',
    ({ reno, paced, randomized }) => reno < paced && reno < randomized,
  ),
  claim({
    id: 'R8.4',
    figure: 'Figure 8',
    experiments: ['randomized-fig-8'],
    words:
      'The difference between Reno’s and Randomized’s latency becomes smaller as the size of transfers grows.',
    metric: `Mean latency of Randomized over that of Reno, minus 1, at ${SHORT} packets and at the largest size`,
    threshold: 'Smaller at the largest size',
    check: (figures) => {
      const figure = figures('randomized-fig-8');
      const largest = Math.max(...figure.values('Size').map(Number));
      const [early, late] = [SHORT, largest].map((size) => {
        const { reno, randomized } = three(figure, 'Size', 'Latency', size);
        return randomized / reno - 1;
      });
      return {
        holds: Number(late) < Number(early),
        seen: `${short(Number(early))} at ${SHORT}, ${short(Number(late))} at ${largest}`,
      };
    },
  }),
  latency(
    'R8.5',
    true,
    'Transfers of more than 200 packets take longer with Paced than with Randomized.',
    'Higher for Paced than for Randomized',
    ({ paced, randomized }) => paced > randomized,
  ),
  claim({
    id: 'R8.6',
    figure: 'Figure 8',
    experiments: ['randomized-fig-8'],
    words: 'All latencies are within the axes of the figure: 7 s for 200 packets, 70 s for 2500.',
    metric: `Mean latency in s of ${ORDER} at ${SHORT} and at 2500 packets`,
    threshold: 'At most 7 s and 70 s',
    check: (figures) => {
      const figure = figures('randomized-fig-8');
      return verdict([
        ...along(figure, 'Size', 'Latency', ({ all }) => Math.max(...all) <= 7, [SHORT]),
        ...along(figure, 'Size', 'Latency', ({ all }) => Math.max(...all) <= 70, [2500]),
      ]);
    },
  }),
  claim({
    id: 'R11.1',
    figure: 'Figure 11',
    experiments: ['randomized-fig-11'],
    words: 'Paced connections of web-like transfers become synchronized.',
    metric: 'Mean covariance coefficient of all pairs of windows, Paced, transfers of 2500 packets',
    threshold: 'At least 0.1',
    check: (figures) => {
      const mean = figures('randomized-fig-11').mean('Mean covariance', { Scheme: 'Paced' });
      return { holds: mean >= 0.1, seen: short(mean) };
    },
  }),
  claim({
    id: 'R11.2',
    figure: 'Figure 11',
    experiments: ['randomized-fig-11'],
    words: 'Randomized’s covariance is consistently lower than Paced’s.',
    metric:
      'Mean, minimum and maximum covariance coefficient of all pairs of windows, transfers of 2500 packets',
    threshold: 'Each of the three lower for Randomized',
    check: (figures) => {
      const figure = figures('randomized-fig-11');
      return verdict(
        ['Mean covariance', 'Minimum covariance', 'Maximum covariance'].map((measure) => {
          const paced = figure.mean(measure, { Scheme: 'Paced' });
          const randomized = figure.mean(measure, { Scheme: 'Randomized' });
          return {
            at: measure,
            holds: randomized < paced,
            seen: `Paced ${short(paced)}, Randomized ${short(randomized)}`,
          };
        }),
      );
    },
  }),
];

/** @type {Claim[]} */
export const claims = [...bulk, ...web];
