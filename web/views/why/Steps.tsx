import { useEffect, useRef } from 'react';
import { formatTime } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { seek } from '../../store';
import { droppedIn } from './explain';
import { eventTexts, whyTexts as t } from './texts';
import { eventText, markText } from './words';

/** Time shown before the drop, so that the network shows it happen, s. */
const BEFORE_S = 0.001;

/** Steps through the moments from the drop to the response, shown in the network and the plots. */
export function Steps({
  moments,
  story,
  payload,
  step,
  onStep,
  onEnd,
}: {
  moments: readonly Moment[];
  /** Indices of the moments to step through. */
  story: readonly number[];
  /** Payload of a full packet, bytes. */
  payload: number;
  /** Place in the story. */
  step: number;
  onStep: (step: number) => void;
  onEnd: () => void;
}) {
  const forward = useRef<HTMLButtonElement>(null);
  // The button that began this has gone.
  useEffect(() => {
    forward.current?.focus();
  }, []);
  const at = story[step] as number;
  const moment = moments[at] as Moment;
  const ends = moment.before.recovering && !moment.after.recovering;
  const what = droppedIn(moment) ? [] : [eventText(moments, at, payload)];
  const words = [...what, markText(moment.effects) ?? (ends ? eventTexts.recoveryEnds : [])].flat();
  useEffect(() => {
    if (droppedIn(moment)) seek(Math.max(0, moment.atS - BEFORE_S));
    seek(moment.atS);
  }, [moment]);
  return (
    <section className="why-story" aria-label={t.stepThrough}>
      <p aria-live="polite">
        <b>{t.step(step + 1, story.length)}</b>, <span className="numeric">{formatTime(moment.atS, 2)}</span>:{' '}
        {(words.length > 0 ? words : [eventTexts.marks.drop]).join('. ')}.
      </p>
      <div className="why-steps">
        <button type="button" className="button small" disabled={step === 0} onClick={() => onStep(step - 1)}>
          {t.back}
        </button>
        {step + 1 < story.length ? (
          <button
            type="button"
            className="button small framed"
            ref={forward}
            onClick={() => onStep(step + 1)}
          >
            {t.forward}
          </button>
        ) : (
          <button type="button" className="button small framed" ref={forward} onClick={onEnd}>
            {t.endSteps}
          </button>
        )}
      </div>
    </section>
  );
}
