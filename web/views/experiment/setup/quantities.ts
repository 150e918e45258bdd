/** What an experiment can measure: the names of a run's numbers in words, and whose they are. */
import type { PickerRow } from '../../../app/widgets/rows';
import type { Catalogue, Scenario } from '../../../generated/types';
import { capital } from '../figure/data';
import { fieldWords, type Words } from './words';

/** A name of the results, with `*` where the id of a flow, a queue or a group stands. */
export interface MeasureName {
  of: string;
  help: string;
}

const FAMILIES: Record<string, string> = {
  flows: 'Flows',
  queues: 'Queues',
  groups: 'Algorithms',
  covariance: 'Pairs of flows',
  fluid: 'Fluid model',
  beside: 'Both models',
};

/** The last part of a name says what it is; parts before it, of what. */
export function quantityWords(of: string): Words {
  const parts = of.split('/').filter((part) => part !== '*');
  const last = fieldWords(parts.at(-1) ?? '');
  if (of.startsWith('covariance')) return { name: 'Covariance of windows', unit: '' };
  const inner = parts.slice(1, -1).map((part) => fieldWords(part).name.toLowerCase());
  return inner.length === 0
    ? last
    : { ...last, name: capital(`${inner.join(' ')}: ${last.name.toLowerCase()}`) };
}

/** The names as rows of a picker, those of the whole run first. */
export function quantityRows(names: readonly MeasureName[]): PickerRow[] {
  const rows = names.map(({ of, help }): PickerRow => {
    const { name, unit } = quantityWords(of);
    const family = of.includes('/') ? (FAMILIES[of.split('/')[0] ?? ''] ?? 'More') : 'The whole run';
    return { id: of, name, summary: help, source: unit, year: 0, family };
  });
  const order = ['The whole run', 'Flows', 'Queues', 'Algorithms', 'Pairs of flows'];
  const rank = (row: PickerRow) => (order.indexOf(row.family ?? '') + order.length + 1) % (order.length + 1);
  return rows.sort((a, b) => rank(a) - rank(b));
}

export interface Quantity {
  /** A name of the results, with `*`. */
  name: string;
  /** What stands in place of its first `*`: an id, or `*` for all; empty where it has none. */
  place: string;
}

/** What a measure's pattern asks for; null where it is none of the names, but somebody's own. */
export function quantityOf(pattern: string, names: readonly MeasureName[]): Quantity | null {
  for (const { of } of names) {
    const [before = '', after] = split(of);
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

/** The pattern that asks for a quantity. */
export function patternOf({ name, place }: Quantity): string {
  const [before = '', after] = split(name);
  return after === undefined ? name : `${before}${place}${after}`;
}

function split(of: string): [string, string | undefined] {
  const at = of.indexOf('*');
  return at < 0 ? [of, undefined] : [of.slice(0, at), of.slice(at + 1)];
}

/** Whose quantity it can be, in a scenario; empty where there is no choice. */
export function placesOf(
  name: string,
  base: Scenario,
  catalogue: Catalogue | null,
): { id: string; name: string }[] {
  const flowName = (id: string) => base.flows.find((f) => f.id === id)?.name || id;
  switch (name.split('/')[0]) {
    case 'flows':
      return [{ id: '*', name: 'all flows' }, ...base.flows.map(({ id }) => ({ id, name: flowName(id) }))];
    case 'queues': {
      const ways = base.links.flatMap(({ id }) => [`${id}/forward`, `${id}/backward`]);
      const words = (way: string) => way.replace('/', ', ');
      return [{ id: '*', name: 'all queues' }, ...ways.map((id) => ({ id, name: words(id) }))];
    }
    case 'groups': {
      const ids = [...new Set(base.flows.map((f) => f.algorithm))];
      const called = (id: string) => catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
      return [{ id: '*', name: 'all algorithms' }, ...ids.map((id) => ({ id, name: called(id) }))];
    }
    case 'covariance': {
      const pairs = base.flows.flatMap((a, i) =>
        base.flows
          .slice(i + 1)
          .map((b) => ({ id: `${a.id}/${b.id}`, name: `${flowName(a.id)} and ${flowName(b.id)}` })),
      );
      return [{ id: '*', name: 'all pairs' }, ...pairs.slice(0, 200)];
    }
    default:
      return name.includes('*') ? [{ id: '*', name: 'all' }] : [];
  }
}
