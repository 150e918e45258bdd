// Figures 10 to 12: utilisation and fairness against m.
import {
  algorithmOf,
  bufferAxis,
  CONTROLLERS,
  experiment,
  MEASURES,
  OPEN,
  ORDER,
  path,
  ROUND_TRIPS,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** The buffer of the captions, and a tenth of the BDP of 10 Gb/s and 170 ms, packets. */
const CAPTION = 10_000;
const TENTH = 14_167;

const m = {
  name: 'm',
  unit: 'flows',
  values: { from: 1, to: 10, step: 1 },
  sets: [{ path: '/fluid/m' }],
};
/** Values of m at the quick size, with those that the claims use. */
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
      notes: `**${label}** of Kumar and others (2014): ${which} at 10 Gb/s, RTTs of 80 to 260 ms with a mean of 170 ms (the steps of 20 ms are ours). At
each congestion event the *m* flows with the highest rates lose; *m* is constant. Ten runs of 3000 s. ${claim}

The caption says “0.1 BDP (10,000 packets)”, but a tenth of the BDP is 14,167 packets. Both are shown.

${look}

**Try** random losers (*Which flows* in the settings of the model): shares are fair because the large flows lose, not because few flows do.

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

/** @param {string} part @param {keyof typeof CONTROLLERS} name @param {string} claim @param {string} look */
const figure10 = (part, name, claim, look) =>
  figure(
    `10${part}`,
    {
      title: `Ten ${name} flows of which m lose`,
      summary: `Utilisation and fairness of ten ${name} flows against the number of flows that lose at an event.`,
      claim,
      look,
      flows: `ten ${name} flows`,
      quickS: 600,
    },
    ten(CONTROLLERS[name]),
  );

/** Two flows under each controller, assigned alternately in order of RTT. */
const mixed = ROUND_TRIPS.map((rtt, i) => {
  const name = ORDER[i % ORDER.length] ?? '';
  const id = `${algorithmOf(name)}${1 + Math.floor(i / ORDER.length)}`;
  return { id, algorithm: algorithmOf(name), rtt, name: `${name}, ${rtt} ms` };
});

const EVENTS = 'queues/core/forward/congestionEvents';
const byController = [
  ...ORDER.map((name) => ({
    name: `decreases of ${name}`,
    unit: 'per event',
    of: `flows/${algorithmOf(name)}*/lossEvents`,
    per: EVENTS,
  })),
  ...ORDER.map((name) => ({
    name: `goodput of ${name}`,
    unit: 'Mb/s',
    of: `flows/${algorithmOf(name)}*/goodputMbps`,
  })),
];

export const losers = [
  figure10(
    'a',
    'CUBIC',
    'It finds good fairness and poor utilisation if all flows lose; as fewer flows lose, utilisation rises, and the index is almost 1.',
    '**Look at** both curves: CUBIC’s growth depends on the time since its last loss, not on the RTT, so shares converge as soon as the largest flows lose first.',
  ),
  figure10(
    'b',
    'HSTCP',
    'It finds that fairness falls with *m* and then rises slightly, and that utilisation is high for *m* = 3 to 5.',
    '**Look at** the step between five and seven. If at most half of the flows lose, it is the large ones, and the small ones catch up. From six on, small flows lose at each event, and the flow with the shortest RTT takes over.',
  ),
  figure10(
    'c',
    'H-TCP',
    'It finds that utilisation falls linearly with *m*, and that results are good over a wide range.',
    '**Look at** where the decline begins: as long as few flows lose, the backlog keeps the link busy.',
  ),
  figure10(
    'd',
    'STCP',
    'It finds that fairness falls and then improves with *m*, and that utilisation falls slightly.',
    '**Look at** *m* = 5 and 6: shares change from equal to one flow alone. Growth is proportional to the window and all flows decrease alike, so shares that have diverged do not converge again.',
  ),
  figure(
    '11',
    {
      title: 'Ten AIMD flows of which m lose',
      summary: 'The fewer flows lose together, the higher the utilisation and the fairness.',
      claim: 'It finds that both utilisation and fairness improve as *m* falls.',
      look: '**Look at** the congestion events: if all flows lose, they are about 1000 s apart, and the initial windows still matter.',
      flows: 'ten AIMD flows',
      quickS: 3000,
    },
    ten('aimd'),
  ),
  figure(
    '12',
    {
      title: 'Two flows under each of five controllers, of which m lose',
      summary: 'Slow and aggressive controllers together share fairly only if one or two flows lose.',
      claim:
        'It finds that both improve as *m* falls below 4 and are poor above. It does not say which flow has which RTT: here the controllers alternate, AIMD 80, HSTCP 100, CUBIC 120, H-TCP 140, STCP 160, AIMD 180 ms and so on.',
      look: '**Look at** the step between two and three. There are two STCP flows, so with *m* = 3 a slower flow loses as well. STCP takes the capacity that the slow flows leave, and the link stays full.',
      flows: 'two flows each of AIMD, HSTCP, CUBIC, H-TCP and STCP',
      quickS: 600,
    },
    mixed,
    byController,
  ),
];
