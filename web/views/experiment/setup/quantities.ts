/** The quantities that an experiment can measure, with readable names and their owners. */

import type { Catalogue, Scenario } from '../../../generated/types';
import { capital, fieldWords, type Words } from '../../../language/field-words';
import type { PickerRow } from '../../../ui/rows';
import { familyTexts as t } from './texts';

/** A name in the results, with `*` in place of the id of a flow, queue or group. */
export interface MeasureName {
  of: string;
  help: string;
}

const families = (): Record<string, string> => ({
  flows: t.flows,
  queues: t.queues,
  groups: t.algorithms,
  covariance: t.pairs,
  fluid: t.fluid,
  beside: t.both,
});

/** The last part of a name is the quantity; the parts before it are its owner. */
export function quantityName(of: string): Words {
  const parts = of.split('/').filter((part) => part !== '*');
  const last = fieldWords(parts.at(-1) ?? '');
  if (of.startsWith('covariance')) return { name: t.covariance, unit: '' };
  const inner = parts.slice(1, -1).map((part) => fieldWords(part).name.toLowerCase());
  return inner.length === 0
    ? last
    : { ...last, name: capital(`${inner.join(' ')}: ${last.name.toLowerCase()}`) };
}

/** The names as rows of a picker, those of the whole run first. */
export function quantityRows(names: readonly MeasureName[]): PickerRow[] {
  const rows = names.map(({ of, help }): PickerRow => {
    const { name, unit } = quantityName(of);
    const family = of.includes('/') ? (families()[of.split('/')[0] ?? ''] ?? t.more) : t.wholeRun;
    return { id: of, name, summary: help, source: unit, year: 0, family };
  });
  const order = [t.wholeRun, t.flows, t.queues, t.algorithms, t.pairs];
  const rank = (row: PickerRow) => (order.indexOf(row.family ?? '') + order.length + 1) % (order.length + 1);
  return rows.sort((a, b) => rank(a) - rank(b));
}

export interface Quantity {
  /** A name of the results, with `*`. */
  name: string;
  /** What replaces the first `*`: an id, or `*` for all; empty if the name has no `*`. */
  place: string;
}

/** The quantity of a measure's pattern; null if it matches no known name. */
export function quantityOf(pattern: string, names: readonly MeasureName[]): Quantity | null {
  for (const { of } of names) {
    const [before = '', after] = splitPattern(of);
    if (after === undefined) {
      if (of === pattern) return { name: of, place: '' };
    } else if (
      pattern.startsWith(before) &&
      pattern.endsWith(after) &&
      pattern.length > before.length + after.length
    )
      return { name: of, place: pattern.slice(before.length, pattern.length - after.length) };
  }
  return null;
}

/** The pattern of a quantity. */
export function patternOf({ name, place }: Quantity): string {
  const [before = '', after] = splitPattern(name);
  return after === undefined ? name : `${before}${place}${after}`;
}

function splitPattern(of: string): [string, string | undefined] {
  const at = of.indexOf('*');
  return at < 0 ? [of, undefined] : [of.slice(0, at), of.slice(at + 1)];
}

/** The possible owners of a quantity in a scenario; empty where there is no choice. */
export function ownersOf(
  name: string,
  base: Scenario,
  catalogue: Catalogue | null,
): { id: string; name: string }[] {
  const flowName = (id: string) => base.flows.find((f) => f.id === id)?.name || id;
  switch (name.split('/')[0]) {
    case 'flows':
      return [{ id: '*', name: t.allFlows }, ...base.flows.map(({ id }) => ({ id, name: flowName(id) }))];
    case 'queues': {
      const channels = base.links.flatMap(({ id }) => [
        { id: `${id}/forward`, name: t.forward(id) },
        { id: `${id}/backward`, name: t.backward(id) },
      ]);
      return [{ id: '*', name: t.allQueues }, ...channels];
    }
    case 'groups': {
      const ids = [...new Set(base.flows.map((f) => f.algorithm))];
      const called = (id: string) => catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
      return [{ id: '*', name: t.allAlgorithms }, ...ids.map((id) => ({ id, name: called(id) }))];
    }
    case 'covariance': {
      const pairs = base.flows.flatMap((a, i) =>
        base.flows
          .slice(i + 1)
          .map((b) => ({ id: `${a.id}/${b.id}`, name: t.pair(flowName(a.id), flowName(b.id)) })),
      );
      return [{ id: '*', name: t.allPairs }, ...pairs.slice(0, 200)];
    }
    default:
      return name.includes('*') ? [{ id: '*', name: t.all }] : [];
  }
}
