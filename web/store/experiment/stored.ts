/** Opens stored results with their document. */
import { openExperiment, openPaper } from '../open';
import { setSize } from './document';
import { experiment, type StoredResults } from './store';
import { results } from './the-results';

/** Opens the document whose results are kept; false: it is not there any more, or the engine does not take it. */
export async function openKept({ digest, size }: Pick<StoredResults, 'digest' | 'size'>): Promise<boolean> {
  const kept = (await results().list()).find((k) => k.digest === digest && k.size === size);
  if (!kept) return false;
  if (!(await openAs(kept))) return false;
  setSize(size);
  return true;
}

/** As the paper's experiment where it still is that one, else as what it was. */
async function openAs({ paper, document, title }: { paper: string | null; document: string; title: string }) {
  if (paper !== null && (await openPaper(paper))) {
    if (JSON.stringify(experiment.getState().document) === document) return true;
  }
  return openExperiment(document, title);
}
