import { useMemo } from 'react';
import type { Axis, AxisValues, Experiment, LogRange, Range } from '../../../generated/types';
import { Choice } from '../../../ui/Choice';
import { NumberInput } from '../../../ui/NumberInput';
import { RowPicker } from '../../../ui/RowPicker';
import { Row, Section } from '../../inspector/Rows';
import type { Scale } from '../../inspector/scale';
import { valueCount } from '../counts';
import { axesOf } from '../figure/data';
import {
  addAxis,
  axisOver,
  parseValues,
  removeAxis,
  setAxis,
  setValues,
  swapAxes,
  valuesText,
} from './edits';
import { changeExperiment, Field, Item, notEmpty, Problems, TextInput } from './fields';
import { type Parameter, parameterRows } from './parameters';
import { Targets } from './Targets';
import { setupTexts, axesTexts as t } from './texts';
import { rangeOfAxis, valuesProblem } from './values';

interface Props {
  document: Experiment;
  parameters: readonly Parameter[];
}

/** The axes of the experiment: at most two. */
export function Axes({ document, parameters }: Props) {
  const axes = axesOf(document);
  const rows = useMemo(() => parameterRows(parameters), [parameters]);
  return (
    <Section title={t.heading}>
      {axes.map((axis, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the axis
        <AxisForm key={place} document={document} axis={axis} place={place} parameters={parameters} />
      ))}
      {axes.length < 2 ? (
        <div className="add-row">
          <RowPicker
            label={axes.length === 0 ? t.vary : t.varyAnother}
            rows={rows}
            value=""
            of={t.heading}
            name={axes.length === 0 ? t.vary : t.varyAnother}
            onChange={(path) => {
              const parameter = parameters.find((p) => p.path === path);
              if (parameter) void changeExperiment(addAxis(axisOver(parameter)), t.undo.add(parameter.name));
            }}
          />
        </div>
      ) : (
        <button
          type="button"
          className="button small more"
          onClick={() => void changeExperiment(swapAxes, t.undo.swap)}
        >
          {t.swap}
        </button>
      )}
      {axes.length === 0 ? <p className="row-note secondary">{t.note}</p> : null}
    </Section>
  );
}

interface AxisProps extends Props {
  axis: Axis;
  place: number;
}

function AxisForm({ document, axis, place, parameters }: AxisProps) {
  const at = `/axes/${place}`;
  const count = valueCount(axis.values);
  return (
    <Item
      title={<strong>{roleOf(document, place)}</strong>}
      aside={<span className="secondary">{t.values(count)}</span>}
      removeLabel={t.remove(axis.name)}
      onRemove={() => void changeExperiment(removeAxis(place), t.undo.remove(axis.name))}
    >
      <div className="two-fields">
        <Field name={setupTexts.name}>
          {() => (
            <TextInput
              label={t.nameOf(place + 1)}
              value={axis.name}
              maxLength={80}
              problem={notEmpty}
              onCommit={(name) => changeExperiment(setAxis(place, { name }), t.undo.name(name))}
            />
          )}
        </Field>
        <Field name={setupTexts.unit}>
          {() => (
            <TextInput
              label={t.unitOf(place + 1)}
              value={axis.unit ?? ''}
              placeholder={setupTexts.noUnit}
              maxLength={40}
              onCommit={(unit) => changeExperiment(setAxis(place, { unit }), t.undo.unit(unit))}
            />
          )}
        </Field>
      </div>
      <ValuesForm axis={axis} place={place} parameters={parameters} />
      <Problems at={`${at}/values`} />
      <Targets document={document} axis={axis} place={place} parameters={parameters} />
    </Item>
  );
}

/** The role of an axis in the figure. */
function roleOf(document: Experiment, place: number): string {
  const kind = document.chart?.kind ?? 'line';
  if (kind === 'table' || kind === 'trace') return place === 0 ? t.first : t.second;
  if (place === 0) return t.alongX;
  return kind === 'heat' ? t.alongY : kind === 'bar' ? t.bars : t.lines;
}

type Kind = 'list' | 'steps' | 'ratios';

const kindOf = (values: AxisValues): Kind =>
  Array.isArray(values) ? 'list' : 'count' in values ? 'ratios' : 'steps';

const valueKinds = () => [
  { id: 'list', name: t.list, hint: t.listHint },
  { id: 'steps', name: t.steps, hint: t.stepsHint },
  { id: 'ratios', name: t.ratios, hint: t.ratiosHint },
];

/** Converts the values to another form, with the same range if possible. */
function convertValues(values: AxisValues, kind: Kind): AxisValues {
  const list = Array.isArray(values)
    ? values.filter((v) => typeof v === 'number').sort((a, b) => a - b)
    : null;
  const from = list ? (list[0] ?? 1) : (values as Range).from;
  const to = list ? (list.at(-1) ?? 10) : (values as Range).to;
  const count = valueCount(values);
  const digits = (x: number) => Number(x.toPrecision(4));
  if (kind === 'steps') return { from, to, step: digits((to - from) / Math.max(1, count - 1)) || 1 };
  if (kind === 'ratios') {
    const low = from > 0 ? from : 1;
    return { from: low, to: to > low ? to : low * 10, count: Math.max(2, count) };
  }
  const all = Array.from({ length: Math.min(50, count) }, (_, i) => {
    const share = count > 1 ? i / (count - 1) : 0;
    return digits('count' in values ? from * (to / from) ** share : from + (to - from) * share);
  });
  return all as [number];
}

function ValuesForm({ axis, place, parameters }: Omit<AxisProps, 'document'>) {
  const { values } = axis;
  const kind = kindOf(values);
  const set = (next: AxisValues) =>
    changeExperiment(setValues(place, next), t.undo.values(axis.name), `values ${place}`);
  return (
    <>
      <Row name={t.valuesHeading}>
        <Choice
          label={t.valuesOf(axis.name)}
          value={kind}
          options={valueKinds()}
          onChange={(next) => void set(convertValues(values, next as Kind))}
        />
      </Row>
      {Array.isArray(values) ? (
        <Field name="" help={t.listHelp}>
          {(id) => (
            <TextInput
              label={t.listOf(axis.name)}
              value={valuesText(values)}
              describedBy={id}
              problem={(text) => valuesProblem(text, axis, parameters)}
              onCommit={(text) => set(parseValues(text) as AxisValues)}
            />
          )}
        </Field>
      ) : (
        <RangeFields axis={axis} values={values} range={rangeOfAxis(axis, parameters)} onChange={set} />
      )}
    </>
  );
}

function RangeFields({
  axis,
  values,
  range,
  onChange,
}: {
  axis: Axis;
  values: Range | LogRange;
  /** The range of the parameter; null if it is not known. */
  range: Scale | null;
  onChange: (values: AxisValues) => Promise<boolean>;
}) {
  const limitsOf = (key: string) => {
    if (key === 'count') return { min: 2, max: 1000, integer: true };
    if (!range || key === 'step') return {};
    // Between the ends of equal ratios are fractions, which the engine judges.
    return { min: range.min, max: range.max, integer: range.integer };
  };
  const number = (name: string, key: 'from' | 'to' | 'step' | 'count') => (
    <Field name={name}>
      {() => (
        <NumberInput
          label={t.fieldOf(name, axis.name)}
          value={(values as unknown as Record<string, number>)[key] ?? 0}
          {...limitsOf(key)}
          onCommit={(next) => void onChange({ ...values, [key]: next ?? 0 } as AxisValues)}
        />
      )}
    </Field>
  );
  return (
    <div className="three-fields">
      {number(t.from, 'from')}
      {number(t.to, 'to')}
      {'count' in values ? number(t.count, 'count') : number(t.step, 'step')}
    </div>
  );
}
