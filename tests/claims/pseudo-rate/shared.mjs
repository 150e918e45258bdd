// Shared by the claims of the Pseudo-rate paper.
//
// The paper estimates the service rate as the packets of a cycle over its RTT (section 3.2). Then the bound is at most three packets above
// the window, but the windows in its figures grow faster: with the spacing of the cycle's ACKs they do. Its formula gives a real number, its
// Table 1 has whole packets. Claims are checked with the formula as printed; the report also has the verdicts under each other reading, all
// claims under the same one.

import { steps, valueAt } from '../traces.mjs';

/** @import { Figure, Figures, Trace } from '../claim.mjs' */

export const VEGAS = 'Vegas';
export const PRINTED = 'Pseudo-rate';
export const SPACING = 'Pseudo-rate, ACK spacing';
export const RENO = 'Reno';

/** The readings by their names in the report, the scheme of each, and the words that allow it. @type {[name: string, scheme: string, why: string][]} */
const SCHEMES = [
  [
    'Section 3.2',
    PRINTED,
    'the service rate is the number of packets of a cycle over its RTT, and the bound is the real number that the formula gives.',
  ],
  [
    'ACK spacing',
    SPACING,
    'the service rate is measured by the spacing of a cycle’s ACKs: the paper’s figures show windows that double, which they do not with section 3.2.',
  ],
  [
    'Section 3.2, whole packets',
    `${PRINTED}, whole packets`,
    'as section 3.2, and the bound is rounded down: Table 1 has whole packets.',
  ],
  [
    'ACK spacing, whole packets',
    `${SPACING}, whole packets`,
    'as ACK spacing, and the bound is rounded down.',
  ],
];

/** Figures of the parking lot, whose delays are in a drawing: with other ones they are one experiment. */
const LOT = /-(table-3|fig-[3-6])$/;

/** Links of the parking lot with another delay, and the scheme of each. @type {[name: string, scheme: string, delayMs: number, why: string][]} */
const DELAYS = [
  [
    'ACK spacing, links of 0.4 ms',
    SPACING,
    0.4,
    'as ACK spacing; the delays are in a drawing that the text does not describe, and with 0.4 ms the RTT of source 1 is 4.2 ms, so that four doublings fit into the 20 ms of the ramp.',
  ],
  [
    'ACK spacing, whole packets, links of 1 ms',
    `${SPACING}, whole packets`,
    1,
    'as ACK spacing with whole packets; with 1 ms Vegas has the fairness that Table 3 prints.',
  ],
];

/** The scheme takes the place of the one that claims are checked with. @param {Figure} figure @param {string} scheme */
const instead = (figure, scheme) => figure.renamed({ [PRINTED]: scheme, [scheme]: PRINTED });

/** The results under each reading. @type {import('../claim.mjs').Reading[]} */
export const readings = [
  ...SCHEMES.map(([name, scheme, why]) => ({
    name,
    why,
    of: (/** @type {Figures} */ figures) => (/** @type {string} */ id) => instead(figures(id), scheme),
  })),
  ...DELAYS.map(([name, scheme, delayMs, why]) => ({
    name,
    why,
    of: (/** @type {Figures} */ figures) => (/** @type {string} */ id) => {
      if (!LOT.test(id)) return instead(figures(id), scheme);
      const lot = figures('pseudo-rate-table-3-delays').mapped(
        ({ 'delay of a link': delay, ...at }) => (delay === delayMs ? at : null),
        {},
        { linkMs: delayMs },
      );
      return instead(lot, scheme);
    },
  })),
];

/** Sources that send to the end, from the longest RTT to the shortest. */
export const STAYING = [2, 4, 5];
export const SOURCES = [1, 2, 3, 4, 5];

/** Base RTTs, s: links of 0.5 ms, unless the reading has others; access links of 0.1 ms. @param {number} source @param {Figure} figure */
export const roundTrip = (source, { settings }) =>
  (2 * (0.1 + (settings.linkMs ?? 0.5) * (6 - source))) / 1000;

/** Windows of sources; `part` is "windows" for the whole run, or one of the details "start" and "stop". @param {Figure} figure @param {string} scheme @param {string} part @param {number[]} [sources] */
export const windows = (figure, scheme, part, sources = SOURCES) =>
  sources.map((source) => {
    const id = `source-${source}-${STAYING.includes(source) ? 'stays' : 'stops'}`;
    return figure.trace(part, { scheme }, `flows/${id}/cwnd`);
  });

/** The sum of several traces at equally spaced times; a trace that has not started counts as 0. @param {Trace[]} traces @param {number} from @param {number} to @param {number} [step] */
export const total = (traces, from, to, step = 0.001) =>
  steps(from, to, step).map((t) => traces.reduce((sum, trace) => sum + (valueAt(trace, t) || 0), 0));
