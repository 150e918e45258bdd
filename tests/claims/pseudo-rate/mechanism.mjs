// Tables 1 and 2, Figure 1, and the comparisons of sections 2.1 and 3.5.

import { share, short } from '../claim.mjs';
import { mean } from '../statistics.mjs';
import { sampled, valueAt } from '../traces.mjs';
import { PRINTED, RENO, SPACING, VEGAS } from './shared.mjs';

/** @import { Claim, Figure, Trace } from '../claim.mjs' */

/** Values at which a window stays for at least a given time, s, between two times. @param {Trace} trace @param {number} from @param {number} to @param {number} least */
function plateaus(trace, from, to, least) {
  const step = 0.01;
  /** @type {{ value: number, held: number }[]} */
  const levels = [];
  for (const value of sampled(trace, from, to, step)) {
    const now = levels.at(-1);
    if (now?.value === value) now.held += step;
    else levels.push({ value, held: step });
  }
  const long = levels.filter(({ held }) => held >= least).map(({ value }) => value);
  return long.filter((value, i) => value !== long[i - 1]);
}

/** Powers of two up to 2^k. @param {number} k */
const doubling = (k) => Array.from({ length: k + 1 }, (_, i) => 2 ** i);
/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

/** @param {number[]} list */
const listed = (list) => list.map(short).join(', ');

/** When a trace first reaches a value, s; infinity if it never does. @param {Trace} trace @param {number} value @param {number} [from] */
const reaches = ({ times, values }, value, from = 0) =>
  times.find((t, i) => t >= from && Number(values[i]) >= value) ?? Number.POSITIVE_INFINITY;

/** The bound of Table 1's first part and when it changes, s. */
const K = 4;
const CHANGE = 20;
const END = 30;
/** Longer than the time in which one round's ACKs come. */
const HELD = 0.4;

/** @type {Claim[]} */
const table1 = [
  {
    id: 'PT1.1',
    figure: 'Table 1',
    experiments: ['pseudo-rate-table-1'],
    words: 'Below the bound 2^k the window doubles each round: 1, 2, 4 … 2^k.',
    metric: 'values at which the window stays before the bound changes, k = 4',
    threshold: 'exactly 1, 2, 4, 8, 16',
    seeds: '1',
    check(figures) {
      const of = (/** @type {string} */ scheme) =>
        plateaus(figures('pseudo-rate-table-1').trace('window', { scheme }), 0, CHANGE, HELD);
      return {
        holds: same(of(PRINTED), doubling(K)),
        seen: `${listed(of(PRINTED))}; with ACK spacing ${listed(of(SPACING))}`,
      };
    },
  },
  {
    id: 'PT1.2',
    figure: 'Table 1',
    experiments: ['pseudo-rate-table-1'],
    words: 'At the bound the base is 2^k − 1 and the offset is 1, and they stay constant.',
    metric: 'base and offset in the last 5 s before the bound changes',
    threshold: '15 and 1 throughout',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-table-1');
      const of = (/** @type {string} */ name) => [
        ...new Set(sampled(f.trace(name, { scheme: PRINTED }), CHANGE - 5, CHANGE - 0.1, 0.05)),
      ];
      const [base, offset] = [of('base'), of('offset')];
      return {
        holds: same(base, [2 ** K - 1]) && same(offset, [1]),
        seen: `base ${listed(base)}, offset ${listed(offset)}`,
      };
    },
  },
  {
    id: 'PT1.3',
    figure: 'Table 1',
    experiments: ['pseudo-rate-table-1'],
    words:
      'When the bound rises to 2^(k+1), the window grows to 2^k + 1, + 3, + 7: the offset doubles, the base is constant.',
    metric: 'values at which window and base stay after the bound has risen',
    threshold: 'window 17, 19, 23 one after the other, base 15 meanwhile',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-table-1');
      const window = f.trace('window', { scheme: PRINTED });
      const after = plateaus(window, CHANGE, END, HELD).filter((w) => w > 2 ** K);
      const base = valueAt(f.trace('base', { scheme: PRINTED }), reaches(window, 2 ** K + 7, CHANGE));
      return {
        holds: same(after.slice(0, 3), [17, 19, 23]) && base === 2 ** K - 1,
        seen: `window ${listed(after)}, base ${short(base)} at 23`,
      };
    },
  },
  {
    id: 'PF1.1',
    figure: 'Figure 1',
    experiments: ['pseudo-rate-fig-1'],
    words:
      'The window grows from 1 to the bound of 8 and stays there; when the bound rises, it grows to 23 in steps of 1, 2, 4, 8.',
    metric: 'values at which the window stays before and after the change',
    threshold: '1, 2, 4, 8 before the change; 9, 11, 15, 23 first after it',
    seeds: '1',
    check(figures) {
      const window = figures('pseudo-rate-fig-1').trace('window', { scheme: PRINTED });
      const before = plateaus(window, 0, CHANGE, HELD);
      const after = plateaus(window, CHANGE, END, HELD).filter((w) => w > 8);
      const holds = same(before, doubling(3)) && same(after.slice(0, 4), [9, 11, 15, 23]);
      return { holds, seen: `${listed(before)}, then ${listed(after)}` };
    },
  },
  {
    id: 'PT2.1',
    figure: 'Table 2',
    experiments: ['pseudo-rate-table-2'],
    words:
      'The threshold is the number of packets that a source may have queued in the switch, and each source keeps that many there.',
    metric: 'mean queue of the last link by the number of sources, for thresholds around the paper’s 3',
    threshold: 'within one packet of the threshold at each (the paper counts in whole segments)',
    seeds: '1 to 10',
    check(figures) {
      const f = figures('pseudo-rate-table-2');
      const queues = f
        .values('threshold')
        .map((threshold) => f.mean('queue', { scheme: PRINTED, threshold }));
      const holds = queues.every((q, i) => Math.abs(q - Number(f.values('threshold')[i])) <= 1);
      return { holds, seen: `${queues.map(short).join(', ')} for ${f.values('threshold').join(', ')}` };
    },
  },
];

/** When the throughput first reaches a fraction of the capacity after `from`, s. @param {Trace} trace @param {number} capacity @param {number} from */
const fills = (trace, capacity, from) => reaches(trace, 0.9 * capacity, from) - from;

/** Mbit/s of the single link of the comparisons, and when it changes, s. */
const LINK = 10;
const EDIT = 20;

/** @type {Claim[]} */
const comparisons = [
  {
    id: 'PS1',
    figure: 'Section 3.5, item 1',
    experiments: ['pseudo-rate-slow-start'],
    words: 'At the start Vegas needs twice as long as Pseudo-rate to reach the same window.',
    metric: 'time until the window of a single flow is 32, Vegas over Pseudo-rate',
    threshold: 'at least 1.5',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-slow-start');
      const time = (/** @type {string} */ scheme) => reaches(f.trace('window', { scheme }), 32);
      const ratio = (/** @type {string} */ scheme) => time(VEGAS) / time(scheme);
      return {
        holds: ratio(PRINTED) >= 1.5,
        seen: `${short(ratio(PRINTED))}; with ACK spacing ${short(ratio(SPACING))}`,
      };
    },
  },
  {
    id: 'PS2',
    figure: 'Section 3.5, item 2',
    experiments: ['pseudo-rate-more-capacity'],
    words: 'When bandwidth becomes available, Pseudo-rate takes it faster than Vegas.',
    metric: 'time from the doubling of the capacity until a single flow has 90 % of it',
    threshold: 'less than that of Vegas',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-more-capacity');
      const time = (/** @type {string} */ scheme) =>
        fills(f.trace('throughput after the change', { scheme }), 2 * LINK, EDIT);
      const [vegas, printed, spacing] = [VEGAS, PRINTED, SPACING].map(time);
      return {
        holds: Number(printed) < Number(vegas),
        seen: `${short(Number(printed))} s, Vegas ${short(Number(vegas))} s; with ACK spacing ${short(Number(spacing))} s`,
      };
    },
  },
  {
    id: 'PS3',
    figure: 'Section 3.5, item 3',
    experiments: ['pseudo-rate-less-capacity'],
    words:
      'When bandwidth is taken away, Pseudo-rate reduces its window directly to a specified level, and Vegas linearly.',
    metric:
      'window 0.3 s after the capacity is halved over the final window, and mean queue in the second after the change',
    threshold:
      'Pseudo-rate within a tenth of its final window, Vegas above 1.2 times its own; and a shorter queue with Pseudo-rate',
    seeds: '1',
    check(figures) {
      const f = figures('pseudo-rate-less-capacity');
      const level = (/** @type {string} */ scheme) => {
        const trace = f.trace('window', { scheme });
        const close = f.trace('window after the change', { scheme });
        return valueAt(close, EDIT + 0.3) / mean(sampled(trace, EDIT + 15, EDIT + 20, 0.01));
      };
      const queue = (/** @type {string} */ scheme) =>
        mean(sampled(f.trace('queue after the change', { scheme }), EDIT, EDIT + 1, 0.01));
      const holds =
        Math.abs(level(PRINTED) - 1) <= 0.1 && level(VEGAS) > 1.2 && queue(PRINTED) < queue(VEGAS);
      const tell = (/** @type {string} */ scheme) =>
        `${short(level(scheme))} and ${short(queue(scheme))} packets`;
      return {
        holds,
        seen: `${tell(PRINTED)}; Vegas ${tell(VEGAS)}; with ACK spacing ${tell(SPACING)}`,
      };
    },
  },
  {
    id: 'PS4',
    figure: 'Section 3.5, item 5',
    experiments: ['pseudo-rate-rtt'],
    words: 'Pseudo-rate is fair to sources with different RTTs, and fairer than Vegas.',
    metric: 'Jain’s index of two flows, the longer RTT up to ten times the shorter one',
    threshold: 'at least 0.95 at each ratio, and on average above that of Vegas',
    seeds: '1 to 10',
    check(figures) {
      const [printed, vegas, spacing] = [PRINTED, VEGAS, SPACING].map((scheme) => ratios(figures, scheme));
      if (!printed || !vegas || !spacing) throw new Error('three schemes');
      return {
        holds: printed.every((x) => x >= 0.95) && mean(printed) > mean(vegas),
        seen: `${printed.map(short).join(', ')}; Vegas ${vegas.map(short).join(', ')}; with ACK spacing ${spacing.map(short).join(', ')}`,
      };
    },
  },
  {
    id: 'PS5',
    figure: 'Section 2.1',
    experiments: ['pseudo-rate-rtt'],
    words: 'With Reno sources with shorter RTTs have a higher throughput than those with longer RTTs.',
    metric: 'goodput with the shorter RTT over that with the longer RTT',
    threshold: 'above 1 at each ratio above 1',
    seeds: '1 to 10',
    check(figures) {
      const f = figures('pseudo-rate-rtt');
      const unequal = f.values('ratio').filter((ratio) => Number(ratio) > 1);
      const list = unequal.map((ratio) => f.mean('short over long', { ratio, scheme: RENO }));
      return {
        holds: share(list, (x) => x > 1) === 1,
        seen: `${list.map(short).join(', ')} at ${unequal.join(', ')}`,
      };
    },
  },
];

/** Jain's index at each ratio of round trips. @param {(experiment: string) => Figure} figures @param {string} scheme */
const ratios = (figures, scheme) => {
  const f = figures('pseudo-rate-rtt');
  return f.values('ratio').map((ratio) => f.mean('fairness', { ratio, scheme }));
};

export const mechanism = [...table1, ...comparisons];
