// Choices that the paper does not state, and its equations taken literally: not figures of the paper, but its figures depend on them.
import {
  accessMs,
  BDP,
  bufferAxis,
  controllerAxis,
  experiment,
  LEVELS,
  MEASURES,
  MIXED,
  modelAxis,
  ONE,
  path,
  ROUND_TRIPS,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const ALL_CONTROLLERS = ['HSTCP', 'CUBIC', 'AIMD', 'H-TCP', 'STCP', MIXED];

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

/** Defaults of the model, from which the choices differ. */
const DEFAULTS = { centre: 0.5, spread: 1 / 6, start: 'drawn', startLeast: 0.25, startMost: 0.75 };
/** Choices about how many flows lose: only if their number is random. @type {Record<string, Record<string, unknown>>} */
const NUMBER = {
  'centre of m at its minimum': { centre: 0 },
  'centre of m at 10': { centre: 1 },
  'three times the spread of m': { spread: 0.5 },
};
/** @type {Record<string, Record<string, unknown>>} */
const WHO_AND_HOW = {
  'losers drawn by rate': { selection: 'proportional' },
  'losers drawn uniformly': { selection: 'random' },
  'windows of 0 to 1 share': { startLeast: 0, startMost: 1 },
  'windows of 1 share each': { startLeast: 1, startMost: 1 },
  'initial windows': { start: 'initial' },
  'slow start': { start: 'slowStart' },
};
const EQUAL = 'all RTTs 170 ms';

/** An axis of choices; the last one sets the RTTs. @param {Record<string, Record<string, unknown>>} choices */
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
  const title = `Choices that the paper does not state: ${level}`;
  return {
    id: `loss-synchronization-open-${id}`,
    label: `Open choices, ${level}`,
    title,
    summary: 'Fairness and utilisation for each controller, with one choice changed at a time.',
    document: experiment({
      title,
      notes: `Ten flows at 10 Gb/s as in figures 9 to 12 of Kumar and others (2014), with a buffer of a tenth of the BDP, ${level}. The paper has no
figure of this. Each row changes one choice that the paper does not state; the rest is as in the other experiments.

${look}

**Try** changing two of them together: they are parameters of the scenario (\`fluid\`).`,
      base: base(title, fluid),
      axes: [controllerAxis(ALL_CONTROLLERS), choiceAxis(choices)],
      measures: MEASURES,
      chart: { kind: 'heat', shows: [1, 0] },
      replications: { count: 4 },
      quick: {
        count: 1,
        durationS: 600,
        values: [
          ['HSTCP', 'CUBIC', 'STCP'],
          ['as in the figures', 'losers drawn uniformly', EQUAL],
        ],
      },
    }),
  };
}

const LITERAL_NOTES = `Equations 6 and 8 of Kumar and others (2014) as printed, with a feedback delay added: every lost packet reduces the window.
λ counts lost packets. A window of thousands of packets grows by tens of packets per round trip, so after a round trip of overflow the window is W·e^(−b·lost), where
a real flow keeps (1 − b)·W. Only AIMD is near its form with one decrease per event: it loses about as many packets as it has grown by, one per round trip and flow.
The paper calls λ the rate of “loss arrivals” in one place and of “loss indications” in another; the figures use the second.`;

export const openChoices = [
  open(
    'share',
    'X = 0.3',
    { level: 'share', x: 0.3 },
    { ...NUMBER, ...WHO_AND_HOW },
    `**Look at** the centre of *m*, which determines most of the results for X = 0.3. At the minimum *m* is 3 to 5: HSTCP and STCP share equally, and AIMD uses more than
90 % of the link, as the paper says. In the middle 6 or 7 of ten flows lose, always including some of the smaller ones. With equal RTTs every controller is fair to itself.`,
  ),
  open(
    'one',
    'm = 1',
    { level: 'fixed', m: 1 },
    WHO_AND_HOW,
    `**Look at** which flow loses: a loser drawn with equal probability makes no controller fairer. Initial windows matter for AIMD, because a run has only a few of its events.`,
  ),
  /** @type {PaperExperiment} */ ({
    id: 'loss-synchronization-literal',
    label: 'Literal equations, levels',
    title: 'The equations taken literally: which flows lose',
    summary: 'Every lost packet reduces the window: the fast controllers leave half of the link idle.',
    document: experiment({
      title: 'The equations taken literally: which flows lose',
      notes: `${LITERAL_NOTES}

The buffer is a tenth of the BDP. The paper has no figure of this.

**Look at** *m* = 1: one flow falls to almost nothing, and nine continue. Here, too, utilisation and fairness are higher if fewer flows lose. **Try** the literal equations on
figures 2 to 4, where they are rows of *Open choices*.`,
      base: base('The equations taken literally', { losses: 'literal' }),
      axes: [controllerAxis(ALL_CONTROLLERS), modelAxis('flows that lose', { ...LEVELS, ...ONE })],
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
    label: 'Literal equations, buffers',
    title: 'The equations taken literally: utilisation by buffer size',
    summary: 'Figure 9 with X = 1 by the literal equations: AIMD is far above the others.',
    document: experiment({
      title: 'The equations taken literally: utilisation by buffer size',
      notes: `${LITERAL_NOTES}

All flows lose, as in figure 9 with X = 1.

**Look at** AIMD: it is above CUBIC and above 90 % with a tenth of the BDP, as in the paper. HSTCP is far below both, unlike in the paper. **Try** smaller
decreases: no constant of a controller makes up for tens of decreases per round trip.`,
      base: base('The equations taken literally', { losses: 'literal' }),
      axes: [
        bufferAxis([0.01, 0.05, 0.1, 0.2, 0.5], BDP, 'BDP'),
        controllerAxis(['HSTCP', 'CUBIC', 'AIMD', 'H-TCP']),
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
