// What the paper leaves open, in all of its figures at once.

import { NotRun } from '../claim.mjs';

/** @import { At, Figure, Figures, Reading } from '../claim.mjs' */

const RANDOMIZED = 'Randomized';
const PLAIN = 'Randomized, α = 1';
const [TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_8] = /** @type {const} */ ([
  'randomized-table-1',
  'randomized-table-2',
  'randomized-table-3',
  'randomized-table-4',
  'randomized-table-8',
]);

/** Names of the measures of the flow beside Reno, as tables I and II have them. @param {string} name */
const measuresOf = (name) => ({
  Share: `${name} share`,
  'Other flow share': `${name} share`,
  'Other flow throughput': `${name} throughput`,
  'Other flow losses': `${name} losses`,
  'Other flow timeouts': `${name} timeouts`,
});

/**
 * Table I or II from runs at 1 Mb/s of every scheme beside Reno.
 * @param {Figure} runs with the axis "Other flow" @param {typeof TABLE_1 | typeof TABLE_2} table @param {string} [corrected] the scheme that is Randomized
 */
function besideReno(runs, table, corrected = RANDOMIZED) {
  const at = { Bottleneck: 1, Flows: '1 + 1' };
  if (table === TABLE_1)
    return runs.mapped(({ 'Other flow': of }) => (of === 'Paced' ? at : null), measuresOf('Paced'));
  return runs.mapped(({ 'Other flow': of }) => {
    if (of === corrected) return at;
    return of === PLAIN ? { ...at, Flows: '1 + 1, α = 1' } : null;
  }, measuresOf(RANDOMIZED));
}

/** Table III at one rate, averaged over the phases. @param {Figure} runs @param {number} Bottleneck */
const pairs = (runs, Bottleneck) =>
  runs.averaged('Phase').mapped(({ Randomized: which }) => {
    if (which === 'both flows') return null;
    return { Bottleneck, 'Short flow': which === 'none' ? 'Reno' : RANDOMIZED };
  });

/** Table IV at one rate, averaged over the phases. @param {Figure} runs @param {number} Bottleneck */
const tens = (runs, Bottleneck) =>
  runs.averaged('Phase').mapped(({ Configuration = '' }) => ({ Configuration, Bottleneck }));

/** Tables I to IV averaged over the phases; nothing for other figures. @param {Figures} figures @param {string} id @param {'' | '-540'} [packets] their size, where it is not 500 bytes */
function overPhases(figures, id, packets = '') {
  const of = (/** @type {string} */ table) => figures(`randomized-table-${table}${packets}`);
  if (id === TABLE_1 || id === TABLE_2) return besideReno(of('1-phases').averaged('Phase'), id);
  if (id === TABLE_3) return pairs(of('3-phases'), 2).joined(pairs(of('3-phases-3'), 3));
  if (id === TABLE_4) return tens(of('4-phases-1'), 1).joined(tens(of('4-phases'), 2));
  return undefined;
}

/** Tables I to IV averaged over the phases, and table VIII with random waits. @param {Figures} figures @returns {Figures} */
const averaged = (figures) => (id) =>
  overPhases(figures, id) ?? figures(id === TABLE_8 ? 'randomized-table-8-overhead' : id);

/** Tables I to IV with headers beside the 500 bytes. @param {Figures} figures @returns {Figures} */
const withHeaders = (figures) => (id) => {
  const figure = overPhases(figures, id, '-540');
  if (!figure) throw new NotRun(`${id} has no runs with packets of 540 bytes`);
  return figure;
};

/** The same without the correction of the increase. @param {Figures} figures @returns {Figures} */
const plain = (figures) => (id) => {
  if (/-fig-[2-5]$/.test(id)) return figures(`${id}-plain`);
  if (/-fig-[67]$/.test(id)) return figures(id).renamed({ [RANDOMIZED]: PLAIN, [PLAIN]: RANDOMIZED });
  if (/-fig-8$/.test(id)) {
    const others = figures(id).mapped((at) => (at.Scheme === RANDOMIZED ? null : at));
    return others.joined(figures(`${id}-plain`).renamed({ [PLAIN]: RANDOMIZED }));
  }
  if (id === TABLE_1 || id === TABLE_2)
    return besideReno(figures('randomized-table-1-phases').averaged('Phase'), id, PLAIN);
  throw new NotRun(`${id} has no runs with α = 1`);
};

/** Figures 6, 7 and 10 to 16 and tables V to VII with two habits of ns-2. @param {Figures} figures @returns {Figures} */
const asNs2 = (figures) => (id) => {
  if (!/-(fig-([67]|1[0-6])|table-[567])$/.test(id)) throw new NotRun(`${id} has no such runs`);
  return figures(`${id}-as-ns2`);
};

/** Tables I and II with random waits before packets. @param {number} each flows of each kind @returns {(figures: Figures) => Figures} */
const waits = (each) => (figures) => (id) => {
  if (id !== TABLE_1 && id !== TABLE_2) throw new NotRun(`${id} has no such runs`);
  const of = (/** @type {At} */ { 'Other flow': other = '', Flows }) =>
    Flows === `${each} + ${each}` ? { 'Other flow': other } : null;
  return besideReno(figures('randomized-table-1-overhead').mapped(of), id);
};

/** Other runs of one figure. @param {string} id @param {(figures: Figures) => Figure} runs @returns {(figures: Figures) => Figures} */
const only = (id, runs) => (figures) => (other) => {
  if (other !== id) throw new NotRun(`${other} has no such runs`);
  return runs(figures);
};

/** @type {Reading[]} */
export const readings = [
  {
    name: 'Derived α, all phases',
    why: 'the increase is corrected by (RTT_eff/RTT)² as section III derives it; packets have 500 bytes on the wire; tables I to IV are averaged over ten phases, with five runs at each, and in table VIII packets wait up to one transmission time.',
    of: averaged,
  },
  {
    name: 'α = 1',
    why: 'equation 7 as printed lacks the factor R of its derivation; with an RTT in milliseconds it corrects by 0.4 % at four packets, which is α = 1 (figures 2 to 8, tables I and II).',
    of: plain,
  },
  {
    name: 'Locked phases',
    variant: true,
    why: 'delays are whole milliseconds and nothing is random but the start times: the paper states no random waits.',
    of: (figures) => figures,
  },
  {
    name: 'As ns-2 does it',
    why: 'a window that falls is rounded down to whole packets, and the ACK that ends fast recovery counts for growth: habits of ns-2, with which the authors’ runs were made (figures 6, 7 and 10 to 16, tables V to VII).',
    of: asNs2,
  },
  {
    name: 'Packets of 540 bytes',
    why: '“a Maximum Segment Size of 500 bytes” is the payload, and 40 bytes of headers come on top (tables I to IV, averaged over the phases).',
    of: withHeaders,
  },
  {
    name: 'Random waits',
    why: 'each packet waits up to one transmission time (tables I and II).',
    of: waits(1),
  },
  {
    name: 'Random waits, ten of each',
    why: 'the same with ten flows of each kind: the paper does not state their number (tables I and II).',
    of: waits(10),
  },
  {
    name: 'Table IV at 2 Mb/s',
    why: 'the table’s numbers, read as packets/s like those of the other tables, exceed the 1 Mb/s of the text and fit 2 Mb/s.',
    of: only(TABLE_4, (figures) => tens(figures('randomized-table-4-phases'), 1)),
  },
  {
    name: 'Window of 20 packets',
    why: 'the receiver’s window is the simulator’s default, which the paper does not mention (figure 14).',
    of: only('randomized-fig-14', (figures) => figures('randomized-fig-14-window')),
  },
  {
    name: 'Source 3 at 65 ms',
    why: 'the text does not state the RTT of source 3, which crosses one of the two links (figure 16).',
    of: only('randomized-fig-16', (figures) => figures('randomized-fig-16-short')),
  },
];
