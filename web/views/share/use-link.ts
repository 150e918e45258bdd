import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { branches, useRun } from '../../store';
import { documentStore, emptyScenario } from '../../store/document';
import { session } from '../../store/session';
import { type ShareOptions, shareLink, viewNow } from '../../store/share';

/** Delay before a new link is made, since dragging changes the view many times, ms. */
const DELAY_MS = 150;

/** The link to share, updated whenever document, digest or view change. Empty until the first one is made. */
export function useShareLink(options: ShareOptions): string {
  const { view, zoom = true, moment, branches: allBranches, scene, student, more = '' } = options;
  const [link, setLink] = useState('');
  const first = link === '';
  const source = useStore(documentStore, (s) => s.source);
  const list = useStore(branches, (s) => s.list);
  const active = useStore(branches, (s) => s.active);
  const viewKey = useStore(session, () => (view ? JSON.stringify(viewNow()) : ''));
  // The link of a playing run has neither digest nor time.
  const digest = useRun((s) => (s.playing ? '' : s.digest));
  const now = useRun((s) => (s.playing ? 0 : s.now));
  const ended = useRun((s) => s.ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows what it is made of
  useEffect(() => {
    // No document is open yet.
    if (source === emptyScenario) return;
    let stale = false;
    const make = async () => {
      const made = await shareLink({ view, zoom, moment, branches: allBranches, scene, student, more });
      if (!stale) setLink(made);
    };
    const later = setTimeout(() => void make(), first ? 0 : DELAY_MS);
    return () => {
      stale = true;
      clearTimeout(later);
    };
  }, [
    view,
    zoom,
    moment,
    allBranches,
    scene,
    student,
    more,
    source,
    list,
    active,
    viewKey,
    digest,
    now,
    ended,
  ]);
  return link;
}
