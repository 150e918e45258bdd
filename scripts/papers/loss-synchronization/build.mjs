// Building blocks of this paper's documents.
import { dumbbell } from '../build.mjs';

/** @import { Document } from '../build.mjs' */

/** Round trips of figures 9 to 12, ms: 170 on average. */
export const ROUND_TRIPS = [80, 100, 120, 140, 160, 180, 200, 220, 240, 260];
/** BDP of 10 Gb/s and 170 ms in packets of 1500 bytes. */
export const BDP = 141_667;
/** Congestion controllers by the paper's names. */
export const CONTROLLERS = {
  HSTCP: 'hstcp',
  CUBIC: 'cubic',
  AIMD: 'aimd',
  'H-TCP': 'htcp',
  STCP: 'scalable',
};

/** Delay of the shared link, ms: the paper states it for figure 9; used for all figures. */
const CORE_MS = 10;

/** Delay of an access link, ms; a round trip crosses four. @param {number} rtt ms */
export const accessMs = (rtt) => (rtt / 2 - CORE_MS) / 2;

/**
 * Flows over one link, each with its own RTT, measured as in the paper: without slow start, from the first congestion event on.
 * @param {{
 *   flows: { id: string, algorithm: string, rtt: number, name?: string, startS?: number }[],
 *   mbps: number,
 *   buffer: number,
 *   packetBytes?: number,
 *   fluid?: Record<string, unknown>,
 *   durationS: number,
 *   title: string,
 * }} given `buffer` in packets of `packetBytes`
 */
export function path({ flows, mbps, buffer, packetBytes = 1500, fluid, durationS, title }) {
  // Only the controller matters: no delayed ACKs, and no limit except the link's.
  const params = {
    recovery: 'sack',
    timestamps: false,
    mss: packetBytes - 40,
    delayedAck: 1,
    receiveBufferKb: 1_000_000,
  };
  const scenario = dumbbell({
    flows: flows.map(({ rtt: _, ...flow }) => ({ ...flow, stack: { kind: 'rfc', params } })),
    core: { rateMbps: mbps, delayMs: CORE_MS, limitPackets: buffer },
    access: { rateMbps: 10 * mbps, delayMs: 0 },
    title,
    durationS,
    engine: 'fluid',
    fluid: { start: 'drawn', fromCongestion: true, ...fluid },
    sampling: { periodMs: 1000 },
  });
  const own = new Map(
    flows.flatMap(({ id, rtt }) => [`in-${id}`, `out-${id}`].map((l) => [l, accessMs(rtt)])),
  );
  return {
    ...scenario,
    links: scenario.links.map((link) => {
      const delayMs = own.get(link.id);
      if (delayMs === undefined) return link;
      return { ...link, forward: { ...link.forward, delayMs }, backward: { ...link.backward, delayMs } };
    }),
  };
}

/** Ten flows under the same controller. @param {string} algorithm @param {number[]} [rtts] */
export const ten = (algorithm, rtts = ROUND_TRIPS) =>
  rtts.map((rtt, i) => ({ id: `f${i + 1}`, algorithm, rtt, name: `${rtt} ms` }));

/** Measures of all figures. */
export const MEASURES = [
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
  { name: 'Jain’s index', of: 'jain' },
  { name: 'congestion events', of: 'queues/core/forward/congestionEvents' },
];

/** Which flows lose, by the share X; with X = 1 all do. @type {Record<string, Record<string, unknown>>} */
export const LEVELS = {
  'X = 1': { level: 'all' },
  'X = 0.6': { level: 'share', x: 0.6 },
  'X = 0.3': { level: 'share', x: 0.3 },
};

/** The level at which a single flow loses. @type {Record<string, Record<string, unknown>>} */
export const ONE = { 'm = 1': { level: 'fixed', m: 1 } };

/**
 * An axis whose values are names, each of which sets parameters of the fluid model.
 * @param {string} name @param {Record<string, Record<string, unknown>>} choices @param {Record<string, unknown>} [otherwise] values for parameters that a choice does not set
 */
export function modelAxis(name, choices, otherwise = {}) {
  const defaults = { level: 'all', m: 1, x: 0.6, losses: 'event', selection: 'highest', ...otherwise };
  const all = Object.values(choices);
  const keys = [...new Set(all.flatMap(Object.keys))];
  return {
    name,
    values: Object.keys(choices),
    sets: keys.map((key) => ({
      path: `/fluid/${key}`,
      values: all.map((choice) => choice[key] ?? defaults[/** @type {keyof typeof defaults} */ (key)]),
    })),
  };
}

/** An axis of buffers as fractions of a number of packets. @param {number[]} values @param {number} packets @param {string} unit */
export const bufferAxis = (values, packets, unit) => ({
  name: 'buffer',
  unit,
  values,
  sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: packets, whole: true }],
});

/** An axis of controllers: ten flows under one, or two under each, assigned alternately in order of RTT. */
export const MIXED = 'two of each';
/** The order of the mixed flows, from the shortest RTT on. */
export const ORDER = ['AIMD', 'HSTCP', 'CUBIC', 'H-TCP', 'STCP'];
/** @param {string[]} names */
export const controllerAxis = (names) => ({
  name: 'flows',
  values: names,
  sets: ROUND_TRIPS.map((_, i) => ({
    path: `/flows/f${i + 1}/algorithm`,
    values: names.map((name) => algorithmOf(name === MIXED ? (ORDER[i % ORDER.length] ?? '') : name)),
  })),
});

/** Id of an algorithm. @param {string} name */
export const algorithmOf = (name) => CONTROLLERS[/** @type {keyof typeof CONTROLLERS} */ (name)];

/** The end of all notes. */
export const OPEN = `Where the paper does not state a choice, the model’s defaults apply; all can be changed in the scenario. Initial windows are drawn
from 0.25 to 0.75 of an equal share of the BDP. *m* has a normal distribution around the middle of the range that X allows, with a standard deviation of a sixth of
that range, truncated at both ends. A flow decreases once per congestion event. Half of the delay is in each direction. Results are measured from the first
congestion event on, as in the paper. Slow start, timeouts and loss recovery are not simulated.`;

/**
 * @param {Partial<Document> & { base: Record<string, unknown>, title: string, notes: string }} given
 * @returns {Document}
 */
export const experiment = (given) => ({ version: 1, measures: MEASURES, ...given });
