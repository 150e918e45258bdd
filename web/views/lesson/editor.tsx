import { useStore } from 'zustand';
import type { Check, Lesson, LessonStep, Stage } from '../../generated/types';
import { diff } from '../../scenario/diff';
import { isCosmetic } from '../../scenario/path';
import { stagedFor } from '../../scenario/stage';
import { edit, sourceNow, useDocument } from '../../store';
import { scene } from '../../store/lesson';
import { CHOICES } from '../plots/specs';
import { ChecksForm } from './ChecksForm';
import { Area, Line, Numeric, Pick } from './fields';
import { QuestionForm } from './QuestionForm';
import { goTo, keepBase, leaveStage, lessonStore, preview } from './state';
import { tidy } from './tidy';

/** The author's side of a lesson: each change is an edit of the document, saved, shared and undone as all others. */
export default function Editor({ lesson }: { lesson: Lesson }) {
  const place = useStore(lessonStore, (s) => s.place);
  const setPlace = (to: number) => lessonStore.setState({ place: to });
  const at = Math.max(0, Math.min(place, lesson.steps.length - 1));
  const step = lesson.steps[at];
  const put = (steps: LessonStep[], what: string) => edit('/lesson', { ...lesson, steps }, what);
  const change = (part: Partial<LessonStep>, what: string) => {
    if (step) put(lesson.steps.with(at, tidy({ ...step, ...part })), what);
  };
  const add = () => {
    const id = freshId(lesson.steps.map((s) => s.id));
    put(lesson.steps.toSpliced(at + 1, 0, { id, title: 'New step', text: '' }), 'add step');
    setPlace(at + 1);
  };
  const move = (by: number) => {
    if (!step) return;
    put(lesson.steps.toSpliced(at, 1).toSpliced(at + by, 0, step), 'move step');
    setPlace(at + by);
  };
  const done = () => {
    lessonStore.setState({ editing: false });
    goTo(at);
  };
  return (
    <section className="lesson lesson-editor" aria-label="Lesson editor">
      <header className="lesson-head">
        <select
          className="field"
          aria-label="Step"
          value={at}
          onChange={(e) => setPlace(Number(e.currentTarget.value))}
        >
          {lesson.steps.map((s, i) => (
            <option key={s.id} value={i}>
              {i + 1}. {s.title || 'Untitled'}
            </option>
          ))}
        </select>
        <button type="button" className="button small framed" onClick={add}>
          Add step
        </button>
        <button
          type="button"
          className="button small framed"
          disabled={!step}
          onClick={() => step && preview(step)}
        >
          Preview
        </button>
        <button type="button" className="button small filled" onClick={done}>
          Done
        </button>
      </header>
      <section className="lesson-body" aria-label="Step">
        {step ? (
          <div key={step.id} className="lesson-form">
            <p className="lesson-take">
              <button type="button" className="button small" disabled={at === 0} onClick={() => move(-1)}>
                Earlier
              </button>
              <button
                type="button"
                className="button small"
                disabled={at === lesson.steps.length - 1}
                onClick={() => move(1)}
              >
                Later
              </button>
              <button
                type="button"
                className="button small bad"
                disabled={lesson.steps.length === 1}
                onClick={() => put(lesson.steps.toSpliced(at, 1), 'remove step')}
              >
                Remove step
              </button>
            </p>
            <Line
              label="Heading"
              value={step.title ?? ''}
              most={120}
              onCommit={(title) => change({ title }, 'step title')}
            />
            <Area
              label="Text"
              hint="Markdown; formulas between $ and $."
              rows={8}
              value={step.text ?? ''}
              onCommit={(text) => change({ text }, 'step text')}
            />
            <StageForm key={step.id} step={step} onChange={(stage) => change({ stage }, 'stage of step')} />
            <QuestionForm
              question={step.question ?? null}
              onChange={(question) => change({ question }, 'question')}
            />
            <Area
              label={step.question ? 'Once answered' : 'Afterwards'}
              hint="Markdown, shown below."
              rows={4}
              value={step.reveal ?? ''}
              onCommit={(reveal) => change({ reveal }, 'reveal')}
            />
            {step.question ? (
              <Numeric
                label="Run to, once answered, s"
                value={step.revealToS ?? null}
                onCommit={(revealToS) => change({ revealToS }, 'reveal time')}
              />
            ) : null}
            <ChecksForm
              checks={step.checks ?? []}
              onChange={(checks: Check[]) => change({ checks }, 'checks')}
            />
          </div>
        ) : null}
        <p className="lesson-take">
          <button
            type="button"
            className="button small bad"
            onClick={() => {
              lessonStore.setState({ editing: false });
              edit('/lesson', null, 'remove lesson');
            }}
          >
            Remove the lesson
          </button>
        </p>
      </section>
    </section>
  );
}

/** The scene: when the run stands, what is seen, and what is different in the scenario. */
function StageForm({ step, onChange }: { step: LessonStep; onChange: (stage: Stage | null) => void }) {
  const stage = step.stage ?? {};
  const recording = useStore(lessonStore, (s) => s.recording);
  const change = (part: Partial<Stage>) => {
    const next = tidy({ ...stage, ...part });
    onChange(Object.keys(next).length === 0 ? null : next);
  };
  const flows = useDocument((d) => d.flows);
  const toggle = (list: 'plots' | 'hide', id: string, on: boolean) => {
    const now = stage[list] ?? [];
    change({ [list]: on ? [...now, id] : now.filter((other) => other !== id) });
  };
  const take = () => {
    const { base } = scene.getState();
    lessonStore.setState({ recording: false });
    if (!base) return;
    const now = sourceNow();
    // Changes while the run goes on stand among the timed edits; for the scene they count from the start.
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
    keepBase(stagedFor(now, now, undefined));
  };
  return (
    <fieldset className="lesson-group">
      <legend>Scene</legend>
      <Numeric
        label="The run stands at, s"
        value={stage.runToS ?? null}
        onCommit={(runToS) => change({ runToS })}
      />
      <Numeric
        label="Span of time shown, s"
        value={stage.spanS ?? null}
        onCommit={(spanS) => change({ spanS })}
      />
      <Pick
        label="Selected flow"
        value={stage.flow ?? ''}
        options={[
          { id: '', name: 'as the reader has it' },
          ...flows.map(({ id, name }) => ({ id, name: name || id })),
          // A flow that was taken out since is still what the document says.
          ...(stage.flow && !flows.some((f) => f.id === stage.flow)
            ? [{ id: stage.flow, name: `${stage.flow} (not there)` }]
            : []),
        ]}
        onChange={(flow) => change({ flow: flow === '' ? null : flow })}
      />
      <div className="lesson-panels">
        <span className="secondary">Panel</span>
        <span className="secondary">Shown</span>
        <span className="secondary">Hidden until answered</span>
        {[...CHOICES, { id: 'topology', name: 'Network' }, { id: 'results', name: 'Results' }].map(
          ({ id, name }) => (
            <Panel
              key={id}
              name={name}
              plot={CHOICES.some((c) => c.id === id)}
              shown={stage.plots?.includes(id) ?? false}
              hidden={stage.hide?.includes(id) ?? false}
              onShown={(on) => toggle('plots', id, on)}
              onHidden={(on) => toggle('hide', id, on)}
            />
          ),
        )}
      </div>
      <p className="secondary">Changes of the scenario for this step:</p>
      <ul className="lesson-set">
        {(stage.set ?? []).map((s) => (
          <li key={s.path}>
            <code>
              {s.path} = {JSON.stringify(s.value ?? null)}
            </code>
            <button
              type="button"
              className="button small"
              aria-label={`Leave ${s.path} as it is`}
              onClick={() => change({ set: (stage.set ?? []).filter((other) => other.path !== s.path) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {recording ? (
        <p className="lesson-take">
          <span>Change the scenario as this step wants it, in the network or in the inspector. Then:</span>
          <button type="button" className="button small filled" onClick={take}>
            Take the changes
          </button>
        </p>
      ) : (
        <button type="button" className="button small framed" onClick={record}>
          Record changes
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
      {plot ? (
        <input
          type="checkbox"
          aria-label={`Show ${name}`}
          checked={shown}
          onChange={(e) => onShown(e.currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <input
        type="checkbox"
        aria-label={`Hide ${name} until answered`}
        checked={hidden}
        onChange={(e) => onHidden(e.currentTarget.checked)}
      />
    </>
  );
}

function freshId(used: readonly string[]): string {
  let number = used.length + 1;
  while (used.includes(`s${number}`)) number += 1;
  return `s${number}`;
}
