// Documents for the measurements of picoquic and udp_prague, with the same network, ACKs and packets as far as the
// engine has them.
import { oneHopScenario } from './one-hop.mjs';

/**
 * @typedef {import('./scenario.mjs').Case} Case
 * @typedef {import('./scenario.mjs').Hop} Hop
 * @typedef {import('./scenario.mjs').Scenario} Scenario
 * @typedef {import('./scenario.mjs').Sender} Sender
 * @typedef {import('../../web/generated/types').Choice} Choice
 */

/**
 * A packet of 1252 bytes carries 1218 bytes of data: 9 are its header, 2 its number, 7 the frame's header, and 16
 * authenticate it. Receivers acknowledge every other packet, after at most 10 ms. Losses are detected by RACK.
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

/** @type {Record<string, Sender>} */
export const DATAGRAM_SENDERS = {
  // Its bucket holds a quantum, but releases each packet as soon as there are tokens for one.
  bbr: { algorithm: 'bbr3', params: { bursts: false } },
  // Paces the window, and reduces it at once.
  cubic: {
    algorithm: 'cubic',
    params: { hystart: true },
    stack: { spacing: 'paced', reduceFrom: 'window', prr: false },
  },
  // Without RTT independence.
  prague: { algorithm: 'prague', params: { virtualRttMs: 0 } },
  // Acknowledges every packet.
  udp_prague: { algorithm: 'prague', stack: { delayedAck: 1 } },
};

/** @param {Hop} hop @returns {Choice} */
function queueOf({ queue, packets = 100 }) {
  if (queue === 'droptail') return { kind: 'droptail', params: { limitPackets: packets } };
  const [, kind, minTh, maxTh] = /^(DualQ|ramp);minTh=(\d+)us;maxTh=(\d+)us$/.exec(queue) ?? [];
  const [from, to] = [Number(minTh), Number(maxTh)];
  if (!from || !to) throw new Error(`no discipline for ${queue}`);
  // picoquic's DualQ considers the sojourn time of the next packet, and whether two are left.
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

/** @param {Case} c @param {number} run @returns {Scenario} */
export function datagramScenario(c, run) {
  const [hop] = c.hops;
  if (!hop) throw new Error('no bottleneck');
  return oneHopScenario(c, run, queueOf(hop), (name) => {
    const sender = DATAGRAM_SENDERS[name];
    if (!sender) throw new Error(`no sender for ${name}`);
    const { algorithm, params = {} } = sender;
    return { algorithm, params, stack: { kind: 'rfc', params: { ...STACK, ...sender.stack } } };
  });
}
