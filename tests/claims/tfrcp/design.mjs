// Sections II and V: the parts of the protocol and its parameters.

import { short } from '../claim.mjs';
import { mean } from '../statistics.mjs';
import { grid, numbers, TEN } from './shared.mjs';

/** @import { Claim } from '../claim.mjs' */

/** @type {Claim[]} */
export const design = [
  {
    id: 'T10.1',
    figure: 'Section II.A',
    experiments: ['tfrcp-formula'],
    words: 'The square-root formula overestimates throughput as losses grow; it is not accurate above 5 %.',
    metric: 'the formula 1.22/(R√p) over the throughput of a Reno flow under random loss',
    threshold:
      'at least 1.5 at every loss rate above 5 %, and larger at the largest than at the smallest loss rate',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-formula');
      const list = f
        .values('loss')
        .map((loss) => f.mean('square root', { loss }) / f.mean('measured', { loss }));
      const high = list.filter((_, i) => Number(f.values('loss')[i]) > 5);
      return {
        holds: high.every((x) => x >= 1.5) && Number(list.at(-1)) > Number(list[0]),
        seen: `${list.map(short).join(', ')} at ${f.values('loss').join(', ')} %`,
      };
    },
  },
  {
    id: 'T10.2',
    figure: 'Section II.B',
    experiments: ['tfrcp-formula'],
    words: 'The formula that TFRCP uses takes timeouts into account and is the more accurate one.',
    metric: '|ln(formula/measured)| of both at each loss rate above 5 %',
    threshold: 'smaller with timeouts at each',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-formula');
      const off = (/** @type {string} */ name, /** @type {number} */ loss) =>
        Math.abs(Math.log(f.mean(name, { loss }) / f.mean('measured', { loss })));
      const high = numbers(f, 'loss').filter((loss) => loss > 5);
      const told = high.map(
        (loss) =>
          `${short(off('with timeouts', loss))} against ${short(off('square root', loss))} at ${loss} %`,
      );
      return {
        holds: high.every((loss) => off('with timeouts', loss) < off('square root', loss)),
        seen: told.join(', '),
      };
    },
  },
  {
    id: 'T10.3',
    figure: 'Section II.B',
    experiments: ['tfrcp-blackout'],
    words: 'TFRCP limits itself: if all or nearly all packets are lost, its rate falls to almost zero.',
    metric:
      'packets sent per second at loss rates of 99 and 100 %, over those at 1 %; losses counted as intended by the text',
    threshold: 'at most 5 %',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-blackout');
      const at = (/** @type {string} */ count, /** @type {number} */ loss) => f.mean('rate', { loss, count });
      const parts = (/** @type {string} */ count) => [99, 100].map((loss) => at(count, loss) / at(count, 1));
      const [meant, literal] = [parts('as intended'), parts('literal')];
      return {
        holds: meant.every((x) => x <= 0.05),
        seen: `${meant.map(short).join(' and ')} of the rate at 1 %; to the letter ${literal.map(short).join(' and ')}`,
      };
    },
  },
  {
    id: 'T10.4',
    figure: 'Section II.B',
    experiments: ['tfrcp-ack-loss'],
    words: 'Each packet is acknowledged eight times, which protects against loss of ACKs.',
    metric: 'goodput of TFRCP with 30 % of the ACKs lost over that with none, 2 % of the packets lost',
    threshold: 'within 10 %',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-ack-loss');
      const ratio = f.mean('TFRCP', { loss: 30 }) / f.mean('TFRCP', { loss: 0 });
      return { holds: Math.abs(ratio - 1) <= 0.1, seen: short(ratio) };
    },
  },
  {
    id: 'T10.5',
    figure: 'Section V',
    experiments: ['tfrcp-linear-growth'],
    words:
      'If the rate grows linearly instead of doubling after a round without loss, friendliness is higher and losses are high.',
    metric:
      'F and the bottleneck’s loss rate, with growth by M/R, as in the text, compared with doubling; means over the numbers of flows',
    threshold: 'both higher',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-linear-growth');
      const of = (/** @type {string} */ measure, /** @type {string} */ growth) =>
        mean(grid(f, measure, 'flows', 'growth', { growth }));
      const [doubling, linear, window] = ['double', 'rate', 'window'].map((growth) => ({
        f: of('F', growth),
        loss: of('loss', growth),
      }));
      if (!doubling || !linear || !window) throw new Error('three ways to grow');
      const tell = (/** @type {{ f: number, loss: number }} */ x) =>
        `F ${short(x.f)}, losses ${short(x.loss)} %`;
      return {
        holds: linear.f > doubling.f && linear.loss > doubling.loss,
        seen: `${tell(linear)} by M/R, ${tell(window)} by M/R², ${tell(doubling)} doubling`,
      };
    },
  },
  {
    id: 'T10.6',
    figure: 'Section V',
    experiments: ['tfrcp-first-rate'],
    words: 'The initial rate has little impact.',
    metric: 'F with 10 and 160 packets/s over that with 40, mean over the numbers of flows',
    threshold: 'within 10 %',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-first-rate');
      const of = (/** @type {number} */ rate) =>
        mean(grid(f, 'F', 'flows', 'initial rate', { 'initial rate': rate }));
      const ratios = [10, 160].map((first) => of(first) / of(40));
      return { holds: ratios.every((x) => Math.abs(x - 1) <= 0.1), seen: ratios.map(short).join(', ') };
    },
  },
  {
    id: 'T10.7',
    figure: 'Section V',
    experiments: ['tfrcp-window-limit'],
    words: 'The maximum window W_m can have a large effect on the throughput at low loss rates.',
    metric:
      'goodput with the largest over that with the smallest W_m, at the lowest and at the highest loss rate',
    threshold: 'at least 2 at the lowest, within 10 % of 1 at the highest',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-window-limit');
      const windows = numbers(f, 'W_m');
      const ratio = (/** @type {number} */ loss) =>
        f.mean('TFRCP', { loss, W_m: Math.max(...windows) }) /
        f.mean('TFRCP', { loss, W_m: Math.min(...windows) });
      const [low, high] = [ratio(Math.min(...numbers(f, 'loss'))), ratio(Math.max(...numbers(f, 'loss')))];
      return { holds: low >= 2 && Math.abs(high - 1) <= 0.1, seen: `${short(low)} and ${short(high)}` };
    },
  },
  {
    id: 'T10.8',
    figure: 'Section V',
    experiments: ['tfrcp-time-scales'],
    words:
      'TCP connections over the same path need not have the same throughput on the time scale of a round trip; on longer time scales they do.',
    metric: 'largest over smallest throughput of two TCP flows: median over windows of 0.25 s and of 48 s',
    threshold: 'at most 4/3 at 48 s; at 0.25 s above 4/3 and above the value at 48 s',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-time-scales');
      const [fast, slow] = [f.mean('F_C at 0.25 s'), f.mean('F_C at 48 s')];
      return {
        holds: slow <= 4 / 3 && fast > 4 / 3 && fast > slow,
        seen: `${short(fast)} at 0.25 s, ${short(slow)} at 48 s`,
      };
    },
  },
];
