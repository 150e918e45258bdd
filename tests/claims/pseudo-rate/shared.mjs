// Shared by the claims of the Pseudo-rate paper.
//
// The paper estimates the service rate as the packets of a cycle over its RTT (section 3.2). Then the bound is at most three packets above
// the window, but the windows in its figures grow faster: with the spacing of the cycle's ACKs they do. Its formula gives a real number, its
// Table 1 has whole packets. Claims are checked with the formula as printed; the report also has the verdicts under each other reading, all
// claims under the same one.

import { steps, valueAt } from '../traces.mjs';

/** @import { Figure, Trace } from '../claim.mjs' */

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

/** The results under each reading: its scheme takes the place of the one that claims are checked with. @type {import('../claim.mjs').Reading[]} */
export const readings = SCHEMES.map(([name, scheme, why]) => ({
  name,
  why,
  of: (figures) => (id) => figures(id).renamed({ [PRINTED]: scheme, [scheme]: PRINTED }),
}));

/** Sources that send to the end, from the longest RTT to the shortest. */
export const STAYING = [2, 4, 5];
export const SOURCES = [1, 2, 3, 4, 5];

/** Base RTTs, s: links of 0.5 ms, access links of 0.1 ms. @param {number} source */
export const roundTrip = (source) => 2 * (0.0001 + 0.0005 * (6 - source));

/** Windows of sources; `part` is "windows" for the whole run, or one of the details "start" and "stop". @param {Figure} figure @param {string} scheme @param {string} part @param {number[]} [sources] */
export const windows = (figure, scheme, part, sources = SOURCES) =>
  sources.map((source) => {
    const id = `source-${source}-${STAYING.includes(source) ? 'stays' : 'stops'}`;
    return figure.trace(part, { scheme }, `flows/${id}/cwnd`);
  });

/** The sum of several traces at equally spaced times; a trace that has not started counts as 0. @param {Trace[]} traces @param {number} from @param {number} to @param {number} [step] */
export const total = (traces, from, to, step = 0.001) =>
  steps(from, to, step).map((t) => traces.reduce((sum, trace) => sum + (valueAt(trace, t) || 0), 0));
