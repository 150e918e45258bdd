/** Rates in words. */

export function formatRate(mbps: number): string {
  if (mbps >= 1000) return `${trim(mbps / 1000)} Gb/s`;
  if (mbps < 1) return `${trim(mbps * 1000)} kb/s`;
  return `${trim(mbps)} Mb/s`;
}

/** Four digits. */
export function trim(value: number): string {
  return String(Number(value.toPrecision(4)));
}
