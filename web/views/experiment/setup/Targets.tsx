import { useMemo } from 'react';
import { useRowKeys } from '../../../app/row-keys';
import { Choice } from '../../../app/widgets/Choice';
import { NumberInput } from '../../../app/widgets/NumberInput';
import { RowPicker } from '../../../app/widgets/RowPicker';
import { Toggle } from '../../../app/widgets/Toggle';
import type { Axis, AxisValue, Experiment, Target } from '../../../generated/types';
import { Row } from '../../inspector/Rows';
import { setTargets, type TargetKind, targetKind, targetOf } from './edits';
import { change, Field, Item, Line, Refused } from './fields';
import { type Parameter, parameterRows, pathWords } from './parameters';

const KINDS: { id: TargetKind; name: string; hint: string }[] = [
  { id: 'value', name: 'the value itself', hint: 'As it stands in the list' },
  { id: 'scaled', name: 'the value, converted', hint: 'Times a factor, plus a number, rounded if asked' },
  { id: 'listed', name: 'one of a list each', hint: 'For each value of the axis another one' },
  { id: 'fixed', name: 'always the same', hint: 'Whatever the value of the axis' },
  { id: 'copies', name: 'so many of this flow', hint: 'The number of flows is what varies' },
  { id: 'spread', name: 'numbers in equal steps', hint: 'Over all that the path means' },
];

interface Props {
  document: Experiment;
  axis: Axis;
  place: number;
  parameters: readonly Parameter[];
}

/** What each value of an axis sets; several are linked. */
export function Targets({ document, axis, place, parameters }: Props) {
  const rows = useMemo(() => {
    const flows = document.base.flows.map((flow) => ({
      id: `/flows/${flow.id}`,
      name: 'How many of it',
      summary: 'Copies of the flow, with hosts and links of their own or with the same ones.',
      source: '',
      year: 0,
      family: `Flow ${flow.name || flow.id}`,
    }));
    return [...parameterRows(parameters), ...flows];
  }, [document, parameters]);
  const set = (sets: readonly Target[], label: string) => void change(setTargets(place, sets), label);
  const { keys, remove } = useRowKeys(axis.sets.length);
  const replace = (i: number, target: Target) => set(axis.sets.with(i, target), `what ${axis.name} sets`);
  return (
    <>
      {axis.sets.map((target, i) => (
        <div key={keys[i]}>
          <Item
            title={<span className="secondary">{i === 0 ? 'sets' : 'and'}</span>}
            aside={
              <RowPicker
                label="Parameter"
                of={`Parameter of ${axis.name}`}
                rows={rows}
                value={target.path}
                name={
                  target.copies
                    ? `Flow ${target.path.split('/')[2] ?? ''}`
                    : pathWords(target.path, parameters)
                }
                onChange={(path) => replace(i, targetFor(target, path, axis))}
              />
            }
            removeLabel={`Do not set ${pathWords(target.path, parameters)}`}
            onRemove={
              axis.sets.length > 1
                ? () => {
                    remove(i);
                    set(axis.sets.toSpliced(i, 1), `set less with ${axis.name}`);
                  }
                : undefined
            }
          >
            <TargetForm axis={axis} target={target} onChange={(next) => replace(i, next)} />
          </Item>
          <Refused at={`/axes/${place}/sets/${i}`} />
        </div>
      ))}
      <div className="add-row">
        <RowPicker
          label="Set something else along with it"
          name="Set something else along"
          of="Add"
          rows={rows}
          value=""
          onChange={(path) => {
            const added = targetFor({ path }, path, axis);
            set([...axis.sets, added], `set more with ${axis.name}`);
          }}
        />
      </div>
    </>
  );
}

/** Only flows come in numbers. */
function targetFor(target: Target, path: string, axis: Axis): Target {
  if (path.split('/').length === 3 && path.startsWith('/flows/')) return targetOf({ path }, 'copies', []);
  return target.copies ? targetOf({ path }, 'value', listed(axis)) : { ...target, path };
}

const listed = (axis: Axis): readonly AxisValue[] => (Array.isArray(axis.values) ? axis.values : []);

function TargetForm({
  axis,
  target,
  onChange,
}: {
  axis: Axis;
  target: Target;
  onChange: (target: Target) => void;
}) {
  const kind = targetKind(target);
  const flow = target.path.startsWith('/flows/');
  const kinds = KINDS.filter(
    (k) => (k.id !== 'copies' || flow) && (k.id !== 'listed' || listed(axis).length > 0),
  );
  const number = (name: string, value: number, set: (next: number) => Target) => (
    <Field name={name}>
      {() => (
        <NumberInput
          label={`${name}, ${target.path}`}
          value={value}
          onCommit={(next) => onChange(set(next ?? 0))}
        />
      )}
    </Field>
  );
  return (
    <>
      <Row name="to">
        <Choice
          label={`How ${target.path} follows`}
          value={kind}
          options={kinds}
          onChange={(next) => onChange(targetOf(target, next as TargetKind, listed(axis)))}
        />
      </Row>
      {kind === 'scaled' ? (
        <>
          <div className="two-fields">
            {number('times', target.times ?? 1, (times) => ({ ...target, times }))}
            {number('plus', target.plus ?? 0, (plus) => ({ ...target, plus }))}
          </div>
          <Toggle
            label="Rounded to whole numbers"
            value={target.whole ?? false}
            onChange={(whole) => onChange({ ...target, whole })}
          />
        </>
      ) : null}
      {kind === 'listed' || kind === 'fixed' ? (
        <Field
          name=""
          {...(kind === 'listed'
            ? { help: 'In the order of the values, separated by commas; JSON where it is no number.' }
            : {})}
        >
          {(id) => (
            <Line
              label={`What ${target.path} is set to`}
              describedBy={id}
              value={jsonList(target.values ?? [])}
              valid={(text) => parseJsonList(text) !== null}
              invalidWords="values separated by commas"
              onCommit={(text) => {
                onChange({ ...target, values: parseJsonList(text) ?? [] });
                return true;
              }}
            />
          )}
        </Field>
      ) : null}
      {kind === 'copies' ? (
        <Toggle
          label="Each with hosts and links of its own"
          value={target.hosts ?? false}
          onChange={(hosts) => onChange({ ...target, hosts })}
        />
      ) : null}
      {kind === 'spread' && target.spread ? (
        <>
          <div className="two-fields">
            {number('from', target.spread.from, (from) => ({
              ...target,
              spread: { ...spreadOf(target), from },
            }))}
            {number('to', target.spread.to, (to) => ({ ...target, spread: { ...spreadOf(target), to } }))}
          </div>
          <Toggle
            label="The last one gets the end itself"
            value={target.spread.last ?? false}
            onChange={(last) => onChange({ ...target, spread: { ...spreadOf(target), last } })}
          />
        </>
      ) : null}
    </>
  );
}

const spreadOf = (target: Target) => target.spread ?? { from: 0, to: 1 };

const jsonList = (values: readonly unknown[]) =>
  values.map((v) => (typeof v === 'string' && /^[\w-]+$/.test(v) ? v : JSON.stringify(v))).join(', ');

/** Numbers, names without quotation marks, or any JSON. */
function parseJsonList(text: string): unknown[] | null {
  const quoted = text.replace(/(^|,)\s*([A-Za-z_][\w-]*)\s*(?=,|$)/g, (all, comma: string, word: string) =>
    ['true', 'false', 'null'].includes(word) ? all : `${comma}"${word}"`,
  );
  try {
    const list: unknown = JSON.parse(`[${quoted}]`);
    return Array.isArray(list) && list.length > 0 ? list : null;
  } catch {
    return null;
  }
}
