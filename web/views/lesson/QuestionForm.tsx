import type { Answer, Question, Sketch } from '../../generated/types';
import { runNow } from '../../store';
import { useRowKeys } from '../../ui/row-keys';
import { ClaimForm, CurrentValue, defaultQuantity, QuantityForm } from './ClaimForm';
import { questionFormTexts as t } from './editor-texts';
import { Checkbox, NumberField, Select, TextArea, TextField } from './fields';
import { withoutEmpty } from './without-empty';

const questionKinds = () =>
  [
    { id: 'none', name: t.none },
    { id: 'options', name: t.choice },
    { id: 'number', name: t.number },
    { id: 'sketch', name: t.sketch },
  ] as const;

type Kind = ReturnType<typeof questionKinds>[number]['id'];

interface Props {
  question: Question | null;
  onChange: (question: Question | null) => void;
}

/** The fields of a question and its answer. */
export function QuestionForm({ question, onChange }: Props) {
  const kind = kindOf(question);
  return (
    <fieldset className="lesson-group">
      <legend>{t.heading}</legend>
      <Select
        label={t.kind}
        name={t.kindOfQuestion}
        value={kind}
        options={questionKinds()}
        onChange={(next) => onChange(newQuestion(next, question?.ask ?? t.firstQuestion))}
      />
      {question ? (
        <>
          <TextArea
            label={t.question}
            rows={2}
            maxLength={2000}
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
        const change = (part: Partial<Answer>) =>
          onChange(options.with(i, withoutEmpty({ ...option, ...part })));
        const correctCount = options.filter((o) => o.right).length;
        return (
          <div key={rows.keys[i]} className="lesson-answer">
            <TextField
              label={t.option(i + 1)}
              value={option.text}
              onCommit={(text) => {
                if (text.trim() !== '') change({ text });
              }}
            />
            <TextField
              label={t.feedback}
              maxLength={1000}
              value={option.feedback ?? ''}
              onCommit={(feedback) => change({ feedback })}
            />
            <p className="lesson-take">
              <Checkbox
                label={t.right}
                value={option.right ?? false}
                disabled={option.right === true && correctCount === 1}
                onChange={(right) => change({ right })}
              />
              <button
                type="button"
                className="button small"
                disabled={options.length <= 2 || (option.right === true && correctCount === 1)}
                onClick={() => {
                  rows.remove(i);
                  onChange(options.toSpliced(i, 1));
                }}
              >
                {t.removeOption(i + 1)}
              </button>
            </p>
            <Checkbox
              label={t.optionHasClaim(i + 1)}
              value={Boolean(option.claim)}
              onChange={(on) =>
                change({ claim: on ? { of: defaultQuantity(), is: 'above', value: 0.95 } : null })
              }
            />
            {option.claim ? (
              <ClaimForm of={t.option(i + 1)} claim={option.claim} onChange={(claim) => change({ claim })} />
            ) : null}
          </div>
        );
      })}
      <button
        type="button"
        className="button small framed"
        disabled={options.length >= 8}
        onClick={() => onChange([...options, { text: t.option(options.length + 1) }])}
      >
        {t.addOption}
      </button>
    </>
  );
}

function NumberForm({ question, onChange }: { question: Question; onChange: (question: Question) => void }) {
  const number = question.number;
  if (!number) return null;
  const change = (part: Partial<typeof number>) => {
    const { of = null, unit = '', ...rest } = { ...number, ...part };
    onChange({ ...question, number: { ...rest, ...withoutEmpty({ unit, of }) } });
  };
  return (
    <>
      <NumberField
        label={t.rightNumber}
        signed
        required
        value={number.value}
        onCommit={(value) => change({ value: value ?? 0 })}
      />
      <NumberField
        label={t.tolerance}
        required
        value={number.tolerance}
        onCommit={(tolerance) => change({ tolerance: tolerance ?? 0 })}
      />
      <TextField
        label={t.unit}
        maxLength={20}
        value={number.unit ?? ''}
        onCommit={(unit) => change({ unit })}
      />
      <Checkbox
        label={t.numberIsMeasured}
        value={Boolean(number.of)}
        onChange={(on) => change({ of: on ? defaultQuantity() : null })}
      />
      {number.of ? (
        <>
          <QuantityForm of={t.ofNumber} quantity={number.of} onChange={(of) => change({ of })} />
          <CurrentValue quantity={number.of} />
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
      <Select
        label={t.curve}
        value={name(sketch.series, sketch.owner ?? '')}
        options={series.map((s) => ({ id: name(s.kind, s.owner), name: name(s.kind, s.owner) }))}
        onChange={(id) => {
          const found = series.find((s) => name(s.kind, s.owner) === id);
          if (found) change({ series: found.kind, owner: found.owner });
        }}
      />
      <NumberField
        label={t.fromS}
        required
        value={sketch.fromS}
        onCommit={(v) => v !== null && v < sketch.toS && change({ fromS: v })}
      />
      <NumberField
        label={t.toS}
        required
        value={sketch.toS}
        onCommit={(v) => v !== null && v > sketch.fromS && change({ toS: v })}
      />
      <NumberField
        label={t.axisMax}
        required
        value={sketch.max}
        onCommit={(v) => v !== null && v > 0 && change({ max: v })}
      />
      <NumberField
        label={t.sketchTolerance}
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

function newQuestion(kind: Kind, ask: string): Question | null {
  const owner = runNow().directory?.flows[0]?.id ?? '';
  switch (kind) {
    case 'none':
      return null;
    case 'options':
      return { ask, options: [{ text: t.option(1), right: true }, { text: t.option(2) }] };
    case 'number':
      return { ask, number: { value: 1, tolerance: 0.1 } };
    case 'sketch':
      return { ask, sketch: { series: 'cwnd', owner, fromS: 0, toS: 10, max: 100, tolerance: 0.12 } };
  }
}
