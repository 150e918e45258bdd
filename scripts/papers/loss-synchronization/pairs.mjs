// Figures 2 to 4: two flows.
import { accessMs, experiment, MEASURES, modelAxis, path } from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const SHARE = { name: 'share of the first flow', unit: '%', of: 'flows/f1/sharePercent' };
const STCP = 'scalable';
const ONE = { level: 'fixed', m: 1 };
const LITERAL = { losses: 'literal' };
const SLOW = { start: 'slowStart' };

/** The two parts of each figure. */
const losers = modelAxis('flows that lose', { all: { level: 'all' }, 'one, of the highest rate': ONE });

const START = { 'drawn windows': 'drawn', 'initial windows': 'initial' };
const start = {
  name: 'start',
  values: Object.keys(START),
  sets: [{ path: '/fluid/start', values: Object.values(START) }],
};

/** 1 Gb/s, a tenth of what is on the way in 120 ms. @param {string} title @param {{ algorithm: string, rtt: number, name?: string, startS?: number }[]} flows */
const base = (title, flows) =>
  path({
    title,
    flows: flows.map((flow, i) => ({ id: `f${i + 1}`, ...flow })),
    mbps: 1000,
    buffer: 1000,
    durationS: 200,
  });

/**
 * @param {string} number @param {{ title: string, summary: string, setup: string, look: string }} words
 * @param {{ algorithm: string, rtt: number, name: string, startS?: number }[]} flows
 * @param {object[]} [published]
 * @returns {PaperExperiment}
 */
function figure(number, { title, summary, setup, look }, flows, published) {
  const notes = `**Figure ${number}** of Kumar and others (2014): ${setup} A link of 1 Gb/s with 1000 packets of 1500 bytes of buffer, a tenth of what
is on the way in 120 ms; 200 s. In part (a) all flows lose at a congestion event, in part (b) only the one of the highest sending rate.

${look}

**Try** the next experiments, in which the one that loses is drawn, or losses follow the paper's equations to the letter.

The paper does not say how the flows begin, so both ways are shown that do without slow start, which it does not simulate: windows drawn from 0.25 to 0.75
of an equal share of the path's packets, and the stack's initial windows. It gives no length for figures 3 and 4; theirs is that of figure 2. Results
count from the first congestion event on.`;
  return {
    id: `loss-synchronization-fig-${number}`,
    label: `Figure ${number}`,
    title,
    summary,
    document: experiment({
      title,
      notes,
      base: base(title, flows),
      axes: [start, losers],
      measures: [...MEASURES, SHARE],
      traces: [{ name: 'congestion window', unit: 'packets', of: 'flows/*/cwnd' }],
      chart: { kind: 'trace', shows: [0] },
      ...(published ? { published } : {}),
      quick: { count: 4 },
    }),
  };
}

/** The three pairs of flows. */
const PAIRS = {
  'STCP and AIMD': { algorithms: [STCP, 'aimd'], rtts: [120, 120], lateS: 0 },
  'STCP, 40 and 120 ms': { algorithms: [STCP, STCP], rtts: [40, 120], lateS: 0 },
  'STCP, 10 s late': { algorithms: [STCP, STCP], rtts: [120, 120], lateS: 10 },
};

/** Figures 2, 3 and 4 as values of one axis. */
function pairAxis() {
  const all = Object.values(PAIRS);
  const delays = [0, 1].flatMap((i) =>
    ['in', 'out'].flatMap((link) =>
      ['forward', 'backward'].map((way) => ({
        path: `/links/${link}-f${i + 1}/${way}/delayMs`,
        values: all.map(({ rtts }) => accessMs(Number(rtts[i]))),
      })),
    ),
  );
  const laws = [0, 1].map((i) => ({
    path: `/flows/f${i + 1}/algorithm`,
    values: all.map(({ algorithms }) => algorithms[i]),
  }));
  return {
    name: 'flows',
    values: Object.keys(PAIRS),
    sets: [...laws, { path: '/flows/f2/startS', values: all.map(({ lateS }) => lateS) }, ...delays],
  };
}

const ways = modelAxis(
  'flows that lose',
  {
    all: { level: 'all' },
    'one, of the highest rate': ONE,
    'one, drawn by rate': { ...ONE, selection: 'proportional' },
    'one, drawn alike': { ...ONE, selection: 'random' },
    'all, slow start': SLOW,
    'one, slow start': { ...ONE, ...SLOW },
    'all, by the letter': LITERAL,
    'one, by the letter': { ...ONE, ...LITERAL },
  },
  { start: 'drawn' },
);

/** @type {PaperExperiment} */
const open = {
  id: 'loss-synchronization-open-pairs',
  label: 'Open choices, figures 2 to 4',
  title: 'Two flows: other ways to lose',
  summary: 'It is not that few lose that makes shares fair, but that the large one does.',
  document: experiment({
    title: 'Two flows: other ways to lose',
    notes: `Figures 2 to 4 of Kumar and others (2014) with losers that are drawn, by their rate or like lots; in slow start, which the paper leaves out; and by the
letter of its equations. Windows are drawn where nothing else is said. The paper has no figure of this.

**Look at** Jain's index where one flow loses that is drawn alike: it is no better than where both lose; drawn by rate it lies between. By the letter every lost packet takes
its share of a decrease, and a fast window of a thousand packets loses tens of them in a round trip: it is cut to e^(−0.125·lost) of itself. Both flows sit at
small windows, the link is mostly idle, and "fair" means that nobody has anything.

**Try** more buffer with the letter: no buffer makes up for it.`,
    base: base('Two flows', [
      { algorithm: STCP, rtt: 120 },
      { algorithm: 'aimd', rtt: 120 },
    ]),
    axes: [pairAxis(), ways],
    measures: [...MEASURES, SHARE],
    chart: { kind: 'heat', shows: [1, 3, 0] },
    quick: { count: 2 },
  }),
};

export const pairs = [
  figure(
    '2',
    {
      title: 'Scalable beside AIMD: who loses decides who lives',
      summary:
        'An aggressive and a careful flow: nearly all for one where both lose, closer shares where only the larger one does.',
      setup: 'a Scalable flow (STCP) beside an AIMD one, round trips of 120 ms.',
      look: '**Look at** the windows where both lose: AIMD is halved once in some 14 round trips and never gets anywhere. Where only the larger flow loses, AIMD grows untouched, a packet a round trip, and STCP gives way.',
    },
    [
      { algorithm: STCP, rtt: 120, name: 'STCP' },
      { algorithm: 'aimd', rtt: 120, name: 'AIMD' },
    ],
    Object.keys(START).map((how) => ({
      at: [how, 'all'],
      measure: 3,
      value: 99.2,
      source: 'quoted in section 3.2 from another study',
    })),
  ),
  figure(
    '3',
    {
      title: 'Two Scalable flows of 40 and 120 ms',
      summary: 'The short round trip takes all where both lose, half where only the larger one does.',
      setup: 'two Scalable flows with round trips of 40 and 120 ms.',
      look: '**Look at** the windows where both lose: Scalable multiplies its window in each round trip, and with the same decreases for both, who grows faster by a factor wins by a power.',
    },
    [
      { algorithm: STCP, rtt: 40, name: '40 ms' },
      { algorithm: STCP, rtt: 120, name: '120 ms' },
    ],
  ),
  figure(
    '4',
    {
      title: 'A Scalable flow ten seconds late',
      summary: 'Where both lose the first one keeps what it has; where only the larger one does they meet.',
      setup: 'two Scalable flows with round trips of 120 ms, the second one 10 s late.',
      look: '**Look at** the windows where both lose: decreases by the same factor at the same time leave their ratio as it was, so that what the second flow begins with is what it gets.',
    },
    [
      { algorithm: STCP, rtt: 120, name: 'first' },
      { algorithm: STCP, rtt: 120, name: '10 s later', startS: 10 },
    ],
  ),
  open,
];
