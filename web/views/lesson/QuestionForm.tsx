import { useRowKeys } from '../../app/row-keys';
import type { Answer, Question, Sketch } from '../../generated/types';
import { runNow } from '../../store';
import { ClaimForm, Found, firstQuantity, QuantityForm } from './ClaimForm';
import { Area, Line, Numeric, Pick, Tick } from './fields';
import { tidy } from './tidy';

const KINDS = [
  { id: 'none', name: 'No question' },
  { id: 'options', name: 'Options' },
  { id: 'number', name: 'A number' },
  { id: 'sketch', name: 'A curve to sketch' },
] as const;

type Kind = (typeof KINDS)[number]['id'];

interface Props {
  question: Question | null;
  onChange: (question: Question | null) => void;
}

/** What is asked, and what is right. */
export function QuestionForm({ question, onChange }: Props) {
  const kind = kindOf(question);
  return (
    <fieldset className="lesson-group">
      <legend>Question</legend>
      <Pick
        label="Kind"
        name="Kind of question"
        value={kind}
        options={KINDS}
        onChange={(next) => onChange(ofKind(next, question?.ask ?? 'What happens?'))}
      />
      {question ? (
        <>
          <Area
            label="Question"
            rows={2}
            most={2000}
            value={question.ask}
            onCommit={(ask) => {
              if (ask.trim() !== '') onChange({ ...question, ask });
            }}
          />
          {kind === 'options' ? (
            <OptionsForm
              options={question.options ?? []}
              onChange={(options) => onChange({ ...question, options })}
            />
          ) : null}
          {question.number ? <NumberForm question={question} onChange={onChange} /> : null}
          {question.sketch ? (
            <SketchForm sketch={question.sketch} onChange={(sketch) => onChange({ ...question, sketch })} />
          ) : null}
        </>
      ) : null}
    </fieldset>
  );
}

function OptionsForm({ options, onChange }: { options: Answer[]; onChange: (options: Answer[]) => void }) {
  const rows = useRowKeys(options.length);
  return (
    <>
      {options.map((option, i) => {
        const change = (part: Partial<Answer>) => onChange(options.with(i, tidy({ ...option, ...part })));
        const rights = options.filter((o) => o.right).length;
        return (
          <div key={rows.keys[i]} className="lesson-answer">
            <Line
              label={`Option ${i + 1}`}
              value={option.text}
              onCommit={(text) => {
                if (text.trim() !== '') change({ text });
              }}
            />
            <Line
              label="Said to who chose it"
              most={1000}
              value={option.feedback ?? ''}
              onCommit={(feedback) => change({ feedback })}
            />
            <p className="lesson-take">
              <Tick
                label="Right"
                value={option.right ?? false}
                disabled={option.right === true && rights === 1}
                onChange={(right) => change({ right })}
              />
              <button
                type="button"
                className="button small"
                disabled={options.length <= 2 || (option.right === true && rights === 1)}
                onClick={() => {
                  rows.remove(i);
                  onChange(options.toSpliced(i, 1));
                }}
              >
                Remove option {i + 1}
              </button>
            </p>
            <Tick
              label={`Option ${i + 1} claims something of the run`}
              value={Boolean(option.claim)}
              onChange={(on) =>
                change({ claim: on ? { of: firstQuantity(), is: 'above', value: 0.95 } : null })
              }
            />
            {option.claim ? (
              <ClaimForm
                of={`option ${i + 1}`}
                claim={option.claim}
                onChange={(claim) => change({ claim })}
              />
            ) : null}
          </div>
        );
      })}
      <button
        type="button"
        className="button small framed"
        disabled={options.length >= 8}
        onClick={() => onChange([...options, { text: `Option ${options.length + 1}` }])}
      >
        Add option
      </button>
    </>
  );
}

function NumberForm({ question, onChange }: { question: Question; onChange: (question: Question) => void }) {
  const number = question.number;
  if (!number) return null;
  const change = (part: Partial<typeof number>) => {
    const { of = null, unit = '', ...rest } = { ...number, ...part };
    onChange({ ...question, number: { ...rest, ...tidy({ unit, of }) } });
  };
  return (
    <>
      <Numeric
        label="Right number"
        signed
        required
        value={number.value}
        onCommit={(value) => change({ value: value ?? 0 })}
      />
      <Numeric
        label="Right within ±"
        required
        value={number.tolerance}
        onCommit={(tolerance) => change({ tolerance: tolerance ?? 0 })}
      />
      <Line label="Unit" most={20} value={number.unit ?? ''} onCommit={(unit) => change({ unit })} />
      <Tick
        label="The run measures it"
        value={Boolean(number.of)}
        onChange={(on) => change({ of: on ? firstQuantity() : null })}
      />
      {number.of ? (
        <>
          <QuantityForm of="the number" quantity={number.of} onChange={(of) => change({ of })} />
          <Found quantity={number.of} />
        </>
      ) : null}
    </>
  );
}

function SketchForm({ sketch, onChange }: { sketch: Sketch; onChange: (sketch: Sketch) => void }) {
  const series = (runNow().directory?.series ?? []).filter((s) => !s.fluid && s.kind !== 'probe');
  const name = (kind: string, owner: string) => `${kind} ${owner}`;
  const change = (part: Partial<Sketch>) => onChange({ ...sketch, ...part });
  return (
    <>
      <Pick
        label="Curve"
        value={name(sketch.series, sketch.owner ?? '')}
        options={series.map((s) => ({ id: name(s.kind, s.owner), name: name(s.kind, s.owner) }))}
        onChange={(id) => {
          const found = series.find((s) => name(s.kind, s.owner) === id);
          if (found) change({ series: found.kind, owner: found.owner });
        }}
      />
      <Numeric
        label="From, s"
        required
        value={sketch.fromS}
        onCommit={(v) => v !== null && v < sketch.toS && change({ fromS: v })}
      />
      <Numeric
        label="To, s"
        required
        value={sketch.toS}
        onCommit={(v) => v !== null && v > sketch.fromS && change({ toS: v })}
      />
      <Numeric
        label="Axis up to"
        required
        value={sketch.max}
        onCommit={(v) => v !== null && v > 0 && change({ max: v })}
      />
      <Numeric
        label="Close within, part of the axis"
        required
        value={sketch.tolerance ?? 0.12}
        onCommit={(v) => v !== null && v <= 1 && change({ tolerance: v })}
      />
    </>
  );
}

function kindOf(question: Question | null): Kind {
  if (!question) return 'none';
  return question.number ? 'number' : question.sketch ? 'sketch' : 'options';
}

function ofKind(kind: Kind, ask: string): Question | null {
  const owner = runNow().directory?.flows[0]?.id ?? '';
  switch (kind) {
    case 'none':
      return null;
    case 'options':
      return { ask, options: [{ text: 'Option 1', right: true }, { text: 'Option 2' }] };
    case 'number':
      return { ask, number: { value: 1, tolerance: 0.1 } };
    case 'sketch':
      return { ask, sketch: { series: 'cwnd', owner, fromS: 0, toS: 10, max: 100, tolerance: 0.12 } };
  }
}
