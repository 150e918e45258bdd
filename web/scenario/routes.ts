import type { Scenario } from '../generated/types';

/** Ids of the flows whose hosts no path of links connects. A link leads both ways. */
export function flowsWithoutRoute({
  nodes,
  links,
  flows,
}: Pick<Scenario, 'nodes' | 'links' | 'flows'>): string[] {
  const neighbours = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  for (const { a, b } of links) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  /** The part of the network that each node belongs to, by the first node of it. */
  const parts = new Map<string, string>();
  for (const first of neighbours.keys()) {
    const reached = parts.has(first) ? [] : [first];
    for (const node of reached) {
      if (parts.has(node) || !neighbours.has(node)) continue;
      parts.set(node, first);
      reached.push(...(neighbours.get(node) ?? []));
    }
  }
  return flows
    .filter(({ from, to }) => !parts.has(from) || parts.get(from) !== parts.get(to))
    .map(({ id }) => id);
}
