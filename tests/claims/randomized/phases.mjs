// Section VII-A, tables III to V, and section VIII-A, figures 13 to 16: phase effects.

/** @import { Claim, Figure, Figures } from '../claim.mjs' */
import { ifRun, short } from '../claim.mjs';
import { claim, verdict } from './common.mjs';

/** Throughput as the inverse of the RTT: the long flow's share with 80 and 60 ms. */
const LONG = 3 / 7;
/** The same as a ratio of the short flows to the long ones. */
const RATIO = 80 / 60;

/** The two rows of table III at a rate. @param {Figures} figures @param {string} measure @param {number | string} Bottleneck */
const pair = (figures, measure, Bottleneck) => {
  const figure = figures('randomized-table-3');
  const of = (/** @type {string} */ scheme) => figure.mean(measure, { Bottleneck, 'Short flow': scheme });
  return { reno: of('Reno'), randomized: of('Randomized') };
};

/** Both rates of table III. @param {Figures} figures @param {string} measure @param {(of: { reno: number, randomized: number }) => boolean} holds */
const bothRates = (figures, measure, holds) =>
  figures('randomized-table-3')
    .values('Bottleneck')
    .map((rate) => {
      const of = pair(figures, measure, rate);
      return {
        at: `${measure}, ${rate} Mb/s`,
        holds: holds(of),
        seen: `Reno ${short(of.reno)}, Randomized ${short(of.randomized)}`,
      };
    });

/** @param {string} id @param {string} words @param {string} metric @param {string} threshold @param {string[]} measures @param {(of: { reno: number, randomized: number }) => boolean} holds */
const ofTable3 = (id, words, metric, threshold, measures, holds) =>
  claim({
    id,
    figure: 'Table III',
    experiments: ['randomized-table-3'],
    words,
    metric,
    threshold: `${threshold}, at 2 and at 3 Mb/s`,
    check: (figures) => verdict(measures.flatMap((measure) => bothRates(figures, measure, holds))),
  });

const LONG_SHARE = 'Throughput share of the flow with an RTT of 80 ms';

/** The ratio of table IV or V in a configuration. @param {Figures} figures @param {'4' | '5'} table @param {string} Configuration @param {number} [Bottleneck] */
const ratio = (figures, table, Configuration, Bottleneck = 1) =>
  figures(`randomized-table-${table}`).mean(
    'Short over long',
    table === '4' ? { Configuration, Bottleneck } : { Configuration },
  );

/** A ratio at 1 Mb/s, and at 2 if there are such runs. @param {number} at1 @param {number | undefined} at2 */
const withSecond = (at1, at2) => `${short(at1)}${at2 === undefined ? '' : `; at 2 Mb/s ${short(at2)}`}`;

const SHORT_OVER_LONG = 'Mean throughput of the short flows over that of the long ones';

/** Whether one Randomized flow brings table IV's ratio closer to that of the RTTs. @param {string} id @param {'long' | 'short'} which @param {number} published */
const oneOfTen = (id, which, published) =>
  claim({
    id,
    figure: 'Table IV',
    experiments: ['randomized-table-4'],
    words: `A single randomized ${which} flow among nine Reno flows reduces the phase effects (ratio ${published} instead of 1.88).`,
    metric: `${SHORT_OVER_LONG} at 1 Mb/s, as distance from ${short(RATIO)}`,
    threshold: 'At most half of the distance with ten Reno flows',
    check: (figures) => {
      const at = (/** @type {number} */ rate) => ({
        reno: ratio(figures, '4', 'all Reno', rate),
        one: ratio(figures, '4', `one ${which} Randomized`, rate),
      });
      const tell = (/** @type {ReturnType<typeof at>} */ of) => `${short(of.reno)} → ${short(of.one)}`;
      const [at1, at2] = [at(1), ifRun(() => at(2))];
      return {
        holds: Math.abs(at1.one - RATIO) <= 0.5 * Math.abs(at1.reno - RATIO),
        seen: `${tell(at1)}${at2 ? `; at 2 Mb/s ${tell(at2)}` : ''}`,
      };
    },
  });

/** Table V's ratios. @param {Figures} figures */
const parkingLot = (figures) => {
  const of = (/** @type {string} */ name) => ratio(figures, '5', name);
  const all = {
    reno: of('all Reno'),
    random: of('all Randomized'),
    short: of('short Randomized'),
    long: of('long Randomized'),
  };
  const seen = `Reno ${short(all.reno)}, Randomized ${short(all.random)}, short ones Randomized ${short(all.short)}, long ones ${short(all.long)}`;
  return { ...all, seen };
};

/** @param {string} id @param {string} words @param {string} threshold @param {(of: ReturnType<typeof parkingLot>) => boolean} holds */
const ofTable5 = (id, words, threshold, holds) =>
  claim({
    id,
    figure: 'Table V',
    experiments: ['randomized-table-5'],
    words,
    metric: SHORT_OVER_LONG,
    threshold,
    check: (figures) => {
      const of = parkingLot(figures);
      return { holds: holds(of), seen: of.seen };
    },
  });

/** A measure over the ratios of the RTTs. @param {Figure} figure @param {string} measure @param {string} Scheme */
const overRatios = (figure, measure, Scheme) =>
  figure
    .values('RTT ratio')
    .map((at) => ({ at: Number(at), value: figure.mean(measure, { 'RTT ratio': at, Scheme }) }));

/** Largest of them. @param {{ value: number }[]} all */
const largest = (all) => Math.max(...all.map(({ value }) => value));

/** Largest step from one to the next. @param {{ value: number }[]} all */
const step = (all) =>
  Math.max(...all.slice(1).map(({ value }, i) => Math.abs(value - (all[i]?.value ?? value))));

/** Mean of them. @param {{ value: number }[]} all */
const mean = (all) => all.reduce((sum, { value }) => sum + value, 0) / all.length;

const FIG_14 = 'randomized-fig-14';
const FIG_16 = 'randomized-fig-16';

/** @type {Claim[]} */
export const claims = [
  ofTable3(
    'RT3.1',
    'Two Reno flows show phase effects: the long one gets much less than its RTT implies (0.29 and 0.34 instead of 0.43).',
    LONG_SHARE,
    'At most 0.38 with two Reno flows',
    ['Long share'],
    ({ reno }) => reno <= LONG - 0.05,
  ),
  ofTable3(
    'RT3.2',
    'With the short flow randomized both get the shares that their RTTs imply (0.46 and 0.44 for the long one).',
    LONG_SHARE,
    '0.38 to 0.48 with the short flow Randomized',
    ['Long share'],
    ({ randomized }) => Math.abs(randomized - LONG) <= 0.05,
  ),
  ofTable3(
    'RT3.3',
    'Randomizing one of the flows reduces phase effects considerably.',
    'RTT-modified fairness index of each run (0.916 → 0.996 and 0.965 → 0.999 in the table)',
    'Its distance from 1 with the short flow Randomized at most half of that with two Reno flows',
    ['RTT fairness'],
    ({ reno, randomized }) => 1 - randomized <= 0.5 * (1 - reno),
  ),
  ofTable3(
    'RT3.4',
    'Randomizing one of the flows costs utilisation (84 → 72 %, 82 → 72 % in the table).',
    'Utilisation of the bottleneck',
    'Lower with the short flow Randomized',
    ['Utilisation'],
    ({ reno, randomized }) => randomized < reno,
  ),
  ofTable3(
    'RT3.5',
    'With the short flow randomized the long one loses fewer packets (684 → 320, 558 → 253).',
    'Losses of the flow with an RTT of 80 ms',
    'Fewer with the short flow Randomized',
    ['Long losses'],
    ({ reno, randomized }) => randomized < reno,
  ),
  ofTable3(
    'RT3.6',
    'With the short flow randomized the long one has fewer timeouts (176 → 52, 64 → 43).',
    'Timeouts of the flow with an RTT of 80 ms',
    'Fewer with the short flow Randomized',
    ['Long timeouts'],
    ({ reno, randomized }) => randomized < reno,
  ),
  ofTable3(
    'RT3.7',
    'With the short flow randomized the long one has more throughput (120 → 166, 208 → 242 packets/s).',
    'Throughput of the flow with an RTT of 80 ms',
    'More with the short flow Randomized',
    ['Long throughput'],
    ({ reno, randomized }) => randomized > reno,
  ),
  claim({
    id: 'RT4.1',
    figure: 'Table IV',
    experiments: ['randomized-table-4'],
    words: 'Ten Reno flows show phase effects: the short ones get more than their RTT implies (ratio 1.88).',
    metric: `${SHORT_OVER_LONG} at 1 Mb/s`,
    threshold: 'At least 1.5; the RTTs imply 1.33',
    check: (figures) => {
      const at1 = ratio(figures, '4', 'all Reno', 1);
      const at2 = ifRun(() => ratio(figures, '4', 'all Reno', 2));
      return { holds: at1 >= 1.5, seen: withSecond(at1, at2) };
    },
  }),
  claim({
    id: 'RT4.2',
    figure: 'Table IV',
    experiments: ['randomized-table-4'],
    words: 'With all ten randomized the phase effects are gone (ratio 1.24).',
    metric: `${SHORT_OVER_LONG} at 1 Mb/s`,
    threshold: '1.18 to 1.48; the RTTs imply 1.33',
    check: (figures) => {
      const at1 = ratio(figures, '4', 'all Randomized', 1);
      const at2 = ifRun(() => ratio(figures, '4', 'all Randomized', 2));
      return {
        holds: Math.abs(at1 - RATIO) <= 0.15,
        seen: withSecond(at1, at2),
      };
    },
  }),
  oneOfTen('RT4.3', 'long', 1.27),
  oneOfTen('RT4.4', 'short', 1.44),
  ofTable5(
    'RT5.1',
    'With two bottlenecks and Reno alone the short flows get considerably more than the long ones (ratio 2.27).',
    'At least 1.8 with Reno alone',
    ({ reno }) => reno >= 1.8,
  ),
  ofTable5(
    'RT5.2',
    'With all flows randomized the phase effects are removed (ratio 1.44).',
    'With Randomized alone at most 0.8 of that with Reno alone',
    ({ reno, random }) => random <= 0.8 * reno,
  ),
  ofTable5(
    'RT5.3',
    'Randomized short flows, one at each bottleneck, suffice with long Reno flows (ratio 1.48).',
    'With the short flows randomized at most 0.8 of that with Reno alone',
    ({ reno, short: own }) => own <= 0.8 * reno,
  ),
  ofTable5(
    'RT5.4',
    'Randomized long flows with short Reno flows do not suffice: phase effects persist (ratio 1.84).',
    'With the long flows Randomized at least 1.1 of that with the short ones Randomized, and of that with all Randomized',
    ({ random, short: own, long }) => long >= 1.1 * own && long >= 1.1 * random,
  ),
  claim({
    id: 'R14.1',
    figure: 'Figures 13 and 14',
    experiments: [FIG_14],
    words: 'With Reno, source 2 has almost no losses at most RTT ratios.',
    metric: 'Source 2’s share of all losses in the last 50 s, for each RTT ratio',
    threshold: 'At most 10 % at half of the ratios',
    check: (figures) => {
      const all = overRatios(figures(FIG_14), "Source 2's losses", 'Reno');
      const few = all.filter(({ value }) => value <= 10).length;
      return { holds: few >= 0.5 * all.length, seen: `at ${few} of ${all.length} ratios` };
    },
  }),
  claim({
    id: 'R14.2',
    figure: 'Figures 13 and 14',
    experiments: [FIG_14],
    words: 'With Reno, source 2 has most of the losses at some RTT ratios between 1.85 and 2.05.',
    metric: 'Source 2’s share of all losses in the last 50 s, at ratios of 1.85 to 2.05',
    threshold: 'More than 50 % at one of these ratios',
    check: (figures) => {
      const all = overRatios(figures(FIG_14), "Source 2's losses", 'Reno');
      const there = all.filter(({ at }) => at > 1.849 && at < 2.051);
      return {
        holds: largest(there) > 50,
        seen: there.map(({ at, value }) => `${at}: ${short(value)} %`).join('; '),
      };
    },
  }),
  claim({
    id: 'R14.3',
    figure: 'Figures 13 and 14',
    experiments: [FIG_14],
    words: 'With Randomized, source 2 never has a disproportionate share of the losses.',
    metric: 'Source 2’s share of all losses and its share of the throughput in the last 50 s, for each ratio',
    threshold: 'The first at most 20 points above the second, at each ratio',
    check: (figures) => {
      const losses = overRatios(figures(FIG_14), "Source 2's losses", 'Randomized');
      const share = overRatios(figures(FIG_14), "Source 2's share", 'Randomized');
      const above = losses.map(({ at, value }, i) => ({ at, value: value - (share[i]?.value ?? 0) }));
      const worst = above.find(({ value }) => value === largest(above));
      return {
        holds: largest(above) <= 20,
        seen: `at most ${short(largest(above))} points, at ${worst?.at}`,
      };
    },
  }),
  claim({
    id: 'R14.4',
    figure: 'Figures 13 and 14',
    experiments: [FIG_14],
    words: 'Randomized removes the phase effects that Reno has.',
    metric: 'Largest step of source 2’s share of the bottleneck from one ratio to the next',
    threshold: 'With Randomized at most half of that with Reno',
    check: (figures) => {
      const of = (/** @type {string} */ scheme) =>
        step(overRatios(figures(FIG_14), "Source 2's share", scheme));
      const [reno, randomized] = [of('Reno'), of('Randomized')];
      return {
        holds: randomized <= 0.5 * reno,
        seen: `Reno ${short(reno)} points, Randomized ${short(randomized)} points`,
      };
    },
  }),
  ...[
    { id: 'R16.1', scheme: 'Reno', least: 70, most: 90, about: 80 },
    { id: 'R16.2', scheme: 'Randomized', least: 30, most: 50, about: 40 },
  ].map(({ id, scheme, least, most, about }) =>
    claim({
      id,
      figure: 'Figures 15 and 16',
      experiments: [FIG_16],
      words: `With two bottlenecks and ${scheme}, source 3 has about ${about} % of the losses at the second one.`,
      metric:
        'Source 3’s share of the losses at the second bottleneck in the last 50 s, mean over the ratios',
      threshold: `${least} to ${most} %`,
      check: (figures) => {
        const value = mean(overRatios(figures(FIG_16), "Source 3's losses", scheme));
        return { holds: value >= least && value <= most, seen: `${short(value)} %` };
      },
    }),
  ),
  claim({
    id: 'R16.3',
    figure: 'Figures 15 and 16',
    experiments: [FIG_16],
    words: 'Randomized considerably reduces source 3’s share of the losses at the second bottleneck.',
    metric: 'Source 3’s share of the losses at the second bottleneck in the last 50 s, mean over the ratios',
    threshold: 'With Randomized at most 0.7 of that with Reno',
    check: (figures) => {
      const of = (/** @type {string} */ scheme) =>
        mean(overRatios(figures(FIG_16), "Source 3's losses", scheme));
      const [reno, randomized] = [of('Reno'), of('Randomized')];
      return {
        holds: randomized <= 0.7 * reno,
        seen: `Reno ${short(reno)} %, Randomized ${short(randomized)} %`,
      };
    },
  }),
];
