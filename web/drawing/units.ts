/** Units for a plot's values, each with its factor from the engine's unit. */

import type { Directory } from '../generated/types';
import { unitName } from '../language/units';

export interface Unit {
  id: string;
  name: string;
  /** Factor from the engine's unit to this one. */
  factor: number;
  decimals: number;
}

/** Differences below this are rounding. */
const RATE_TOLERANCE = 1e-6;

/**
 * Bytes of a flow's full packet, headers included, in which its bandwidth-delay product is counted. NaN
 * without a route.
 */
export function packetBytes({ channels, flows }: Directory, flow: number): number {
  const { path = [], baseRttMs = 0, bdpPackets = 0 } = flows[flow] ?? {};
  const slowest = Math.min(...path.map((c) => channels[c]?.rateMbps ?? Number.NaN));
  return Number.isFinite(slowest) && bdpPackets > 0
    ? (slowest * 1e6 * (baseRttMs / 1e3)) / 8 / bdpPackets
    : Number.NaN;
}

/** The full packet size that all these flows share; NaN if they differ, because an axis has one factor. */
export function sharedPacketBytes(directory: Directory, flows: readonly number[]): number {
  const sizes = flows.map((f) => packetBytes(directory, f)).filter((b) => b > 0);
  const [first = Number.NaN] = sizes;
  return sizes.every((b) => Math.abs(b / first - 1) < RATE_TOLERANCE) ? first : Number.NaN;
}

/** Throughput in Mb/s, or in full packets of the flows shown. */
export function rateUnits(defaultUnit: Unit, bytes: number): Unit[] {
  if (!(bytes > 0)) return [defaultUnit];
  return [
    defaultUnit,
    { id: 'packets/s', name: unitName('packets/s'), factor: 1e6 / 8 / bytes, decimals: 0 },
  ];
}

/** A backlog in packets, or as the time to send it in full packets at a rate. */
export function backlogUnits(defaultUnit: Unit, bytes: number, rateMbps: number): Unit[] {
  if (!(bytes > 0 && rateMbps > 0)) return [defaultUnit];
  return [defaultUnit, { id: 'ms', name: 'ms', factor: (bytes * 8) / (rateMbps * 1e3), decimals: 1 }];
}

/** Windows in packets, or in kilobytes on the wire. */
export function windowUnits(defaultUnit: Unit, bytes: number): Unit[] {
  if (!(bytes > 0)) return [defaultUnit];
  return [defaultUnit, { id: 'kB', name: 'kB', factor: bytes / 1e3, decimals: 0 }];
}
