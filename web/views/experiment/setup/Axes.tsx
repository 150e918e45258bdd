import { useMemo } from 'react';
import { Choice } from '../../../app/widgets/Choice';
import { NumberInput } from '../../../app/widgets/NumberInput';
import { RowPicker } from '../../../app/widgets/RowPicker';
import type { Axis, AxisValues, Experiment, LogRange, Range } from '../../../generated/types';
import { Row, Section } from '../../inspector/Rows';
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
import { change, Field, Item, Line, Refused } from './fields';
import { type Parameter, parameterRows } from './parameters';
import { Targets } from './Targets';

interface Props {
  document: Experiment;
  parameters: readonly Parameter[];
}

/** What is varied: up to two axes. */
export function Axes({ document, parameters }: Props) {
  const axes = axesOf(document);
  const rows = useMemo(() => parameterRows(parameters), [parameters]);
  return (
    <Section title="What varies">
      {axes.map((axis, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place in the list
        <AxisForm key={place} document={document} axis={axis} place={place} parameters={parameters} />
      ))}
      {axes.length < 2 ? (
        <div className="add-row">
          <RowPicker
            label={axes.length === 0 ? 'Vary a parameter' : 'Vary another parameter'}
            rows={rows}
            value=""
            of="Add"
            name={axes.length === 0 ? 'Vary a parameter' : 'Vary another parameter'}
            onChange={(path) => {
              const parameter = parameters.find((p) => p.path === path);
              if (parameter) void change(addAxis(axisOver(parameter)), `vary ${parameter.name}`);
            }}
          />
        </div>
      ) : (
        <button
          type="button"
          className="button small more"
          onClick={() => void change(swapAxes, 'swap the axes')}
        >
          Swap the axes
        </button>
      )}
      {axes.length === 0 ? (
        <p className="row-note secondary">
          Pick what shall differ from run to run: a buffer, a rate, an algorithm, the number of flows.
        </p>
      ) : null}
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
      aside={<span className="secondary">{count === 1 ? '1 value' : `${count} values`}</span>}
      removeLabel={`Do not vary ${axis.name}`}
      onRemove={() => void change(removeAxis(place), `do not vary ${axis.name}`)}
    >
      <div className="two-fields">
        <Field name="Name">
          {() => (
            <Line
              label={`Name of axis ${place + 1}`}
              value={axis.name}
              maxLength={80}
              valid={(text) => text !== ''}
              onCommit={(name) => change(setAxis(place, { name }), `name ${name}`)}
            />
          )}
        </Field>
        <Field name="Unit">
          {() => (
            <Line
              label={`Unit of axis ${place + 1}`}
              value={axis.unit ?? ''}
              placeholder="none"
              maxLength={40}
              onCommit={(unit) => change(setAxis(place, { unit }), `unit ${unit}`)}
            />
          )}
        </Field>
      </div>
      <Values axis={axis} place={place} />
      <Refused at={`${at}/values`} />
      <Targets document={document} axis={axis} place={place} parameters={parameters} />
    </Item>
  );
}

/** What an axis is in the figure. */
function roleOf(document: Experiment, place: number): string {
  const kind = document.chart?.kind ?? 'line';
  if (kind === 'table' || kind === 'trace') return place === 0 ? 'First' : 'Second';
  if (place === 0) return 'Along x';
  return kind === 'heat' ? 'Along y' : kind === 'bar' ? 'A bar each' : 'A line each';
}

type Kind = 'list' | 'steps' | 'ratios';

const kindOf = (values: AxisValues): Kind =>
  Array.isArray(values) ? 'list' : 'count' in values ? 'ratios' : 'steps';

const KINDS = [
  { id: 'list', name: 'A list', hint: 'Numbers, or names such as those of algorithms' },
  { id: 'steps', name: 'Equal steps', hint: 'From one number to another' },
  { id: 'ratios', name: 'Equal ratios', hint: 'For a logarithmic axis' },
];

/** The same span in another form, as near as can be. */
function inKind(values: AxisValues, kind: Kind): AxisValues {
  const list = Array.isArray(values) ? values.filter((v) => typeof v === 'number') : null;
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

function Values({ axis, place }: { axis: Axis; place: number }) {
  const { values } = axis;
  const kind = kindOf(values);
  const set = (next: AxisValues) =>
    change(setValues(place, next), `values of ${axis.name}`, `values ${place}`);
  return (
    <>
      <Row name="Values">
        <Choice
          label={`Values of ${axis.name}`}
          value={kind}
          options={KINDS}
          onChange={(next) => void set(inKind(values, next as Kind))}
        />
      </Row>
      {Array.isArray(values) ? (
        <Field name="" help="Separated by commas; by semicolons where a name has a comma.">
          {(id) => (
            <Line
              label={`List of values of ${axis.name}`}
              value={valuesText(values)}
              describedBy={id}
              valid={(text) => parseValues(text) !== null}
              invalidWords="numbers or names, separated by commas"
              onCommit={(text) => set(parseValues(text) as AxisValues)}
            />
          )}
        </Field>
      ) : (
        <Span axis={axis} values={values} onChange={set} />
      )}
    </>
  );
}

function Span({
  axis,
  values,
  onChange,
}: {
  axis: Axis;
  values: Range | LogRange;
  onChange: (values: AxisValues) => Promise<boolean>;
}) {
  const number = (name: string, key: 'from' | 'to' | 'step' | 'count') => (
    <Field name={name}>
      {() => (
        <NumberInput
          label={`${name}, ${axis.name}`}
          value={(values as unknown as Record<string, number>)[key] ?? 0}
          integer={key === 'count'}
          {...(key === 'count' ? { min: 2, max: 1000 } : {})}
          onCommit={(next) => void onChange({ ...values, [key]: next ?? 0 } as AxisValues)}
        />
      )}
    </Field>
  );
  return (
    <div className="three-fields">
      {number('From', 'from')}
      {number('to', 'to')}
      {'count' in values ? number('how many', 'count') : number('step', 'step')}
    </div>
  );
}
