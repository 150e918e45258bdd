/** The view of a run in a link. */

/** Null leaves the page's own setting. */
export interface LinkView {
  /** The simulated time on screen, s. */
  atS: number | null;
  /** Whether the run continues from there. */
  playing: boolean | null;
  /** Visible time span, s. */
  zoom: { t0: number; t1: number } | null;
  /** Plots, in order. */
  plots: string[] | null;
  select: { kind: 'flow' | 'link' | 'node'; id: string } | null;
  /** Flows hidden in plots. */
  hide: string[] | null;
  /** Fairness measures in the plot. */
  measures: string[] | null;
  /** Plots pinned above the others. */
  pinned: string[] | null;
  /** Plots with a logarithmic scale. */
  log: string[] | null;
  /** Units of plots, by id. */
  units: Readonly<Record<string, string>> | null;
  /** Value ranges of plots, by id, in the engine's units. */
  values: Readonly<Record<string, { low: number; end: number }>> | null;
  /** Variables without a plot, as `algorithm/variable`. */
  without: string[] | null;
  /** Whether many flows are drawn as groups. */
  groups: boolean | null;
  /** Whether the lines of the fluid model are drawn beside those of the packet model. */
  fluid: boolean | null;
  /** The quantity and the two flows of the phase portrait. */
  portrait: { quantity: 'cwnd' | 'throughput'; pair: readonly [string, string] } | null;
  /** Width of the time span that follows the run, s. */
  spanS: number | null;
  /** Simulated seconds per real second; Infinity for full speed. */
  speed: number | null;
  /** Whether the inspector is open if it is not a column. */
  inspector: boolean;
}

export const NO_VIEW: LinkView = {
  atS: null,
  playing: null,
  zoom: null,
  plots: null,
  select: null,
  hide: null,
  measures: null,
  pinned: null,
  log: null,
  units: null,
  values: null,
  without: null,
  groups: null,
  fluid: null,
  portrait: null,
  spanS: null,
  speed: null,
  inspector: false,
};

/** `&key=value`, with characters that are harmless in a fragment left readable. */
export function parameter(key: string, value: string): string {
  const text = encodeURIComponent(value).replace(/%(2F|3A|2C|40)/g, (code) => decodeURIComponent(code));
  return `&${key}=${text}`;
}
