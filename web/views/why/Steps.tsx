import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { seek } from '../../store';
import { droppedIn } from './explain';
import { eventTexts, whyTexts as t } from './texts';
import { causeText } from './words';

/** Time shown before the drop, so that the network shows it happen, s. */
const BEFORE_S = 0.001;

/** Steps through the moments from the drop to the response, shown in the network and the plots. */
export function Steps({
  moments,
  story,
  main,
  onEnd,
}: {
  moments: readonly Moment[];
  story: readonly number[];
  /** The moment being explained. */
  main: number;
  onEnd: () => void;
}) {
  const [step, setStep] = useState(0);
  const forward = useRef<HTMLButtonElement>(null);
  // The button that began this has gone.
  useEffect(() => forward.current?.focus(), []);
  const at = story[Math.min(step, story.length - 1)] ?? main;
  const moment = moments[at] as Moment;
  const dropped = droppedIn(moment);
  useEffect(() => {
    if (droppedIn(moment)) seek(Math.max(0, moment.atS - BEFORE_S));
    seek(moment.atS);
  }, [moment]);
  return (
    <section className="why-story" aria-label={t.stepThrough}>
      <p aria-live="polite">
        <b>{t.step(step + 1, story.length)}</b>, <span className="numeric">{formatTime(moment.atS, 2)}</span>:{' '}
        {dropped ? eventTexts.marks.drop : causeText(moment.cause)}.
      </p>
      <div className="why-steps">
        <button
          type="button"
          className="button small"
          disabled={step === 0}
          onClick={() => setStep(step - 1)}
        >
          {t.back}
        </button>
        {step + 1 < story.length ? (
          <button
            type="button"
            className="button small framed"
            ref={forward}
            onClick={() => setStep(step + 1)}
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
