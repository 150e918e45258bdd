// Figures 16 to 18 and Table 2: flows of the same scheme.

import { short } from '../claim.mjs';
import { mean } from '../statistics.mjs';
import { list, TWENTY } from './words.mjs';

/** @import { Figures } from '../claim.mjs' */

/** When the second flow has joined and settled in figure 16, s. */
const SETTLED = 50;
/** Jain's index from which on two flows count as sharing fairly: 61 to 39. */
const FAIR = 0.95;
/** Queues that differ by up to this many packets, from each other or from their final value, count as equally long: β − α. */
const AS_LONG = 2;

/** Standard deviation over the mean. @param {number[]} xs */
function spread(xs) {
  const m = mean(xs);
  return Math.sqrt(mean(xs.map((x) => (x - m) ** 2))) / m;
}

const TIME = 'Time since the second flow started';

/**
 * A measure of figure 17's windows of 5 s, the earliest first.
 * @param {Figures} figures @param {string} variant @param {string} measure
 */
function overTime(figures, variant, measure) {
  const figure = figures('code-fig-17-transient');
  return figure.values(TIME).map((time) => ({
    time: Number(time),
    value: figure.mean(measure, { [TIME]: time, Variant: variant }),
  }));
}

/**
 * Time from which on all windows have settled, s; infinite if they never do.
 * @param {{ time: number, value: number }[]} points @param {(value: number) => boolean} settled
 */
function settledFrom(points, settled) {
  const last = points.findLastIndex((p) => !settled(p.value));
  return points[last + 1]?.time ?? Number.POSITIVE_INFINITY;
}

/** The thirty indices: variant, rate, ours and the printed one. @param {Figures} figures */
function table2(figures) {
  const figure = figures('code-table-2');
  return ['CODE', 'NewVegas', 'Vegas'].flatMap((variant) =>
    figure.values('Bottleneck rate').map((rate) => {
      const at = { 'Bottleneck rate': rate, Variant: variant };
      return {
        variant,
        rate,
        ours: figure.mean('Fairness index', at),
        printed: PRINTED[variant]?.[Number(rate) / 5 - 1],
      };
    }),
  );
}

/** Table 2 at 5, 10 … 50 Mb/s. @type {Record<string, number[]>} */
const PRINTED = {
  CODE: [0.99, 0.97, 0.98, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99],
  NewVegas: [0.99, 0.96, 0.98, 0.98, 0.98, 0.96, 0.98, 0.99, 0.99, 0.97],
  Vegas: [0.97, 0.97, 0.95, 0.95, 0.97, 0.97, 0.99, 0.99, 0.99, 0.99],
};

/** @type {import('../claim.mjs').Claim[]} */
export const sameScheme = [
  {
    id: 'C16.1',
    figure: 'Figure 16',
    experiments: ['code-fig-16-no-phase'],
    words: 'Two CODE flows are stable.',
    metric: `standard deviation over mean of each window from ${SETTLED} s on, and packets lost`,
    threshold: 'at most 0.1 each, and less than one packet lost per run on average',
    seeds: 'windows: the first seed; losses: 20 (quick: 3)',
    check: (figures) => {
      const figure = figures('code-fig-16-no-phase');
      const at = { Variant: 'CODE' };
      const spreads = ['First flow’s window', 'Second flow’s window'].map((name) => {
        const { times, values } = figure.trace(name, at);
        return spread(values.filter((_, i) => (times[i] ?? 0) >= SETTLED));
      });
      const lost = figure.mean('Losses', at);
      const seen = `${list(spreads)}; ${short(lost)} lost`;
      return { holds: spreads.every((s) => s <= 0.1) && lost < 1, seen };
    },
  },
  {
    id: 'C16.2',
    figure: 'Figure 16',
    experiments: ['code-fig-16-no-phase'],
    words: 'With only CODE flows in the network they behave like Vegas.',
    metric: 'mean queue compared with that of two Vegas flows',
    threshold: `within ${AS_LONG} packets`,
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-16-no-phase');
      const [code = 0, vegas = 0] = ['CODE', 'Vegas'].map((v) => figure.mean('Queue', { Variant: v }));
      const seen = `CODE ${short(code)}, Vegas ${short(vegas)} packets`;
      return { holds: Math.abs(code - vegas) <= AS_LONG, seen };
    },
  },
  {
    id: 'CT2.1',
    figure: 'Table 2',
    experiments: ['code-table-2'],
    words: 'Ten CODE flows share fairly at each rate.',
    metric: 'Jain’s index of the goodputs, mean over the runs',
    threshold: 'at least 0.95 at each rate (the lowest value in the table)',
    seeds: TWENTY,
    check: (figures) => {
      const ours = table2(figures)
        .filter((p) => p.variant === 'CODE')
        .map((p) => p.ours);
      return { holds: ours.every((x) => x >= 0.95), seen: list(ours) };
    },
  },
  {
    id: 'CT2.2',
    figure: 'Table 2',
    experiments: ['code-table-2'],
    words: 'CODE behaves in a similar manner to NewVegas and Vegas in a homogeneous scenario.',
    metric: 'CODE’s index compared with those of the other two at the same rate',
    threshold: 'within 0.04 of both (as in the table) or above them, at each rate',
    seeds: TWENTY,
    check: (figures) => {
      const all = table2(figures);
      const less = all
        .filter((p) => p.variant === 'CODE')
        .map((p) => {
          const others = all.filter((o) => o.rate === p.rate && o.variant !== 'CODE');
          return Math.max(...others.map((o) => o.ours)) - p.ours;
        });
      return { holds: less.every((x) => x <= 0.04), seen: `CODE below the better of them by ${list(less)}` };
    },
  },
  {
    id: 'CT2.3',
    figure: 'Table 2',
    experiments: ['code-table-2'],
    words: 'The thirty indices in the table.',
    metric: 'our index compared with the published one',
    threshold: 'all within 0.05',
    seeds: TWENTY,
    check: (figures) => {
      const off = table2(figures).map((p) => Math.abs(p.ours - (p.printed ?? Number.NaN)));
      return {
        holds: off.every((x) => x <= 0.05),
        seen: `at most ${short(Math.max(...off))} off, ${off.length} compared`,
      };
    },
  },
  {
    id: 'C17.1',
    figure: 'Figure 17',
    experiments: ['code-fig-17'],
    words:
      'When a second flow joins a flow in equilibrium, both flows come to share the bottleneck fairly, with Vegas and with CODE.',
    metric: 'Jain’s index over the last 50 s',
    threshold: `at least ${FAIR} for both`,
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-17');
      const [vegas = 0, code = 0] = ['Vegas', 'CODE'].map((v) =>
        figure.mean('Fairness index', { Variant: v }),
      );
      return { holds: vegas >= FAIR && code >= FAIR, seen: `Vegas ${short(vegas)}, CODE ${short(code)}` };
    },
  },
  {
    id: 'C17.2',
    figure: 'Figure 17',
    experiments: ['code-fig-17-transient'],
    words: 'CODE’s transient is longer than that of Vegas.',
    metric: `time from which on Jain’s index over 5 s stays at ${FAIR} or more`,
    threshold: 'later for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const [vegas = 0, code = 0] = ['Vegas', 'CODE'].map((variant) =>
        settledFrom(overTime(figures, variant, 'Fairness index'), (jain) => jain >= FAIR),
      );
      return { holds: code > vegas, seen: `Vegas ${vegas} s, CODE ${code} s` };
    },
  },
  {
    id: 'C18.1',
    figure: 'Figure 18',
    experiments: ['code-fig-18'],
    words: 'After a transient both keep a stable queue.',
    metric: 'standard deviation of the queue over the last 50 s',
    threshold: `at most ${AS_LONG} packets for both`,
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-18');
      const sds = ['Vegas', 'CODE'].map((v) => figure.mean('Queue standard deviation', { Variant: v }));
      return { holds: sds.every((sd) => sd <= AS_LONG), seen: `Vegas, CODE: ${list(sds)} packets` };
    },
  },
  {
    id: 'C18.2',
    figure: 'Figure 18',
    experiments: ['code-fig-18'],
    words: 'CODE’s buffer utilisation is as low as that of Vegas.',
    metric: 'mean queue over the last 50 s',
    threshold: `CODE’s at most ${AS_LONG} packets above that of Vegas`,
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-18');
      const [vegas = 0, code = 0] = ['Vegas', 'CODE'].map((v) => figure.mean('Queue', { Variant: v }));
      return { holds: code <= vegas + AS_LONG, seen: `CODE ${short(code)}, Vegas ${short(vegas)} packets` };
    },
  },
  {
    id: 'C18.3',
    figure: 'Figure 18',
    experiments: ['code-fig-17-transient'],
    words: 'The queue, too, shows that CODE’s transient is longer.',
    metric: `time from which on the mean queue over 5 s stays within ${AS_LONG} packets of the final value`,
    threshold: 'later for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const [vegas = 0, code = 0] = ['Vegas', 'CODE'].map((variant) => {
        const points = overTime(figures, variant, 'Queue');
        const last = points.at(-1)?.value ?? Number.NaN;
        return settledFrom(points, (queue) => Math.abs(queue - last) <= AS_LONG);
      });
      return { holds: code > vegas, seen: `Vegas ${vegas} s, CODE ${code} s` };
    },
  },
];
