// Documents for measuring the page: flows from separate hosts over one bottleneck.

const ALGORITHMS = ['cubic', 'reno', 'sack', 'vegas', 'hstcp'];

/**
 * @param {{ flows: number, rateMbps: number, durationS: number, algorithms?: readonly string[] }} options
 */
export function dumbbell({ flows, rateMbps, durationS, algorithms = ALGORITHMS }) {
  const numbers = Array.from({ length: flows }, (_, i) => i);
  const buffer = (/** @type {number} */ limitPackets) => ({ kind: 'droptail', params: { limitPackets } });
  const middle = 20 * (flows - 1);
  return {
    version: 1,
    title: `${flows} flows over ${rateMbps} Mb/s`,
    seed: 1,
    durationS,
    nodes: [
      ...numbers.map((i) => ({ id: `s${i}`, kind: 'host', x: 0, y: 40 * i })),
      { id: 'r1', kind: 'router', x: 300, y: middle },
      { id: 'r2', kind: 'router', x: 700, y: middle },
      ...numbers.map((i) => ({ id: `d${i}`, kind: 'host', x: 1000, y: 40 * i })),
    ],
    links: [
      ...numbers.map((i) => link(`in${i}`, `s${i}`, 'r1', 10 * rateMbps, 1 + (i % 10), buffer(1000))),
      link('core', 'r1', 'r2', rateMbps, 10, buffer(Math.round((rateMbps * 1e6 * 0.03) / 12_000))),
      ...numbers.map((i) => link(`out${i}`, 'r2', `d${i}`, 10 * rateMbps, 1, buffer(1000))),
    ],
    flows: numbers.map((i) => ({
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm: algorithms[i % algorithms.length],
      startS: 0.05 * i,
    })),
  };
}

/** @param {string} id @param {string} a @param {string} b @param {number} rateMbps @param {number} delayMs @param {unknown} queue */
function link(id, a, b, rateMbps, delayMs, queue) {
  return { id, a, b, forward: { rateMbps, delayMs, queue } };
}
