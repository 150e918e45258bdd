import { useEffect, useState } from 'react';
import { type Paper, type PaperExperiment, readPapers, useExperiment } from '../../experiment';

export interface Published {
  paper: Paper;
  experiment: PaperExperiment;
}

/** The paper's experiment that the open one is, or began with; null where it is somebody's own. */
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
      // Without the list the experiment is still whole.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [id]);
  return found;
}
