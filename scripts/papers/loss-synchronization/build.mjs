// Building blocks of this paper's documents.
import { dumbbell } from '../build.mjs';

/** @import { Document } from '../build.mjs' */

/** Round trips of figures 9 to 12, ms: 170 on average. */
export const ROUND_TRIPS = [80, 100, 120, 140, 160, 180, 200, 220, 240, 260];
/** Packets of 1500 bytes on the way at 10 Gb/s and 170 ms. */
export const PATH = 141_667;
/** Algorithms by the names that the paper gives them. */
export const LAWS = { HSTCP: 'hstcp', CUBIC: 'cubic', AIMD: 'aimd', 'H-TCP': 'htcp', STCP: 'scalable' };

/** Delay of the shared link, ms: what the paper says of figure 9, taken for all. */
const CORE_MS = 10;

/** Delay of an access link, ms, of which a round trip passes four. @param {number} rtt ms */
export const accessMs = (rtt) => (rtt / 2 - CORE_MS) / 2;

/**
 * Flows over one link, with round trips of their own, counted as the paper counts: no slow start, from the first congestion on.
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
  // Nothing but the law: no delayed ACKs, no limit but the link's.
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

/** Ten flows of one law. @param {string} algorithm @param {number[]} [rtts] */
export const ten = (algorithm, rtts = ROUND_TRIPS) =>
  rtts.map((rtt, i) => ({ id: `f${i + 1}`, algorithm, rtt, name: `${rtt} ms` }));

/** Measures that all of the figures have. */
export const MEASURES = [
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
  { name: "Jain's index", of: 'jain' },
  { name: 'congestion events', of: 'queues/core/forward/congestionEvents' },
];

/** Who loses, by the share X; with X = 1 all do. @type {Record<string, Record<string, unknown>>} */
export const LEVELS = {
  'X = 1': { level: 'all' },
  'X = 0.6': { level: 'share', x: 0.6 },
  'X = 0.3': { level: 'share', x: 0.3 },
};

/** The same in figures in which somebody may lose by the letter, or one flow alone. @type {Record<string, Record<string, unknown>>} */
export const ONE = { 'm = 1': { level: 'fixed', m: 1 } };

/**
 * An axis whose values are names, each for some parameters of the fluid model.
 * @param {string} name @param {Record<string, Record<string, unknown>>} choices @param {Record<string, unknown>} [otherwise] what holds where a choice does not say
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

/** An axis of buffers as parts of so many packets. @param {number[]} values @param {number} packets @param {string} unit */
export const bufferAxis = (values, packets, unit) => ({
  name: 'buffer',
  unit,
  values,
  sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: packets, whole: true }],
});

/** An axis of laws: ten flows of one, or two of each, which take turns along the round trips. */
export const MIXED = 'two of each';
/** The order of the mixed flows, from the shortest round trip on. */
export const TURNS = ['AIMD', 'HSTCP', 'CUBIC', 'H-TCP', 'STCP'];
/** @param {string[]} names */
export const lawAxis = (names) => ({
  name: 'flows',
  values: names,
  sets: ROUND_TRIPS.map((_, i) => ({
    path: `/flows/f${i + 1}/algorithm`,
    values: names.map((name) => law(name === MIXED ? (TURNS[i % TURNS.length] ?? '') : name)),
  })),
});

/** Id of an algorithm. @param {string} name */
export const law = (name) => LAWS[/** @type {keyof typeof LAWS} */ (name)];

/** What all notes end with. */
export const OPEN = `What the paper leaves open is set as the model's defaults have it, and can be changed in the scenario: first windows are drawn
from 0.25 to 0.75 of an equal share of the path's packets; *m* is normal around the middle of what X allows, with a sixth of that range as its
deviation, cut off at both ends; a loss is one decrease an event; the delay is half each way. Results count from the first congestion event
on, as the paper's do; slow start, timeouts and recovery are not simulated.`;

/**
 * @param {Partial<Document> & { base: Record<string, unknown>, title: string, notes: string }} given
 * @returns {Document}
 */
export const experiment = (given) => ({ version: 1, measures: MEASURES, ...given });
