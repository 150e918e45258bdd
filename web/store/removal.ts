/** Removing nodes, links and flows. */
import type { Scenario } from '../generated/types';
import type { Change } from '../scenario/change';
import { countText, removals, type Thing } from '../scenario/group';
import { joinPath, setInSource, splitPath } from '../scenario/path';
import { flowsWithoutRoute } from '../scenario/routes';
import { app } from './app';
import { latestSource } from './connection';
import { documentStore } from './document';
import { appliesNow, edit, editAll } from './edit-actions';
import { mayChange } from './lock';
import { run } from './run';
import { session } from './session';
import { stepTexts as t } from './texts';
import { kindOfThing, nameOfThing } from './things';

const removed = (scenario: Scenario, changes: readonly Change[]): Scenario =>
  changes.reduce((result, { path, value }) => setInSource(result, path, value), scenario);

/**
 * Removes things and all that depends on them. Where flows would lose their route, nothing happens yet: the page asks whether to remove
 * them as well. Only a change during the run can also leave them without one, since a run cannot begin so.
 */
export function removeThings(things: readonly Thing[]): void {
  const [first] = things;
  if (!first) return;
  const { shown } = documentStore.getState();
  const changes = removals(shown, things);
  if (!mayChange(shown, changes)) return;
  const what = things.length === 1 ? `${kindOfThing(first)} ${nameOfThing(first)}` : countText(things);
  const label = t.remove(what);
  const duringRun = appliesNow();
  const scenario = duringRun ? shown : latestSource();
  const before = flowsWithoutRoute(scenario);
  const flows = flowsWithoutRoute(removed(scenario, changes)).filter((id) => !before.includes(id));
  if (flows.length > 0) {
    const asWell = flows.map((id) => ({ path: joinPath('flows', id), value: null }));
    const without = duringRun ? changes : null;
    run.setState({
      editProblems: [],
      remedy: { kind: 'flows', what, changes: [...asWell, ...changes], label, flows, without },
    });
    return;
  }
  if (!editAll(changes, label)) return;
  deselect(things);
  const gone = changes.map(({ path }) => thingAt(path));
  const others = gone.filter(({ kind, id }) => !things.some((t) => t.kind === kind && t.id === id));
  app.setState({ announcement: t.removedWith(what, countText(others)) });
}

/** The thing that a path of the document leads to: `/links/core`. */
function thingAt(path: string): Thing {
  const [list = '', id = ''] = splitPath(path);
  return { kind: list.slice(0, -1) as Thing['kind'], id };
}

/** Makes the change that was refused in the way in which it is possible. */
export function applyRemedy(): void {
  const { remedy } = run.getState();
  if (!remedy) return;
  run.setState({ editProblems: [], remedy: null });
  if (remedy.kind === 'packets') edit('/engine', 'packet', t.byPackets);
  editAll(remedy.changes, remedy.label);
  if (remedy.kind === 'flows') deselect(null);
}

/** Removes what was asked for, and leaves the flows without a route: their packets are lost. */
export function leaveWithoutRoute(): void {
  const { remedy } = run.getState();
  if (remedy?.kind !== 'flows' || !remedy.without) return;
  run.setState({ remedy: null });
  editAll(remedy.without, remedy.label);
  deselect(null);
}

/** @param things null: everything */
function deselect(things: readonly Thing[] | null): void {
  const { selection, more } = session.getState();
  const gone = ({ kind, id }: Thing) => things === null || things.some((t) => t.kind === kind && t.id === id);
  const [first = null, ...others] = [selection, ...more].flatMap((t) => (t === null || gone(t) ? [] : [t]));
  session.setState({ selection: first, more: others, why: null });
}
