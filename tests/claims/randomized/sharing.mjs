// Section VI-C, tables I and II: against Reno. Section VIII, figure 12: binomial schemes against TCP.

/** @import { Claim, Figures } from '../claim.mjs' */
import { ifRun, short } from '../claim.mjs';
import { claim, verdict } from './common.mjs';

/**
 * The text has a bottleneck of 1 Mb/s and does not state the number of flows; one flow of each kind is the obvious
 * reading.
 */
const TEXT = { Bottleneck: 1, Flows: '1 + 1' };
/** The same with the rate that fits the sums of the tables if they are packets/s, as the captions say. */
const CAPTION = { Bottleneck: 4, Flows: '1 + 1' };

const READINGS = 'with the settings of the text (1 Mb/s, one flow of each); other readings are in the table';

/** Reno's and the other flow's numbers, by the text and by the captions. @param {Figures} figures @param {'1' | '2'} table @param {string} measure */
const both = (figures, table, measure) => {
  const figure = figures(`randomized-table-${table}`);
  const other = table === '1' ? 'Paced' : 'Randomized';
  const at = (/** @type {typeof TEXT} */ reading) => ({
    reno: figure.mean(`Reno ${measure}`, reading),
    other: figure.mean(`${other} ${measure}`, reading),
  });
  const tell = (/** @type {{ reno: number, other: number }} */ { reno, other: x }) =>
    `Reno ${short(reno)}, ${other} ${short(x)}`;
  const [text, caption] = [at(TEXT), ifRun(() => at(CAPTION))];
  return { ...text, seen: `${tell(text)}${caption ? `; at 4 Mb/s ${tell(caption)}` : ''}` };
};

/** The other flow's share of the throughput. @param {Figures} figures @param {'1' | '2'} table @param {typeof TEXT} [at] */
const share = (figures, table, at = TEXT) =>
  figures(`randomized-table-${table}`).mean(`${table === '1' ? 'Paced' : 'Randomized'} share`, at);

/** Binomial schemes: alone with Reno, and with both randomised. */
const SCHEMES = ['IIAD', 'SQRT'];

/** @param {Figures} figures @param {string} scheme */
const binomial = (figures, scheme) => {
  const figure = figures('randomized-fig-12');
  const of = (/** @type {string} */ Flows) => [
    figure.mean('Binomial share', { Pair: `${scheme}, Reno`, Flows }),
    figure.mean('Binomial share', { Pair: `randomized ${scheme}, Randomized`, Flows }),
  ];
  const [one, five] = [of('1 + 1'), of('5 + 5')].map(([plain = 0, randomized = 0]) => ({
    plain,
    randomized,
  }));
  const tell = (/** @type {{ plain: number, randomized: number } | undefined} */ x) =>
    x ? `${short(x.plain)}, randomized ${short(x.randomized)}` : '';
  return {
    plain: one?.plain ?? Number.NaN,
    randomized: one?.randomized ?? Number.NaN,
    seen: `${tell(one)}; five of each ${tell(five)}`,
  };
};

/** @type {Claim[]} */
export const claims = [
  claim({
    id: 'RT1.1',
    figure: 'Table I',
    experiments: ['randomized-table-1'],
    words: 'Against Reno, Paced has considerably less throughput (352 to 480).',
    metric: `Throughput of Paced over that of Reno, ${READINGS}`,
    threshold: 'At most 0.9',
    check: (figures) => {
      const { reno, other, seen } = both(figures, '1', 'throughput');
      return { holds: other <= 0.9 * reno, seen };
    },
  }),
  claim({
    id: 'RT1.2',
    figure: 'Table I',
    experiments: ['randomized-table-1'],
    words: 'Against Reno, Paced loses more packets (202 to 118).',
    metric: `Losses, ${READINGS}`,
    threshold: 'More for Paced',
    check: (figures) => {
      const { reno, other, seen } = both(figures, '1', 'losses');
      return { holds: other > reno, seen };
    },
  }),
  claim({
    id: 'RT1.3',
    figure: 'Table I',
    experiments: ['randomized-table-1'],
    words: 'Against Reno, Paced has more timeouts (28 to 6).',
    metric: `Timeouts, ${READINGS}`,
    threshold: 'More for Paced',
    check: (figures) => {
      const { reno, other, seen } = both(figures, '1', 'timeouts');
      return { holds: other > reno, seen };
    },
  }),
  claim({
    id: 'RT2.1',
    figure: 'Table II',
    experiments: ['randomized-table-2'],
    words: 'Randomized and Reno share fairly (409 to 389).',
    metric: `Randomized’s share of the throughput, ${READINGS}`,
    threshold: '0.45 to 0.55',
    check: (figures) => {
      const own = share(figures, '2');
      const caption = ifRun(() => share(figures, '2', CAPTION));
      return {
        holds: own >= 0.45 && own <= 0.55,
        seen: `${short(own)}${caption === undefined ? '' : `; at 4 Mb/s ${short(caption)}`}`,
      };
    },
  }),
  claim({
    id: 'RT2.2',
    figure: 'Tables I and II',
    experiments: ['randomized-table-1', 'randomized-table-2'],
    words: 'Randomized is considerably fairer to Reno than Paced is.',
    metric: `Distance of the throughput share from a half, ${READINGS}`,
    threshold: 'At most half of that for Paced',
    check: (figures) => {
      const [paced, randomized] = [share(figures, '1'), share(figures, '2')];
      return {
        holds: Math.abs(randomized - 0.5) <= 0.5 * Math.abs(paced - 0.5),
        seen: `shares: Paced ${short(paced)}, Randomized ${short(randomized)}`,
      };
    },
  }),
  claim({
    id: 'RT2.3',
    figure: 'Table II',
    experiments: ['randomized-table-2'],
    words: 'Against Reno, Randomized has more losses and timeouts (210 to 162, 32 to 22).',
    metric: `Losses and timeouts, ${READINGS}`,
    threshold: 'Both more for Randomized',
    check: (figures) =>
      verdict(
        ['losses', 'timeouts'].map((measure) => {
          const { reno, other, seen } = both(figures, '2', measure);
          return { at: measure, holds: other > reno, seen };
        }),
      ),
  }),
  claim({
    id: 'RT2.4',
    figure: 'Tables I and II',
    experiments: ['randomized-table-1', 'randomized-table-2'],
    words: 'Reno and Randomized together have less throughput than Reno and Paced (798 and 832).',
    metric: `Sum of the throughputs in packets/s, ${READINGS}`,
    threshold: 'Less with Randomized',
    check: (figures) => {
      const [paced, randomized] = [both(figures, '1', 'throughput'), both(figures, '2', 'throughput')].map(
        ({ reno, other }) => reno + other,
      );
      return {
        holds: Number(randomized) < Number(paced),
        seen: `with Paced ${short(Number(paced))}, with Randomized ${short(Number(randomized))}`,
      };
    },
  }),
  claim({
    id: 'RT2.5',
    figure: 'Table II',
    experiments: ['randomized-table-2'],
    words:
      'Randomized keeps its share against Reno because its increase is corrected for the delay of randomisation.',
    metric: 'Randomized’s share of the throughput with and without the correction, one flow of each, 1 Mb/s',
    threshold: 'Larger with the correction',
    check: (figures) => {
      const [corrected, plain] = [
        share(figures, '2'),
        share(figures, '2', { ...TEXT, Flows: '1 + 1, α = 1' }),
      ];
      return { holds: corrected > plain, seen: `${short(corrected)} with, ${short(plain)} without` };
    },
  }),
  ...SCHEMES.flatMap((scheme, i) => [
    claim({
      id: `R12.${2 * i + 1}`,
      figure: `Figure 12 ${'ac'[i]}`,
      experiments: ['randomized-fig-12'],
      words: `${scheme} beats TCP on a drop-tail queue.`,
      metric: `${scheme}'s share of the throughput against Reno, one flow of each`,
      threshold: 'At least 0.55',
      check: (figures) => {
        const { plain, seen } = binomial(figures, scheme);
        return { holds: plain >= 0.55, seen };
      },
    }),
    claim({
      id: `R12.${2 * i + 2}`,
      figure: `Figure 12 ${'bd'[i]}`,
      experiments: ['randomized-fig-12'],
      words: `If both are randomized, ${scheme} and TCP share much more fairly.`,
      metric: `${scheme}'s share of the throughput, both randomized, one flow of each`,
      threshold: '0.4 to 0.6, and closer to a half than without randomisation',
      check: (figures) => {
        const { plain, randomized, seen } = binomial(figures, scheme);
        const holds = Math.abs(randomized - 0.5) <= 0.1 && Math.abs(randomized - 0.5) < Math.abs(plain - 0.5);
        return { holds, seen };
      },
    }),
  ]),
];
