import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { english } from '../../language/english';
import { entryFragment } from '../../scenario/link';
import { app } from '../../store/app';
import { type GalleryEntry, readGallery } from '../../store/gallery';
import { summaryTexts as t } from './texts';

/** The lesson that follows in the gallery. Nothing, if this one is not from there or is the last. */
export function NextLesson() {
  const id = useStore(app, (s) => s.base?.id);
  const [next, setNext] = useState<GalleryEntry | null>(null);
  useEffect(() => {
    let current = true;
    // Without a network connection there is only no way on from here.
    void readGallery()
      .catch(() => [])
      .then((sections) => {
        if (!current) return;
        const { entries } = sections.find((s) => s.entries.some((e) => e.id === id)) ?? { entries: [] };
        const following = entries[entries.findIndex((e) => e.id === id) + 1];
        setNext(following?.tags.includes('lesson') ? following : null);
      });
    return () => {
      current = false;
    };
  }, [id]);
  if (!next) return null;
  return (
    <p className="lesson-next">
      <a className="button framed" href={entryFragment('scenario', next.id)}>
        {t.next} <span lang={english()}>{next.title}</span>
      </a>
    </p>
  );
}
