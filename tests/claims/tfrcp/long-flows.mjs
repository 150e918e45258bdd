// Sections III.C.1 and III.C.2: endless flows (Figures 2 to 4).

import { short } from '../claim.mjs';
import { mean, trend } from '../statistics.mjs';
import {
  ALL,
  along,
  CLOSE,
  close,
  distance,
  grid,
  last,
  MOST,
  mostOf,
  numbers,
  relatively,
  span,
  TEN,
} from './shared.mjs';

/** @import { Claim, Figure } from '../claim.mjs' */

/** @type {Claim[]} */
export const longFlows = [
  {
    id: 'T2.1',
    figure: 'Figure 2(a)',
    experiments: ['tfrcp-fig-2a', 'tfrcp-fig-2a-every-ack'],
    words:
      'With rounds of a fixed length (S1) friendliness stays close to 1 for 10 to 50 flows and M of 2 to 5 s.',
    metric: 'F = T_C/T_T at each number of flows and each M',
    threshold: CLOSE,
    seeds: TEN,
    check(figures) {
      const [f, every] = [figures('tfrcp-fig-2a'), figures('tfrcp-fig-2a-every-ack')];
      const { holds, seen } = mostOf(grid(f, 'F', 'flows', 'M'), close, ALL, 'F');
      return {
        holds,
        seen: `${seen}. With an ACK for every packet F ${span(grid(every, 'F', 'flows', 'M'))}`,
      };
    },
  },
  {
    id: 'T2.2',
    figure: 'Figure 2(b)',
    experiments: ['tfrcp-fig-2b'],
    words: 'With rounds of K round trips (S2) TFRCP becomes more aggressive as the load grows.',
    metric: 'F, mean over K, against the number of flows',
    threshold: 'higher with the most flows than with the fewest, rank correlation at least 0.7',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-fig-2b');
      const list = along(f, 'F', 'flows', 'K');
      const rank = trend(numbers(f, 'flows'), list);
      const holds = rank >= 0.7 && Number(list.at(-1)) > Number(list[0]);
      return {
        holds,
        seen: `F ${list.map(short).join(', ')} for ${f.values('flows').join(', ')} flows; rank correlation ${short(rank)}`,
      };
    },
  },
  {
    id: 'T2.3',
    figure: 'Figure 2(b)',
    experiments: ['tfrcp-fig-2b'],
    words: 'Under heavy load S2 makes TFRCP more aggressive than TCP.',
    metric: 'F with the most flows, mean over K',
    threshold: 'above 1',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-fig-2b');
      const list = grid(f, 'F', 'flows', 'K', { flows: last(f.values('flows')) });
      return {
        holds: mean(list) > 1,
        seen: `F ${short(mean(list))} with ${last(f.values('flows'))} flows (${span(list)} over K)`,
      };
    },
  },
  {
    id: 'T2.4',
    figure: 'Figure 2(b)',
    experiments: ['tfrcp-fig-2b'],
    words: 'The round-trip time grows with the load, so under S2 the rate is computed less often.',
    metric: 'mean RTT of the TFRCP flows, mean over K',
    threshold: 'larger with the most flows than with the fewest',
    seeds: TEN,
    check(figures) {
      const list = along(figures('tfrcp-fig-2b'), 'RTT', 'flows', 'K');
      return { holds: Number(list.at(-1)) > Number(list[0]), seen: `RTT ${list.map(short).join(', ')} ms` };
    },
  },
  {
    id: 'T2.5',
    figure: 'Figure 2(b)',
    experiments: ['tfrcp-fig-2a', 'tfrcp-fig-2b'],
    words: 'S2 is clearly not an appropriate strategy: under load it is less fair than S1.',
    metric: 'mean |ln F| with the most flows, over K and over M',
    threshold: 'larger under S2',
    seeds: TEN,
    check(figures) {
      const [one, two] = [figures('tfrcp-fig-2a'), figures('tfrcp-fig-2b')];
      const s1 = grid(one, 'F', 'flows', 'M', { flows: last(one.values('flows')) });
      const s2 = grid(two, 'F', 'flows', 'K', { flows: last(two.values('flows')) });
      return {
        holds: distance(s2) > distance(s1),
        seen: `|ln F| ${short(distance(s2))} under S2 (F ${span(s2)}), ${short(distance(s1))} under S1 (F ${span(s1)})`,
      };
    },
  },
  {
    id: 'T2.6',
    figure: 'Figure 2(c)',
    experiments: ['tfrcp-fig-2c'],
    words:
      'With rounds of random length (S3) friendliness stays close to 1, even if all TFRCP flows start together.',
    metric: 'F at each number of flows and each distribution',
    threshold: CLOSE,
    seeds: TEN,
    check: (figures) => mostOf(grid(figures('tfrcp-fig-2c'), 'F', 'flows', 'rounds'), close, ALL, 'F'),
  },
  {
    id: 'T2.7',
    figure: 'Section III.C.1',
    experiments: ['tfrcp-fig-2-delays'],
    words: 'Other bottleneck delays give similar results.',
    metric: 'F under S1 with M = 3 s at 20, 50 and 100 ms',
    threshold: CLOSE,
    seeds: TEN,
    check: (figures) => mostOf(grid(figures('tfrcp-fig-2-delays'), 'F', 'flows', 'delay'), close, ALL, 'F'),
  },
  {
    id: 'T2.8',
    figure: 'Section III.C.1',
    experiments: ['tfrcp-fig-2-rap'],
    words:
      'As windows shrink with many flows, additive increase and multiplicative decrease of a rate (RAP) cannot guarantee fairness.',
    metric: 'F of RAP and of TFRCP (S1, 3 s) with the most flows',
    threshold: 'F of RAP off by a factor of more than 1.75, and further from 1 than that of TFRCP',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-fig-2-rap');
      const of = (/** @type {string} */ scheme) => f.mean('F', { flows: last(f.values('flows')), scheme });
      const [rap, tfrcp] = [of('rap'), of('tfrcp')];
      const holds = !relatively(rap) && distance([rap]) > distance([tfrcp]);
      return {
        holds,
        seen: `F ${short(rap)} of RAP, ${short(tfrcp)} of TFRCP with ${last(f.values('flows'))} flows`,
      };
    },
  },
  {
    id: 'T3.1',
    figure: 'Figure 3',
    experiments: ['tfrcp-fig-3'],
    words: 'Fairness among the TFRCP flows is acceptable in most cases (C.1, S1).',
    metric: 'F_C, largest over smallest throughput of a TFRCP flow, mean of the runs',
    threshold: 'at most 2 at three of four points',
    seeds: TEN,
    check: (figures) => mostOf(grid(figures('tfrcp-fig-3'), 'F_C', 'flows', 'M'), (x) => x <= 2, MOST, 'F_C'),
  },
  {
    id: 'T4.1',
    figure: 'Figure 4(a)',
    experiments: ['tfrcp-fig-4a', 'tfrcp-fig-4-kbps'],
    words: 'If the bandwidth is proportional to the number of flows, friendliness stays close to 1.',
    metric: 'F at each number of flows and each M, 4 kB/s per flow',
    threshold: CLOSE,
    seeds: TEN,
    check(figures) {
      const { holds, seen } = mostOf(grid(figures('tfrcp-fig-4a'), 'F', 'flows', 'M'), close, ALL, 'F');
      return {
        holds,
        seen: `${seen}. With 4 kilobits F ${span(grid(figures('tfrcp-fig-4-kbps'), 'F', 'flows', 'M'))}`,
      };
    },
  },
  {
    id: 'T4.2',
    figure: 'Figure 4(b)',
    experiments: ['tfrcp-fig-4b'],
    words: 'There, too, TFRCP flows are fair to each other.',
    metric: 'F_C, mean of the runs',
    threshold: 'at most 2 at nine of ten points',
    seeds: TEN,
    check: (figures) => mostOf(grid(figures('tfrcp-fig-4b'), 'F_C', 'flows', 'M'), (x) => x <= 2, ALL, 'F_C'),
  },
  {
    id: 'T4.3',
    figure: 'Section III.C.2',
    experiments: ['tfrcp-fig-4a', 'tfrcp-fig-4-20ms'],
    words: 'With a bottleneck delay of 20 ms TFRCP is more aggressive than TCP.',
    metric: 'F at 20 ms, mean over flows and M, compared with that at 50 ms',
    threshold: 'above 1, and above that at 50 ms',
    seeds: TEN,
    check(figures) {
      const [at50, at20] = ['tfrcp-fig-4a', 'tfrcp-fig-4-20ms'].map((id) =>
        mean(grid(figures(id), 'F', 'flows', 'M')),
      );
      return {
        holds: Number(at20) > 1 && Number(at20) > Number(at50),
        seen: `F ${short(Number(at20))} at 20 ms, ${short(Number(at50))} at 50 ms`,
      };
    },
  },
  {
    id: 'T4.4',
    figure: 'Section III.C.2',
    experiments: ['tfrcp-fig-4-100ms'],
    words:
      'With a delay of 100 ms and M below 3 s results vary a lot, because there are too few loss samples.',
    metric:
      'standard deviation of F over runs, root mean square over flows: M below 3 s against 3 s and more',
    threshold: 'at least 1.25 times as large',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-fig-4-100ms');
      const spread = (/** @type {(m: number) => boolean} */ wanted) => {
        const points = f.values('flows').flatMap((flows) =>
          numbers(f, 'M')
            .filter(wanted)
            .map((M) => ({ flows, M })),
        );
        return Math.sqrt(mean(points.map((at) => (f.cell('F', at).sd ?? Number.NaN) ** 2)));
      };
      const [fast, slow] = [spread((m) => m < 3), spread((m) => m >= 3)];
      return {
        holds: fast >= 1.25 * slow,
        seen: `standard deviation ${short(fast)} below 3 s, ${short(slow)} above`,
      };
    },
  },
];
