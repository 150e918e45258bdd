import './lesson.css';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Lesson as LessonDocument, LessonStep } from '../../generated/types';
import { english } from '../../language/english';
import { pause, play, reset, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { documentStore } from '../../store/document';
import { scene } from '../../store/lesson';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { later } from '../../ui/later';
import { useFocusAfter } from '../../ui/use-focus-after';
import { useLayout } from '../../ui/use-layout';
import { Markdown, prepareMarkdown } from '../inspector/Notes';
import { plotChoices } from '../plots/model/specs';
import { Checks } from './Checks';
import { isComplete } from './judge';
import { AnswerButton, Question, useAnswerInFooter } from './Question';
import { Summary } from './Summary';
import { course } from './scorm/state';
import { endPreview, followDocument, goTo, isChanged, lessonStore, restartLesson, setStage } from './state';
import { CHECKS, QUESTION, ToPart, usePartInView } from './ToPart';
import { checkTexts, questionTexts, lessonTexts as t } from './texts';

// Loaded on demand, since few readers edit lessons.
const Editor = later(() => import('./editor').then((m) => m.default), { what: () => t.editor });

/** The lesson of the scenario, one step at a time, beside the plots. */
export function Lesson() {
  const lesson = useDocument((d) => d.lesson);
  const place = useStore(lessonStore, (s) => s.place);
  const editing = useStore(lessonStore, (s) => s.editing);
  const previewing = useStore(lessonStore, (s) => s.previewing);
  const link = useStore(course, (s) => s.link);
  const embedded = useSession((s) => s.embed);
  // In a course, the lesson cannot be edited.
  const locked = embedded || link !== 'none';
  // Published lessons come in English only.
  const published = useStore(app, (s) => s.base !== null);
  const layout = useLayout();
  const body = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(followDocument, []);
  const writing = editing && !previewing && !locked;
  useFocusAfter(writing, writing ? '' : '.lesson-title');
  useEffect(() => {
    for (const text of textsOf(lesson?.steps[place + 1])) void prepareMarkdown(text);
  }, [lesson, place]);
  if (!lesson) return null;
  if (writing) return <Editor lesson={lesson} />;
  const { steps } = lesson;
  const step = steps[place];
  /** Scrolls to the top of a step. The focus moves to its heading, so that screen readers announce the step. */
  const showStep = (to: number, keepScripts = true) => {
    goTo(to, keepScripts);
    body.current?.scrollTo({ top: 0 });
    heading.current?.focus();
  };
  return (
    <section className="lesson" aria-label={t.label}>
      <header className="lesson-head">
        <span className="secondary">{step ? t.stepOf(place + 1, steps.length) : t.steps(steps.length)}</span>
        <Progress lesson={lesson} place={place} />
        {layout === 'phone' && !embedded ? (
          <button
            type="button"
            className="button small framed"
            onClick={() => session.setState({ side: 'inspector' })}
          >
            {t.tryOut}
          </button>
        ) : null}
        {locked ? null : (
          <button
            type="button"
            className={previewing ? 'button small filled' : 'button small'}
            onClick={endPreview}
          >
            {previewing ? t.backToEditing : t.edit}
          </button>
        )}
      </header>
      {/* Keys scroll it from its heading, which has the focus after each change of step, and from the buttons below each step. */}
      <section className="lesson-body" ref={body} aria-label={t.body}>
        {link === 'absent' || link === 'refused' ? (
          <p className="warning" role="alert">
            {link === 'absent' ? t.noCourse : t.refused}
          </p>
        ) : null}
        {previewing ? <p className="secondary">{t.preview}</p> : null}
        <h2
          className="lesson-title"
          lang={step?.title && published ? english() : undefined}
          ref={heading}
          tabIndex={-1}
        >
          {step ? step.title || t.step(place + 1) : t.summary}
        </h2>
        {step ? (
          <Step key={step.id} step={step} />
        ) : (
          <Summary
            lesson={lesson}
            onRestart={() => {
              restartLesson();
              showStep(0, false);
            }}
          />
        )}
      </section>
      <footer className="lesson-foot">
        <button
          type="button"
          className={embedded ? 'button square framed' : 'button framed'}
          aria-label={t.back}
          disabled={place === 0}
          onClick={() => showStep(place - 1)}
        >
          {embedded ? <Icon name="back" /> : t.back}
        </button>
        {step ? (
          <NextButton
            step={step}
            last={place === steps.length - 1}
            body={body}
            onClick={() => showStep(place + 1)}
          />
        ) : null}
      </footer>
    </section>
  );
}

/** The Markdown texts that a step shows before its question is answered. */
function textsOf(step: LessonStep | undefined): string[] {
  const { ask = '', options } = step?.question ?? {};
  return [step?.text ?? '', ask, ...(options ?? []).map((option) => option.text)];
}

/** A mark for each step, with completed steps highlighted. */
function Progress({ lesson, place }: { lesson: LessonDocument; place: number }) {
  const answered = useStore(lessonStore, (s) => s.answered);
  return (
    <span className="lesson-marks" aria-hidden="true">
      {lesson.steps.map((step, i) => (
        <span
          key={step.id}
          data-here={i === place || undefined}
          data-done={(answered[step.id] ?? i < place) ? '' : undefined}
        />
      ))}
    </span>
  );
}

interface NextProps {
  step: LessonStep;
  last: boolean;
  body: RefObject<HTMLElement | null>;
  onClick: () => void;
}

function NextButton({ step, last, body, onClick }: NextProps) {
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const inFooter = useAnswerInFooter();
  const guessed = useStore(lessonStore, (s) => isComplete(s.guesses[step.id], step));
  const tried = useStore(lessonStore, (s) => step.checks?.some(({ id }) => s.tried[`${step.id}/${id}`]));
  const open = step.question && !answered;
  const inView = usePartInView(body, open ? QUESTION : CHECKS, step.id);
  const words = open ? t.skip : last ? t.summary : t.next;
  const seen = inView || (open ? guessed : tried);
  const alone = seen && !(open && inFooter);
  const button = (
    <button type="button" className={open || !alone ? 'button framed' : 'button filled'} onClick={onClick}>
      {words}
    </button>
  );
  if (alone) return button;
  const task = step.checks?.some((check) => check.task);
  return (
    <span className="lesson-forward">
      {button}
      {seen ? (
        <AnswerButton step={step} />
      ) : open ? (
        <ToPart body={body} part={QUESTION} words={questionTexts.toQuestion} />
      ) : (
        <ToPart body={body} part={CHECKS} words={task ? checkTexts.toTask : checkTexts.toChecks} />
      )}
    </span>
  );
}

function Step({ step }: { step: LessonStep }) {
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const after = answered || !step.question;
  return (
    <>
      <Markdown text={step.text ?? ''} />
      <RestoreOffer step={step} />
      {step.question ? <Question step={step} question={step.question} /> : null}
      {after ? (
        <>
          {step.reveal ? (
            <div className="lesson-reveal">
              <Markdown text={step.reveal} />
            </div>
          ) : null}
          <Checks step={step} />
        </>
      ) : (
        <HiddenPanels />
      )}
      <RunLine />
    </>
  );
}

/** Lists the panels that the step hides. */
function HiddenPanels() {
  const hidden = useSession((s) => s.hidden);
  if (hidden.length === 0) return null;
  const name = (id: string) =>
    plotChoices().find((c) => c.id === id)?.name ??
    { topology: t.network, results: t.results, losses: t.losses }[id] ??
    id;
  return (
    <p className="lesson-hidden secondary">
      <Icon name="lock" />
      {t.hidden(hidden.map(name).join(', '))}
    </p>
  );
}

/** Offers to restore the step's scenario if the reader has changed it. */
function RestoreOffer({ step }: { step: LessonStep }) {
  const staged = useStore(scene, (s) => s.staged);
  const changed = useStore(documentStore, (s) => isChanged(s.source, staged));
  if (!changed) return null;
  return (
    <p className="lesson-changed">
      <span className="secondary">{t.changed}</span>
      <button type="button" className="button small framed" onClick={() => setStage(step, false)}>
        {t.restore}
      </button>
    </p>
  );
}

/** Buttons below the text, for phones, where the transport bar is far away, and for embeds, which may have none. */
function RunLine() {
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  const begun = useRun((s) => s.playing || s.now > 0);
  return (
    <p className="lesson-run">
      <button type="button" className="button small framed" onClick={() => (playing ? pause() : play())}>
        {playing ? t.pause : ended ? t.runAgain : begun ? t.continue : t.play}
      </button>
      {begun ? (
        <button type="button" className="button small framed" onClick={reset}>
          {checkTexts.toStart}
        </button>
      ) : null}
    </p>
  );
}

export default Lesson;
