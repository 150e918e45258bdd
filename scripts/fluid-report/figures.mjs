// The experiments of the paper: what is run for each figure. Names and numbers of figures are the paper's.
import { BDP, dumbbell, SPREAD } from './documents.mjs';
import { measures } from './runs.mjs';

/** @typedef {import('./runs.mjs').Runs} Runs */
/** @typedef {import('./runs.mjs').Measures} Measures */
/** How much is run. @typedef {{ runs: Runs, seeds: number, seconds: number, quick: boolean }} Plan */

export const NAMES = {
  hstcp: 'HSTCP',
  cubic: 'CUBIC',
  aimd: 'AIMD',
  htcp: 'H-TCP',
  scalable: 'STCP',
  mix: 'two of each',
};
/** @typedef {keyof typeof NAMES} Flows */

/** Levels of synchronization of figures 8 and 9. */
export const LEVELS = [
  { name: 'X = 1', fluid: { level: 'all' } },
  { name: 'X = 0.6', fluid: { level: 'share', x: 0.6 } },
  { name: 'X = 0.3', fluid: { level: 'share', x: 0.3 } },
];

/** @param {number} m */
export const fixed = (m) => ({ level: 'fixed', m });

/** Ten flows of a kind; mixed, the algorithms take turns along the round trips. @param {Flows} flows */
export function ten(flows) {
  const mix = ['aimd', 'hstcp', 'cubic', 'htcp', 'scalable'];
  return Array.from({ length: 10 }, (_, i) => (flows === 'mix' ? (mix[i % 5] ?? '') : flows));
}

/**
 * Ten flows at 10 Gb/s, as in figures 9 to 12.
 * @param {Plan} plan
 * @param {Flows} flows
 * @param {number} buffer packets
 * @param {Record<string, unknown>} fluid
 * @param {number[]} [rtts]
 */
async function point(plan, flows, buffer, fluid, rtts = SPREAD) {
  const document = dumbbell({
    algorithms: ten(flows),
    rtts,
    mbps: 10_000,
    buffer,
    seconds: plan.seconds,
    fluid,
  });
  return measures(await plan.runs.sweep(document, plan.seeds));
}

/**
 * All combinations of two lists.
 * @template A, B, C
 * @param {readonly A[]} rows @param {readonly B[]} columns @param {(row: A, column: B) => Promise<C>} work
 */
const table = (rows, columns, work) =>
  Promise.all(rows.map((row) => Promise.all(columns.map((column) => work(row, column)))));

/** Ways to lose that figures 2 to 4 compare, and the other choices. */
export const WAYS = [
  { name: 'all', fluid: { level: 'all' } },
  { name: 'one, of the highest rate', fluid: fixed(1) },
  { name: 'one, drawn by rate', fluid: { ...fixed(1), selection: 'proportional' } },
  { name: 'one, drawn alike', fluid: { ...fixed(1), selection: 'random' } },
  { name: 'all, literal', fluid: { level: 'all', losses: 'literal' } },
  { name: 'one of the highest rate, literal', fluid: { ...fixed(1), losses: 'literal' } },
];

export const PAIRS = [
  { figure: '2', name: 'STCP beside AIMD, 120 ms', algorithms: ['scalable', 'aimd'], rtts: [120, 120] },
  {
    figure: '3',
    name: 'STCP 40 ms beside STCP 120 ms',
    algorithms: ['scalable', 'scalable'],
    rtts: [40, 120],
  },
  {
    figure: '4',
    name: 'STCP, another one 10 s later, 120 ms',
    algorithms: ['scalable', 'scalable'],
    rtts: [120, 120],
    late: 10,
  },
];

/** How the two flows begin. */
export const STARTS = [
  { name: 'drawn windows', fluid: { start: 'drawn' } },
  { name: 'initial windows', fluid: { start: 'initial' } },
  { name: 'slow start', fluid: { start: 'slowStart' } },
];

/** Two flows at 1 Gb/s with 1000 packets of buffer: pairs, ways to lose, and starts. @param {Plan} plan */
export const figures2to4 = (plan) =>
  Promise.all(
    PAIRS.map((pair) =>
      table(WAYS, STARTS, async (way, start) => {
        const document = dumbbell({
          algorithms: pair.algorithms,
          rtts: pair.rtts,
          mbps: 1000,
          buffer: 1000,
          seconds: 200,
          fluid: { ...way.fluid, ...start.fluid },
          flow: (i) => (i === 1 && pair.late ? { startS: pair.late } : {}),
        });
        return measures(await plan.runs.sweep(document, plan.seeds));
      }),
    ),
  );

/** Buffers of figure 8, of 12 500 packets, and those at which packets run too. @param {Plan} plan */
export const buffers8 = ({ quick }) => (quick ? [0.05, 0.2] : [0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1]);
/** @param {Plan} plan */
export const packets8 = ({ quick }) => (quick ? [] : [0.01, 0.05, 0.1, 0.2, 0.4]);
/** Packet runs: seeds, seconds, and the second from which they count. */
export const PACKET_RUNS = { seeds: 2, seconds: 240, fromS: 60 };

/** Ten HSTCP flows at 1 Gb/s with packets of 1 KB, by fluid and by packets. @param {Plan} plan */
export async function figure8(plan) {
  const common = {
    algorithms: ten('hstcp'),
    rtts: Array.from({ length: 10 }, (_, i) => 115.5 + i),
    mbps: 1000,
    packetBytes: 1000,
  };
  const packets = Promise.all(
    packets8(plan).map(async (part) => {
      const { seconds, fromS, seeds } = PACKET_RUNS;
      // Real senders begin in slow start, a second apart at most.
      const document = dumbbell({
        ...common,
        engine: 'packet',
        buffer: 12_500 * part,
        seconds,
        fromS,
        flow: () => ({ startJitterS: 1 }),
      });
      return measures(await plan.runs.sweep(document, seeds));
    }),
  );
  const fluid = table(buffers8(plan), LEVELS, async (part, level) => {
    const document = dumbbell({
      ...common,
      buffer: 12_500 * part,
      seconds: plan.seconds,
      fluid: level.fluid,
    });
    return measures(await plan.runs.sweep(document, plan.seeds));
  });
  return { fluid: await fluid, packets: await packets };
}

/** @type {Flows[]} */
export const KINDS9 = ['hstcp', 'cubic', 'aimd', 'htcp'];
/** Buffers of figure 9, of 141 667 packets. @param {Plan} plan */
export const buffers9 = ({ quick }) => (quick ? [0.05, 0.1, 0.2] : [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1]);

/** Utilisation against buffer at 10 Gb/s. @param {Plan} plan */
export const figure9 = (plan) =>
  Promise.all(
    KINDS9.map((kind) =>
      table(buffers9(plan), LEVELS, (part, level) => point(plan, kind, BDP * part, level.fluid)),
    ),
  );

/** @type {Flows[]} */
export const KINDS10 = ['cubic', 'hstcp', 'htcp', 'scalable', 'aimd', 'mix'];
/** Fixed numbers of flows that lose. @param {Plan} plan */
export const numbers10 = ({ quick }) => (quick ? [1, 4, 10] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
/** The caption's buffer, and what 0.1 BDP is. */
export const BUFFERS10 = [10_000, Math.round(0.1 * BDP)];

/** Utilisation and fairness against m, for each kind and both buffers. @param {Plan} plan */
export const figures10to12 = (plan) =>
  Promise.all(
    KINDS10.map((kind) =>
      table(BUFFERS10, numbers10(plan), (buffer, m) => point(plan, kind, buffer, fixed(m))),
    ),
  );

/** What the paper leaves open: one choice after the other, the rest as it is. */
export const CHOICES = [
  { name: 'as above', fluid: {} },
  { name: 'centre of m at its least', fluid: { centre: 0 }, drawn: true },
  { name: 'centre of m at N', fluid: { centre: 1 }, drawn: true },
  { name: 'three times the spread of m', fluid: { spread: 0.5 }, drawn: true },
  { name: 'losers drawn by rate', fluid: { selection: 'proportional' } },
  { name: 'losers drawn alike', fluid: { selection: 'random' } },
  { name: 'first windows 0 to 1 share', fluid: { startLeast: 0, startMost: 1 } },
  { name: 'first windows 1 share each', fluid: { startLeast: 1, startMost: 1 } },
  { name: 'initial windows', fluid: { start: 'initial' } },
  { name: 'slow start', fluid: { start: 'slowStart' } },
  { name: 'all round trips 170 ms', fluid: {}, rtts: SPREAD.map(() => 170) },
];
/** @type {Flows[]} */
export const KINDS = ['hstcp', 'cubic', 'aimd', 'htcp', 'scalable', 'mix'];
/** Seeds of these runs. @param {Plan} plan */
export const choiceSeeds = (plan) => Math.min(plan.seeds, 4);
/** At which levels the choices are compared. */
export const CHOICE_LEVELS = [
  { name: 'X = 0.3', fluid: { level: 'share', x: 0.3 } },
  { name: 'm = 1', fluid: fixed(1) },
];

/** Which choices make a difference at a level: a fixed m has no distribution. @param {Plan} plan @param {{ name: string }} level */
export const choicesOf = ({ quick }, level) =>
  CHOICES.filter((choice, i) => (quick ? i < 1 : level.name !== 'm = 1' || !choice.drawn));

/** The choices at a tenth of the path's packets of buffer, for each level and kind. @param {Plan} plan */
export const choices = (plan) =>
  Promise.all(
    CHOICE_LEVELS.map((level) =>
      table(choicesOf(plan, level), KINDS, (choice, kind) =>
        point(
          { ...plan, seeds: choiceSeeds(plan) },
          kind,
          0.1 * BDP,
          { ...level.fluid, ...choice.fluid },
          choice.rtts,
        ),
      ),
    ),
  );

/** Ways to lose of the letter's table. @param {Plan} plan */
export const letterLevels = ({ quick }) =>
  quick ? LEVELS.slice(0, 1) : [...LEVELS, { name: 'm = 1', fluid: fixed(1) }];
/** Seeds of these runs: they are stiff and take their time. @param {Plan} plan */
export const letterSeeds = (plan) => Math.min(plan.seeds, 2);

/** By the letter of equations 6 and 8: levels and kinds. @param {Plan} plan */
export const literal = (plan) =>
  table(letterLevels(plan), KINDS, (level, kind) =>
    point({ ...plan, seeds: letterSeeds(plan) }, kind, 0.1 * BDP, { ...level.fluid, losses: 'literal' }),
  );
