import { useEffect, useState } from 'react';
import { type Paper, type PaperExperiment, readPapers, useExperiment } from '../../store/experiment';

export interface Published {
  paper: Paper;
  experiment: PaperExperiment;
}

/** The paper's experiment that is open, or that the open experiment is based on; null if there is none. */
export function usePaper(): Published | null {
  const id = useExperiment((s) => (s.origin.kind === 'paper' ? s.origin.id : (s.base?.id ?? null)));
  const [found, setFound] = useState<Published | null>(null);
  useEffect(() => {
    setFound(null);
    if (id === null) return;
    let stale = false;
    readPapers().then(
      (papers) => {
        if (stale) return;
        for (const paper of papers) {
          const experiment = paper.experiments.find((e) => e.id === id);
          if (experiment) setFound({ paper, experiment });
        }
      },
      // The experiment works without the list.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [id]);
  return found;
}
