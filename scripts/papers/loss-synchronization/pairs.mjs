// Figures 2 to 4: two flows.
import { experiment, MEASURES, modelAxis, path } from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const LITERAL = { losses: 'literal' };
const ONE = { level: 'fixed', m: 1 };

const losers = modelAxis('flows that lose', {
  all: { level: 'all' },
  'one, of the highest rate': ONE,
  'one, drawn by rate': { ...ONE, selection: 'proportional' },
  'one, drawn alike': { ...ONE, selection: 'random' },
  'all, by the letter': LITERAL,
  'one, by the letter': { ...ONE, ...LITERAL },
});

const START = { 'drawn windows': 'drawn', 'initial windows': 'initial', 'slow start': 'slowStart' };
const start = {
  name: 'start',
  values: Object.keys(START),
  sets: [{ path: '/fluid/start', values: Object.values(START) }],
};

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

**Try** the other rows: the one that loses may be drawn by its rate, or like lots. By the letter of the paper's equations every lost packet takes its
share of a decrease, and a fast window of a thousand packets loses tens of them in a round trip: both flows sit at small windows, and the link is
mostly idle.

The paper does not say how the flows begin, so each way is shown: with windows drawn from 0.25 to 0.75 of an equal share of the path's packets, with the
stack's initial windows and no slow start, and in slow start. It gives no length for figures 3 and 4; theirs is that of figure 2. Results count
from the first congestion event on.`;
  return {
    id: `loss-synchronization-fig-${number}`,
    label: `Figure ${number}`,
    title,
    summary,
    document: experiment({
      title,
      notes,
      base: path({
        title,
        flows: flows.map((flow, i) => ({ id: `f${i + 1}`, ...flow })),
        mbps: 1000,
        buffer: 1000,
        durationS: 200,
      }),
      axes: [losers, start],
      measures: [...MEASURES, { name: 'share of the first flow', unit: '%', of: 'flows/f1/sharePercent' }],
      traces: [{ name: 'congestion window', unit: 'packets', of: 'flows/*/cwnd' }],
      chart: { kind: 'trace', shows: [0] },
      ...(published ? { published } : {}),
      quick: { count: 4 },
    }),
  };
}

const STCP = 'scalable';

export const pairs = [
  figure(
    '2',
    {
      title: 'Scalable beside AIMD: who loses decides who lives',
      summary:
        'An aggressive and a careful flow: nearly all for one where both lose, almost halves where only the larger one does.',
      setup: 'a Scalable flow (STCP) beside an AIMD one, round trips of 120 ms.',
      look: '**Look at** the windows where both lose: AIMD is halved once in some 14 round trips and never gets anywhere. Where only the larger flow loses, AIMD grows untouched until it passes STCP.',
    },
    [
      { algorithm: STCP, rtt: 120, name: 'STCP' },
      { algorithm: 'aimd', rtt: 120, name: 'AIMD' },
    ],
    Object.keys(START).map((how) => ({
      at: ['all', how],
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
      look: '**Look at** the shares where both lose: Scalable multiplies its window in each round trip, and with the same decreases for both, who grows faster by a factor wins by a power.',
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
];
