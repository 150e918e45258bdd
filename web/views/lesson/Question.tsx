import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LessonStep, Question as QuestionOf } from '../../generated/types';
import { useSession } from '../../store';
import { numberText, parseNumber } from '../../ui/number';
import { useRowKeys } from '../../ui/row-keys';
import { useLayout, useSideBySide } from '../../ui/use-layout';
import { Markdown } from '../inspector/Notes';
import { isComplete } from './judge';
import { SketchPad } from './SketchPad';
import { course } from './scorm/state';
import { answer, guess, lessonStore, retry } from './state';
import { lessonTexts, questionTexts as t } from './texts';

interface Props {
  step: LessonStep;
  question: QuestionOf;
}

/** A question: the reader answers, then the run shows the correct answer. */
export function Question({ step, question }: Props) {
  const asked = useId();
  const own = useStore(lessonStore, (s) => s.guesses[step.id]);
  const answered = useStore(lessonStore, (s) => s.answered[step.id]);
  const waiting = useStore(lessonStore, (s) => s.waiting === step.id);
  const inFooter = useAnswerInFooter();
  const once = useStore(course, (s) => s.once);
  const verdict = useShownWhen(answered !== undefined);
  const submit = () => {
    if (isComplete(own, step) && !answered && !waiting) void answer(step);
  };
  return (
    <div className="lesson-question">
      <div id={asked} className="lesson-ask">
        <Markdown text={question.ask} />
      </div>
      {question.options && question.options.length > 0 ? (
        <Options step={step} question={question} asked={asked} />
      ) : question.number ? (
        <NumberField
          key={answered ? 'given' : 'open'}
          step={step}
          question={question}
          asked={asked}
          onSubmit={submit}
        />
      ) : question.sketch ? (
        <SketchPad step={step} sketch={question.sketch} asked={asked} />
      ) : null}
      <div className="lesson-verdict" role="status" ref={verdict} tabIndex={-1}>
        {answered?.verdict ? (
          <p data-right={answered.verdict.right || undefined}>
            <strong>
              {answered.verdict.right ? '✓ ' : '✗ '}
              {answered.verdict.words}
            </strong>
          </p>
        ) : null}
        {answered && answered.guess.kind === 'choice' ? (
          <Markdown text={question.options?.[answered.guess.option]?.feedback ?? ''} />
        ) : null}
      </div>
      {answered ? (
        once ? null : (
          <button type="button" className="button small framed" onClick={() => retry(step)}>
            {t.guessAgain}
          </button>
        )
      ) : inFooter ? null : (
        <AnswerButton step={step} />
      )}
    </div>
  );
}

/** Comes into view with the answer, and takes the focus when what had it has gone. */
function useShownWhen(answered: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(answered);
  useEffect(() => {
    const given = answered && !before.current;
    before.current = answered;
    if (!given) return;
    const verdict = element.current;
    const text = verdict?.closest('.lesson-body');
    if (verdict && text) {
      // Only the text scrolls, not the page around an embed.
      const own = verdict.getBoundingClientRect();
      const room = text.getBoundingClientRect();
      const below = own.bottom + MARGIN - room.bottom;
      if (below > 0) text.scrollBy({ top: Math.min(below, own.top - MARGIN - room.top) });
    }
    if (document.activeElement === document.body) verdict?.focus({ preventScroll: true });
  }, [answered]);
  return element;
}

/** Between the verdict and the edge of the text, px. */
const MARGIN = 8;

/** Embeds and phones, upright or held sideways, have little height for a step: the button is in the footer, where it is always visible. */
export function useAnswerInFooter(): boolean {
  const upright = useLayout() === 'phone';
  const sideways = useSideBySide();
  return useSession((s) => s.embed) || upright || sideways;
}

/** Answers the question with the reader's guess. */
export function AnswerButton({ step }: { step: LessonStep }) {
  const ready = useStore(lessonStore, (s) => isComplete(s.guesses[step.id], step));
  const waiting = useStore(lessonStore, (s) => s.waiting === step.id);
  return (
    <button
      type="button"
      className="button filled"
      disabled={!ready}
      aria-disabled={waiting}
      onClick={() => waiting || void answer(step)}
    >
      {waiting ? lessonTexts.running : t.answer}
    </button>
  );
}

function Options({ step, question, asked }: Props & { asked: string }) {
  const name = useId();
  const own = useStore(lessonStore, (s) => s.guesses[step.id]);
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const chosen = own?.kind === 'choice' ? own.option : -1;
  const { keys } = useRowKeys(question.options?.length ?? 0);
  return (
    <div className="lesson-options" role="radiogroup" aria-labelledby={asked}>
      {question.options?.map((option, i) => (
        <label
          key={keys[i]}
          className="lesson-option"
          data-chosen={i === chosen || undefined}
          data-right={(answered && option.right) || undefined}
        >
          <input
            type="radio"
            name={name}
            checked={i === chosen}
            disabled={answered}
            onChange={() => guess(step.id, { kind: 'choice', option: i })}
          />
          <Markdown text={option.text} />
          {answered && option.right ? <span className="lesson-mark">{t.right}</span> : null}
        </label>
      ))}
    </div>
  );
}

function NumberField({ step, question, asked, onSubmit }: Props & { asked: string; onSubmit: () => void }) {
  const own = lessonStore.getState().guesses[step.id];
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const narrow = useSession((s) => s.embed);
  const [text, setText] = useState(
    own?.kind === 'number' && Number.isFinite(own.value) ? numberText(own.value) : '',
  );
  const wrong = text.trim() !== '' && parseNumber(text) === null;
  const error = useId();
  return (
    <div className="lesson-number" data-narrow={narrow || undefined}>
      <input
        className="field"
        inputMode="decimal"
        autoComplete="off"
        aria-labelledby={asked}
        aria-invalid={wrong}
        aria-describedby={wrong ? error : undefined}
        data-invalid={wrong ? '' : undefined}
        disabled={answered}
        value={text}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          guess(step.id, { kind: 'number', value: parseNumber(typed) ?? Number.NaN });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit();
        }}
      />
      <span className="secondary">{question.number?.unit}</span>
      {wrong ? (
        <span className="field-error" id={error} role="alert">
          {t.enterNumber}
        </span>
      ) : null}
    </div>
  );
}
