// What the paper's experiments have in common: one Reno flow beside one delay-based flow.

import { dumbbell } from '../build.mjs';

/** ns-2's one-way TCP of the time: 1000 bytes and headers, an ACK a packet, no handshake. */
export const STACK = { kind: 'ns2-2006' };

/** Both ends of a flow are 1 ms away from the bottleneck's routers. */
export const ACCESS = { rateMbps: 100, delayMs: 1 };

/** 23 ms is the testbed's link delay; with the access links a round trip is 50 ms. */
export const CORE = { rateMbps: 10, delayMs: 23, limitPackets: 100 };

/** Throughput is measured from 50 to 200 s. */
export const TIMES = { durationS: 200, sampling: { measureFromS: 50 } };

/** 20 runs each; starts are uniform in 0 … 25 s. */
export const REPLICATIONS = { count: 20 };
const START_JITTER_S = 25;

/** A first look: three runs, half as long. */
export const QUICK = { count: 3, durationS: 100, measureFromS: 50 };

/** @typedef {{ name: string, algorithm: string, params: Record<string, unknown> }} Variant */

/** Packets in queues from the round's mean RTT: "the newly measured smoothed RTT", section 2.2.1, as in ns-2. */
const VEGAS = { roundRtt: 'mean' };
/** NewVegas compares the RTTs of its target packets, and restarts in congestion avoidance: section 2.4. */
const NEWVEGAS = { ...VEGAS, compareRtt: 'closing', afterTimeout: 'avoidance' };
/** CODE compares the least RTTs of windows, section 4.5. */
const CODE = { ...VEGAS, compareRtt: 'min' };

/** What the paper says of the schemes' parameters. @type {Record<string, Record<string, unknown>>} */
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
 *   of both flows; what else is given goes into the scenario
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

/** What is looked at beside Reno, for one flow or the mean of several: the ratio, run by run, first. */
export const BESIDE_RENO = [
  { name: 'Ratio', of: 'flows/other*/goodputMbps', per: 'flows/reno*/goodputMbps' },
  { name: 'Its goodput', unit: 'Mb/s', of: 'flows/other*/goodputMbps' },
  { name: "Reno's goodput", unit: 'Mb/s', of: 'flows/reno*/goodputMbps' },
  { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
  { name: 'Utilisation', of: 'queues/core/forward/utilisation' },
];

/** For the notes of each document: what the paper says of the schemes, and what it leaves open. */
export const STACKS =
  'As the paper has it, packets in queues are estimated from the mean RTT of a round, NewVegas compares the RTTs of single packets and CODE the least ' +
  'of each round, and NewVegas restarts in congestion avoidance after a timeout. The paper does not say: the access rate (here 100 Mb/s), γ (1), what ' +
  'CODE does after a timeout (slow start, thresholds where they began), the flavour of Reno (classic fast recovery), the ACKs (one a packet, as ns-2 does).';
export const UNSPECIFIED = `${STACKS} Nor the delays: 23 ms for the bottleneck, as on its testbed, and 1 ms for each access link, so that a round trip is 50 ms.`;

/** Why there are two CODEs. */
export const TWO_CODES =
  '*CODE* takes a quarter off its window at a loss, as the paper’s equation 4 says, following Vegas. *CODE that halves* takes a half, as the kernel does on ' +
  'which the authors implemented it.';

/** Why there are two Vegas-As. */
export const TWO_NESTINGS =
  'The nesting of Vegas-A’s listing is lost in print. *Vegas-A* takes a packet off whenever more than β wait; with the *other nesting* only while its thresholds stand ' +
  'above where they began.';
