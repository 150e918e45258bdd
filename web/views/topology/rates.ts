/** Rates and delays in words. */
import { formatPlain } from '../../drawing/format';
import type { Channel } from '../../generated/types';
import { meanRateMbps } from '../../scenario/trace';

/** The rate of a channel; of a trace the mean. */
export const rateOf = (channel: Channel): string =>
  `${channel.trace ? 'mean ' : ''}${formatRate(meanRateMbps(channel))}`;

export const delayOf = (channel: Channel): string => `${trim(channel.delayMs)} ms`;

export function formatRate(mbps: number): string {
  if (mbps >= 1000) return `${trim(mbps / 1000)} Gb/s`;
  if (mbps < 1) return `${trim(mbps * 1000)} kb/s`;
  return `${trim(mbps)} Mb/s`;
}

/** Four digits. */
export function trim(value: number): string {
  return formatPlain(Number(value.toPrecision(4)));
}
