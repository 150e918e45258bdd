import type { Link, Node } from '../../generated/types';

/** Whether a path of links joins two hosts. */
export function joinsHosts(
  nodes: readonly Pick<Node, 'id' | 'kind'>[],
  links: readonly Pick<Link, 'a' | 'b'>[],
): boolean {
  const parts = new Map(nodes.map(({ id }) => [id, id]));
  for (const { a, b } of links) {
    const [kept, merged] = [parts.get(a), parts.get(b)];
    if (kept === undefined) continue;
    for (const [id, part] of parts) if (part === merged) parts.set(id, kept);
  }
  const hosts = nodes.filter(({ kind }) => kind === 'host').map(({ id }) => parts.get(id));
  return new Set(hosts).size < hosts.length;
}
