import { useStore } from 'zustand';
import type { Results } from '../../generated/types';
import { branches, sameSpan, useShownFork } from '../../store';

export interface OtherBranch {
  /** "buffer 120" */
  name: string;
  /** Goodputs by flow, Mb/s; empty until that branch has results of the same span. */
  goodput: ReadonlyMap<string, number | null>;
}

/** The branch that the one on screen left, for a column beside its results; null: there is none. */
export function useOtherBranch(own: Results | null): OtherBranch | null {
  const fork = useShownFork();
  const all = useStore(branches, (s) => s.results);
  if (!fork) return null;
  const found = all.get(fork.other)?.results;
  const flows = found && own && sameSpan(found, own) ? found.flows : [];
  return { name: fork.names.other, goodput: new Map(flows.map((f) => [f.id, f.goodputMbps ?? null])) };
}
