// What the CODE paper leaves open, in all of its figures at once.

/** @import { Figures, Reading } from '../claim.mjs' */
import { NotRun } from '../claim.mjs';

/** How two readings of a scheme change places. @param {string} a @param {string} b */
const swap = (a, b) => ({ [a]: b, [b]: a });

/** Figures in which the variants of CODE stand side by side. */
const VARIANTS = ['code-fig-9', 'code-fig-14', 'code-fig-15', 'code-fig-15-no-phase'];
const SAME_SCHEME = ['16', '16-no-phase', '17', '17-transient', '18'].map((figure) => `code-fig-${figure}`);
/** Figures against the RTT, in which the fixed flow differs, too. */
const [CODE_RTTS, VEGAS_A_RTTS] = ['13', '11'].map((figure) => [
  `code-fig-${figure}`,
  `code-fig-${figure}-no-phase`,
]);

/** Half of the window at a loss instead of a quarter. @param {Figures} figures @returns {Figures} */
const halves = (figures) => (id) => {
  const names = swap('CODE', 'CODE that halves');
  if (id === 'code-fig-5') return figures('code-fig-5-halves');
  if (id === 'code-table-2') throw new NotRun('table 2 has no runs of CODE that halves');
  if ([...VARIANTS, ...SAME_SCHEME].includes(id)) return figures(id).renamed(names);
  if (CODE_RTTS?.includes(id))
    return figures(id).renamed({ ...names, ...swap('Reno', 'Reno (CODE that halves)') });
  // The testbed's kernel halves; the other figures have no CODE, or no losses.
  return figures(id);
};

/** The other nesting of Vegas-A's listing. @param {Figures} figures @returns {Figures} */
const nested = (figures) => (id) => {
  const names = swap('Vegas-A', 'Vegas-A, other nesting');
  if (VARIANTS.includes(id)) return figures(id).renamed(names);
  if (VEGAS_A_RTTS?.includes(id))
    return figures(id).renamed({ ...names, ...swap('Reno', 'Reno (Vegas-A, other nesting)') });
  return figures(id);
};

/** Figures whose runs of CODE are apart: in each of the others no claim uses runs of other schemes beside CODE, or all of them are there. */
const JOINED = ['fig-9', 'fig-14', 'fig-15-no-phase', 'table-2', 'fig-19', 'table-3'].map(
  (id) => `code-${id}`,
);
const ALONE = ['5', '13-no-phase', '16-no-phase', '17', '17-transient', '18'].map((id) => `code-fig-${id}`);

/** CODE whose thresholds have no floor. @param {Figures} figures @returns {Figures} */
const sunk = (figures) => (id) => {
  if (ALONE.includes(id)) return figures(`${id}-no-floor`);
  if (!JOINED.includes(id)) return figures(id);
  const others = figures(id).mapped((at) => (/^CODE(,|$)/.test(String(at.Variant)) ? null : at));
  return others.joined(figures(`${id}-no-floor`));
};

/** Figure 14 with a buffer of ten packets besides. @param {Figures} figures @returns {Figures} */
const smaller = (figures) => (id) => {
  if (id !== 'code-fig-14') throw new NotRun('only figure 14 was run with smaller buffers');
  return figures('code-fig-14-small').joined(figures(id));
};

/** NewVegas whose window a loss halves. @param {Figures} figures @returns {Figures} */
const newvegasHalves = (figures) => (id) => {
  if (!['code-fig-9', 'code-fig-14', 'code-fig-15-no-phase'].includes(id))
    throw new NotRun(`${id} has no such runs`);
  const others = figures(id).mapped((at) => (at.Variant === 'NewVegas' ? null : at));
  return others.joined(figures(`${id}-halves`));
};

/** With a habit of ns-2’s Reno. @param {Figures} figures @returns {Figures} */
const asNs2 = (figures) => (id) => {
  if (id !== 'code-fig-9') throw new NotRun('only figure 9 was run so');
  return figures(`${id}-as-ns2`);
};

/** Without random delays. @param {Figures} figures @returns {Figures} */
const locked = (figures) => (id) => figures(id.replace(/-no-phase$/, ''));

/** The buffer or RTT of another drawing. @param {Figures} figures @returns {Figures} */
const short = (figures) => (id) => {
  if (id === 'code-fig-9') return figures('code-fig-9-short');
  throw new NotRun('only figure 9 was run with the shorter path');
};

/** @type {Reading[]} */
export const readings = [
  {
    name: 'Equation 4',
    why: 'a loss takes a quarter off the window of CODE (equation 4); Vegas-A takes a packet off whenever more than β are queued; packets wait up to one transmission time where phases decide.',
    of: (figures) => figures,
  },
  {
    name: 'Half at a loss',
    why: 'a loss takes half off the window of CODE, as in the kernel in which the authors implemented it (section 5).',
    of: halves,
  },
  {
    name: 'NewVegas halves',
    why: 'a loss takes half off the window of NewVegas, as in the kernel in which the authors implemented it (section 5; figures 9, 14 and 15).',
    of: newvegasHalves,
  },
  {
    name: 'Other nesting',
    why: 'the listing of Vegas-A has lost its indentation; it takes a packet off only while its thresholds are above their initial values.',
    of: nested,
  },
  {
    name: 'Half, other nesting',
    why: 'both of these.',
    of: (figures) => nested(halves(figures)),
  },
  {
    name: 'No floor',
    why: 'the pseudo-code of section 3.2 multiplies CODE’s thresholds by 0.68 at a loss however small they are; under the first reading they stay at their initial values at least. That of NewVegas sets them to these values, so a floor changes nothing there.',
    of: sunk,
  },
  {
    name: 'Shorter path',
    why: 'the delays are in a drawing; with an RTT of 20 ms instead of 50 (figure 9 only).',
    of: short,
  },
  {
    name: 'Shorter path, half',
    why: 'both of these (figure 9 only).',
    of: (figures) => (id) => short(figures)(id).renamed(swap('CODE', 'CODE that halves')),
  },
  {
    name: 'Buffers from 10 packets',
    why: 'the sizes of the buffers of figure 14 are not stated; the smallest is 10 packets instead of 20 (figure 14 only).',
    of: smaller,
  },
  {
    name: 'As ns-2 does it',
    why: 'the ACK that ends Reno’s fast recovery counts for growth: a habit of ns-2, the paper’s simulator (figure 9).',
    of: asNs2,
  },
  {
    name: 'Locked phases',
    variant: true,
    why: 'no random wait before a packet, with equation 4: the paper states none.',
    of: locked,
  },
];
