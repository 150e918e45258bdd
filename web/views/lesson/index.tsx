import './lesson.css';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { later } from '../../app/later';
import { useLayout } from '../../app/use-layout';
import { Icon } from '../../app/widgets/Icon';
import type { Lesson as LessonDocument, LessonStep } from '../../generated/types';
import { pause, play, useDocument, useRun, useSession } from '../../store';
import { documentStore } from '../../store/document';
import { scene } from '../../store/lesson';
import { session } from '../../store/session';
import { Markdown, prepareMarkdown } from '../inspector/Notes';
import { CHOICES } from '../plots/specs';
import { Checks } from './Checks';
import { Question } from './Question';
import { Summary } from './Summary';
import { endPreview, followDocument, goTo, isChanged, lessonStore, setStage } from './state';

// Authors are few.
const Editor = later(() => import('./editor').then((m) => m.default), { what: 'The lesson editor' });

/** The lesson of the scenario: one step at a time, like the margin of a textbook beside the plots. */
export function Lesson() {
  const lesson = useDocument((d) => d.lesson);
  const place = useStore(lessonStore, (s) => s.place);
  const editing = useStore(lessonStore, (s) => s.editing);
  const previewing = useStore(lessonStore, (s) => s.previewing);
  const locked = useSession((s) => s.embed);
  const layout = useLayout();
  const body = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(followDocument, []);
  useEffect(() => {
    for (const text of textsOf(lesson?.steps[place + 1])) void prepareMarkdown(text);
  }, [lesson, place]);
  if (!lesson) return null;
  if (editing && !previewing && !locked) return <Editor lesson={lesson} />;
  const { steps } = lesson;
  const step = steps[place];
  /** Reading begins at the top, and whoever listens hears where. */
  const turn = (to: number) => {
    goTo(to);
    body.current?.scrollTo({ top: 0 });
    heading.current?.focus();
  };
  return (
    <section className="lesson" aria-label="Lesson">
      <header className="lesson-head">
        <span className="secondary">
          {step
            ? `Step ${place + 1} of ${steps.length}`
            : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`}
        </span>
        <Progress lesson={lesson} place={place} />
        {layout === 'phone' && !locked ? (
          <button
            type="button"
            className="button small framed"
            onClick={() => session.setState({ side: 'inspector' })}
          >
            Try it out
          </button>
        ) : null}
        {locked ? null : (
          <button
            type="button"
            className={previewing ? 'button small filled' : 'button small'}
            onClick={endPreview}
          >
            {previewing ? 'Back to editing' : 'Edit'}
          </button>
        )}
      </header>
      {/* It scrolls by key from its heading, which each turn focuses, and from the buttons that end every step. */}
      <section className="lesson-body" ref={body} aria-label="Step of the lesson">
        {previewing ? <p className="secondary">Preview: as a reader sees it.</p> : null}
        <h2 className="lesson-title" ref={heading} tabIndex={-1}>
          {step ? step.title || `Step ${place + 1}` : 'Summary'}
        </h2>
        {step ? <Step key={step.id} step={step} /> : <Summary lesson={lesson} onRestart={() => turn(0)} />}
      </section>
      <footer className="lesson-foot">
        <button
          type="button"
          className="button framed"
          disabled={place === 0}
          onClick={() => turn(place - 1)}
        >
          Back
        </button>
        {step ? (
          <Forward step={step} last={place === steps.length - 1} onClick={() => turn(place + 1)} />
        ) : null}
      </footer>
    </section>
  );
}

/** What is read in a step before anything is answered. */
function textsOf(step: LessonStep | undefined): string[] {
  const { ask = '', options } = step?.question ?? {};
  return [step?.text ?? '', ask, ...(options ?? []).map((option) => option.text)];
}

/** How far the lesson has come: a mark a step. */
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

function Forward({ step, last, onClick }: { step: LessonStep; last: boolean; onClick: () => void }) {
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const open = step.question && !answered;
  const words = open ? 'Skip' : last ? 'Summary' : 'Next';
  return (
    <button type="button" className={open ? 'button framed' : 'button filled'} onClick={onClick}>
      {words}
    </button>
  );
}

function Step({ step }: { step: LessonStep }) {
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const after = answered || !step.question;
  return (
    <>
      <Markdown text={step.text ?? ''} />
      <Changed step={step} />
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
        <Hidden />
      )}
      <RunLine />
    </>
  );
}

/** What a step hides, said where the reader looks for it. */
function Hidden() {
  const hidden = useSession((s) => s.hidden);
  if (hidden.length === 0) return null;
  const name = (id: string) =>
    CHOICES.find((c) => c.id === id)?.name ?? { topology: 'Network', results: 'Results' }[id] ?? id;
  return (
    <p className="lesson-hidden secondary">
      <Icon name="lock" />
      Hidden until you have answered: {hidden.map(name).join(', ')}
    </p>
  );
}

/** Where the reader has tried something out, the way back to the step's own scene. */
function Changed({ step }: { step: LessonStep }) {
  const staged = useStore(scene, (s) => s.staged);
  const changed = useStore(documentStore, (s) => isChanged(s.source, staged));
  if (!changed) return null;
  return (
    <p className="lesson-changed">
      <span className="secondary">You have changed the scenario.</span>
      <button type="button" className="button small framed" onClick={() => setStage(step)}>
        Set the scene again
      </button>
    </p>
  );
}

/** Play beside the text: on a phone the bar is far away. */
function RunLine() {
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  return (
    <p className="lesson-run">
      <button type="button" className="button small framed" onClick={() => (playing ? pause() : play())}>
        {playing ? 'Hold the run' : ended ? 'Run it again' : 'Run on'}
      </button>
    </p>
  );
}

export default Lesson;
