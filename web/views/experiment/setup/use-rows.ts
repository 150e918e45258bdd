import { useMemo } from 'react';
import type { Catalogue } from '../../../generated/types';
import { useCatalogue, useRun } from '../../../store';
import { useExperiment } from '../../../store/experiment';

/** The catalogue with the controllers of the experiment's scenario in place of the laboratory's; null until it has loaded. */
export function useRows(): Catalogue | null {
  const catalogue = useCatalogue();
  const laboratory = useRun((r) => r.directory?.algorithms);
  const own = useExperiment((s) => s.algorithms);
  return useMemo(() => {
    if (!catalogue || (!laboratory && own.length === 0)) return catalogue;
    const others = catalogue.algorithms.filter((row) => !laboratory?.includes(row));
    return { ...catalogue, algorithms: [...others, ...own] };
  }, [catalogue, laboratory, own]);
}
