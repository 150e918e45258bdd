/** Finds the bottlenecks from the routes and rates of the directory. */
import type { Directory } from '../generated/types';

const cache = new WeakMap<Directory, ReadonlySet<number>>();

/**
 * Channels that limit some flow under max–min fairness: the rates of all flows grow together, and the first channel that is full fixes
 * the rates of its flows (Bertsekas & Gallager, Data Networks, section 6.5.2). The slowest channel on
 * a flow's path is not enough: four access links of 100 Mb/s in front of a core link of 100 Mb/s never fill up.
 * If several channels of a path fill at the same moment, only the first has a queue, because it spaces the packets out.
 */
export function bottlenecksOf(directory: Directory): ReadonlySet<number> {
  let found = cache.get(directory);
  if (!found) {
    found = findBottlenecks(directory);
    cache.set(directory, found);
  }
  return found;
}

function findBottlenecks({ channels, flows }: Directory): Set<number> {
  const found = new Set<number>();
  let growing = flows.filter((f) => !f.removed && f.path.length > 0).map((f) => f.path);
  const remaining = channels.map((c) => c.rateMbps);
  while (growing.length > 0) {
    const users = new Map<number, number>();
    for (const path of growing) for (const c of path) users.set(c, (users.get(c) ?? 0) + 1);
    const share = (c: number) => (remaining[c] ?? 0) / (users.get(c) ?? 1);
    const increase = Math.min(...[...users.keys()].map(share));
    // The tolerance allows for rounding errors.
    const full = new Set([...users.keys()].filter((c) => share(c) <= increase * (1 + 1e-9)));
    for (const [c, n] of users) remaining[c] = Math.max(0, (remaining[c] ?? 0) - increase * n);
    for (const path of growing) {
      const first = path.find((c) => full.has(c));
      if (first !== undefined) found.add(first);
    }
    growing = growing.filter((path) => !path.some((c) => full.has(c)));
  }
  return found;
}
