/** The colour, dash pattern and name of a flow, the same in all views and as long as the document is open. */
import type { Catalogue, Flow, Scenario } from '../generated/types';
import { DASHES } from './dashes';
import { documentStore, placeOfFlowId } from './document';
import { run } from './run';

export interface FlowStyle {
  /** A CSS colour: a reference to a variable of the theme. */
  color: string;
  /** The name of that variable. For a canvas, resolve it with getComputedStyle. */
  variable: string;
  /** Dash pattern in px; empty: solid. */
  dash: readonly number[];
  label: string;
}

const COLOURS = DASHES.length;

/** The style at a place. From the eleventh on, colours repeat with other dashes. */
export function styleAt(place: number, label = ''): FlowStyle {
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

/** The flow's name, else that of its algorithm, numbered if several flows would have the same. */
export function flowLabel(flows: readonly Flow[], id: string, catalogue: Catalogue | null): string {
  let known = labels.get(flows);
  if (known?.catalogue !== catalogue || !known) {
    known = { catalogue, byId: labelsOf(flows, catalogue) };
    labels.set(flows, known);
  }
  return known.byId.get(id) ?? id;
}

/** All labels at once, because numbers depend on the other flows. */
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

/** The id of a flow by its index in the engine's directory, as in sections; before a run, by its index in the scenario. */
const idOfFlow = (index: number): string =>
  run.getState().directory?.flows[index]?.id ?? documentStore.getState().shown.flows[index]?.id ?? '';

/** The place that decides the style of a flow, by its index. It stays if flows before it are removed and the run begins again. */
export const placeOfFlow = (index: number): number => placeOfFlowId(idOfFlow(index)) ?? index;

/** The style of a flow without its name, by its index. */
export const styleOfFlow = (index: number): FlowStyle => styleAt(placeOfFlow(index));

/** The style and the name of a flow, by its index. */
export function flowStyle(index: number): FlowStyle {
  const { shown, source } = documentStore.getState();
  const id = idOfFlow(index);
  // A flow that was removed during the run still has packets and results, and keeps its name.
  const flows = shown.flows.some((f) => f.id === id) ? shown.flows : source.flows;
  return styleAt(placeOfFlow(index), flowLabel(flows, id, run.getState().catalogue));
}

/** The index of a flow in the directory; before a run, in the scenario; −1: there is none. */
export function flowIndexOf(id: string, scenario: Scenario = documentStore.getState().shown): number {
  const listed = run.getState().directory?.flows.findIndex((f) => f.id === id) ?? -1;
  return listed >= 0 ? listed : scenario.flows.findIndex((f) => f.id === id);
}
