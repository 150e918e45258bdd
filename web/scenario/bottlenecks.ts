/** Finds the bottlenecks from the routes and rates of the directory. */
import type { Directory } from '../generated/types';

const known = new WeakMap<Directory, ReadonlySet<number>>();

/**
 * Channels that hold some flow back if all share alike: all rates rise together, and the first channel that is full holds
 * its flows where they are (max–min fairness; Bertsekas & Gallager, Data Networks, section 6.5.2). The slowest channel on
 * a flow's path is not enough: four access links of 100 Mb/s before a core of 100 Mb/s never fill.
 * Of channels that fill at the same moment, one before the other, only the first has a queue: it spaces the packets out.
 */
export function bottlenecksOf(directory: Directory): ReadonlySet<number> {
  let found = known.get(directory);
  if (!found) {
    found = fill(directory);
    known.set(directory, found);
  }
  return found;
}

function fill({ channels, flows }: Directory): Set<number> {
  const found = new Set<number>();
  let free = flows.filter((f) => !f.removed && f.path.length > 0).map((f) => f.path);
  const left = channels.map((c) => c.rateMbps);
  while (free.length > 0) {
    const users = new Map<number, number>();
    for (const path of free) for (const c of path) users.set(c, (users.get(c) ?? 0) + 1);
    const share = (c: number) => (left[c] ?? 0) / (users.get(c) ?? 1);
    const rise = Math.min(...[...users.keys()].map(share));
    // Sums of shares are not exact: what is full but for rounding is full.
    const full = new Set([...users.keys()].filter((c) => share(c) <= rise * (1 + 1e-9)));
    for (const [c, n] of users) left[c] = Math.max(0, (left[c] ?? 0) - rise * n);
    for (const path of free) {
      const first = path.find((c) => full.has(c));
      if (first !== undefined) found.add(first);
    }
    free = free.filter((path) => !path.some((c) => full.has(c)));
  }
  return found;
}
