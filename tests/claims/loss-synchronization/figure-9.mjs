// Figure 9, utilisation against buffer at 10 Gb/s (section 5.2 and the conclusion).
import {
  above,
  along,
  BUFFER,
  ENOUGH,
  index,
  JAIN,
  JITTER,
  known,
  LEVELS,
  LIKE,
  LOSERS,
  NONE,
  numbers,
  POOR,
  percent,
  rises,
  SEEDS,
  SLIGHT,
  USED,
} from './readings.mjs';

/** @typedef {import('../claim.mjs').Claim} Claim */
/** @typedef {import('../claim.mjs').Figures} Figures */
/** @typedef {import('../claim.mjs').Figure} Figure */
/** @typedef {import('../claim.mjs').Verdict} Verdict */

const NAMES = { a: 'HSTCP', b: 'CUBIC', c: 'AIMD', d: 'H-TCP' };
/** @typedef {keyof typeof NAMES} Part */

const [ALL, SOME, FEW] = /** @type {[string, string, string]} */ (LEVELS);
/** Buffers up to this fraction of the BDP are small: conclusion (i) refers to them. */
const SMALL = 0.1;

/** One part of figure 9, for claims. */
class Curves {
  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    this.buffers = numbers(figure, BUFFER);
  }

  /** Buffers at which the flows of this level met congestion. @param {string} level */
  of(level) {
    return this.buffers.filter((buffer) => this.used(buffer, level));
  }

  /** Buffers at which the flows of all levels did. */
  get common() {
    return this.buffers.filter((buffer) => LEVELS.every((level) => this.used(buffer, level)));
  }

  get small() {
    return this.common.filter((buffer) => buffer <= SMALL);
  }

  /** @param {number} buffer @param {string} level */
  used(buffer, level) {
    return known(this.figure, USED, { [BUFFER]: buffer, [LOSERS]: level });
  }

  /** @param {number} buffer @param {string} level */
  mean(buffer, level) {
    return this.used(buffer, level)?.mean ?? Number.NaN;
  }

  /** @param {number} buffer @param {string} level */
  jain(buffer, level) {
    return known(this.figure, JAIN, { [BUFFER]: buffer, [LOSERS]: level })?.mean ?? Number.NaN;
  }

  /** Whether the first level has a higher utilisation than the second beyond both intervals. @param {number} buffer @param {string} level @param {string} than */
  more(buffer, level, than) {
    const [a, b] = [this.used(buffer, level), this.used(buffer, than)];
    return a !== undefined && b !== undefined && above(a, b);
  }

  /** All levels at some buffers, as text. @param {number[]} buffers */
  show(buffers) {
    return along(buffers, (buffer) =>
      LEVELS.map((level) => percent(this.used(buffer, level)?.mean)).join('/'),
    );
  }
}

/** @param {Part} part */
const id = (part) => `loss-synchronization-fig-9${part}`;
/** @param {Figures} figures @param {Part} part */
const curves = (figures, part) => new Curves(figures(id(part)));

/** Whether a comparison of two controllers holds for every buffer and level at which both met congestion. @param {Curves} a @param {Curves} b @param {(a: number, b: number) => boolean} holds */
const everywhere = (a, b, holds) =>
  LEVELS.every((level) =>
    a.of(level).every((buffer) => {
      const other = b.used(buffer, level);
      return !other || holds(a.mean(buffer, level), other.mean);
    }),
  );

/**
 * Utilisation of ten AIMD flows with equal RTTs that halve together with a buffer of B BDP, in closed form: the window grows
 * from (1 + B)/2 BDP to one BDP at a constant RTT, and then to 1 + B BDP at an RTT that grows with it.
 * @param {number} b
 */
export function parallel(b) {
  const start = Math.min((1 + b) / 2, 1);
  const full = ((1 + b) ** 2 - 1) / 2;
  return (100 * ((1 - start ** 2) / 2 + full)) / (1 - start + full);
}

/**
 * @param {string} number @param {Part[]} parts @param {string} words @param {string} metric @param {string} threshold
 * @param {(...curves: Curves[]) => Verdict} check
 * @returns {Claim}
 */
const claim = (number, parts, words, metric, threshold, check) => ({
  id: number,
  figure: parts.length > 1 ? 'Figure 9' : `Figure 9(${parts[0]})`,
  experiments: parts.map(id),
  words,
  metric,
  threshold,
  seeds: SEEDS,
  check: (figures) => check(...parts.map((part) => curves(figures, part))),
});

/** @param {Curves[]} parts @param {Part[]} names @param {(c: Curves) => string} text */
const named = (parts, names, text) => parts.map((c, i) => `${NAMES[names[i] ?? 'a']} ${text(c)}`).join('; ');

const ORDERED =
  'X = 0.6 above X = 1 and X = 0.3 above X = 0.6, beyond the intervals, wherever the link is not full';
/** @param {Curves} c */
function ordered(c) {
  const open = c.small.filter((buffer) => LEVELS.some((level) => c.mean(buffer, level) < 99.9));
  const holds = open.every((buffer) => c.more(buffer, SOME, ALL) && c.more(buffer, FEW, SOME));
  return { holds: open.length > 0 && holds, seen: c.show(c.small) };
}

/** @type {Claim[]} */
export const figure9 = [
  claim(
    'S9.1',
    ['a'],
    'HSTCP: the larger the buffer, the higher the utilisation.',
    'utilisation against buffer, each level',
    `rises from each buffer to the next, except for up to ${JITTER[USED]} points`,
    (c) => ({
      holds: LEVELS.every((level) =>
        rises(
          c.of(level).map((b) => c.mean(b, level)),
          JITTER[USED] ?? 0,
        ),
      ),
      seen: c.show(c.buffers),
    }),
  ),
  claim(
    'S9.2',
    ['a'],
    'HSTCP: the fewer flows lose together, the higher the utilisation; X = 0.3 is highest.',
    'utilisation with buffers up to 0.1 BDP',
    ORDERED,
    ordered,
  ),
  claim(
    'S9.3',
    ['b'],
    'CUBIC suffers drastically from small buffers.',
    'utilisation at the smallest buffer and at the largest, each level',
    `at least ${POOR} points lower`,
    (c) => {
      const [least, most] = [Math.min(...c.buffers), Math.max(...c.buffers)];
      return {
        holds: LEVELS.every((level) => c.mean(most, level) - c.mean(least, level) >= POOR),
        seen: c.show([least, most]),
      };
    },
  ),
  claim(
    'S9.4',
    ['b'],
    'CUBIC: with small buffers it uses less than 90 % at all three levels.',
    'utilisation at the smallest buffer',
    `below ${ENOUGH} % at each level`,
    (c) => {
      const least = Math.min(...c.buffers);
      return { holds: LEVELS.every((level) => c.mean(least, level) < ENOUGH), seen: c.show([least]) };
    },
  ),
  claim(
    'S9.5',
    ['b'],
    'CUBIC: with buffers above a fifth of the BDP, utilisation is higher if fewer flows lose together.',
    'utilisation with buffers from 0.2 BDP on, X = 0.3 compared with X = 1',
    'never lower, and at one of them higher beyond the intervals',
    (c) => {
      const large = c.common.filter((buffer) => buffer >= 0.2);
      return {
        holds:
          large.every((buffer) => c.mean(buffer, FEW) >= c.mean(buffer, ALL) - 0.05) &&
          large.some((buffer) => c.more(buffer, FEW, ALL)),
        seen: c.show(large),
      };
    },
  ),
  claim(
    'S9.6',
    ['b'],
    'CUBIC: X = 0.6 is no better than X = 1.',
    'utilisation with each buffer, X = 0.6 minus X = 1',
    `less than ${NONE} point`,
    (c) => ({
      holds: c.common.every((buffer) => c.mean(buffer, SOME) - c.mean(buffer, ALL) < NONE),
      seen: c.show(c.small),
    }),
  ),
  claim(
    'S9.7',
    ['a', 'b'],
    'HSTCP uses more of the link than CUBIC.',
    'utilisation at each buffer and level',
    'never lower by 0.05 points, and higher with every buffer up to 0.1 BDP',
    (hstcp, cubic) => ({
      holds:
        everywhere(hstcp, cubic, (a, b) => a >= b - 0.05) &&
        hstcp.small.every((buffer) =>
          LEVELS.every((level) => hstcp.mean(buffer, level) > cubic.mean(buffer, level)),
        ),
      seen: named([hstcp, cubic], ['a', 'b'], (c) => c.show(c.small)),
    }),
  ),
  claim(
    'S9.8',
    ['a', 'b'],
    'CUBIC is fairer; HSTCP favours short RTTs.',
    'Jain’s index at each buffer and level',
    'CUBIC’s is higher',
    (hstcp, cubic) => ({
      holds: LEVELS.every((level) =>
        hstcp.of(level).every((buffer) => cubic.jain(buffer, level) > hstcp.jain(buffer, level)),
      ),
      seen: named([hstcp, cubic], ['a', 'b'], (c) =>
        along(c.small, (buffer) => LEVELS.map((level) => index(c.jain(buffer, level))).join('/')),
      ),
    }),
  ),
  claim(
    'S9.9',
    ['c'],
    'AIMD, X = 1: ten flows behave like ten parallel flows.',
    'utilisation with each buffer compared with the sawtooth of flows that halve together, in closed form',
    `within ${LIKE} points`,
    (c) => ({
      holds: c.of(ALL).every((buffer) => Math.abs(c.mean(buffer, ALL) - parallel(buffer)) <= LIKE),
      seen: along(c.of(ALL), (buffer) => `${percent(c.mean(buffer, ALL))} (${parallel(buffer).toFixed(1)})`),
    }),
  ),
  claim(
    'S9.10',
    ['c'],
    'AIMD: the fewer flows lose together, the higher the utilisation.',
    'utilisation with buffers up to 0.1 BDP',
    ORDERED,
    ordered,
  ),
  claim(
    'S9.11',
    ['c', 'b'],
    'AIMD uses more of the link than CUBIC.',
    'utilisation at each buffer and level',
    'never lower by 0.05 points',
    (aimd, cubic) => ({
      holds: everywhere(aimd, cubic, (a, b) => a >= b - 0.05),
      seen: named([aimd, cubic], ['c', 'b'], (c) => c.show(c.small)),
    }),
  ),
  claim(
    'S9.12',
    ['c', 'a'],
    'AIMD is comparable to HSTCP at all buffers.',
    'utilisation at each buffer and level',
    `within ${LIKE} points`,
    (aimd, hstcp) => ({
      holds: everywhere(aimd, hstcp, (a, b) => Math.abs(a - b) <= LIKE),
      seen: named([aimd, hstcp], ['c', 'a'], (c) => c.show(c.small)),
    }),
  ),
  claim(
    'S9.13',
    ['d', 'a'],
    'H-TCP, all losing together: utilisation is low with a buffer of a twentieth of the BDP.',
    'utilisation at 0.05, X = 1',
    `below HSTCP’s, and ${POOR} points below its own at the largest buffer`,
    (htcp, hstcp) => {
      const most = Math.max(...htcp.of(ALL));
      return {
        holds:
          htcp.mean(0.05, ALL) < hstcp.mean(0.05, ALL) && htcp.mean(most, ALL) - htcp.mean(0.05, ALL) >= POOR,
        seen: `${percent(htcp.mean(0.05, ALL))}, HSTCP ${percent(hstcp.mean(0.05, ALL))}, at ${most} ${percent(htcp.mean(most, ALL))}`,
      };
    },
  ),
  claim(
    'S9.14',
    ['d'],
    'H-TCP: it is higher there if not all flows lose together.',
    'utilisation at 0.05',
    'X = 0.6 and X = 0.3 above X = 1 beyond the intervals',
    (c) => ({ holds: c.more(0.05, SOME, ALL) && c.more(0.05, FEW, ALL), seen: c.show([0.05]) }),
  ),
  claim(
    'S9.15',
    ['a', 'b', 'c', 'd'],
    'CUBIC and H-TCP trade utilisation for fairness: they are fairer than HSTCP and AIMD.',
    'Jain’s index with buffers up to 0.1 BDP, each level',
    'each of the two above each of the others',
    (hstcp, cubic, aimd, htcp) => ({
      holds: hstcp.small.every((buffer) =>
        LEVELS.every(
          (level) =>
            Math.min(cubic.jain(buffer, level), htcp.jain(buffer, level)) >
            Math.max(hstcp.jain(buffer, level), aimd.jain(buffer, level)),
        ),
      ),
      seen: named([hstcp, cubic, aimd, htcp], ['a', 'b', 'c', 'd'], (c) =>
        along([0.05], (buffer) => LEVELS.map((level) => index(c.jain(buffer, level))).join('/')),
      ),
    }),
  ),
  ...[/** @type {const} */ (['S9.16', 'a']), /** @type {const} */ (['S9.17', 'c'])].map(([number, part]) =>
    claim(
      number,
      [part],
      `${NAMES[part]}: a buffer of less than a tenth of the BDP is enough for more than 90 %.`,
      'utilisation at the largest buffer below 0.1, each level',
      `above ${ENOUGH} %`,
      (c) => {
        const buffer = Math.max(...c.common.filter((b) => b < SMALL));
        return { holds: LEVELS.every((level) => c.mean(buffer, level) > ENOUGH), seen: c.show([buffer]) };
      },
    ),
  ),
  claim(
    'S9.18',
    ['b', 'd'],
    'CUBIC and H-TCP need larger buffers for a higher utilisation.',
    'utilisation at 0.2 compared with 0.05, each level',
    `higher by at least ${NONE} point`,
    (cubic, htcp) => ({
      holds: [cubic, htcp].every((c) =>
        LEVELS.every((level) => c.mean(0.2, level) - c.mean(0.05, level) >= NONE),
      ),
      seen: named([cubic, htcp], ['b', 'd'], (c) => c.show([0.05, 0.2])),
    }),
  ),
  claim(
    'S9.19',
    ['b', 'd'],
    'CUBIC and H-TCP, desynchronised: the degree of desynchronisation makes little difference.',
    'utilisation with each buffer, X = 0.3 compared with X = 0.6',
    `at most ${SLIGHT} points apart`,
    (cubic, htcp) => ({
      holds: [cubic, htcp].every((c) =>
        c.common.every((buffer) => Math.abs(c.mean(buffer, FEW) - c.mean(buffer, SOME)) <= SLIGHT),
      ),
      seen: named([cubic, htcp], ['b', 'd'], (c) => c.show(c.small)),
    }),
  ),
];
