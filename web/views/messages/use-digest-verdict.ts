import { useStore } from 'zustand';
import { sameSimulation } from '../../scenario/path';
import { useRun } from '../../store';
import { app } from '../../store/app';
import { documentStore } from '../../store/document';

interface DigestVerdict {
  /** The runs are the same or differ, or the link is of another version of the model and the run has not come to its digest. */
  kind: 'same' | 'differs' | 'older';
  /** What the link says. */
  shared: NonNullable<ReturnType<typeof app.getState>['linkDigest']>;
  /** The digest of the run at the same time; empty before. */
  own: string;
  /** Whether the link was made with another version of the model. */
  older: boolean;
}

/** What is known of the run beside that of its link; null: nothing yet, or nothing to compare with. */
export function useDigestVerdict(): DigestVerdict | null {
  const shared = useStore(app, (s) => s.linkDigest);
  const own = useStore(app, (s) => s.runDigest);
  const opened = useStore(app, (s) => s.opened);
  const source = useStore(documentStore, (s) => s.source);
  const version = useRun((s) => s.catalogue?.modelVersion);
  if (!shared || !opened || !sameSimulation(opened, source)) return null;
  const older = shared.modelVersion !== null && version !== undefined && shared.modelVersion !== version;
  if (own === null) return older ? { kind: 'older', shared, own: '', older } : null;
  return { kind: own === shared.digest ? 'same' : 'differs', shared, own, older };
}
