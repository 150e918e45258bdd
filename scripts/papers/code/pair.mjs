// Shared by the paper's experiments: one Reno flow and one delay-based flow.

import { dumbbell } from '../build.mjs';

/** ns-2's one-way TCP of the time: 1000 bytes plus headers, one ACK per packet, no handshake. */
export const STACK = { kind: 'ns2-2006' };

/** Each host is 1 ms from the bottleneck's router. */
export const ACCESS = { rateMbps: 100, delayMs: 1 };

/** 23 ms is the testbed's link delay; with the access links the RTT is 50 ms. */
export const CORE = { rateMbps: 10, delayMs: 23, limitPackets: 100 };

/** Throughput is measured from 50 to 200 s. */
export const TIMES = { durationS: 200, sampling: { measureFromS: 50 } };

/** 20 runs each; starts are uniform in 0 … 25 s. */
export const REPLICATIONS = { count: 20 };
const START_JITTER_S = 25;

/** A first look: three runs, half as long. */
export const QUICK = { count: 3, durationS: 100, measureFromS: 50 };

/** @typedef {{ name: string, algorithm: string, params: Record<string, unknown> }} Variant */

/** The backlog is estimated from the round's mean RTT: "the newly measured smoothed RTT", section 2.2.1, as in ns-2. */
const VEGAS = { roundRtt: 'mean' };
/** NewVegas compares the RTTs of its target packets, and restarts in congestion avoidance: section 2.4. */
const NEWVEGAS = { ...VEGAS, compareRtt: 'closing', afterTimeout: 'avoidance' };
/** CODE compares the minimum RTTs of windows, section 4.5. */
const CODE = { ...VEGAS, compareRtt: 'min' };

/** The schemes' parameters according to the paper. @type {Record<string, Record<string, unknown>>} */
export const PARAMS = { reno: {}, vegas: VEGAS, 'vegas-a': VEGAS, newvegas: NEWVEGAS, code: CODE };

/** @type {Variant[]} */
export const VARIANTS = [
  { name: 'Vegas', algorithm: 'vegas', params: VEGAS },
  { name: 'Vegas-A', algorithm: 'vegas-a', params: VEGAS },
  { name: 'Vegas-A, other nesting', algorithm: 'vegas-a', params: { ...VEGAS, shrink: 'raised' } },
  { name: 'NewVegas', algorithm: 'newvegas', params: NEWVEGAS },
  { name: 'CODE', algorithm: 'code', params: CODE },
  { name: 'CODE that halves', algorithm: 'code', params: { ...CODE, cut: 'half' } },
];

/** @param {string} id @param {string} algorithm @param {Record<string, unknown>} [more] */
export const flow = (id, algorithm, more = {}) => ({
  id,
  algorithm,
  params: PARAMS[algorithm] ?? {},
  stack: STACK,
  startJitterS: START_JITTER_S,
  ...more,
});

/**
 * Reno as flow `reno` beside flow `other`.
 * @param {{ algorithm?: string, core?: Partial<typeof CORE>, each?: Record<string, unknown> } & Record<string, unknown>} [given] `each`:
 *   for both flows; other fields go into the scenario
 */
export const pair = ({ algorithm = 'code', core = {}, each = {}, ...more } = {}) =>
  dumbbell({
    flows: [flow('reno', 'reno', each), flow('other', algorithm, each)],
    core: { ...CORE, ...core },
    access: ACCESS,
    ...TIMES,
    ...more,
  });

/** Which scheme the flows `other…` run. @param {Variant[]} [variants] */
export const variantAxis = (variants = VARIANTS) => ({
  name: 'Variant',
  values: variants.map((v) => v.name),
  sets: [
    { path: '/flows/other*/algorithm', values: variants.map((v) => v.algorithm) },
    { path: '/flows/other*/params', values: variants.map((v) => v.params) },
  ],
});

/** @param {number[]} values */
export const rateAxis = (values) => ({
  name: 'Bottleneck rate',
  unit: 'Mb/s',
  values,
  sets: ['forward', 'backward'].map((way) => ({ path: `/links/core/${way}/rateMbps` })),
});

/** Measures of a flow and its Reno competitor, or of the means of several: the ratio of each run comes first. */
export const AGAINST_RENO = [
  { name: 'Ratio', of: 'flows/other*/goodputMbps', per: 'flows/reno*/goodputMbps' },
  { name: 'Other flow’s goodput', unit: 'Mb/s', of: 'flows/other*/goodputMbps' },
  { name: 'Reno’s goodput', unit: 'Mb/s', of: 'flows/reno*/goodputMbps' },
  { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
  { name: 'Utilisation', of: 'queues/core/forward/utilisation' },
];

/** For the notes of each document: what the paper says about the schemes, and what it does not state. */
export const STACKS =
  'As in the paper, the backlog is estimated from the mean RTT of a round; NewVegas compares the RTTs of single packets, CODE the minimum RTTs of ' +
  'rounds; and NewVegas restarts in congestion avoidance after a timeout. The paper does not state the access rate (here 100 Mb/s), γ (1), what CODE ' +
  'does after a timeout (slow start, with the initial thresholds), the variant of Reno (classic fast recovery) or the ACK policy (one ACK per packet, as in ns-2).';
export const UNSPECIFIED = `${STACKS} It does not state the delays either: here 23 ms for the bottleneck, as on its testbed, and 1 ms for each access link, which gives an RTT of 50 ms.`;

/** Why there are two CODEs. */
export const TWO_CODES =
  '*CODE* reduces its window by a quarter on a loss, as in the paper’s equation 4 and in Vegas. *CODE that halves* halves it, as does the kernel in ' +
  'which the authors implemented it.';

/** Why there are two Vegas-As. */
export const TWO_NESTINGS =
  'The printed listing of Vegas-A has lost its indentation. *Vegas-A* reduces its window by one packet whenever more than β packets are queued; with the *other nesting* ' +
  'it does so only while its thresholds are above their initial values.';
