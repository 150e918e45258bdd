// Section VII-B and C: tables VI and VII and figure 10, synchronised windows; table VIII, burst losses.

/** @import { Claim, Figures } from '../claim.mjs' */
import { short } from '../claim.mjs';
import { claim, SCHEMES, verdict } from './common.mjs';

/** @typedef {{ reno: number, paced: number, randomized: number }} Three */

/** @param {(scheme: string) => number} of @returns {Three} */
const three = (of) => ({ reno: of('Reno'), paced: of('Paced'), randomized: of('Randomized') });

/** @param {Three} of */
const tell = ({ reno, paced, randomized }) => [reno, paced, randomized].map(short).join(', ');

/** A case for each bandwidth of table VI. @param {Figures} figures @param {(of: Three) => boolean} holds */
const bandwidths = (figures, holds) => {
  const figure = figures('randomized-table-6');
  return figure.values('Bottleneck').map((Bottleneck) => {
    const of = three((Scheme) => figure.mean('Covariance', { Bottleneck, Scheme }));
    return { at: `${Bottleneck} Mb/s`, holds: holds(of), seen: tell(of) };
  });
};

const PAIRS = ['ρ(1,2)', 'ρ(1,3)', 'ρ(2,3)'];

/** A case for each pair of table VII. @param {Figures} figures @param {(of: Three) => boolean} holds */
const pairs = (figures, holds) =>
  PAIRS.map((pair) => {
    const of = three((Scheme) => figures('randomized-table-7').mean(pair, { Scheme }));
    return { at: pair, holds: holds(of), seen: tell(of) };
  });

/** A case for each number of flows of figure 10. @param {Figures} figures @param {string} measure @param {(of: Three) => boolean} holds @param {number} [only] */
const many = (figures, measure, holds, only) => {
  const figure = figures('randomized-fig-10');
  return figure
    .values('Flows')
    .filter((Flows) => only === undefined || Flows === only)
    .map((Flows) => {
      const of = three((Scheme) => figure.mean(measure, { Flows, Scheme }));
      return { at: `${Flows} flows`, holds: holds(of), seen: tell(of) };
    });
};

const ORDER = SCHEMES.join(', ');
const RHO = `Covariance coefficient of the two windows with ${ORDER}, for each bandwidth`;
const RHO_PAIRS = `Covariance coefficients of the three pairs of windows with ${ORDER}`;
const RHO_MANY = `Mean covariance coefficient of all pairs of windows with ${ORDER}, 10 and 25 flows`;

/** From the narrowest to the widest link of table VI. @param {Figures} figures @param {string} Scheme */
const fromTo = (figures, Scheme) => {
  const figure = figures('randomized-table-6');
  const at = figure
    .values('Bottleneck')
    .map((Bottleneck) => figure.mean('Covariance', { Bottleneck, Scheme }));
  return {
    first: at[0] ?? Number.NaN,
    last: at[at.length - 1] ?? Number.NaN,
    seen: at.map(short).join(', '),
  };
};

/** A cell of table VIII. @param {Figures} figures @param {string} measure @param {number} rate @param {string} scheme @param {number | string} Flows */
const bursts = (figures, measure, rate, scheme, Flows) =>
  figures('randomized-table-8').mean(measure, { Flows, Case: `${scheme}, ${rate} Mb/s` });

/** Its rows and rates. @param {Figures} figures */
const cells = (figures) =>
  [1, 2].flatMap((rate) =>
    figures('randomized-table-8')
      .values('Flows')
      .map((flows) => ({ rate, flows })),
  );

/** The cell in which the paper's own numbers are reversed: 1 (Reno) and 27. */
const EXCEPTION = { rate: 2, flows: 20 };

/** @param {{ rate: number, flows: number | string }} cell */
const exceptional = ({ rate, flows }) => rate === EXCEPTION.rate && flows === EXCEPTION.flows;

const BURSTS = 'Burst losses (adjacent drops of a flow at the bottleneck) per flow';

/** Reno and Randomized in a cell. @param {Figures} figures @param {string} measure @param {{ rate: number, flows: number | string }} cell @param {(reno: number, randomized: number) => boolean} holds */
const cell = (figures, measure, { rate, flows }, holds) => {
  const [reno, randomized] = ['Reno', 'Randomized'].map((scheme) =>
    bursts(figures, measure, rate, scheme, flows),
  );
  return {
    at: `${flows} flows, ${rate} Mb/s`,
    holds: holds(Number(reno), Number(randomized)),
    seen: `${short(Number(reno))}, ${short(Number(randomized))}`,
  };
};

/** A scheme's row over the numbers of flows, for both rates. @param {Figures} figures @param {string} scheme @param {(counts: number[]) => boolean} holds */
const growth = (figures, scheme, holds) =>
  [1, 2].map((rate) => {
    const counts = figures('randomized-table-8')
      .values('Flows')
      .map((flows) => bursts(figures, 'Burst losses', rate, scheme, flows));
    return { at: `${rate} Mb/s`, holds: holds(counts), seen: counts.map(short).join(', ') };
  });

/** @type {Claim[]} */
export const claims = [
  claim({
    id: 'RT6.1',
    figure: 'Table VI',
    experiments: ['randomized-table-6'],
    words: 'Two Reno windows are synchronised (0.43, 0.32, 0.67), more so than those of the other schemes.',
    metric: RHO,
    threshold: 'Reno’s above 0 and the largest of the three, at each bandwidth',
    check: (figures) =>
      verdict(
        bandwidths(figures, ({ reno, paced, randomized }) => reno > 0 && reno > paced && reno > randomized),
      ),
  }),
  claim({
    id: 'RT6.2',
    figure: 'Table VI',
    experiments: ['randomized-table-6'],
    words: 'Reno’s synchronisation grows with the bandwidth.',
    metric: 'Reno’s covariance coefficient at 3, 4 and 5 Mb/s (in the table it falls before it rises)',
    threshold: 'Larger at 5 than at 3 Mb/s',
    check: (figures) => {
      const { first, last, seen } = fromTo(figures, 'Reno');
      return { holds: last > first, seen };
    },
  }),
  claim({
    id: 'RT6.3',
    figure: 'Table VI',
    experiments: ['randomized-table-6'],
    words: 'Randomized keeps synchronisation low (0.17, 0.16, 0.08).',
    metric: RHO,
    threshold: 'Randomized’s at most 0.25 from 0, and closer to 0 than Reno’s, at each bandwidth',
    check: (figures) =>
      verdict(
        bandwidths(
          figures,
          ({ reno, randomized }) => Math.abs(randomized) <= 0.25 && Math.abs(randomized) < Math.abs(reno),
        ),
      ),
  }),
  claim({
    id: 'RT6.4',
    figure: 'Table VI',
    experiments: ['randomized-table-6'],
    words: 'Paced is synchronised out of phase (−0.41, −0.18, −0.33).',
    metric: RHO,
    threshold: 'Paced’s below 0 at each bandwidth',
    check: (figures) => verdict(bandwidths(figures, ({ paced }) => paced < 0)),
  }),
  claim({
    id: 'RT6.5',
    figure: 'Table VI',
    experiments: ['randomized-table-6'],
    words: 'Randomized’s synchronisation falls as the bandwidth grows.',
    metric: 'Randomized’s covariance coefficient at 3, 4 and 5 Mb/s',
    threshold: 'Smaller at 5 than at 3 Mb/s',
    check: (figures) => {
      const { first, last, seen } = fromTo(figures, 'Randomized');
      return { holds: last < first, seen };
    },
  }),
  claim({
    id: 'RT7.1',
    figure: 'Table VII',
    experiments: ['randomized-table-7'],
    words: 'Three Reno flows, too, are more synchronised than those of the other schemes (0.52, 0.54, 0.35).',
    metric: RHO_PAIRS,
    threshold: 'Reno’s above 0 and the largest, for each pair',
    check: (figures) =>
      verdict(pairs(figures, ({ reno, paced, randomized }) => reno > 0 && reno > paced && reno > randomized)),
  }),
  claim({
    id: 'RT7.2',
    figure: 'Table VII',
    experiments: ['randomized-table-7'],
    words: 'Three Paced flows are out of phase (−0.15, −0.15, −0.18).',
    metric: RHO_PAIRS,
    threshold: 'Paced’s below 0 for each pair',
    check: (figures) => verdict(pairs(figures, ({ paced }) => paced < 0)),
  }),
  claim({
    id: 'RT7.3',
    figure: 'Table VII',
    experiments: ['randomized-table-7'],
    words: 'Both Paced and Randomized reduce the synchronisation of three flows.',
    metric: RHO_PAIRS,
    threshold: 'Paced’s and Randomized’s closer to 0 than Reno’s, for each pair',
    check: (figures) =>
      verdict(
        pairs(figures, ({ reno, paced, randomized }) =>
          [paced, randomized].every((other) => Math.abs(other) < Math.abs(reno)),
        ),
      ),
  }),
  claim({
    id: 'R10.1',
    figure: 'Figure 10',
    experiments: ['randomized-fig-10'],
    words: '10 and 25 Reno flows are highly synchronized.',
    metric: RHO_MANY,
    threshold: 'Reno’s at least 0.3 for both numbers of flows',
    check: (figures) => verdict(many(figures, 'Mean covariance', ({ reno }) => reno >= 0.3)),
  }),
  claim({
    id: 'R10.2',
    figure: 'Figure 10',
    experiments: ['randomized-fig-10'],
    words: 'Paced breaks the synchronisation of many flows.',
    metric: RHO_MANY,
    threshold: 'Paced’s at most half as far from 0 as Reno’s, for both numbers of flows',
    check: (figures) =>
      verdict(many(figures, 'Mean covariance', ({ reno, paced }) => Math.abs(paced) <= 0.5 * Math.abs(reno))),
  }),
  claim({
    id: 'R10.3',
    figure: 'Figure 10',
    experiments: ['randomized-fig-10'],
    words: 'Randomized breaks the synchronisation of many flows.',
    metric: RHO_MANY,
    threshold: 'Randomized’s at most half as far from 0 as Reno’s, for both numbers of flows',
    check: (figures) =>
      verdict(
        many(
          figures,
          'Mean covariance',
          ({ reno, randomized }) => Math.abs(randomized) <= 0.5 * Math.abs(reno),
        ),
      ),
  }),
  claim({
    id: 'R10.4',
    figure: 'Figure 10',
    experiments: ['randomized-fig-10'],
    words: 'With more flows Randomized is better than Paced.',
    metric: RHO_MANY.replace('10 and 25', '25'),
    threshold: 'Randomized’s closer to 0 than Paced’s',
    check: (figures) =>
      verdict(
        many(
          figures,
          'Mean covariance',
          ({ paced, randomized }) => Math.abs(randomized) < Math.abs(paced),
          25,
        ),
      ),
  }),
  claim({
    id: 'R10.5',
    figure: 'Section VII-D',
    experiments: ['randomized-fig-10'],
    words: 'Less synchronisation should reduce the oscillation of the queue.',
    metric: `Standard deviation of the queue over time with ${ORDER}, 10 and 25 flows`,
    threshold: 'Smaller with Randomized than with Reno, for both numbers of flows',
    check: (figures) =>
      verdict(many(figures, 'Queue standard deviation', ({ reno, randomized }) => randomized < reno)),
  }),
  claim({
    id: 'R10.6',
    figure: 'Section III',
    experiments: ['randomized-fig-10'],
    words:
      'With even spacing all sources lose at the same time; with randomisation they lose at different times.',
    metric: `Mean synchronisation level with ${ORDER}, 10 and 25 flows`,
    threshold: 'Smaller with Randomized than with Paced, for both numbers of flows',
    check: (figures) =>
      verdict(many(figures, 'Synchronisation level', ({ paced, randomized }) => randomized < paced)),
  }),
  claim({
    id: 'RT8.1',
    figure: 'Table VIII',
    experiments: ['randomized-table-8'],
    words: 'Randomized reduces burst losses drastically.',
    metric: `${BURSTS}, Reno and Randomized`,
    threshold:
      'For Randomized at most half of Reno’s in each cell except 20 flows at 2 Mb/s, where the table itself has 1 and 27',
    check: (figures) =>
      verdict(
        cells(figures)
          .filter((one) => !exceptional(one))
          .map((one) => cell(figures, 'Burst losses', one, (reno, randomized) => randomized <= 0.5 * reno)),
      ),
  }),
  claim({
    id: 'RT8.2',
    figure: 'Table VIII',
    experiments: ['randomized-table-8'],
    words: 'Reno’s burst losses increase with the number of flows.',
    metric: BURSTS,
    threshold: 'More with each step, at both rates',
    check: (figures) =>
      verdict(
        growth(figures, 'Reno', (counts) => counts.every((x, i) => i === 0 || x > Number(counts[i - 1]))),
      ),
  }),
  claim({
    id: 'RT8.3',
    figure: 'Table VIII',
    experiments: ['randomized-table-8'],
    words: 'Randomized’s burst losses decrease or stay constant with the number of flows.',
    metric: BURSTS,
    threshold: 'With the most flows at most 1.2 of those with the fewest, at both rates',
    check: (figures) =>
      verdict(
        growth(
          figures,
          'Randomized',
          (counts) => Number(counts[counts.length - 1]) <= 1.2 * Number(counts[0]),
        ),
      ),
  }),
  claim({
    id: 'RT8.4',
    figure: 'Table VIII',
    experiments: ['randomized-table-8'],
    words: 'With 20 flows at 2 Mb/s Reno has fewer burst losses than Randomized (1 to 27).',
    metric: BURSTS,
    threshold: 'Fewer for Reno in this cell',
    check: (figures) =>
      verdict([cell(figures, 'Burst losses', EXCEPTION, (reno, randomized) => reno < randomized)]),
  }),
  claim({
    id: 'RT8.5',
    figure: 'Section VII-C',
    experiments: ['randomized-table-8'],
    words:
      'Reno and Randomized have the same control algorithm and lose about the same number of packets overall.',
    metric: 'Losses per flow, Reno and Randomized',
    threshold: 'Within 20 % of each other in each cell',
    check: (figures) =>
      verdict(
        cells(figures).map((one) =>
          cell(
            figures,
            'Losses',
            one,
            (reno, randomized) => Math.min(reno, randomized) >= 0.8 * Math.max(reno, randomized),
          ),
        ),
      ),
  }),
];
