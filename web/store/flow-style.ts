/** Colour, dash and name of a flow, the same everywhere, by its place in the list of flows. */
import type { Catalogue, Flow, Scenario } from '../generated/types';
import { DASHES } from './dashes';
import { documentStore } from './document';
import { run } from './run';

export interface FlowStyle {
  /** CSS colour: a reference to the theme's variable. */
  color: string;
  /** Name of that variable, for canvas: resolve with getComputedStyle. */
  variable: string;
  /** Canvas and SVG dash in px; empty is solid. */
  dash: readonly number[];
  label: string;
}

const COLOURS = DASHES.length;

/** Colour and dash of the flow at a place; from the eleventh on colours repeat with the dashes shifted by three. */
export function styleOfFlow(place: number, label = ''): FlowStyle {
  const index = Math.max(0, place);
  const colour = index % COLOURS;
  const turn = Math.floor(index / COLOURS);
  const variable = `--flow-${colour + 1}`;
  return {
    color: `var(${variable})`,
    variable,
    dash: DASHES[(colour + 3 * turn) % COLOURS] ?? [],
    label,
  };
}

const labels = new WeakMap<readonly Flow[], { catalogue: Catalogue | null; byId: Map<string, string> }>();

/** The flow's own name, else its algorithm's, with a number where several flows would have the same. */
export function flowLabel(flows: readonly Flow[], id: string, catalogue: Catalogue | null): string {
  let known = labels.get(flows);
  if (known?.catalogue !== catalogue || !known) {
    known = { catalogue, byId: labelsOf(flows, catalogue) };
    labels.set(flows, known);
  }
  return known.byId.get(id) ?? id;
}

/** All at once: a label depends on who else would have the same. */
function labelsOf(flows: readonly Flow[], catalogue: Catalogue | null): Map<string, string> {
  const names = new Map(catalogue?.algorithms.map((a) => [a.id, a.name]));
  const bare = (flow: Flow) => flow.name || names.get(flow.algorithm) || flow.algorithm;
  const total = new Map<string, number>();
  for (const flow of flows) total.set(bare(flow), (total.get(bare(flow)) ?? 0) + 1);
  const used = new Map<string, number>();
  return new Map(
    flows.map((flow) => {
      const label = bare(flow);
      const place = (used.get(label) ?? 0) + 1;
      used.set(label, place);
      return [flow.id, (total.get(label) ?? 0) > 1 ? `${label} ${place}` : label];
    }),
  );
}

/** Style of a flow by its index in the engine's directory (as in the sections); before a run by its place in the list. */
export function flowStyle(index: number): FlowStyle {
  const { directory, catalogue } = run.getState();
  const flows = documentStore.getState().shown.flows;
  const id = directory?.flows[index]?.id ?? flows[index]?.id ?? '';
  return styleOfFlow(index, flowLabel(flows, id, catalogue));
}

/** Index of a flow in the directory by id; its place in the list before a run. */
export function flowIndexOf(id: string, scenario: Scenario = documentStore.getState().shown): number {
  const listed = run.getState().directory?.flows.findIndex((f) => f.id === id) ?? -1;
  return listed >= 0 ? listed : scenario.flows.findIndex((f) => f.id === id);
}
