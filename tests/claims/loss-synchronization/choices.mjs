// What the paper leaves open, in all of its figures at once.

import { NotRun } from '../claim.mjs';
import { BUFFER, LOSERS } from './readings.mjs';

/** @import { Figure, Figures, Reading } from '../claim.mjs' */

const FIG_8 = 'loss-synchronization-fig-8';
/** Controllers of the parts of figure 9. @type {Record<string, string>} */
const PARTS = { a: 'HSTCP', b: 'CUBIC', c: 'AIMD', d: 'H-TCP' };

/** Figure 8 with these packet runs. @param {Figures} figures @param {string} runs */
function eight(figures, runs) {
  const fluid = figures(FIG_8).mapped((at) => (at[LOSERS] === 'packet model' ? null : at));
  const packets = figures(`${FIG_8}-${runs}`);
  return fluid.joined(packets.mapped((at) => ({ ...at, [LOSERS]: 'packet model' })));
}

/** Figure 8 with the packet runs that have random delays. @param {Figures} figures @returns {Figures} */
const delayed = (figures) => (id) => (id === FIG_8 ? eight(figures, 'delays') : figures(id));

/** Figure 8 with the packet runs whose senders are ns-2’s. @param {Figures} figures @returns {Figures} */
const asNs2 = (figures) => (id) => {
  if (id !== FIG_8) throw new NotRun(`${id} has no packet runs`);
  return eight(figures, 'as-ns2');
};

/** A part of figure 9 with another centre of m. @param {Figure} all @param {string} part @param {(least: number) => string} named the level of m between `least` and ten */
const part9 = (all, part, named) =>
  all.mapped(({ flows, [LOSERS]: level }) => {
    const [name, buffer] = String(flows).split(', ');
    const levels = { 'X = 1': 'X = 1', [named(6)]: 'X = 0.6', [named(3)]: 'X = 0.3' };
    const own = levels[String(level)];
    return name === PARTS[part] && own ? { [BUFFER]: Number(buffer), [LOSERS]: own } : null;
  });

/** @param {(least: number) => string} named @returns {(figures: Figures) => Figures} */
const centred = (named) => (figures) => (id) => {
  const [, part] = id.match(/-fig-9([a-d])$/) ?? [];
  if (!part) throw new NotRun(`${id} has no runs with another centre of m`);
  return part9(figures('loss-synchronization-open-centre'), part, named);
};

/** Figures with CUBIC, with its constant of 2008; the others do not depend on it. @param {Figures} figures @returns {Figures} */
const cubicOf2008 = (figures) => (id) => delayed(figures)(/-fig-(9b|10a|12)$/.test(id) ? `${id}-beta` : id);

/** @type {Reading[]} */
export const readings = [
  {
    name: 'm in the middle, random delays',
    why: '*m* is normal with its mean in the middle between X·10 and 10: the paper gives neither mean nor deviation. In figure 8 each packet waits up to one transmission time.',
    of: delayed,
  },
  {
    name: 'm near its minimum',
    why: 'the mean of *m* is X·10 (figure 9; four runs of each variant).',
    of: centred((least) => `X = ${least / 10}, m near ${least}`),
  },
  {
    name: 'm near ten',
    why: 'the mean of *m* is 10 (figure 9; four runs of each variant).',
    of: centred((least) => `X = ${least / 10}, m near 10`),
  },
  {
    name: 'CUBIC with β = 0.8',
    why: 'CUBIC keeps 0.8 of its window at a loss, as its authors described it in 2008: the paper states no constants (figures 9(b), 10(a) and 12).',
    of: cubicOf2008,
  },
  {
    name: 'As ns-2 does it',
    why: 'the packets of figure 8 are those of ns-2’s senders, with random waits: “we used the NS2 simulator” (section 5.1). The other figures are of the fluid model.',
    of: asNs2,
  },
  {
    name: 'Locked packets',
    variant: true,
    why: 'nothing is random in the packet runs of figure 8 but the start times: the paper states no random waits.',
    of: (figures) => figures,
  },
];
