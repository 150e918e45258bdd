/** Opens stored results with their document. */
import { openExperiment, openPaper } from '../open';
import { setSize } from './document';
import { results } from './shared-results';
import { experiment, type StoredResults } from './store';

/** Opens the document of stored results. False: it no longer exists, or the engine refuses it. */
export async function openStored({ digest, size }: Pick<StoredResults, 'digest' | 'size'>): Promise<boolean> {
  const kept = (await results().list()).find((k) => k.digest === digest && k.size === size);
  if (!kept) return false;
  if (!(await openAs(kept))) return false;
  setSize(size);
  return true;
}

/** Opens it as the paper's experiment if it is still the same, else as a document of its own. */
async function openAs({ paper, document, title }: { paper: string | null; document: string; title: string }) {
  if (paper !== null && (await openPaper(paper))) {
    if (JSON.stringify(experiment.getState().document) === document) return true;
  }
  return openExperiment(document, title);
}
