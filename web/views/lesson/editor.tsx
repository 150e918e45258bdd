import './editor.css';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Check, Lesson, LessonStep, StepSetup } from '../../generated/types';
import { diff } from '../../scenario/diff';
import { isCosmetic } from '../../scenario/path';
import { applyStage } from '../../scenario/stage';
import { edit, sourceNow, useDocument } from '../../store';
import { scene } from '../../store/lesson';
import { plotChoices } from '../plots/model/specs';
import { ChecksForm } from './ChecksForm';
import { stageTexts, editorTexts as t } from './editor-texts';
import { NumberField, Select, TextArea, TextField } from './fields';
import { QuestionForm } from './QuestionForm';
import { goTo, leaveStage, lessonStore, preview, setBase } from './state';
import { withoutEmpty } from './without-empty';

/** Edits a lesson. Each change is an ordinary edit of the document: it is saved, shared and undone like any other. */
export default function Editor({ lesson }: { lesson: Lesson }) {
  const place = useStore(lessonStore, (s) => s.place);
  const steps = useRef<HTMLSelectElement>(null);
  // What was pressed to get here is gone, and had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) steps.current?.focus();
  }, []);
  const setPlace = (to: number) => lessonStore.setState({ place: to });
  const at = Math.max(0, Math.min(place, lesson.steps.length - 1));
  const step = lesson.steps[at];
  const setSteps = (steps: LessonStep[], what: string) => edit('/lesson', { ...lesson, steps }, what);
  const change = (part: Partial<LessonStep>, what: string) => {
    if (step) setSteps(lesson.steps.with(at, withoutEmpty({ ...step, ...part })), what);
  };
  const add = () => {
    const id = newStepId(lesson.steps.map((s) => s.id));
    setSteps(lesson.steps.toSpliced(at + 1, 0, { id, title: t.newStep, text: '' }), t.undo.addStep);
    setPlace(at + 1);
  };
  const move = (by: number) => {
    if (!step) return;
    setSteps(lesson.steps.toSpliced(at, 1).toSpliced(at + by, 0, step), t.undo.moveStep);
    setPlace(at + by);
  };
  const done = () => {
    lessonStore.setState({ editing: false });
    goTo(at);
  };
  return (
    <section className="lesson lesson-editor" aria-label={t.label}>
      <header className="lesson-head">
        <select
          ref={steps}
          className="field"
          aria-label={t.step}
          value={at}
          onChange={(e) => setPlace(Number(e.currentTarget.value))}
        >
          {lesson.steps.map((s, i) => (
            <option key={s.id} value={i}>
              {i + 1}. {s.title || t.untitled}
            </option>
          ))}
        </select>
        <button type="button" className="button small framed" onClick={add}>
          {t.addStep}
        </button>
        <button
          type="button"
          className="button small framed"
          disabled={!step}
          onClick={() => step && preview(step)}
        >
          {t.preview}
        </button>
        <button type="button" className="button small filled" onClick={done}>
          {t.done}
        </button>
      </header>
      <section className="lesson-body" aria-label={t.step}>
        {step ? (
          <div key={step.id} className="lesson-form">
            <p className="lesson-take">
              <button type="button" className="button small" disabled={at === 0} onClick={() => move(-1)}>
                {t.earlier}
              </button>
              <button
                type="button"
                className="button small"
                disabled={at === lesson.steps.length - 1}
                onClick={() => move(1)}
              >
                {t.later}
              </button>
              <button
                type="button"
                className="button small bad"
                disabled={lesson.steps.length === 1}
                onClick={() => setSteps(lesson.steps.toSpliced(at, 1), t.undo.removeStep)}
              >
                {t.removeStep}
              </button>
            </p>
            <TextField
              label={t.heading}
              value={step.title ?? ''}
              maxLength={120}
              onCommit={(title) => change({ title }, t.undo.heading)}
            />
            <TextArea
              label={t.text}
              hint={t.textHint}
              rows={8}
              value={step.text ?? ''}
              onCommit={(text) => change({ text }, t.undo.text)}
            />
            <StageForm key={step.id} step={step} onChange={(stage) => change({ stage }, t.undo.setup)} />
            <QuestionForm
              question={step.question ?? null}
              onChange={(question) => change({ question }, t.undo.question)}
            />
            <TextArea
              label={step.question ? t.textAfterAnswer : t.textAfter}
              hint={t.textAfterHint}
              rows={4}
              value={step.reveal ?? ''}
              onCommit={(reveal) => change({ reveal }, t.undo.textAfter)}
            />
            {step.question ? (
              <NumberField
                label={t.revealTo}
                value={step.revealToS ?? null}
                onCommit={(revealToS) => change({ revealToS }, t.undo.revealTo)}
              />
            ) : null}
            <ChecksForm
              checks={step.checks ?? []}
              onChange={(checks: Check[]) => change({ checks }, t.undo.checks)}
            />
          </div>
        ) : null}
        <p className="lesson-take">
          <button
            type="button"
            className="button small bad"
            onClick={() => {
              lessonStore.setState({ editing: false });
              edit('/lesson', null, t.undo.removeLesson);
            }}
          >
            {t.removeLesson}
          </button>
        </p>
      </section>
    </section>
  );
}

/** The setup of a step: the time of the run, what is shown, and the changes to the scenario. */
function StageForm({ step, onChange }: { step: LessonStep; onChange: (stage: StepSetup | null) => void }) {
  const stage = step.stage ?? {};
  const recording = useStore(lessonStore, (s) => s.recording);
  const change = (part: Partial<StepSetup>) => {
    const next = withoutEmpty({ ...stage, ...part });
    onChange(Object.keys(next).length === 0 ? null : next);
  };
  const flows = useDocument((d) => d.flows);
  const toggle = (list: 'plots' | 'hide', id: string, on: boolean) => {
    const now = stage[list] ?? [];
    change({ [list]: on ? [...now, id] : now.filter((other) => other !== id) });
  };
  const recordChanges = () => {
    const { base } = scene.getState();
    lessonStore.setState({ recording: false });
    if (!base) return;
    const now = sourceNow();
    // Changes made during a run are timed edits; in the step they apply from the start.
    const before = base.edits?.length ?? 0;
    const timed = (now.edits ?? []).slice(before).map(({ path, value }) => ({ path, value }));
    const changes = diff(base, { ...now, edits: base.edits ?? [] }) ?? [];
    const set = [...changes, ...timed].filter(({ path }) => !isCosmetic(path));
    const paths = new Set(set.map((s) => s.path));
    change({ set: [...(stage.set ?? []).filter((s) => !paths.has(s.path)), ...set] });
    scene.setState({ staged: now });
    leaveStage();
  };
  const record = () => {
    const now = sourceNow();
    setBase(applyStage(now, now, undefined));
  };
  return (
    <fieldset className="lesson-group">
      <legend>{stageTexts.heading}</legend>
      <NumberField
        label={stageTexts.runTo}
        value={stage.runToS ?? null}
        onCommit={(runToS) => change({ runToS })}
      />
      <NumberField
        label={stageTexts.span}
        value={stage.spanS ?? null}
        onCommit={(spanS) => change({ spanS })}
      />
      <Select
        label={stageTexts.flow}
        value={stage.flow ?? ''}
        options={[
          { id: '', name: stageTexts.flowUnchanged },
          ...flows.map(({ id, name }) => ({ id, name: name || id })),
          // The document may name a flow that has been removed.
          ...(stage.flow && !flows.some((f) => f.id === stage.flow)
            ? [{ id: stage.flow, name: stageTexts.flowMissing(stage.flow) }]
            : []),
        ]}
        onChange={(flow) => change({ flow: flow === '' ? null : flow })}
      />
      <div className="lesson-panels">
        <span className="secondary">{stageTexts.panel}</span>
        <span className="secondary">{stageTexts.shown}</span>
        <span className="secondary">{stageTexts.hidden}</span>
        {[
          ...plotChoices(),
          { id: 'topology', name: stageTexts.network },
          { id: 'results', name: stageTexts.results },
        ].map(({ id, name }) => (
          <Panel
            key={id}
            name={name}
            plot={plotChoices().some((c) => c.id === id)}
            shown={stage.plots?.includes(id) ?? false}
            hidden={stage.hide?.includes(id) ?? false}
            onShown={(on) => toggle('plots', id, on)}
            onHidden={(on) => toggle('hide', id, on)}
          />
        ))}
      </div>
      <p className="secondary">{stageTexts.changes}</p>
      <ul className="lesson-set">
        {(stage.set ?? []).map((s) => (
          <li key={s.path}>
            <code>
              {s.path} = {JSON.stringify(s.value ?? null)}
            </code>
            <button
              type="button"
              className="button small"
              aria-label={stageTexts.removeChange(s.path)}
              onClick={() => change({ set: (stage.set ?? []).filter((other) => other.path !== s.path) })}
            >
              {stageTexts.remove}
            </button>
          </li>
        ))}
      </ul>
      {recording ? (
        <p className="lesson-take">
          <span>{stageTexts.recording}</span>
          <button type="button" className="button small filled" onClick={recordChanges}>
            {stageTexts.keep}
          </button>
        </p>
      ) : (
        <button type="button" className="button small framed" onClick={record}>
          {stageTexts.record}
        </button>
      )}
    </fieldset>
  );
}

interface PanelProps {
  name: string;
  plot: boolean;
  shown: boolean;
  hidden: boolean;
  onShown: (on: boolean) => void;
  onHidden: (on: boolean) => void;
}

function Panel({ name, plot, shown, hidden, onShown, onHidden }: PanelProps) {
  return (
    <>
      <span>{name}</span>
      {plot ? <Tick label={stageTexts.show(name)} value={shown} onChange={onShown} /> : <span />}
      <Tick label={stageTexts.hide(name)} value={hidden} onChange={onHidden} />
    </>
  );
}

/** A checkbox without words beside it, in a cell that a finger finds. */
function Tick({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="lesson-cell">
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

function newStepId(used: readonly string[]): string {
  let number = used.length + 1;
  while (used.includes(`s${number}`)) number += 1;
  return `s${number}`;
}
