// Table 3 and Figures 3 to 6: five sources on a parking lot, two of which stop at 500 ms.

import { share, short } from '../claim.mjs';
import { mean } from '../statistics.mjs';
import { sampled, steps, valueAt } from '../traces.mjs';
import { PRINTED, RENO, roundTrip, SOURCES, SPACING, STAYING, total, VEGAS, windows } from './shared.mjs';

/** @import { Claim, Figure } from '../claim.mjs' */

const TEN = '1 to 10';
/** When two of five sources stop, s. */
const STOP = 0.5;

/** @param {(experiment: string) => Figure} figures @param {string} measure @param {string} scheme */
const of3 = (figures, measure, scheme) => figures('pseudo-rate-table-3').mean(measure, { scheme });

/** A measure for each scheme. @param {(experiment: string) => Figure} figures @param {string} measure @param {string[]} schemes */
const tell3 = (figures, measure, schemes) =>
  schemes.map((scheme) => `${scheme} ${short(of3(figures, measure, scheme))}`).join('; ');

/** @type {Claim[]} */
const table3 = [
  {
    id: 'PT3.1',
    figure: 'Table 3',
    experiments: ['pseudo-rate-table-3'],
    words: 'Pseudo-rate has a higher throughput than Vegas (published 98 % and 95 %).',
    metric: 'throughput of all sources over the capacity of the last link, 0 to 1 s',
    threshold: 'above that of Vegas',
    seeds: TEN,
    check: (figures) => ({
      holds: of3(figures, 'throughput', PRINTED) > of3(figures, 'throughput', VEGAS),
      seen: `% ${tell3(figures, 'throughput', [PRINTED, VEGAS, SPACING])}`,
    }),
  },
  {
    id: 'PT3.2',
    figure: 'Table 3',
    experiments: ['pseudo-rate-table-3'],
    words: 'Pseudo-rate is fairer than Vegas (published 0.993 and 0.889).',
    metric: 'Jain’s index of the three sources that send to the end, 0 to 1 s',
    threshold: 'above that of Vegas',
    seeds: TEN,
    check: (figures) => ({
      holds: of3(figures, 'fairness', PRINTED) > of3(figures, 'fairness', VEGAS),
      seen: tell3(figures, 'fairness', [PRINTED, VEGAS, SPACING]),
    }),
  },
  {
    id: 'PT3.3',
    figure: 'Title, Table 3',
    experiments: ['pseudo-rate-table-3'],
    words: 'Its fairness is nearly optimal.',
    metric: 'Jain’s index of the three sources that send to the end',
    threshold: 'at least 0.95',
    seeds: TEN,
    check: (figures) => ({
      holds: of3(figures, 'fairness', PRINTED) >= 0.95,
      seen: tell3(figures, 'fairness', [PRINTED, SPACING]),
    }),
  },
  {
    id: 'PT3.4',
    figure: 'Title, Table 3',
    experiments: ['pseudo-rate-table-3'],
    words: 'Its throughput is nearly optimal.',
    metric: 'throughput of all sources over the capacity of the last link',
    threshold: 'at least 95 %',
    seeds: TEN,
    check: (figures) => ({
      holds: of3(figures, 'throughput', PRINTED) >= 95,
      seen: `% ${tell3(figures, 'throughput', [PRINTED, SPACING])}`,
    }),
  },
  {
    id: 'PT3.5',
    figure: 'Section 4.3',
    experiments: ['pseudo-rate-table-3'],
    words: 'Vegas avoids periodic congestion and performs better than Reno.',
    metric: 'drops and throughput on the parking lot',
    threshold: 'no drops with Vegas, drops with Reno, and no less throughput with Vegas',
    seeds: TEN,
    check(figures) {
      const drops = (/** @type {string} */ scheme) => of3(figures, 'drops', scheme);
      const holds =
        drops(VEGAS) === 0 &&
        drops(RENO) > 0 &&
        of3(figures, 'throughput', VEGAS) >= of3(figures, 'throughput', RENO);
      return {
        holds,
        seen: `drops ${tell3(figures, 'drops', [VEGAS, RENO])}; % ${tell3(figures, 'throughput', [VEGAS, RENO])}`,
      };
    },
  },
];

/** When the sum of the windows has first covered 80 % of its change from `from` to its mean between `a` and `b`; ms after `from`. @param {Figure} figure @param {string} scheme @param {string} close the detail that begins there @param {number} from @param {number} a @param {number} b @param {number[]} sources */
function ramp(figure, scheme, close, from, a, b, sources) {
  const [near, all] = [close, 'windows'].map((part) => windows(figure, scheme, part, sources));
  const start = Number(total(near ?? [], from, from)[0]);
  const goal = start + 0.8 * (mean(total(all ?? [], a, b)) - start);
  const last = Number(near?.[0]?.times.at(-1));
  const step = 0.0005;
  const reached = steps(from, b, step).find((t) => {
    const [sum] = total((t <= last ? near : all) ?? [], t, t);
    return Number(sum) >= goal;
  });
  return 1000 * ((reached ?? Number.POSITIVE_INFINITY) - from);
}

/** Both ramps, ms: from the start, and after two sources have stopped. @param {Figure} figure @param {string} scheme */
const ramps = (figure, scheme) => [
  ramp(figure, scheme, 'start', 0, 0.3, 0.499, SOURCES),
  ramp(figure, scheme, 'stop', STOP, 0.8, 0.999, STAYING),
];

/** The figure of a scheme's windows. @param {(experiment: string) => Figure} figures @param {string} scheme */
const windowsOf = (figures, scheme) => figures(scheme === VEGAS ? 'pseudo-rate-fig-3' : 'pseudo-rate-fig-4');

/** Largest ratio of half the range of a remaining source's window to its mean, over the last 200 ms. @param {Figure} figure @param {string} scheme */
const fluctuation = (figure, scheme) =>
  Math.max(
    ...windows(figure, scheme, 'windows', STAYING).map((trace) => {
      const list = sampled(trace, 0.8, 0.999);
      return (Math.max(...list) - Math.min(...list)) / 2 / mean(list);
    }),
  );

/** @type {Claim[]} */
const windowFigures = [
  {
    id: 'PF3.1',
    figure: 'Figure 3',
    experiments: ['pseudo-rate-fig-3'],
    words: 'After 500 ms Vegas adapts linearly: its windows grow by one packet per round trip.',
    metric: 'largest growth of a remaining source’s window within a base RTT, 500 to 590 ms',
    threshold: 'at most 2 packets (one per round, two rounds begun)',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-fig-3');
      const traces = windows(f, VEGAS, 'stop', STAYING);
      const growth = traces.map((trace, i) => {
        const round = roundTrip(Number(STAYING[i]), f);
        const times = steps(STOP, 0.59 - round, 0.0005);
        return Math.max(...times.map((t) => valueAt(trace, t + round) - valueAt(trace, t)));
      });
      return {
        holds: growth.every((x) => x <= 2),
        seen: `${growth.map(short).join(', ')} for sources 2, 4, 5`,
      };
    },
  },
  {
    id: 'PF3.2',
    figure: 'Figure 3',
    experiments: ['pseudo-rate-fig-3'],
    words: 'With Vegas sources with shorter RTTs have larger windows.',
    metric: 'mean windows of sources 5, 4 and 2, 800 to 1000 ms',
    threshold: 'in this order',
    seeds: '1',
    check(figures) {
      const [two, four, five] = windows(figures('pseudo-rate-fig-3'), VEGAS, 'windows', STAYING).map(
        (trace) => mean(sampled(trace, 0.8, 0.999)),
      );
      return {
        holds: Number(five) > Number(four) && Number(four) > Number(two),
        seen: `${short(Number(five))}, ${short(Number(four))}, ${short(Number(two))}`,
      };
    },
  },
  {
    id: 'PF3.3',
    figure: 'Sections 2.3 and 4.3',
    experiments: ['pseudo-rate-table-3'],
    words: 'With Vegas sources with shorter RTTs have higher throughput.',
    metric: 'throughputs of sources 5, 4 and 2, 0 to 1 s',
    threshold: 'in this order',
    seeds: TEN,
    check(figures) {
      const [two, four, five] = STAYING.map((source) => of3(figures, `source ${source}`, VEGAS));
      return {
        holds: Number(five) > Number(four) && Number(four) > Number(two),
        seen: `${short(Number(five))}, ${short(Number(four))}, ${short(Number(two))} Mb/s`,
      };
    },
  },
  {
    id: 'PF4.1',
    figure: 'Figure 4',
    experiments: ['pseudo-rate-fig-3', 'pseudo-rate-fig-4'],
    words: 'Pseudo-rate’s ramp-up is shorter than that of Vegas, at the start and at 500 ms.',
    metric:
      'time until the sum of the windows has covered 80 % of its change to the mean of the last 200 ms of the period',
    threshold: 'shorter in both cases',
    seeds: '1',
    check(figures) {
      const [vegas, printed, spacing] = [VEGAS, PRINTED, SPACING].map((scheme) =>
        ramps(windowsOf(figures, scheme), scheme),
      );
      if (!vegas || !printed || !spacing) throw new Error('three schemes');
      return {
        holds: printed.every((t, i) => t < Number(vegas[i])),
        seen: `${printed.map(short).join(' and ')} ms, Vegas ${vegas.map(short).join(' and ')}; with ACK spacing ${spacing.map(short).join(' and ')}`,
      };
    },
  },
  {
    id: 'PF4.2',
    figure: 'Figure 4',
    experiments: ['pseudo-rate-table-3'],
    words: 'Pseudo-rate causes no periodic congestion that reduces its window.',
    metric: 'packets dropped, timeouts',
    threshold: 'none',
    seeds: TEN,
    check: (figures) => ({
      holds: of3(figures, 'drops', PRINTED) === 0 && of3(figures, 'timeouts', PRINTED) === 0,
      seen: `drops ${tell3(figures, 'drops', [PRINTED, SPACING])}`,
    }),
  },
  {
    id: 'PF4.3',
    figure: 'Figure 4',
    experiments: ['pseudo-rate-fig-4'],
    words: 'Windows grow exponentially from 0 to 20 ms and from 500 to 520 ms, whatever their size before.',
    metric: 'both ramps of the sum of all windows; time until the window of source 1 is 16, in base RTTs',
    threshold: 'ramps within 20 ms; at most 5.5 round trips (doubling takes 4)',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-fig-4');
      const sixteen = (/** @type {string} */ scheme) => {
        const [trace] = windows(f, scheme, 'start', [1]);
        return (
          (trace?.times.find((_, i) => Number(trace.values[i]) >= 16) ?? Number.POSITIVE_INFINITY) /
          roundTrip(1, f)
        );
      };
      const holds = ramps(f, PRINTED).every((t) => t <= 20) && sixteen(PRINTED) <= 5.5;
      const tell = (/** @type {string} */ scheme) =>
        `${ramps(f, scheme).map(short).join(' and ')} ms, 16 after ${short(sixteen(scheme))} round trips`;
      return { holds, seen: `${tell(PRINTED)}; with ACK spacing ${tell(SPACING)}` };
    },
  },
  {
    id: 'PF4.4',
    figure: 'Figure 4',
    experiments: ['pseudo-rate-fig-4'],
    words: 'Windows fluctuate by about 5 %.',
    metric:
      'half the range of each remaining source’s window over its mean, 800 to 1000 ms; the largest value',
    threshold: 'at most 7.5 %',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-fig-4');
      return {
        holds: fluctuation(f, PRINTED) <= 0.075,
        seen: `${short(100 * fluctuation(f, PRINTED))} %; with ACK spacing ${short(100 * fluctuation(f, SPACING))} %`,
      };
    },
  },
  {
    id: 'PF4.5',
    figure: 'Figure 4',
    experiments: ['pseudo-rate-fig-4'],
    words: 'After the ramp sources with shorter RTTs reduce their windows, while the others increase theirs.',
    metric:
      'window of source 5: its maximum within 40 ms, and its mean from 400 to 500 ms; of source 1: at 20 ms, and the same mean',
    threshold: 'source 5 falls, source 1 rises',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-fig-4');
      const changes = (/** @type {string} */ scheme) => {
        const [early, all] = ['start', 'windows'].map((part) => windows(f, scheme, part, [1, 5]));
        const [one, five] = early ?? [];
        if (!one || !five || !all) throw new Error('two sources');
        const later = all.map((trace) => mean(sampled(trace, 0.4, 0.499)));
        return { from: [valueAt(one, 0.02), Math.max(...sampled(five, 0.005, 0.04))], to: later };
      };
      const { from, to } = changes(PRINTED);
      const tell = (/** @type {string} */ scheme) => {
        const { from, to } = changes(scheme);
        return `source 1 ${short(Number(from[0]))} to ${short(Number(to[0]))}, source 5 ${short(Number(from[1]))} to ${short(Number(to[1]))}`;
      };
      const holds = Number(to[0]) > Number(from[0]) && Number(to[1]) < Number(from[1]);
      return { holds, seen: `${tell(PRINTED)}; with ACK spacing ${tell(SPACING)}` };
    },
  },
];

/** A cumulative mean every 10 ms. @param {Figure} figure @param {string} scheme */
function cumulative(figure, scheme) {
  const list = sampled(figure.trace('throughput', { scheme }), 0.015, 0.995, 0.01);
  return list.map((_, i) => mean(list.slice(0, i + 1)));
}

/** @type {Claim[]} */
const overTime = [
  {
    id: 'PF5.1',
    figure: 'Figure 5',
    experiments: ['pseudo-rate-fig-5'],
    words: 'The throughput of Pseudo-rate is above that of Vegas throughout.',
    metric: 'throughput of all sources since the start, every 10 ms',
    threshold: 'higher at nine of ten sampling times',
    seeds: '1',
    check(figures) {
      const [printed, vegas, spacing] = [PRINTED, VEGAS, SPACING].map((scheme) =>
        cumulative(figures('pseudo-rate-fig-5'), scheme),
      );
      if (!printed || !vegas || !spacing) throw new Error('three schemes');
      const above = (/** @type {number[]} */ list) =>
        share(
          list.map((x, i) => x - Number(vegas[i])),
          (x) => x > 0,
        );
      return {
        holds: above(printed) >= 0.9,
        seen: `above in ${Math.round(100 * above(printed))} % of samples; with ACK spacing ${Math.round(100 * above(spacing))} %`,
      };
    },
  },
  {
    id: 'PF6.1',
    figure: 'Figure 6',
    experiments: ['pseudo-rate-fig-6'],
    words: 'The fairness of Vegas is clearly lower than that of Pseudo-rate.',
    metric: 'Jain’s index of the active sources since the start, every 10 ms from 100 ms on',
    threshold: 'lower at nine of ten sampling times, and by 0.05 or more at the end (published: 0.1)',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-fig-6');
      const [printed, vegas, spacing] = [PRINTED, VEGAS, SPACING].map((scheme) =>
        sampled(f.trace('fairness', { scheme }), 0.105, 0.995, 0.01),
      );
      if (!printed || !vegas || !spacing) throw new Error('three schemes');
      const lower = share(
        printed.map((x, i) => x - Number(vegas[i])),
        (x) => x > 0,
      );
      const [a, b, c] = [printed, vegas, spacing].map((list) => Number(list.at(-1)));
      return {
        holds: lower >= 0.9 && Number(a) - Number(b) >= 0.05,
        seen: `lower in ${Math.round(100 * lower)} % of samples; at the end ${short(Number(a))}, Vegas ${short(Number(b))}, with ACK spacing ${short(Number(c))}`,
      };
    },
  },
];

export const parkingLot = [...table3, ...windowFigures, ...overTime];
