// What the paper leaves open, in its figures at once.

import { NotRun } from '../claim.mjs';

/** @import { Figures, Reading } from '../claim.mjs' */

/** Other runs of some figures. @param {RegExp} which @param {string} suffix @returns {(figures: Figures) => Figures} */
const others = (which, suffix) => (figures) => (id) => {
  // Figure 2(a) with an ACK for every packet is shown beside the verdict only.
  if (id === 'tfrcp-fig-2a-every-ack') return figures(id);
  if (!which.test(id)) throw new NotRun(`${id} has no such runs`);
  return figures(`${id}-${suffix}`);
};

/** @type {Reading[]} */
export const readings = [
  {
    name: 'Delayed ACKs, waits of a packet time',
    why: 'TCP’s receivers acknowledge every second packet, as the formula’s b = 2 implies; each packet waits up to one transmission time of the bottleneck; the buffer holds 25 packets where none is stated, four BDP in section III.C.2.',
    of: (figures) => figures,
  },
  {
    name: 'An ACK for every packet',
    why: 'receivers acknowledge every packet, the default of the paper’s simulator (figure 2(a)).',
    of: others(/-fig-2a$/, 'every-ack'),
  },
  {
    name: 'Waits up to 1 ms',
    why: 'the paper’s “small random delay” before a packet has no number (figure 2).',
    of: others(/-fig-2(a|c|-delays)$/, 'waits'),
  },
  {
    name: 'R in ticks',
    why: 'R and B are updated “exactly as in TCP” (section II.B): here R, too, is what the timer has, whole ticks of 100 ms smoothed in eighths of a tick, and some 45 ms longer than the mean RTT. Under the other readings R is smoothed from exact samples (sections III.C.1 to III.C.4).',
    of: others(/-fig-(2[abc]|2-delays|3|4[ab]|4-(20|100)ms|5[ab]|6)$/, 'ticks'),
  },
  {
    name: 'Buffer of 100 packets',
    why: 'the paper does not give the buffer of figure 5, nor those of the paths of section IV.',
    of: others(/-fig-(5[ab]|7[abc]|7-two-tcp|8|9)$/, 'buffer'),
  },
  {
    name: 'Buffer of 100 packets, no limit while doubling',
    why: 'W_m is in the paper’s formula only; under the other readings a rate that doubles stays below W_m/RTT, too, which changes nothing with 25 packets of buffer (figure 5).',
    of: others(/-fig-5[ab]$/, 'buffer-unlimited'),
  },
];
