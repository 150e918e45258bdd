// The scenarios of Kumar and others, "Impact of Loss Synchronization on Reliable High Speed Networks" (2014), as documents.

/** Round trips of figures 9 to 12, ms: 170 on average. */
export const SPREAD = [80, 100, 120, 140, 160, 180, 200, 220, 240, 260];

/** Packets of 1500 bytes on the way at 10 Gb/s and 170 ms. */
export const BDP = 141_667;

/**
 * A dumbbell whose access links do not matter.
 * @typedef {{
 *   algorithms: string[],
 *   rtts: number[],
 *   mbps: number,
 *   buffer: number,
 *   seconds: number,
 *   fluid?: Record<string, unknown>,
 *   engine?: 'fluid' | 'packet',
 *   packetBytes?: number,
 *   fromS?: number,
 *   flow?: (number: number) => Record<string, unknown>,
 * }} Dumbbell
 */

/** @param {Dumbbell} given */
export function dumbbell(given) {
  const { algorithms, rtts, mbps, buffer, seconds, engine = 'fluid', packetBytes = 1500 } = given;
  const core = Math.min(...rtts) / 4;
  /** @param {number} rateMbps @param {number} delayMs @param {number} limitPackets */
  const channel = (rateMbps, delayMs, limitPackets) => ({
    rateMbps,
    delayMs,
    queue: { kind: 'droptail', params: { limitPackets } },
  });
  const plenty = 1_000_000;
  const nodes = [
    { id: 'r1', kind: 'router' },
    { id: 'r2', kind: 'router' },
  ];
  const links = [
    {
      id: 'core',
      a: 'r1',
      b: 'r2',
      forward: channel(mbps, core, Math.max(1, Math.round(buffer))),
      backward: channel(mbps, core, plenty),
    },
  ];
  const flows = algorithms.map((algorithm, i) => {
    const access = channel(100_000, ((rtts[i] ?? 0) / 2 - core) / 2, plenty);
    nodes.push({ id: `s${i}`, kind: 'host' }, { id: `d${i}`, kind: 'host' });
    links.push({ id: `in${i}`, a: `s${i}`, b: 'r1', forward: access, backward: access });
    links.push({ id: `out${i}`, a: 'r2', b: `d${i}`, forward: access, backward: access });
    const params = {
      recovery: 'sack',
      timestamps: false,
      mss: packetBytes - 40,
      delayedAck: 1,
      receiveBufferKb: 1_000_000,
    };
    return {
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm,
      stack: { kind: 'rfc', params },
      ...given.flow?.(i),
    };
  });
  return {
    version: 1,
    engine,
    title: `${algorithms.length} flows, ${mbps} Mb/s`,
    durationS: seconds,
    seed: 1,
    nodes,
    links,
    flows,
    // No slow start, and what comes before the first congestion does not count: as in the paper.
    ...(engine === 'fluid' ? { fluid: { start: 'drawn', fromCongestion: true, ...given.fluid } } : {}),
    sampling: { measureFromS: given.fromS ?? 0, periodMs: 1000 },
  };
}
