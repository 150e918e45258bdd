/** What the page calls nodes and links. */
import type { Scenario } from '../generated/types';

type Network = Pick<Scenario, 'nodes' | 'links'>;

export function nodeName({ nodes }: Pick<Network, 'nodes'>, id: string): string {
  return nodes.find((n) => n.id === id)?.name || id;
}

/** "r1 – r2", and the id where other links connect the same nodes. */
export function linkName(network: Network, id: string): string {
  const link = network.links.find((l) => l.id === id);
  if (!link) return id;
  const name = `${nodeName(network, link.a)} – ${nodeName(network, link.b)}`;
  const ends = ({ a, b }: { a: string; b: string }) => [a, b].sort().join('\n');
  const alike = network.links.filter((l) => ends(l) === ends(link)).length;
  return alike > 1 ? `${name} (${id})` : name;
}
