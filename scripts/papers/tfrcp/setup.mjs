// Shared by the experiments of the TFRCP paper: the network of its section III, and settings that it does not state.

import { dumbbell } from '../build.mjs';

/** Profile of the paper's simulator: 1000-byte packets, a clock of 100 ms. */
export const STACK = { kind: 'ns2-1999' };
/** TCP's receivers delay ACKs, which the formula's b = 2 implies; 100 ms is that simulator's interval. */
export const DELAYED = { delayedAck: 2, delayedAckMs: 100 };
export const TCP_STACK = { ...STACK, params: DELAYED };
/** The transmission time of a packet of 1000 bytes, µs. @param {number} mbps */
export const transmissionUs = (mbps) => Math.round(8000 / mbps);
/** The bottleneck of sections C.1, C.3 and C.4. */
export const CORE = { rateMbps: 1.5, delayMs: 50, limitPackets: 25 };
/** The largest random delay before a packet on that bottleneck: one transmission time. */
export const WAIT_US = transmissionUs(CORE.rateMbps);
/** Start within a second, and a random delay before each packet. */
const STAGGERED = { startJitterS: 1, sendOverheadUs: WAIT_US };
export const ACCESS = { rateMbps: 10, delayMs: 1 };

export const TCP = { id: 'tcp', algorithm: 'reno', stack: TCP_STACK, ...STAGGERED };
export const TFRCP = { id: 'tfrcp', algorithm: 'tfrcp', stack: STACK, ...STAGGERED };

/** The paper's five M "between 2 and 5 s". */
const ROUNDS = [2, 2.5, 3, 4, 5];

/** A dumbbell with one flow of each kind, which {@link flowsAxis} copies. @param {Record<string, unknown>} [more] */
export const pair = (more = {}) =>
  dumbbell({ flows: [TCP, TFRCP], core: CORE, access: ACCESS, durationS: 1000, ...more });

/** The number of flows, half of each kind. @param {object[]} [sets] other values that the number sets @param {number[]} [values] */
export const flowsAxis = (sets = [], values = [10, 20, 30, 40, 50]) => ({
  name: 'flows',
  values,
  sets: [
    ...['tcp', 'tfrcp'].map((id) => ({ path: `/flows/${id}`, copies: true, hosts: true, times: 0.5 })),
    ...sets,
  ],
});

/** Rounds of a fixed length. @param {number[]} [values] */
export const roundAxis = (values = ROUNDS) => ({
  name: 'M',
  unit: 's',
  values,
  sets: [{ path: '/flows/tfrcp*/params/intervalS' }],
});

/** Friendliness. */
export const F = { name: 'F', of: 'groups/tfrcp/friendliness' };
/** Fairness among the TFRCP flows. */
export const F_C = { name: 'F_C', of: 'groups/tfrcp/internalFairness' };
export const RTT = { name: 'RTT', unit: 'ms', of: 'flows/tfrcp*/rttMeanMs' };
export const LOSS = { name: 'loss', unit: '%', of: 'queues/core/forward/lossRate', times: 100 };
export const USE = { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 };
export const CONTEXT = [RTT, LOSS, USE];

/** Ten runs each; the paper has three. */
export const TEN = { count: 10 };
/** Two runs of 200 s at three values of each axis. @param {(number | string)[][]} values */
export const quick = (...values) => ({ count: 2, durationS: 200, values });

/**
 * The choices of section III, for notes.
 * @param {string} wait the largest random delay @param {string} [buffer] a buffer that is our choice
 */
export const settings = (wait, buffer) =>
  `The paper names the simulator (ns). It does not state the packet size (here 1000 bytes on the wire), ${buffer ? `the buffer (${buffer}), ` : ''}the access links (10 Mb/s, 1 ms), whether TCP’s receivers delay ACKs (here they do, for every second packet or 100 ms, because the formula has b = 2), the spread of start times (1 s) or the “small random delay” before each packet (uniform up to ${wait}). TCP is Reno. TFRCP’s formula is the throughput form with b = 2; W_m = 100 packets, r₀ = 40 packets/s. All of this is in the scenario and can be changed there; *Figure 2, unstated settings* shows which settings matter.`;

/** Those of the T1 line. */
export const SETTINGS = settings('5.3 ms, one transmission time of the bottleneck', '25 packets');
