// Figures 9 to 13: one Reno flow against one delay-based flow, for different rates and RTTs.

import { short } from '../claim.mjs';
import { CLOSE, CONSIDERABLY, list, middle, NEAREST, nearest, ofReno, REASONABLE, TWENTY } from './words.mjs';

/** @import { Figures } from '../claim.mjs' */

const RATE = 'Bottleneck rate';

/** A variant's goodput over Reno's at each rate. @param {Figures} figures @param {string} variant */
function byRate(figures, variant) {
  const figure = figures('code-fig-9');
  return figure.values(RATE).map((rate) => ofReno(figure, { [RATE]: rate, Variant: variant }));
}

/** Figures 10 to 13 by variant. @type {Record<string, string>} */
const OF = {
  Vegas: 'code-fig-10-no-phase',
  'Vegas-A': 'code-fig-11-no-phase',
  NewVegas: 'code-fig-12-no-phase',
  CODE: 'code-fig-13-no-phase',
};
const RTTS = Object.values(OF);

/** RTT of the flow whose RTT is fixed, ms. */
const FIXED = 50;

/**
 * The points of a variant's figure, (a) and (b).
 * @param {Figures} figures @param {string} variant
 */
function byRtt(figures, variant) {
  const figure = figures(OF[variant] ?? '');
  return ['Reno', variant].flatMap((whose) =>
    figure.values('RTT').map((rtt) => {
      const [reno, its] = whose === 'Reno' ? [Number(rtt), FIXED] : [FIXED, Number(rtt)];
      const at = { RTT: rtt, 'Varied RTT': whose };
      return { whose, reno, its, ratio: ofReno(figure, at), ofRuns: figure.mean('Ratio', at) };
    }),
  );
}

/** @typedef {ReturnType<typeof byRtt>[number]} Point */

/** Points at which the delay-based flow, or Reno, has the shorter RTT. @param {Point} p */
const favoursIts = (p) => p.its < p.reno;
/** @param {Point} p */
const favoursReno = (p) => p.reno < p.its;

/** Sub-figures (a) and (b): whose RTT varies. @param {Point[]} points @param {string} variant */
const halves = (points, variant) =>
  ['Reno', variant].map((whose) => points.filter((p) => p.whose === whose).map((p) => p.ratio));

/** @type {import('../claim.mjs').Claim[]} */
export const againstReno = [
  {
    id: 'C9.1',
    figure: 'Figure 9 (a)',
    experiments: ['code-fig-9'],
    words: 'Vegas has a considerably smaller throughput than Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: `below ${CONSIDERABLY} at each rate`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRate(figures, 'Vegas');
      return { holds: ratios.every((r) => r < CONSIDERABLY), seen: list(ratios) };
    },
  },
  {
    id: 'C9.2',
    figure: 'Figure 9 (a)',
    experiments: ['code-fig-9'],
    words: 'Vegas keeps at most three packets at the bottleneck; Reno uses the rest of the buffer.',
    metric: 'mean queue times Vegas’s share of the throughput: its packets in a first-in, first-out queue',
    threshold: 'at most 3 at each rate',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-9');
      const own = figure.values(RATE).map((rate) => {
        const at = { [RATE]: rate, Variant: 'Vegas' };
        const [its, reno] = [figure.mean('Other flow’s goodput', at), figure.mean('Reno’s goodput', at)];
        return figure.mean('Queue', at) * (its / (its + reno));
      });
      return { holds: own.every((packets) => packets <= 3), seen: `${list(own)} packets` };
    },
  },
  {
    id: 'C9.3',
    figure: 'Figure 9 (b)',
    experiments: ['code-fig-9'],
    words:
      'Vegas-A, although it alters its thresholds, still has a considerably smaller throughput than Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: `below ${CONSIDERABLY} at each rate`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRate(figures, 'Vegas-A');
      return { holds: ratios.every((r) => r < CONSIDERABLY), seen: list(ratios) };
    },
  },
  {
    id: 'C9.4',
    figure: 'Figure 9 (c)',
    experiments: ['code-fig-9'],
    words: 'NewVegas’s throughput is smaller than that of Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: 'below 1 at each rate',
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRate(figures, 'NewVegas');
      return { holds: ratios.every((r) => r < 1), seen: list(ratios) };
    },
  },
  {
    id: 'C9.5',
    figure: 'Figure 9 (c)',
    experiments: ['code-fig-9'],
    words: 'NewVegas is a noticeable improvement over Vegas.',
    metric: 'mean goodput against Reno over Vegas’s goodput against Reno',
    threshold: 'above 1.5 at each rate',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-9');
      const ratios = figure.values(RATE).map((rate) => {
        const of = (/** @type {string} */ variant) =>
          figure.mean('Other flow’s goodput', { [RATE]: rate, Variant: variant });
        return of('NewVegas') / of('Vegas');
      });
      return { holds: ratios.every((r) => r > 1.5), seen: list(ratios) };
    },
  },
  {
    id: 'C9.6',
    figure: 'Figure 9 (d)',
    experiments: ['code-fig-9'],
    words: 'The throughputs of CODE and Reno are close to each other.',
    metric: 'mean goodput over that of Reno',
    threshold: `within a factor of ${short(CLOSE)} of 1 at each rate`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRate(figures, 'CODE');
      return { holds: ratios.every((r) => r >= 1 / CLOSE && r <= CLOSE), seen: list(ratios) };
    },
  },
  {
    id: 'C9.7',
    figure: 'Figure 9',
    experiments: ['code-fig-9'],
    words: 'The throughput ratio of CODE and Reno is nearer to 1 than that of the other pairs.',
    metric: NEAREST,
    threshold: 'smallest for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-9');
      return nearest((variant) =>
        figure.values(RATE).map((rate) => figure.mean('Ratio', { [RATE]: rate, Variant: variant })),
      );
    },
  },
  {
    id: 'C10.1',
    figure: 'Figure 10',
    experiments: ['code-fig-10-no-phase'],
    words:
      'Whether Vegas’s RTT is longer or shorter than Reno’s, Vegas has a considerably smaller throughput.',
    metric: 'mean goodput over that of Reno',
    threshold: `below ${CONSIDERABLY} at each RTT, in (a) and (b)`,
    seeds: TWENTY,
    check: (figures) => {
      const [a = [], b = []] = halves(byRtt(figures, 'Vegas'), 'Vegas');
      const holds = [...a, ...b].every((r) => r < CONSIDERABLY);
      return { holds, seen: `(a) ${list(a)}; (b) ${list(b)}` };
    },
  },
  {
    id: 'C11.1',
    figure: 'Figure 11',
    experiments: ['code-fig-11-no-phase'],
    words: 'Vegas-A cannot obtain a fair share with different RTTs.',
    metric: 'mean goodput over that of Reno, geometric mean over the RTTs',
    threshold: `below ${short(1 / CLOSE)} in (a) and in (b)`,
    seeds: TWENTY,
    check: (figures) => {
      const [a = [], b = []] = halves(byRtt(figures, 'Vegas-A'), 'Vegas-A');
      const holds = [a, b].every((one) => middle(one) < 1 / CLOSE);
      return { holds, seen: `(a) ${short(middle(a))} of ${list(a)}; (b) ${short(middle(b))} of ${list(b)}` };
    },
  },
  {
    id: 'C12.1',
    figure: 'Figure 12',
    experiments: ['code-fig-12-no-phase'],
    words: 'Whether NewVegas’s RTT is longer or shorter than Reno’s, NewVegas has a smaller throughput.',
    metric: 'mean goodput over that of Reno',
    threshold: 'below 1 at each RTT, in (a) and (b)',
    seeds: TWENTY,
    check: (figures) => {
      const [a = [], b = []] = halves(byRtt(figures, 'NewVegas'), 'NewVegas');
      return { holds: [...a, ...b].every((r) => r < 1), seen: `(a) ${list(a)}; (b) ${list(b)}` };
    },
  },
  {
    id: 'C12.2',
    figure: 'Figure 12',
    experiments: ['code-fig-12-no-phase'],
    words: 'NewVegas’s throughput fluctuates with the random start times.',
    metric: 'standard deviation of its goodput over the runs, over the mean',
    threshold: 'at least 0.1 at one RTT or more',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-12-no-phase');
      const spreads = ['Reno', 'NewVegas'].flatMap((whose) =>
        figure.values('RTT').map((rtt) => {
          const cell = figure.cell('Other flow’s goodput', { RTT: rtt, 'Varied RTT': whose });
          return (cell.sd ?? 0) / cell.mean;
        }),
      );
      return { holds: Math.max(...spreads) >= 0.1, seen: list(spreads) };
    },
  },
  {
    id: 'C13.1',
    figure: 'Figure 13 (a)',
    experiments: ['code-fig-13-no-phase'],
    words: 'If CODE has the shorter RTT, it is favoured over Reno.',
    metric: 'mean goodput over that of Reno, geometric mean over the points at which CODE’s RTT is shorter',
    threshold: 'above 1',
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRtt(figures, 'CODE')
        .filter(favoursIts)
        .map((p) => p.ratio);
      return { holds: middle(ratios) > 1, seen: `${short(middle(ratios))} of ${list(ratios)}` };
    },
  },
  {
    id: 'C13.2',
    figure: 'Figure 13 (a)',
    experiments: ['code-fig-13-no-phase'],
    words: 'Yet CODE does not steal too much bandwidth from Reno.',
    metric: 'the same',
    threshold: `at most ${REASONABLE}`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRtt(figures, 'CODE')
        .filter(favoursIts)
        .map((p) => p.ratio);
      return { holds: middle(ratios) <= REASONABLE, seen: `${short(middle(ratios))} of ${list(ratios)}` };
    },
  },
  {
    id: 'C13.3',
    figure: 'Figure 13 (b)',
    experiments: ['code-fig-13-no-phase'],
    words: 'Although the shorter RTT favours Reno, CODE maintains a relatively fair share.',
    metric: 'mean goodput over that of Reno, geometric mean over the points at which Reno’s RTT is shorter',
    threshold: `at least ${1 / REASONABLE}`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byRtt(figures, 'CODE')
        .filter(favoursReno)
        .map((p) => p.ratio);
      return { holds: middle(ratios) >= 1 / REASONABLE, seen: `${short(middle(ratios))} of ${list(ratios)}` };
    },
  },
  {
    id: 'C13.4',
    figure: 'Figure 13 (b)',
    experiments: RTTS,
    words: 'If Reno’s RTT is shorter, CODE keeps more of its share than the others do.',
    metric: 'the same, for each variant',
    threshold: 'largest for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const of = Object.keys(OF).map((variant) => {
        const ratio = middle(
          byRtt(figures, variant)
            .filter(favoursReno)
            .map((p) => p.ratio),
        );
        return { variant, ratio };
      });
      const code = of.find((one) => one.variant === 'CODE')?.ratio ?? Number.NaN;
      const holds = of.every((one) => one.variant === 'CODE' || one.ratio < code);
      return { holds, seen: of.map((one) => `${one.variant} ${short(one.ratio)}`).join(', ') };
    },
  },
  {
    id: 'C13.5',
    figure: 'Figures 10 to 13',
    experiments: RTTS,
    words:
      'Over all RTTs the throughput ratio of CODE and Reno is nearer to 1 than that of the other variants.',
    metric: NEAREST,
    threshold: 'smallest for CODE',
    seeds: TWENTY,
    check: (figures) => nearest((variant) => byRtt(figures, variant).map((p) => p.ofRuns)),
  },
];
