import { useStore } from 'zustand';
import type { Results } from '../../generated/types';
import { branches, sameSpan, sinceFork, useMoment, useShownFork } from '../../store';

export interface OtherBranch {
  /** "buffer 120" */
  name: string;
  /** Goodput by flow, Mb/s; empty until that branch has results for the same time span. */
  goodput: ReadonlyMap<string, number | null>;
}

/** The branch that the one on screen departed from, for comparison with its results; null if there is none. */
export function useOtherBranch(own: Results | null): OtherBranch | null {
  const fork = useShownFork();
  const all = useStore(branches, (s) => s.results);
  const then = useMoment((m) => m?.other?.results);
  const since = useStore(sinceFork, (s) => s.shown?.others);
  if (!fork) return null;
  const found = [since, then, all.get(fork.other)?.results].find((r) => r && own && sameSpan(r, own));
  const flows = found?.flows ?? [];
  return { name: fork.names.other, goodput: new Map(flows.map((f) => [f.id, f.goodputMbps ?? null])) };
}
