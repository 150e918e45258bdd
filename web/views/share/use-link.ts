import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { branches, useRun } from '../../store';
import { documentStore, emptyScenario } from '../../store/document';
import { session } from '../../store/session';
import { type ShareOptions, shareLink, viewNow } from '../../store/share';

/** A drag of a zoom is many looks; the link is of the last. */
const SETTLED_MS = 150;

/** The share link as it is now; it follows the document, the digest and the look. Empty: not made yet. */
export function useShareLink({ view, moment, futures, scene, student, more = '' }: ShareOptions): string {
  const [link, setLink] = useState('');
  const first = link === '';
  const source = useStore(documentStore, (s) => s.source);
  const list = useStore(branches, (s) => s.list);
  const active = useStore(branches, (s) => s.active);
  const look = useStore(session, () => (view ? JSON.stringify(viewNow()) : ''));
  // Of a run that goes on a link says nothing that changes.
  const digest = useRun((s) => (s.playing ? '' : s.digest));
  const now = useRun((s) => (s.playing ? 0 : s.now));
  const ended = useRun((s) => s.ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows what it is made of
  useEffect(() => {
    // Before anything is open there is nothing to hand on.
    if (source === emptyScenario) return;
    let stale = false;
    const make = async () => {
      const made = await shareLink({ view, moment, futures, scene, student, more });
      if (!stale) setLink(made);
    };
    const later = setTimeout(() => void make(), first ? 0 : SETTLED_MS);
    return () => {
      stale = true;
      clearTimeout(later);
    };
  }, [view, moment, futures, scene, student, more, source, list, active, look, digest, now, ended]);
  return link;
}
