// Figures 10 to 12: utilisation and fairness against m.
import {
  bufferAxis,
  experiment,
  LAWS,
  law,
  MEASURES,
  OPEN,
  path,
  ROUND_TRIPS,
  TURNS,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** What the captions say, and a tenth of the packets that are on the way at 10 Gb/s and 170 ms. */
const CAPTION = 10_000;
const TENTH = 14_167;

const m = {
  name: 'm',
  unit: 'flows',
  values: { from: 1, to: 10, step: 1 },
  sets: [{ path: '/fluid/m' }],
};
/** The claims' values of m among them. */
const QUICK_M = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * @param {string} number @param {{ title: string, summary: string, claim: string, look: string, flows: string, quickS: number }} words
 * @param {{ id: string, algorithm: string, rtt: number, name: string }[]} flows @param {object[]} [more] measures
 * @returns {PaperExperiment}
 */
function figure(number, { title, summary, claim, look, flows: which, quickS }, flows, more = []) {
  const label = `Figure ${number.replace(/([a-d])$/, '($1)')}`;
  return {
    id: `loss-synchronization-fig-${number}`,
    label,
    title,
    summary,
    document: experiment({
      title,
      notes: `**${label}** of Kumar and others (2014): ${which} at 10 Gb/s, round trips of 80 to 260 ms, 170 on average (steps of 20 ms are ours); at
each congestion event the *m* flows of the highest rates lose, *m* the same all the time. Ten runs of 3000 s. ${claim}

The caption says "0.1 BDP (10 000 packets)", but a tenth of the path's packets are 14 167: both are here.

${look}

**Try** losers that are drawn (\`fluid.selection\`): it is not how few lose that makes shares fair, but that the large ones do.

${OPEN}`,
      base: path({
        title,
        flows,
        mbps: 10_000,
        buffer: CAPTION,
        durationS: 3000,
        fluid: { level: 'fixed', m: 1 },
      }),
      axes: [m, bufferAxis([CAPTION, TENTH], 1, 'packets')],
      measures: [...MEASURES, ...more],
      chart: { kind: 'line', shows: [0, 1] },
      quick: { count: 3, durationS: quickS, values: [QUICK_M, [CAPTION]] },
    }),
  };
}

/** @param {string} part @param {keyof typeof LAWS} name @param {string} claim @param {string} look */
const figure10 = (part, name, claim, look) =>
  figure(
    `10${part}`,
    {
      title: `Ten ${name} flows, of which m lose`,
      summary: `Utilisation and fairness of ten ${name} flows against the number that loses at an event.`,
      claim,
      look,
      flows: `ten ${name} flows`,
      quickS: 600,
    },
    ten(LAWS[name]),
  );

/** Two flows of each law, which take turns along the round trips. */
const mixed = ROUND_TRIPS.map((rtt, i) => {
  const name = TURNS[i % TURNS.length] ?? '';
  const id = `${law(name)}${1 + Math.floor(i / TURNS.length)}`;
  return { id, algorithm: law(name), rtt, name: `${name}, ${rtt} ms` };
});

const EVENTS = 'queues/core/forward/congestionEvents';
const ofLaws = [
  ...TURNS.map((name) => ({
    name: `decreases of ${name}`,
    unit: 'an event',
    of: `flows/${law(name)}*/lossEvents`,
    per: EVENTS,
  })),
  ...TURNS.map((name) => ({
    name: `goodput of ${name}`,
    unit: 'Mb/s',
    of: `flows/${law(name)}*/goodputMbps`,
  })),
];

export const numbers = [
  figure10(
    'a',
    'CUBIC',
    'It finds good fairness and poor utilisation where all lose; as fewer do, more is used, and the index is almost 1.',
    '**Look at** both curves: CUBIC grows by the time since its last loss, not by round trips, so that once the largest lose first, nothing keeps shares apart.',
  ),
  figure10(
    'b',
    'HSTCP',
    'It finds that fairness falls with *m* and then rises slightly, and high utilisation for *m* of 3 to 5.',
    '**Look at** the step between five and seven: while half of the flows or less lose, the large ones do and the small ones catch up; from six on small ones lose each time, and the shortest round trip runs away.',
  ),
  figure10(
    'c',
    'H-TCP',
    'It finds that utilisation falls linearly with *m*, and good results over a wide range.',
    '**Look at** where the fall begins: as long as few lose, what the queue holds carries the link over.',
  ),
  figure10(
    'd',
    'STCP',
    'It finds that fairness falls and then improves with *m*, and that utilisation falls slightly.',
    '**Look at** five and six: from equal shares to one flow alone. With growth in proportion to the window, and the same decreases, nothing brings shares back that have run apart.',
  ),
  figure(
    '11',
    {
      title: 'Ten AIMD flows, of which m lose',
      summary: 'Fewer that lose together: more use of the link, and fairer.',
      claim: 'It finds that both utilisation and fairness improve as *m* falls.',
      look: '**Look at** the congestion events: it takes some 1000 s from one to the next where all lose, and the first windows still count.',
      flows: 'ten AIMD flows',
      quickS: 3000,
    },
    ten('aimd'),
  ),
  figure(
    '12',
    {
      title: 'Two flows of each of five laws, of which m lose',
      summary: 'Careful and aggressive flows together: fair only where one or two lose.',
      claim:
        'It finds that both improve as *m* falls below 4, and are poor above. It does not say which flow has which round trip: here the laws take turns, AIMD 80, HSTCP 100, CUBIC 120, H-TCP 140, STCP 160, AIMD 180 ms and so on.',
      look: '**Look at** the step between two and three: there are two STCP flows, and a third one that loses is a slower one. What the slow ones then leave, STCP takes, and the link stays full.',
      flows: 'two flows each of AIMD, HSTCP, CUBIC, H-TCP and STCP',
      quickS: 600,
    },
    mixed,
    ofLaws,
  ),
];
