// What the paper leaves open, and its equations to the letter: no figures of its own, but what its figures depend on.
import {
  accessMs,
  bufferAxis,
  experiment,
  LEVELS,
  lawAxis,
  MEASURES,
  MIXED,
  modelAxis,
  ONE,
  PATH,
  path,
  ROUND_TRIPS,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const ALL_LAWS = ['HSTCP', 'CUBIC', 'AIMD', 'H-TCP', 'STCP', MIXED];

/** @param {string} title @param {Record<string, unknown>} fluid */
const base = (title, fluid) =>
  path({
    title,
    flows: ten('hstcp').map(({ name: _, ...flow }) => flow),
    mbps: 10_000,
    buffer: 14_167,
    durationS: 3000,
    fluid,
  });

/** Defaults of the model that the choices depart from. */
const DEFAULTS = { centre: 0.5, spread: 1 / 6, start: 'drawn', startLeast: 0.25, startMost: 0.75 };
/** Choices about how many lose: only where their number is drawn. @type {Record<string, Record<string, unknown>>} */
const NUMBER = {
  'centre of m at its least': { centre: 0 },
  'centre of m at 10': { centre: 1 },
  'three times the spread of m': { spread: 0.5 },
};
/** @type {Record<string, Record<string, unknown>>} */
const WHO_AND_HOW = {
  'losers drawn by rate': { selection: 'proportional' },
  'losers drawn alike': { selection: 'random' },
  'first windows 0 to 1 share': { startLeast: 0, startMost: 1 },
  'first windows 1 share each': { startLeast: 1, startMost: 1 },
  'initial windows': { start: 'initial' },
  'slow start': { start: 'slowStart' },
};
const EQUAL = 'all round trips 170 ms';

/** An axis of choices, the last of which is about round trips. @param {Record<string, Record<string, unknown>>} choices */
function choiceAxis(choices) {
  const axis = modelAxis('choice', { 'as in the figures': {}, ...choices, [EQUAL]: {} }, DEFAULTS);
  const delays = ROUND_TRIPS.flatMap((rtt, i) =>
    ['in', 'out'].flatMap((link) =>
      ['forward', 'backward'].map((way) => ({
        path: `/links/${link}-f${i + 1}/${way}/delayMs`,
        values: axis.values.map((name) => accessMs(name === EQUAL ? 170 : rtt)),
      })),
    ),
  );
  return { ...axis, sets: [...axis.sets, ...delays] };
}

/**
 * @param {string} id @param {string} level @param {Record<string, unknown>} fluid @param {Record<string, Record<string, unknown>>} choices
 * @param {string} look
 * @returns {PaperExperiment}
 */
function open(id, level, fluid, choices, look) {
  const title = `What the paper leaves open: ${level}`;
  return {
    id: `loss-synchronization-open-${id}`,
    label: `Open choices, ${level}`,
    title,
    summary: 'One choice after the other that the paper does not state, for each law.',
    document: experiment({
      title,
      notes: `Ten flows at 10 Gb/s as in figures 9 to 12 of Kumar and others (2014), with a tenth of the path's packets of buffer, ${level}; the paper has no
figure of this. One choice after the other departs from what the other experiments have, the rest as it is.

${look}

**Try** two of them together: they are parameters of the scenario (\`fluid\`).`,
      base: base(title, fluid),
      axes: [lawAxis(ALL_LAWS), choiceAxis(choices)],
      measures: MEASURES,
      chart: { kind: 'heat', shows: [1, 0] },
      replications: { count: 4 },
      quick: {
        count: 1,
        durationS: 600,
        values: [
          ['HSTCP', 'CUBIC', 'STCP'],
          ['as in the figures', 'losers drawn alike', EQUAL],
        ],
      },
    }),
  };
}

const LITERAL_NOTES = `Equations 6 and 8 of Kumar and others (2014) as they are printed, with the feedback delay that they lack: every lost packet takes its share of a
decrease. λ counts lost packets, and a window of thousands grows by tens of packets a round trip, so that a round trip of overflow leaves W·e^(−b·lost) where
a real flow keeps (1 − b)·W. AIMD alone, which loses about as many packets as it has grown by, one a round trip and flow, is near its form with one decrease an
event. The paper calls λ the rate of "loss arrivals" in one place and of "loss indications" in another: the figures are run with the second.`;

export const opens = [
  open(
    'share',
    'X = 0.3',
    { level: 'share', x: 0.3 },
    { ...NUMBER, ...WHO_AND_HOW },
    `**Look at** the centre of *m*, which decides most of what X = 0.3 shows. At its least *m* is 3 to 5: HSTCP and STCP share equally, and AIMD uses more than
90 % of the link, as the paper says. In the middle 6 or 7 of ten lose, always some of the smaller ones among them. With equal round trips each law alone is fair.`,
  ),
  open(
    'one',
    'm = 1',
    { level: 'fixed', m: 1 },
    WHO_AND_HOW,
    `**Look at** who loses: drawn alike, one loser makes no law fairer. First windows count for AIMD, since a run sees a few of its events only.`,
  ),
  /** @type {PaperExperiment} */ ({
    id: 'loss-synchronization-literal',
    label: 'To the letter, levels',
    title: 'The equations to the letter: who loses',
    summary: 'Every lost packet takes its share of a decrease: the fast laws leave half of the link idle.',
    document: experiment({
      title: 'The equations to the letter: who loses',
      notes: `${LITERAL_NOTES}

A tenth of the path's packets of buffer; the paper has no figure of this.

**Look at** *m* = 1: one flow falls to almost nothing, and nine go on. Fewer losers mean more use of the link and more fairness here, too. **Try** the letter on
figures 2 to 4, where it is a row.`,
      base: base('The equations to the letter', { losses: 'literal' }),
      axes: [lawAxis(ALL_LAWS), modelAxis('flows that lose', { ...LEVELS, ...ONE })],
      measures: MEASURES,
      chart: { kind: 'heat', shows: [0, 1] },
      replications: { count: 2 },
      quick: {
        count: 1,
        durationS: 300,
        values: [
          ['HSTCP', 'AIMD'],
          ['X = 1', 'X = 0.3'],
        ],
      },
    }),
  }),
  /** @type {PaperExperiment} */ ({
    id: 'loss-synchronization-literal-buffers',
    label: 'To the letter, buffers',
    title: 'The equations to the letter: how much buffer',
    summary: 'Figure 9 with X = 1 as its equations have it: AIMD is far above the others.',
    document: experiment({
      title: 'The equations to the letter: how much buffer',
      notes: `${LITERAL_NOTES}

All flows lose: figure 9 with X = 1.

**Look at** AIMD above CUBIC and above 90 % with a tenth of the path, as the paper has it, and HSTCP far below both, as it has not. **Try** smaller
decreases: no constant of a law makes up for tens of them in a round trip.`,
      base: base('The equations to the letter', { losses: 'literal' }),
      axes: [
        bufferAxis([0.01, 0.05, 0.1, 0.2, 0.5], PATH, 'of the path'),
        lawAxis(['HSTCP', 'CUBIC', 'AIMD', 'H-TCP']),
      ],
      measures: MEASURES,
      chart: { kind: 'line', shows: [0] },
      replications: { count: 2 },
      quick: {
        count: 1,
        durationS: 300,
        values: [
          [0.05, 0.2],
          ['HSTCP', 'CUBIC'],
        ],
      },
    }),
  }),
];
