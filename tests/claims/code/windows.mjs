// Figures 2, 3 and 5 and Table 1: windows of two flows, which explain why Vegas and NewVegas lose against Reno and CODE does not.

import { short } from '../claim.mjs';
import { CLOSE, ofReno, steps, sum, TWENTY } from './words.mjs';

/** @import { Figure } from '../claim.mjs' */

/** Traces of the documents. */
const [ITS, RENOS, ALPHA, QUEUE] = ['Other flow’s window', 'Reno’s window', 'Lower threshold α', 'Queue'];

const ONE = 'the first seed';

/** A queue of a tenth of the buffer: with that, the link is certainly full. */
const FULL = 10;
/** α falls by at most one per round trip unless a loss resets it; points of a series are up to three round trips apart. */
const RESET = 3.5;
/** A window that falls by this fraction from one point of a series to the next was reduced by a loss. */
const CUT = 0.1;

/**
 * The cycles of a NewVegas flow: from one loss, which resets α, to the next.
 * @param {Figure} figure
 */
function cycles(figure) {
  const [alpha, window, reno] = [ALPHA, ITS, RENOS].map((name) => figure.trace(name).values);
  if (!alpha || !window || !reno) throw new Error('three traces');
  const losses = steps(alpha).flatMap((step, i) => (step <= -RESET ? [i + 1] : []));
  return losses.slice(0, -1).map((from, k) => {
    const to = losses[k + 1] ?? from;
    return { window: window.slice(from, to), reno: reno.slice(from, to) };
  });
}

/** Gains of two windows over the same steps, without those in which Reno's was reduced. @param {number[]} window @param {number[]} reno */
function gains(window, reno) {
  const kept = steps(reno).map((step, i) => step >= -CUT * (reno[i] ?? 0));
  return [window, reno].map((y) => sum(steps(y).filter((_, i) => kept[i])));
}

/** Growth of both windows after the start; no packet is lost. @param {Figure} figure @param {string} variant */
function growth(figure, variant) {
  const from = 30;
  return [ITS, RENOS, ALPHA].map((name) => {
    const { times, values } = figure.trace(name, { Variant: variant });
    return (values.at(-1) ?? Number.NaN) - (values[times.findIndex((t) => t >= from)] ?? Number.NaN);
  });
}

/** @type {import('../claim.mjs').Claim[]} */
export const windows = [
  {
    id: 'C2.1',
    figure: 'Figure 2',
    experiments: ['code-fig-2'],
    words: 'When the bandwidth is fully used, Vegas does not increase its window while Reno does.',
    metric: `change of both windows over all times from 10 s on at which at least ${FULL} packets are queued and Reno’s window is not reduced`,
    threshold: 'Vegas’s is at most 0, Reno’s above 0',
    seeds: ONE,
    check: (figures) => {
      const figure = figures('code-fig-2');
      const [vegas, reno, queue] = [ITS, RENOS, QUEUE].map((name) => figure.trace(name));
      if (!vegas || !reno || !queue) throw new Error('three traces');
      const counts = steps(reno.values).map(
        (step, i) =>
          (reno.times[i] ?? 0) >= 10 &&
          (queue.values[i] ?? 0) >= FULL &&
          step >= -CUT * (reno.values[i] ?? 0),
      );
      const [ours = 0, theirs = 0] = [vegas, reno].map(({ values }) =>
        sum(steps(values).filter((_, i) => counts[i])),
      );
      return { holds: ours <= 0 && theirs > 0, seen: `Vegas ${short(ours)}, Reno ${short(theirs)} packets` };
    },
  },
  {
    id: 'C3.1',
    figure: 'Figure 3',
    experiments: ['code-fig-3'],
    words: 'NewVegas sends fewer packets than Reno in a repetition cycle.',
    metric: 'mean goodput over that of Reno',
    threshold: 'below 1',
    seeds: TWENTY,
    check: (figures) => {
      const ratio = ofReno(figures('code-fig-3'), {});
      return { holds: ratio < 1, seen: short(ratio) };
    },
  },
  {
    id: 'C3.2',
    figure: 'Figure 3',
    experiments: ['code-fig-3'],
    words:
      'First drawback: a loss resets NewVegas’s thresholds, so its window then falls by one packet per round trip.',
    metric: 'from each loss to the next, how far NewVegas’s window falls below its size after the loss',
    threshold: 'at least 2 packets in at least half of the cycles',
    seeds: ONE,
    check: (figures) => {
      const falls = cycles(figures('code-fig-3')).map(({ window }) => (window[0] ?? 0) - Math.min(...window));
      const many = falls.filter((fall) => fall >= 2).length;
      return {
        holds: falls.length > 0 && many >= falls.length / 2,
        seen: `${many} of ${falls.length} cycles`,
      };
    },
  },
  {
    id: 'C3.3',
    figure: 'Figure 3',
    experiments: ['code-fig-3'],
    words: 'Second drawback: once NewVegas’s window grows, Reno’s grows faster.',
    metric: 'NewVegas’s gain over Reno’s, from the lowest window of each cycle to its end',
    threshold: 'below 0.9',
    seeds: ONE,
    check: (figures) => {
      const climbs = cycles(figures('code-fig-3')).map(({ window, reno }) => {
        const lowest = window.indexOf(Math.min(...window));
        return gains(window.slice(lowest), reno.slice(lowest));
      });
      const [ours, theirs] = [0, 1].map((which) => sum(climbs.map((gain) => gain[which] ?? 0)));
      const ratio = (ours ?? Number.NaN) / (theirs ?? Number.NaN);
      return { holds: ratio < 0.9, seen: `${short(ratio)} over ${climbs.length} cycles` };
    },
  },
  {
    id: 'CT1.1',
    figure: 'Table 1',
    experiments: ['code-table-1'],
    words: 'Against a Reno flow that fills the queue, NewVegas’s window gains one packet in two round trips.',
    metric:
      'gain of its window over that of Reno’s, which gains one packet per round trip; no losses, a queue many times the BDP',
    threshold: '1/2 ± 20 %',
    seeds: ONE,
    check: (figures) => {
      const [ours = 0, theirs = 0] = growth(figures('code-table-1'), 'NewVegas');
      const ratio = ours / theirs;
      return { holds: ratio >= 0.4 && ratio <= 0.6, seen: short(ratio) };
    },
  },
  {
    id: 'CT1.2',
    figure: 'Table 1',
    experiments: ['code-table-1'],
    words:
      'NewVegas’s thresholds gain one packet in the round trips in which its window does not, so both gain the same.',
    metric: 'gain of α over that of the window',
    threshold: '1 ± 20 %',
    seeds: ONE,
    check: (figures) => {
      const [window = 0, , alpha = 0] = growth(figures('code-table-1'), 'NewVegas');
      const ratio = alpha / window;
      return { holds: ratio >= 0.8 && ratio <= 1.2, seen: short(ratio) };
    },
  },
  {
    id: 'CT1.3',
    figure: 'Table 1',
    experiments: ['code-table-1'],
    words:
      'CODE, whose thresholds rise by two, gains two packets in three round trips (sections 3.2 and 3.3).',
    metric: 'gain of its window over that of Reno’s; no losses, a queue many times the BDP',
    threshold: '2/3 ± 20 %',
    seeds: ONE,
    check: (figures) => {
      const [ours = 0, theirs = 0] = growth(figures('code-table-1'), 'CODE');
      const ratio = ours / theirs;
      return { holds: ratio >= 0.8 * (2 / 3) && ratio <= 1.2 * (2 / 3), seen: short(ratio) };
    },
  },
  {
    id: 'C5.1',
    figure: 'Figure 5',
    experiments: ['code-fig-3', 'code-fig-5'],
    words: 'The two changes give CODE more throughput against Reno than NewVegas gets.',
    metric: 'mean goodput against Reno over NewVegas’s',
    threshold: 'above 1',
    seeds: TWENTY,
    check: (figures) => {
      const [code, newvegas] = ['code-fig-5', 'code-fig-3'].map((id) =>
        figures(id).mean('Other flow’s goodput'),
      );
      const ratio = (code ?? Number.NaN) / (newvegas ?? Number.NaN);
      return { holds: ratio > 1, seen: short(ratio) };
    },
  },
  {
    id: 'C5.2',
    figure: 'Figure 5',
    experiments: ['code-fig-5'],
    words: 'With η = 0.68 CODE sends as many packets in a cycle as Reno (section 3.3).',
    metric: 'mean goodput over that of Reno',
    threshold: `within a factor of ${short(CLOSE)} of 1`,
    seeds: TWENTY,
    check: (figures) => {
      const ratio = ofReno(figures('code-fig-5'), {});
      return { holds: ratio >= 1 / CLOSE && ratio <= CLOSE, seen: short(ratio) };
    },
  },
];
