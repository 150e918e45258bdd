// The document that repeats a measurement of picoquic or udp_prague: same network, same ACKs, same packets, as far as ours has them.

/**
 * @typedef {import('./scenario.mjs').Case} Case
 * @typedef {import('./scenario.mjs').Hop} Hop
 * @typedef {import('./scenario.mjs').Scenario} Scenario
 * @typedef {import('./scenario.mjs').Law} Law
 * @typedef {import('../../web/generated/types').Choice} Choice
 */

const ROOMY = { kind: 'droptail', params: { limitPackets: 1_000_000 } };

/**
 * A packet of 1252 bytes carries 1218 of data: 9 are its header, 2 its number, 7 the frame's header and 16 authenticate it. ACKs for every
 * other packet, after 10 ms at the latest. Losses are found by RACK.
 */
const STACK = {
  mss: 1218,
  headerBytes: 34,
  timestamps: false,
  delayedAck: 2,
  delayedAckMs: 10,
  receiveBufferKb: 64_000,
  lossDetection: 'rack',
};

/** @type {Record<string, Law>} */
export const DATAGRAM_LAWS = {
  // Its bucket holds a quantum, but lets each packet go as soon as there is room for one.
  bbr: { algorithm: 'bbr3', params: { bursts: false } },
  // Paces the window, and cuts it at once.
  cubic: {
    algorithm: 'cubic',
    params: { hystart: true },
    stack: { spacing: 'paced', reduceFrom: 'window', prr: false },
  },
  // Without independence of the RTT.
  prague: { algorithm: 'prague', params: { virtualRttMs: 0 } },
  // Acknowledges each packet.
  udp_prague: { algorithm: 'prague', stack: { delayedAck: 1 } },
};

/** @param {Hop} hop @returns {Choice} */
function queueOf({ queue, packets = 100 }) {
  if (queue === 'droptail') return { kind: 'droptail', params: { limitPackets: packets } };
  const [, kind, minTh, maxTh] = /^(DualQ|ramp);minTh=(\d+)us;maxTh=(\d+)us$/.exec(queue) ?? [];
  const [from, to] = [Number(minTh), Number(maxTh)];
  if (!from || !to) throw new Error(`no discipline for ${queue}`);
  // picoquic's DualQ asks how long the next packet has waited, and whether two are left.
  return {
    kind: 'dualpi2',
    params: {
      limitPackets: packets,
      thresholdMs: from / 1000,
      rampMs: (to - from) / 1000,
      leastPackets: kind === 'DualQ' ? 2 : 1,
      mtuBytes: 1252,
    },
  };
}

/** The whole round trip lies on the way of the ACKs. @param {Case} c @param {number} run @returns {Scenario} */
export function datagramScenario(c, run) {
  const [hop] = c.hops;
  if (!hop) throw new Error('no bottleneck');
  const free = { rateMbps: 100_000, delayMs: 0, queue: ROOMY };
  const core = { rateMbps: hop.mbps, delayMs: 0, queue: queueOf(hop) };
  /** @type {Scenario['nodes']} */
  const nodes = [
    { id: 'r0', kind: 'router' },
    { id: 'r1', kind: 'router' },
  ];
  /** @type {Scenario['links']} */
  const links = [{ id: 'hop0', a: 'r0', b: 'r1', forward: core, backward: free }];
  const flows = c.flows.map((flow, i) => {
    const law = DATAGRAM_LAWS[flow.law];
    if (!law) throw new Error(`no law for ${flow.law}`);
    nodes.push({ id: `s${i}`, kind: 'host' }, { id: `d${i}`, kind: 'host' });
    links.push({ id: `in${i}`, a: `s${i}`, b: 'r0', forward: free });
    links.push({
      id: `out${i}`,
      a: 'r1',
      b: `d${i}`,
      forward: free,
      backward: { ...free, delayMs: flow.rttMs },
    });
    const { algorithm, params = {} } = law;
    const stack = { kind: 'rfc', params: { ...STACK, ...law.stack } };
    return {
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm,
      params,
      stack,
      startS: flow.startS[run] ?? 0,
    };
  });
  const { durationS, measureFromS } = c;
  return { version: 1, seed: run + 1, durationS, nodes, links, flows, sampling: { measureFromS } };
}
