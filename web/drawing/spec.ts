/** Content of a plot: curves, limits and units. */

import { formatNumber } from './format';
import type { Group } from './groups';
import type { Unit } from './units';

/** A curve's name with its note. */
export const fullName = ({ name, note }: Curve): string => (note ? `${name} (${note})` : name);

/** One curve of a plot. */
export interface Curve {
  /** Series number in the directory. */
  series: number;
  /** Number of the flow, or -1 for a curve without a flow. */
  flow: number;
  name: string;
  /** Whether the name is a symbol of the formulas; an underscore begins its index. */
  symbol?: boolean;
  /** What the name leaves out, in a word or two. */
  note?: string;
  /** The same at length. */
  help?: string;
  role: 'line' | 'ssthresh' | 'variable';
  /** Series of the fluid model, if both models run and both lines are shown. */
  fluid?: number;
  /** Index among the curves that share a color; selects a dash if the flow has none. */
  place: number;
}

/** A horizontal line for a limit or an expected value. */
export interface Reference {
  kind: 'buffer' | 'bdp' | 'link' | 'base';
  /** In the engine's unit. */
  value: number;
  name: string;
  /** Name and value, in the plot's unit. */
  label: string;
  /** When it applied, s: the whole run, unless an edit changed it. */
  fromS?: number;
  untilS?: number;
  /** It is that of another branch, and drawn faint. */
  pale?: boolean;
}

export interface PlotSpec {
  id: string;
  /** Id of the plot's menu entry. */
  group: string;
  title: string;
  unit: string;
  /** Says that it shows a part of what there is, and how to see the rest. */
  part?: { text: string; help: string };
  curves: Curve[];
  /** Flows drawn as groups; if empty, each flow separately. */
  groups: readonly Group[];
  references: Reference[];
  /** Fraction of the stack's height. */
  weight: number;
  /** Fixed upper end, if the quantity has one. */
  max: number | null;
  decimals: number;
  /**
   * Units to choose from, the engine's own first. Values and scales are in the engine's unit; displayed
   * numbers are in the chosen one.
   */
  units: readonly Unit[];
  /** Factor from the engine's unit to the chosen one. */
  factor: number;
  /** Channel whose queue is shown, for delay and drops; -1 for none. */
  channel: number;
}

/** A plot with common defaults. */
export function plot(
  id: string,
  title: string,
  unit: string,
  curves: Curve[],
  more: Partial<PlotSpec> = {},
): PlotSpec {
  return {
    id,
    group: id,
    title,
    unit,
    curves,
    groups: [],
    references: [],
    weight: 1,
    max: null,
    decimals: 1,
    channel: -1,
    units: [],
    factor: 1,
    ...more,
  };
}

/** The plot in the unit chosen for it, if it has that unit. */
export function inUnit(spec: PlotSpec, chosen: string | undefined): PlotSpec {
  const unit = spec.units.find((u) => u.id === chosen);
  if (!unit || unit === spec.units[0]) return spec;
  const { factor, decimals, name } = unit;
  const references = spec.references.map((r) => ({
    ...r,
    label: `${r.name} ${round(r.value * factor)}`,
  }));
  return { ...spec, unit: name, factor, decimals, references };
}

/** A limit with its value in the engine's unit. */
export function reference(kind: Reference['kind'], name: string, value: number): Reference {
  return { kind, value, name, label: `${name} ${round(value)}` };
}

/** A number for a label, with at most one decimal. */
export function round(value: number): string {
  return formatNumber(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
}

/** Changes when a plot needs another set of curves; values and names may change without it. */
export function curvesKey(spec: PlotSpec): string {
  const keys = spec.curves.map((c) => `${c.series}.${c.flow}.${c.role}.${c.place}.${c.fluid ?? ''}`);
  const groups = spec.groups.map((g) => `${g.flow}:${g.series.join('+')}`);
  return `${spec.id}|${keys.join(',')}|${groups.join(',')}`;
}
