/** What a plot shows: its curves, limits and units. */

import type { Group } from './groups';
import type { Unit } from './units';

/** One curve of a plot. */
export interface Curve {
  /** Series number in the directory. */
  series: number;
  /** Flow index, or -1 for a curve without a flow. */
  flow: number;
  name: string;
  /** What the name leaves out. */
  help?: string;
  role: 'line' | 'ssthresh' | 'variable';
  /** Series of the fluid model's line, where both models run and both lines are shown. */
  fluid?: number;
  /** Place among the curves that share a colour; chooses a dash where the flow does not. */
  place: number;
}

/** A horizontal line that stands for a limit or an expectation. */
export interface Reference {
  kind: 'buffer' | 'bdp' | 'link' | 'base';
  /** In the engine's unit. */
  value: number;
  name: string;
  /** Name and value in the unit that the plot is in. */
  label: string;
  /** When it held, s: from the start on, and to the end, unless an edit says otherwise. */
  fromS?: number;
  untilS?: number;
}

export interface PlotSpec {
  id: string;
  /** Id of the menu's entry that the plot belongs to. */
  group: string;
  title: string;
  unit: string;
  curves: Curve[];
  /** Flows that are drawn as groups; empty: each for itself. */
  groups: readonly Group[];
  references: Reference[];
  /** Share of the stack's height. */
  weight: number;
  /** Fixed upper end, where the quantity has one. */
  max: number | null;
  decimals: number;
  /** Units to choose from, the engine's own first. Values and scales are in that one; what is written is in the chosen one. */
  units: readonly Unit[];
  /** The chosen unit's values by the engine's. */
  factor: number;
  /** Channel whose queue is shown, for delay and drops; -1 for none. */
  channel: number;
}

/** A plot with what most of them have in common. */
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

/** The plot in the unit that was chosen for it, as far as it has such a unit. */
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

/** A limit with its value, as the engine's unit has it. */
export function reference(kind: Reference['kind'], name: string, value: number): Reference {
  return { kind, value, name, label: `${name} ${round(value)}` };
}

/** A number for a label: at most one decimal. */
export function round(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
}

/** Changes when a plot needs another set of curves; values and names may change without it. */
export function curvesKey(spec: PlotSpec): string {
  const keys = spec.curves.map((c) => `${c.series}.${c.flow}.${c.role}.${c.place}.${c.fluid ?? ''}`);
  const groups = spec.groups.map((g) => `${g.flow}:${g.series.join('+')}`);
  return `${spec.id}|${keys.join(',')}|${groups.join(',')}`;
}
