// What the experiments of the Pseudo-rate paper share: its parking lot, and the settings that it leaves open.

import { channel, dumbbell, link, PLENTY } from '../build.mjs';

/** 512 bytes on the wire, an ACK for each packet; the rest as the simulators of the time had it. */
export const STACK = { kind: 'ns2-1999', params: { mss: 472 } };

/** Sources that stop at 500 ms. */
const STOPS = [1, 3];
const SOURCES = [1, 2, 3, 4, 5];
/** @param {number} source */
export const sourceId = (source) => `source-${source}-${STOPS.includes(source) ? 'stops' : 'stays'}`;

/**
 * Five switches in a row, source i at the i-th, the sink behind the last: all share the last link.
 * @param {{ stopS?: number | undefined } & Record<string, unknown>} [settings] `stopS`: when sources 1 and 3 stop; what else is given goes into the scenario
 */
export function parkingLot({ stopS, ...rest } = {}) {
  const own = channel(100, 0.1, PLENTY);
  const hop = channel(100, 0.5, 128);
  const next = (/** @type {number} */ i) => (i < SOURCES.length ? `sw${i + 1}` : 'sink');
  return {
    version: 1,
    nodes: [
      ...SOURCES.flatMap((i) => [
        { id: `s${i}`, kind: 'host', x: 200 * i, y: 0 },
        { id: `sw${i}`, kind: 'router', x: 200 * i, y: 120 },
      ]),
      { id: 'sink', kind: 'host', x: 1200, y: 120 },
    ],
    links: SOURCES.flatMap((i) => [
      link(`in${i}`, `s${i}`, `sw${i}`, own),
      link(`hop${i}`, `sw${i}`, next(i), hop),
    ]),
    flows: SOURCES.map((i) => ({
      id: sourceId(i),
      name: `Source ${i}`,
      from: `s${i}`,
      to: 'sink',
      algorithm: 'pseudo-rate',
      stack: STACK,
      startJitterS: 0.001,
      ...(stopS && STOPS.includes(i) ? { stopS } : {}),
    })),
    durationS: 1,
    sampling: { periodMs: 10, fairnessWindowS: 1 },
    ...rest,
  };
}

/** The last link's channel: where all meet. */
export const LAST = 'hop5/forward';

/** What the axis "scheme" sets. @type {Record<string, { algorithm: string, params?: object }>} */
const SCHEMES = {
  Vegas: { algorithm: 'vegas', params: { alpha: 1, beta: 3 } },
  'Pseudo-rate': { algorithm: 'pseudo-rate' },
  'Pseudo-rate, ACK spacing': { algorithm: 'pseudo-rate', params: { estimator: 'dispersion' } },
  Reno: { algorithm: 'reno' },
};

export const VEGAS = 'Vegas';
export const BOTH = ['Pseudo-rate', 'Pseudo-rate, ACK spacing'];
export const THREE = [VEGAS, ...BOTH];
export const ALL = [...THREE, 'Reno'];

/** Schemes of all flows. @param {string[]} names */
export const schemeAxis = (names) => ({
  name: 'scheme',
  values: names,
  sets: [
    { path: '/flows/*/algorithm', values: names.map((name) => SCHEMES[name]?.algorithm) },
    { path: '/flows/*/params', values: names.map((name) => SCHEMES[name]?.params ?? {}) },
  ],
});

/** One flow over one link. @param {{ rateMbps: number, roundTripMs: number } & Record<string, unknown>} settings what else is given goes into the scenario */
export const lone = ({ rateMbps, roundTripMs, ...rest }) =>
  dumbbell({
    flows: [{ id: 'flow', algorithm: 'pseudo-rate', stack: STACK }],
    core: { rateMbps, delayMs: roundTripMs / 2 - 1, limitPackets: 128 },
    access: { rateMbps: 100, delayMs: 0.5 },
    ...rest,
  });

/** For notes. */
export const READINGS =
  "The bound is μT + N_queue, with μ the rate at which the network serves the flow and T the least round trip. Section 3.2 has μ as the packets of a cycle by its RTT. Then μT is at most the window itself, so that the bound, and with it the window, rises by three packets a round trip at most; but the paper's figures show exponential growth. With the spacing of a cycle's ACKs as μ, the bottleneck's rate is known at once, and the gap is filled by doubling. Both readings stand side by side.";
export const LOT =
  "The paper's figure of the network is not in its text. Here five switches stand in a row, each with a source, and all send over the last link to one sink: 100 Mb/s and 0.5 ms a link, 0.1 ms to each source, so that round trips are 5.2, 4.2, 3.2, 2.2 and 1.2 ms. Buffers of 128 packets, segments of 512 bytes, Vegas with α = 1 and β = 3, N_queue = 3 are the paper's (Table 2). Sources start within the first millisecond; sources 1 and 3 stop at 500 ms.";

/** One run: nothing is drawn, or the figure is a trace. */
export const ONE = { count: 1 };
