// Figures 10 to 12, utilisation and fairness against m (section 5.3 and the conclusion), at the captions' 10 000 packets of buffer.
import {
  ALMOST_ONE,
  above,
  along,
  BUFFER,
  correlation,
  ENOUGH,
  falls,
  GOOD,
  index,
  JAIN,
  JITTER,
  M,
  numbers,
  POOR,
  percent,
  SEEDS,
  SLIGHT,
  UNFAIR,
  USED,
} from './readings.mjs';

/** @typedef {import('../claim.mjs').Claim} Claim */
/** @typedef {import('../claim.mjs').Figure} Figure */
/** @typedef {import('../claim.mjs').Verdict} Verdict */

const CAPTION = 10_000;
const N = 10;

/** A figure against m at the caption's buffer. */
class Along {
  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    this.ms = numbers(figure, M);
  }

  /** @param {string} measure @param {number} m */
  cell(measure, m) {
    return this.figure.cell(measure, { [M]: m, [BUFFER]: CAPTION });
  }

  /** @param {number} m */
  used(m) {
    return this.cell(USED, m).mean;
  }

  /** @param {number} m */
  jain(m) {
    return this.cell(JAIN, m).mean;
  }

  /** @param {string} measure @param {(m: number) => boolean} [which] */
  means(measure, which = () => true) {
    return this.ms.filter(which).map((m) => this.cell(measure, m).mean);
  }

  get seenUsed() {
    return along(this.ms, (m) => percent(this.used(m)));
  }

  get seenJain() {
    return along(this.ms, (m) => index(this.jain(m)));
  }

  /** Whether the curve has its minimum in the middle, and its ends are above that beyond the intervals. @param {string} measure */
  dips(measure) {
    const means = this.means(measure);
    const least = Number(this.ms[means.indexOf(Math.min(...means))]);
    const inside = least > 1 && least < N;
    return (
      inside &&
      above(this.cell(measure, N), this.cell(measure, least)) &&
      above(this.cell(measure, 1), this.cell(measure, least))
    );
  }
}

/**
 * @param {string} number @param {string} figure as 10a @param {string} words @param {string} metric @param {string} threshold
 * @param {(figure: Along) => Verdict} check
 * @returns {Claim}
 */
function claim(number, figure, words, metric, threshold, check) {
  const experiment = `loss-synchronization-fig-${figure}`;
  return {
    id: number,
    figure: `Figure ${figure.replace(/([a-d])$/, '($1)')}`,
    experiments: [experiment],
    words,
    metric,
    threshold,
    seeds: SEEDS,
    check: (figures) => check(new Along(figures(experiment))),
  };
}

const UTILISATION = 'utilisation against m';
const FAIRNESS = 'Jain’s index against m';
const DIP = 'lowest at an m between 1 and 10, and higher at both ends beyond the intervals';
const CONTROLLERS = ['AIMD', 'HSTCP', 'CUBIC', 'H-TCP', 'STCP'];
/** The measure of how often a flow under a controller loses, in decreases per congestion event. @param {string} controller */
const losses = (controller) => `decreases of ${controller}`;
/** The figures in which all flows have the same controller. */
const HOMOGENEOUS = ['10a', '10b', '10c', '10d', '11'];

/** @type {Claim[]} */
export const figures10to12 = [
  claim(
    'S10.1',
    '10a',
    'CUBIC, all losing together: fairness is good.',
    'Jain’s index at m = 10',
    `at least ${GOOD}`,
    (f) => ({ holds: f.jain(N) >= GOOD, seen: index(f.jain(N)) }),
  ),
  claim(
    'S10.2',
    '10a',
    '… but utilisation is poor.',
    'utilisation at m = 10',
    `at least ${POOR} points below the best of the curve`,
    (f) => ({ holds: Math.max(...f.means(USED)) - f.used(N) >= POOR, seen: f.seenUsed }),
  ),
  claim(
    'S10.3',
    '10a',
    'CUBIC: as fewer flows lose together, utilisation improves.',
    UTILISATION,
    `falls from each m to the next, except for up to ${JITTER[USED]} points`,
    (f) => ({ holds: falls(f.means(USED), JITTER[USED] ?? 0), seen: f.seenUsed }),
  ),
  claim(
    'S10.4',
    '10a',
    '… and the fairness index is almost 1.',
    'Jain’s index for m up to 5',
    `at least ${ALMOST_ONE}`,
    (f) => ({ holds: f.means(JAIN, (m) => m <= N / 2).every((x) => x >= ALMOST_ONE), seen: f.seenJain }),
  ),
  claim(
    'S10.5',
    '10b',
    'HSTCP: as more flows lose together, fairness first falls and then rises slightly.',
    FAIRNESS,
    DIP,
    (f) => ({ holds: f.dips(JAIN), seen: f.seenJain }),
  ),
  claim(
    'S10.6',
    '10b',
    'HSTCP: utilisation is high for m = 3 to 5.',
    'utilisation for m = 3 to 5',
    'within 1 point of the best of the curve',
    (f) => {
      const best = Math.max(...f.means(USED));
      return { holds: f.means(USED, (m) => m >= 3 && m <= 5).every((x) => x >= best - 1), seen: f.seenUsed };
    },
  ),
  claim(
    'S10.7',
    '10c',
    'H-TCP: utilisation falls linearly with m.',
    'correlation of utilisation and m',
    '−0.9 or below',
    (f) => {
      const r = correlation(f.ms, f.means(USED));
      return { holds: r <= -0.9, seen: `${r.toFixed(3)}; ${f.seenUsed}` };
    },
  ),
  claim(
    'S10.8',
    '10c',
    'H-TCP, many losing together: flows with different RTTs share unfairly.',
    'Jain’s index at m = 10 against m = 1',
    'lower beyond the intervals and by 0.05 at least',
    (f) => ({ holds: above(f.cell(JAIN, 1), f.cell(JAIN, N), 0.05), seen: f.seenJain }),
  ),
  claim(
    'S10.9',
    '10c',
    'H-TCP performs well over a wide range of m.',
    'utilisation and Jain’s index',
    `more than ${ENOUGH} % and at least ${GOOD} for half of the values of m or more`,
    (f) => {
      const good = f.ms.filter((m) => f.used(m) > ENOUGH && f.jain(m) >= GOOD);
      return { holds: good.length >= f.ms.length / 2, seen: `for m = ${good.join(', ')}` };
    },
  ),
  claim(
    'S10.10',
    '10d',
    'STCP: as more flows lose together, fairness first falls and then improves.',
    FAIRNESS,
    DIP,
    (f) => ({ holds: f.dips(JAIN), seen: f.seenJain }),
  ),
  claim(
    'S10.11',
    '10d',
    'STCP: utilisation falls slightly with m.',
    'utilisation at m = 1 minus that at m = 10',
    `0.1 to ${SLIGHT} points, beyond the intervals`,
    (f) => ({
      holds: above(f.cell(USED, 1), f.cell(USED, N), 0.1) && f.used(1) - f.used(N) <= SLIGHT,
      seen: along(f.ms, (m) => `${f.used(m).toFixed(2)} %`),
    }),
  ),
  claim(
    'S10.12',
    '10d',
    'STCP: the level of synchronisation has a drastic effect on fairness.',
    'largest and smallest Jain’s index',
    `${UNFAIR} apart or more`,
    (f) => ({
      holds: Math.max(...f.means(JAIN)) - Math.min(...f.means(JAIN)) >= UNFAIR,
      seen: f.seenJain,
    }),
  ),
  claim(
    'S10.13',
    '10d',
    'STCP: for some m both results are good.',
    'utilisation and Jain’s index',
    `more than ${ENOUGH} % and at least ${GOOD} for one value of m or more`,
    (f) => {
      const good = f.ms.filter((m) => f.used(m) > ENOUGH && f.jain(m) >= GOOD);
      return { holds: good.length > 0, seen: `for m = ${good.join(', ')}` };
    },
  ),
  {
    id: 'S10.14',
    figure: 'Figures 10 and 11',
    experiments: HOMOGENEOUS.map((f) => `loss-synchronization-fig-${f}`),
    words: 'For flows under the same controller, a low level helps.',
    metric: 'Jain’s index and utilisation for each controller compared with those if all flows lose',
    threshold: 'an m for which Jain’s index is higher beyond the intervals and utilisation is no lower',
    seeds: SEEDS,
    check: (figures) => {
      const good = HOMOGENEOUS.map((name) => {
        const f = new Along(figures(`loss-synchronization-fig-${name}`));
        const better = (/** @type {number} */ m) =>
          above(f.cell(JAIN, m), f.cell(JAIN, N)) && f.used(m) >= f.used(N) - 0.05;
        return { name, ms: f.ms.filter((m) => m < N && better(m)) };
      });
      return {
        holds: good.every(({ ms }) => ms.length > 0),
        seen: good.map(({ name, ms }) => `${name}: m = ${ms.join(', ')}`).join('; '),
      };
    },
  },
  claim(
    'S11.1',
    '11',
    'AIMD: as fewer flows lose together, utilisation improves.',
    UTILISATION,
    `falls from each m to the next, except for up to ${JITTER[USED]} points`,
    (f) => ({ holds: falls(f.means(USED), JITTER[USED] ?? 0), seen: f.seenUsed }),
  ),
  claim(
    'S11.2',
    '11',
    '… and so does fairness: a low level reduces the unfairness between different RTTs.',
    FAIRNESS,
    `falls from each m to the next, except for up to ${JITTER[JAIN]}, and m = 1 is above m = 10 beyond the intervals`,
    (f) => ({
      holds: falls(f.means(JAIN), JITTER[JAIN] ?? 0) && above(f.cell(JAIN, 1), f.cell(JAIN, N)),
      seen: f.seenJain,
    }),
  ),
  claim(
    'S12.1',
    '12',
    'Two flows under each controller: below m = 4 fairness improves as m falls.',
    'Jain’s index for m = 1 to 4',
    `falls from each m to the next, except for up to ${JITTER[JAIN]}`,
    (f) => ({
      holds: falls(
        f.means(JAIN, (m) => m <= 4),
        JITTER[JAIN] ?? 0,
      ),
      seen: f.seenJain,
    }),
  ),
  claim(
    'S12.2',
    '12',
    '… and so does utilisation.',
    'utilisation for m = 1 to 4',
    'm = 1 above m = 4 beyond the intervals, and no value in between above m = 1',
    (f) => ({
      holds:
        above(f.cell(USED, 1), f.cell(USED, 4)) &&
        f.means(USED, (m) => m <= 4).every((x) => x <= f.used(1) + 0.05),
      seen: f.seenUsed,
    }),
  ),
  claim(
    'S12.3',
    '12',
    'Two flows under each controller: above m = 4 fairness is poor.',
    'Jain’s index for m above 4',
    `below ${UNFAIR}`,
    (f) => ({ holds: f.means(JAIN, (m) => m > 4).every((x) => x < UNFAIR), seen: f.seenJain }),
  ),
  claim(
    'S12.4',
    '12',
    '… and so is utilisation.',
    'utilisation for m above 4',
    `at least ${POOR} points below the best of the curve`,
    (f) => {
      const best = Math.max(...f.means(USED));
      return { holds: f.means(USED, (m) => m > 4).every((x) => best - x >= POOR), seen: f.seenUsed };
    },
  ),
  claim(
    'S12.5',
    '12',
    'Below m = 4 slow flows lose as often as fast ones.',
    'decreases of a flow per congestion event, by controller, for m below 4',
    'the lowest of the five is at least half of the highest',
    (f) => {
      const ms = f.ms.filter((m) => m < 4);
      const rates = (/** @type {number} */ m) =>
        CONTROLLERS.map((controller) => f.cell(losses(controller), m).mean);
      return {
        holds: ms.every((m) => Math.min(...rates(m)) >= Math.max(...rates(m)) / 2),
        seen: along(ms, (m) =>
          CONTROLLERS.map((controller, i) => `${controller} ${rates(m)[i]?.toFixed(3)}`).join(', '),
        ),
      };
    },
  ),
  claim(
    'S12.6',
    '12',
    'If many flows lose together, the slow ones are often among them.',
    'decreases of an AIMD flow per congestion event',
    'for each m above 4 higher than for each below, beyond the intervals',
    (f) => {
      const at = (/** @type {number} */ m) => f.cell(losses('AIMD'), m);
      const [low, high] = [f.ms.filter((m) => m < 4), f.ms.filter((m) => m > 4)];
      return {
        holds: high.every((a) => low.every((b) => above(at(a), at(b)))),
        seen: along(f.ms, (m) => at(m).mean.toFixed(3)),
      };
    },
  ),
];
