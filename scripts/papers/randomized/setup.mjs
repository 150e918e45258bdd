// Shared by the experiments of this paper: its section IV, and settings that it does not state.

/** @import { Document, PaperExperiment } from '../build.mjs' */
import { dumbbell } from '../build.mjs';

/** ns counts the whole packet: 460 bytes of payload and 40 of headers are its 500. */
const MSS = 460;

/** Payload of a packet, kB. */
export const PACKET_KB = MSS / 1000;

/** The stack of the simulations: ns of its time, without delayed ACKs. @param {Record<string, unknown>} [params] */
export const stack = (params = {}) => ({ kind: 'ns2-1999', params: { mss: MSS, ...params } });

/** A flow that starts at a random time. @param {string} id @param {string} algorithm @param {Record<string, unknown>} [more] */
export const flow = (id, algorithm, more = {}) => ({
  id,
  algorithm,
  startJitterS: 5,
  stack: stack(),
  ...more,
});

/** Length of the runs, s. */
const LENGTH = 1000;

/** Packets of 500 bytes per second in 1 Mb/s. */
export const PACKETS = 1e6 / (8 * 500);

/**
 * The dumbbell of section IV: 4 Mb/s, 25 packets of buffer, 100 ms, access links four times as fast.
 * @param {ReturnType<typeof flow>[]} flows
 * @param {{ rateMbps?: number, limitPackets?: number, coreMs?: number, rttMs?: Record<string, number> } & Record<string, unknown>} [given]
 *   `rttMs`: RTTs of flows by id; the delay that the core does not have is divided evenly between their two access links
 */
export function bench(flows, given = {}) {
  const { rateMbps = 4, limitPackets = 25, coreMs = 30, rttMs = {}, ...rest } = given;
  const scenario = dumbbell({
    flows,
    core: { rateMbps, delayMs: coreMs, limitPackets },
    access: { rateMbps: 4 * rateMbps, delayMs: 10 },
    durationS: LENGTH,
    ...rest,
  });
  for (const [id, rtt] of Object.entries(rttMs)) {
    for (const link of scenario.links.filter((l) => l.id === `in-${id}` || l.id === `out-${id}`)) {
      const delayMs = (rtt / 2 - coreMs) / 2;
      link.forward = { ...link.forward, delayMs };
      link.backward = { ...link.backward, delayMs };
    }
  }
  return scenario;
}

/**
 * This number of copies of a flow, each with its own hosts. @param {string} id @param {number[]} [values] for each
 * value of the axis, or one for all; absent: the value itself
 */
export const copies = (id, values) => ({
  path: `/flows/${id}`,
  copies: true,
  hosts: true,
  ...(values ? { values } : {}),
});

/** RTTs from 80 up to, but not including, 120 ms in equal steps, divided evenly between both access links; the core has 30 ms one way. */
export const SPREAD_RTTS = ['in', 'out'].flatMap((side) =>
  ['forward', 'backward'].map((way) => ({
    path: `/links/${side}-*/${way}/delayMs`,
    spread: { from: 5, to: 15, last: false },
  })),
);

/** The bottleneck's rate, and four times that rate for the access links. @type {{ path: string, times?: number }[]} */
export const RATE = [
  ...['forward', 'backward'].map((way) => ({ path: `/links/core/${way}/rateMbps` })),
  ...['in', 'out'].flatMap((side) =>
    ['forward', 'backward'].map((way) => ({ path: `/links/${side}-*/${way}/rateMbps`, times: 4 })),
  ),
];

/** The bottleneck's buffer. @param {number[]} [values] */
export const buffer = (values) => ({
  path: '/links/core/forward/queue/params/limitPackets',
  ...(values ? { values } : {}),
});

/** Randomized without the correction of its increase. */
export const PLAIN = 'Randomized, α = 1';

/** All flows under one of the schemes. @param {string[]} [names] */
export const schemes = (names = ['Reno', 'Paced', 'Randomized']) => ({
  name: 'Scheme',
  values: names,
  sets: [
    {
      path: '/flows/*/algorithm',
      values: names.map((name) => (name === PLAIN ? 'randomized' : name.toLowerCase())),
    },
    ...(names.includes(PLAIN)
      ? [
          {
            path: '/flows/*/stack/params/correctedIncrease',
            values: names.map((name) => name !== PLAIN),
          },
        ]
      : []),
  ],
});

/** The three, and Randomized without the correction. */
export const WITH_PLAIN = ['Reno', 'Paced', 'Randomized', PLAIN];

/** Notes about the correction. */
export const CORRECTION = `**α**: the increase of Randomized is corrected for the delay of randomisation, as the paper says (section IV); with windows of four packets it is 39 % larger. As printed, equation 7 lacks a factor R; with R = 100 in ms it would correct almost nothing. *α = 1* is without the correction.`;

/** A measure. @param {string} name @param {string} unit @param {string} of @param {Record<string, unknown>} [more] */
export const measure = (name, unit, of, more = {}) => ({ name, unit, of, ...more });

const CORE = 'queues/core/forward';

/** Measures of several figures. */
export const MEASURES = {
  throughput: measure('Throughput', 'Mb/s', 'throughputMbps'),
  lossRate: measure('Loss rate', '%', `${CORE}/lossRate`, { times: 100 }),
  timeouts: measure('Timeouts', '', 'flows/*/timeouts', { over: 'sum' }),
  fairness: measure('Fairness', '', 'jainRtt'),
  meanQueue: measure('Mean queue', 'packets', `${CORE}/meanPackets`),
  utilisation: measure('Utilisation', '%', `${CORE}/utilisation`, { times: 100 }),
  covariances: [
    measure('Mean covariance', '', 'covariance/*'),
    measure('Minimum covariance', '', 'covariance/*', { over: 'min' }),
    measure('Maximum covariance', '', 'covariance/*', { over: 'max' }),
  ],
  queueDeviation: measure('Queue standard deviation', 'packets', `${CORE}/sdPackets`),
  synchronizationLevel: measure('Synchronisation level', '', `${CORE}/synchronization`),
};

/**
 * Throughput, losses and timeouts of groups of flows: means per flow.
 * @param {[string, string][]} groups beginning of the flows' ids, and name
 */
export const rows = (groups) =>
  [
    /** @type {const} */ (['throughput', 'packets/s', 'throughputMbps', PACKETS]),
    /** @type {const} */ (['losses', '', 'drops', 1]),
    /** @type {const} */ (['timeouts', '', 'timeouts', 1]),
  ].flatMap(([what, unit, field, times]) =>
    groups.map(([id, name]) => measure(`${name} ${what}`, unit, `flows/${id}*/${field}`, { times })),
  );

/** Notes about the settings that the paper does not state. */
export const OPEN = `The paper does not state whether the simulator’s packet of 500 bytes includes headers (here it does; ACKs have 40 bytes), how delays are divided (30 ms one way at the bottleneck, the rest evenly on the access links), when flows start (at random within 5 s), how long runs are (1000 s, measured from the start), or the initial window and the retransmission clock (1 packet and 100 ms: the stack \`ns2-1999\`). All of this is in the base scenario and can be changed there.`;

/** An axis or a measure. @typedef {{ name: string } & Record<string, unknown>} Named */

/**
 * An experiment of the paper.
 * @param {{
 *   id: string,
 *   label: string,
 *   title: string,
 *   summary: string,
 *   notes: string,
 *   base: Document['base'],
 *   axes: Named[],
 *   measures: Named[],
 *   printed?: { source: string, values: [(number | string)[], string, number][] },
 * } & Record<string, unknown>} given `printed`: values of the paper by the axes' values and the measure's name
 * @returns {PaperExperiment}
 */
export function experiment({ id, label, title, summary, notes, printed, measures, ...document }) {
  const place = (/** @type {string} */ name) => measures.findIndex((one) => one.name === name);
  const published = printed?.values.map(([at, name, value]) => ({
    at,
    measure: place(name),
    value,
    source: printed.source,
  }));
  return {
    id,
    label,
    title,
    summary,
    document: {
      version: 1,
      title: `${title} (Randomized TCP, ${label})`,
      notes,
      replications: { count: 10, firstSeed: 1 },
      ...document,
      measures,
      ...(published ? { published } : {}),
    },
  };
}
