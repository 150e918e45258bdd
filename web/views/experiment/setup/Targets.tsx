import { useMemo } from 'react';
import { formatTime } from '../../../drawing/format';
import type { Axis, AxisValue, Experiment, Scenario, Target } from '../../../generated/types';
import { replaces } from '../../../scenario/replaces';
import { editWords } from '../../../store';
import { Choice } from '../../../ui/Choice';
import { NumberInput } from '../../../ui/NumberInput';
import { RowPicker } from '../../../ui/RowPicker';
import { useRowKeys } from '../../../ui/row-keys';
import { Toggle } from '../../../ui/Toggle';
import { Row } from '../../inspector/Rows';
import { setBase, setTargets, type TargetKind, targetKind, targetOf } from './edits';
import { changeExperiment, Field, Item, Problems, TextInput } from './fields';
import { type Parameter, parameterRows, pathName } from './parameters';
import { familyTexts, targetTexts as t } from './texts';

const targetKinds = (): { id: TargetKind; name: string; hint: string }[] => [
  { id: 'value', name: t.value, hint: t.valueHint },
  { id: 'scaled', name: t.scaled, hint: t.scaledHint },
  { id: 'listed', name: t.listed, hint: t.listedHint },
  { id: 'fixed', name: t.fixed, hint: t.fixedHint },
  { id: 'copies', name: t.copies, hint: t.copiesHint },
  { id: 'spread', name: t.spread, hint: t.spreadHint },
];

interface Props {
  document: Experiment;
  axis: Axis;
  place: number;
  parameters: readonly Parameter[];
}

/** The parameters that each value of an axis sets. */
export function Targets({ document, axis, place, parameters }: Props) {
  const rows = useMemo(() => {
    const flows = document.base.flows.map((flow) => ({
      id: `/flows/${flow.id}`,
      name: t.copiesName,
      summary: t.copiesSummary,
      source: '',
      year: 0,
      family: familyTexts.flow(flow.name || flow.id),
    }));
    return [...parameterRows(parameters), ...flows];
  }, [document, parameters]);
  const set = (sets: readonly Target[], label: string) =>
    void changeExperiment(setTargets(place, sets), label);
  const { keys, remove } = useRowKeys(axis.sets.length);
  const replace = (i: number, target: Target) => set(axis.sets.with(i, target), t.undo.change(axis.name));
  return (
    <>
      {axis.sets.map((target, i) => (
        <div key={keys[i]}>
          <Item
            title={<span className="secondary">{i === 0 ? t.sets : t.and}</span>}
            aside={
              <RowPicker
                label={t.parameter}
                of={t.parameterOf(axis.name)}
                rows={rows}
                value={target.path}
                name={
                  target.copies
                    ? familyTexts.flow(target.path.split('/')[2] ?? '')
                    : pathName(target.path, parameters)
                }
                onChange={(path) => replace(i, targetFor(target, path, axis))}
              />
            }
            removeLabel={t.remove(pathName(target.path, parameters))}
            onRemove={
              axis.sets.length > 1
                ? () => {
                    remove(i);
                    set(axis.sets.toSpliced(i, 1), t.undo.remove(axis.name));
                  }
                : undefined
            }
          >
            <TargetForm axis={axis} target={target} onChange={(next) => replace(i, next)} />
          </Item>
          <Problems at={`/axes/${place}/sets/${i}`} />
          <Replacing base={document.base} path={target.path} />
        </div>
      ))}
      <div className="add-row">
        <RowPicker
          label={t.add}
          name={t.add}
          of={t.parameterOf(axis.name)}
          rows={rows}
          value=""
          onChange={(path) => {
            const added = targetFor({ path }, path, axis);
            set([...axis.sets, added], t.undo.add(axis.name));
          }}
        />
      </div>
    </>
  );
}

/** Says which changes during each run replace what a target sets, since from then on its values no longer apply. */
function Replacing({ base, path }: { base: Scenario; path: string }) {
  const edits = base.edits ?? [];
  const found = edits.flatMap((edit, i) => (replaces(edit, path) ? [i] : []));
  if (found.length === 0) return null;
  const words = found.map((i) => `${editWords(base, i)} (${formatTime(edits[i]?.atS ?? 0, 2)})`);
  const without = { ...base, edits: edits.filter((_, i) => !found.includes(i)) };
  return (
    <p className="row-help" role="status">
      <strong>{t.replaced}</strong> {words.join('; ')}.{' '}
      <button
        type="button"
        className="button small framed"
        onClick={() => void changeExperiment(setBase(without), t.undo.removeChanges)}
      >
        {t.removeChanges}
      </button>
    </p>
  );
}

/** Only flows can have copies. */
function targetFor(target: Target, path: string, axis: Axis): Target {
  if (path.split('/').length === 3 && path.startsWith('/flows/')) return targetOf({ path }, 'copies', []);
  return target.copies ? targetOf({ path }, 'value', listedValues(axis)) : { ...target, path };
}

const listedValues = (axis: Axis): readonly AxisValue[] => (Array.isArray(axis.values) ? axis.values : []);

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
  const kinds = targetKinds().filter(
    (k) => (k.id !== 'copies' || flow) && (k.id !== 'listed' || listedValues(axis).length > 0),
  );
  const number = (name: string, value: number, set: (next: number) => Target) => (
    <Field name={name}>
      {() => (
        <NumberInput
          label={t.fieldOf(name, target.path)}
          value={value}
          onCommit={(next) => onChange(set(next ?? 0))}
        />
      )}
    </Field>
  );
  return (
    <>
      <Row name={t.to}>
        <Choice
          label={t.valueOf(target.path)}
          value={kind}
          options={kinds}
          onChange={(next) => onChange(targetOf(target, next as TargetKind, listedValues(axis)))}
        />
      </Row>
      {kind === 'scaled' ? (
        <>
          <div className="two-fields">
            {number(t.factor, target.times ?? 1, (times) => ({ ...target, times }))}
            {number(t.offset, target.plus ?? 0, (plus) => ({ ...target, plus }))}
          </div>
          <Toggle
            label={t.rounded}
            value={target.whole ?? false}
            onChange={(whole) => onChange({ ...target, whole })}
          />
        </>
      ) : null}
      {kind === 'listed' || kind === 'fixed' ? (
        <Field name="" {...(kind === 'listed' ? { help: t.listHelp } : {})}>
          {(id) => (
            <TextInput
              label={t.valuesFor(target.path)}
              describedBy={id}
              value={jsonList(target.values ?? [])}
              problem={(text) => (parseJsonList(text) ? null : t.listInvalid)}
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
          label={t.ownHosts}
          value={target.hosts ?? false}
          onChange={(hosts) => onChange({ ...target, hosts })}
        />
      ) : null}
      {kind === 'spread' && target.spread ? (
        <>
          <div className="two-fields">
            {number(t.from, target.spread.from, (from) => ({
              ...target,
              spread: { ...spreadOf(target), from },
            }))}
            {number(t.to, target.spread.to, (to) => ({ ...target, spread: { ...spreadOf(target), to } }))}
          </div>
          <Toggle
            label={t.last}
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
