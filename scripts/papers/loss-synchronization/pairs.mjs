// Figures 2 to 4: two flows.
import { accessMs, experiment, MEASURES, modelAxis, path } from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const SHARE = { name: 'share of the first flow', unit: '%', of: 'flows/f1/sharePercent' };
const STCP = 'scalable';
const ONE = { level: 'fixed', m: 1 };
const LITERAL = { losses: 'literal' };
const SLOW = { start: 'slowStart' };

/** The two parts of each figure. */
const losers = modelAxis('flows that lose', { all: { level: 'all' }, 'one, with the highest rate': ONE });

const START = { 'random windows': 'drawn', 'initial windows': 'initial' };
const start = {
  name: 'start',
  values: Object.keys(START),
  sets: [{ path: '/fluid/start', values: Object.values(START) }],
};

/** 1 Gb/s, a buffer of a tenth of the BDP at 120 ms. @param {string} title @param {{ algorithm: string, rtt: number, name?: string, startS?: number }[]} flows */
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
  const notes = `**Figure ${number}** of Kumar and others (2014): ${setup} The link runs at 1 Gb/s and has a buffer of 1000 packets of 1500 bytes, a tenth of the
BDP at 120 ms. Runs last 200 s. In part (a) all flows lose at a congestion event, in part (b) only the flow with the highest sending rate.

${look}

**Try** the experiment *Open choices, figures 2 to 4*, in which the loser is random or losses follow the paper’s equations literally.

The paper does not say how the flows start and does not simulate slow start. Two ways to start without it are shown: windows drawn from 0.25 to 0.75
of an equal share of the BDP, and the stack’s initial windows. The paper gives no run length for figures 3 and 4; here it is that of figure 2. Results are
measured from the first congestion event on.`;
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
  const controllers = [0, 1].map((i) => ({
    path: `/flows/f${i + 1}/algorithm`,
    values: all.map(({ algorithms }) => algorithms[i]),
  }));
  return {
    name: 'flows',
    values: Object.keys(PAIRS),
    sets: [...controllers, { path: '/flows/f2/startS', values: all.map(({ lateS }) => lateS) }, ...delays],
  };
}

const lossModels = modelAxis(
  'flows that lose',
  {
    all: { level: 'all' },
    'one, with the highest rate': ONE,
    'one, drawn by rate': { ...ONE, selection: 'proportional' },
    'one, drawn uniformly': { ...ONE, selection: 'random' },
    'all, slow start': SLOW,
    'one, slow start': { ...ONE, ...SLOW },
    'all, literal equations': LITERAL,
    'one, literal equations': { ...ONE, ...LITERAL },
  },
  { start: 'drawn' },
);

/** @type {PaperExperiment} */
const open = {
  id: 'loss-synchronization-open-pairs',
  label: 'Open choices, figures 2 to 4',
  title: 'Two flows: other models of loss',
  summary: 'Shares are fair because the larger flow loses, not because only one flow does.',
  document: experiment({
    title: 'Two flows: other models of loss',
    notes: `Figures 2 to 4 of Kumar and others (2014) with random losers, drawn by rate or with equal probability; with slow start, which the paper omits; and with
its equations taken literally. Initial windows are random unless stated otherwise. The paper has no figure of this.

**Look at** Jain’s index if one flow, drawn with equal probability, loses: it is no better than if both lose. Drawn by rate, it is in between. In the literal equations every lost packet
reduces the window. A fast window of a thousand packets loses tens of packets in a round trip and is reduced to e^(−0.125·lost) of its size. Both flows then have
small windows, the link is mostly idle, and the shares are fair only because both flows get almost nothing.

**Try** a larger buffer with the literal equations: no buffer makes up for them.`,
    base: base('Two flows', [
      { algorithm: STCP, rtt: 120 },
      { algorithm: 'aimd', rtt: 120 },
    ]),
    axes: [pairAxis(), lossModels],
    measures: [...MEASURES, SHARE],
    chart: { kind: 'heat', shows: [1, 3, 0] },
    quick: { count: 2 },
  }),
};

export const pairs = [
  figure(
    '2',
    {
      title: 'Scalable against AIMD: which flow loses decides the shares',
      summary:
        'Scalable gets nearly everything if both flows lose; shares are closer if only the larger flow loses.',
      setup: 'a Scalable flow (STCP) and an AIMD flow with RTTs of 120 ms.',
      look: '**Look at** the windows if both flows lose: AIMD halves about every 14 round trips, so its window never grows large. If only the larger flow loses, AIMD grows by one packet per round trip without losses, and STCP yields to it.',
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
      summary:
        'The flow with the shorter RTT takes everything if both flows lose, half if only the larger one does.',
      setup: 'two Scalable flows with RTTs of 40 and 120 ms.',
      look: '**Look at** the windows if both flows lose. Scalable multiplies its window by a constant in each round trip. Both flows decrease by the same factor, so the ratio of their windows grows exponentially.',
    },
    [
      { algorithm: STCP, rtt: 40, name: '40 ms' },
      { algorithm: STCP, rtt: 120, name: '120 ms' },
    ],
  ),
  figure(
    '4',
    {
      title: 'A Scalable flow that starts ten seconds late',
      summary:
        'If both flows lose, the first keeps its share; if only the larger one loses, the shares converge.',
      setup: 'two Scalable flows with RTTs of 120 ms; the second starts 10 s late.',
      look: '**Look at** the windows if both flows lose. Both decrease by the same factor at the same time, so the ratio of their windows stays the same. The second flow keeps the share with which it starts.',
    },
    [
      { algorithm: STCP, rtt: 120, name: 'first' },
      { algorithm: STCP, rtt: 120, name: '10 s later', startS: 10 },
    ],
  ),
  open,
];
