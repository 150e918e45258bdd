// Shared by the experiments of the Pseudo-rate paper: its parking lot, and settings that it does not state.

import { channel, dumbbell, link, PLENTY } from '../build.mjs';

/** 512 bytes on the wire, one ACK per packet; the rest as in simulators of the time. */
export const STACK = { kind: 'ns2-1999', params: { mss: 472 } };

/** Sources that stop at 500 ms. */
const STOPS = [1, 3];
const SOURCES = [1, 2, 3, 4, 5];
/** @param {number} source */
export const sourceId = (source) => `source-${source}-${STOPS.includes(source) ? 'stops' : 'stays'}`;

/**
 * Five switches in a row, source i at switch i, the sink behind the last switch: all sources share the last link.
 * @param {{ stopS?: number | undefined } & Record<string, unknown>} [settings] `stopS`: when sources 1 and 3 stop; other fields go into the scenario
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

/** The last link's channel, which all flows share. */
export const LAST = 'hop5/forward';

/** The values of the axis "scheme". @type {Record<string, { algorithm: string, params?: object }>} */
const SCHEMES = {
  Vegas: { algorithm: 'vegas', params: { alpha: 1, beta: 3 } },
  'Pseudo-rate': { algorithm: 'pseudo-rate', params: { compare: 'real' } },
  'Pseudo-rate, ACK spacing': {
    algorithm: 'pseudo-rate',
    params: { compare: 'real', estimator: 'dispersion' },
  },
  'Pseudo-rate, whole packets': { algorithm: 'pseudo-rate', params: { compare: 'floor' } },
  'Pseudo-rate, ACK spacing, whole packets': {
    algorithm: 'pseudo-rate',
    params: { compare: 'floor', estimator: 'dispersion' },
  },
  Reno: { algorithm: 'reno' },
};

export const VEGAS = 'Vegas';
/** The readings of the scheme. */
export const SCHEME_READINGS = [
  'Pseudo-rate',
  'Pseudo-rate, ACK spacing',
  'Pseudo-rate, whole packets',
  'Pseudo-rate, ACK spacing, whole packets',
];
export const WITH_VEGAS = [VEGAS, ...SCHEME_READINGS];
export const ALL = [...WITH_VEGAS, 'Reno'];

/** Schemes of all flows. @param {string[]} names */
export const schemeAxis = (names) => ({
  name: 'scheme',
  values: names,
  sets: [
    { path: '/flows/*/algorithm', values: names.map((name) => SCHEMES[name]?.algorithm) },
    { path: '/flows/*/params', values: names.map((name) => SCHEMES[name]?.params ?? {}) },
  ],
});

/** One flow over one link. @param {{ rateMbps: number, roundTripMs: number } & Record<string, unknown>} settings other fields go into the scenario */
export const single = ({ rateMbps, roundTripMs, ...rest }) =>
  dumbbell({
    flows: [{ id: 'flow', algorithm: 'pseudo-rate', stack: STACK }],
    core: { rateMbps, delayMs: roundTripMs / 2 - 1, limitPackets: 128 },
    access: { rateMbps: 100, delayMs: 0.5 },
    ...rest,
  });

/** For notes. */
export const READINGS =
  'The bound is μT + N_queue; μ is the rate at which the network serves the flow, T the minimum RTT. Section 3.2 defines μ as the packets of a cycle over its RTT. Then μT is at most the window itself, so the bound, and with it the window, grows by at most three packets per round trip. But the paper’s figures show exponential growth. If μ is measured by the spacing of a cycle’s ACKs, the sender learns the bottleneck’s rate at once and fills the gap by doubling. The formula gives real numbers; Table 1 has whole packets, so the bound is also shown rounded down. All four readings are shown.';
export const LOT =
  'The paper gives the network in a figure only, not in the text. Here five switches are connected in a row, each with one source, and all sources send over the last link to one sink. Links run at 100 Mb/s with a delay of 0.5 ms, those to the sources with 0.1 ms, which gives RTTs of 5.2, 4.2, 3.2, 2.2 and 1.2 ms. Buffers of 128 packets, segments of 512 bytes, Vegas with α = 1 and β = 3, and N_queue = 3 are from the paper (Table 2). Sources start within the first millisecond; sources 1 and 3 stop at 500 ms.';

/** One run: nothing is random, or the figure is a trace. */
export const ONE = { count: 1 };
