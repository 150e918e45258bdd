import { useEffect, useRef } from 'react';
import { latestFrame, sessionNow } from '../../../store';
import { redraw } from '../../../ui/redraw';
import { lessonCoverTexts as t } from './lesson-cover-texts';

/** A cover narrower than this has no room for its words, px. */
const WORDS_FROM = 110;

/** Covers the future of a plot that a lesson hides until its question is answered. The run has not gone there yet. */
export function LessonCover({ left, width, top }: { left: number; width: number; top: number }) {
  const cover = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const marks = redraw.register('marks', () => {
      const frame = latestFrame();
      const element = cover.current;
      if (!frame || !element) return;
      const { hiddenFromS } = sessionNow();
      const share = (hiddenFromS - frame.t0) / (frame.t1 - frame.t0);
      const x = left + Math.max(0, Math.min(1, share)) * (width - left);
      element.style.left = `${x.toFixed(1)}px`;
      element.style.width = `${(width - x).toFixed(1)}px`;
      element.classList.toggle('is-narrow', width - x < WORDS_FROM);
    });
    return marks.dispose;
  }, [left, width]);
  return (
    <p className="lesson-cover" ref={cover} style={{ top }}>
      <span>{t.hidden}</span>
    </p>
  );
}
