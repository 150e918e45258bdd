import { useMemo } from 'react';
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
  const latest = useStore(branches, (s) => (fork ? s.results.get(fork.other)?.results : undefined));
  const then = useMoment((m) => m?.other?.results);
  const since = useStore(sinceFork, (s) => s.shown?.others);
  const found = [since, then, latest].find((r) => r && own && sameSpan(r, own));
  const name = fork?.names.other;
  return useMemo(() => {
    if (name === undefined) return null;
    const flows = found?.flows ?? [];
    return { name, goodput: new Map(flows.map((f) => [f.id, f.goodputMbps ?? null])) };
  }, [name, found]);
}
