import { useMemo } from 'react';
import type { Experiment, Measure } from '../../../generated/types';
import { Choice } from '../../../ui/Choice';
import { NumberInput } from '../../../ui/NumberInput';
import { RowPicker } from '../../../ui/RowPicker';
import { useRowKeys } from '../../../ui/row-keys';
import { Toggle } from '../../../ui/Toggle';
import { Row, Section } from '../../inspector/Rows';
import { addMeasure, chartMeasures, removeMeasure, setMeasure, showMeasure } from './edits';
import { changeExperiment, Field, Item, notEmpty, Problems, TextInput } from './fields';
import { HarmRows } from './Harm';
import {
  type MeasureName,
  ownersOf,
  patternOf,
  type Quantity,
  quantityName,
  quantityOf,
  quantityRows,
} from './quantities';
import { setupTexts, measuresTexts as t } from './texts';
import { useRows } from './use-rows';

interface Props {
  document: Experiment;
  names: readonly MeasureName[];
}

const combinations = () => [
  { id: 'mean', name: t.mean },
  { id: 'sum', name: t.sum },
  { id: 'min', name: t.min },
  { id: 'max', name: t.max },
];

/** The measures of the experiment. */
export function Measures({ document, names }: Props) {
  const rows = useMemo(() => quantityRows(names), [names]);
  const inChart = document.chart?.kind === 'trace' ? [] : chartMeasures(document);
  const lone = document.measures.length === 1;
  const { keys, remove } = useRowKeys(document.measures.length);
  const removeAt = (measure: Measure, place: number) => {
    remove(place);
    void changeExperiment(removeMeasure(place), t.undo.remove(measure.name));
  };
  return (
    <Section title={t.heading} aside={t.count(document.measures.length)}>
      {document.measures.map((measure, place) => (
        <Item
          key={keys[place]}
          title={<strong>{measure.name}</strong>}
          removeLabel={t.remove(measure.name)}
          onRemove={lone ? undefined : () => removeAt(measure, place)}
        >
          <MeasureForm document={document} measure={measure} place={place} names={names} rows={rows} />
          {document.chart?.kind === 'trace' ? null : (
            <Toggle
              label={t.inFigure}
              value={inChart.includes(place)}
              onChange={(on) =>
                void changeExperiment(
                  showMeasure(place, on),
                  on ? t.undo.show(measure.name) : t.undo.hide(measure.name),
                )
              }
            />
          )}
          <Problems at={`/measures/${place}`} />
        </Item>
      ))}
      <div className="add-row">
        <RowPicker
          label={t.add}
          of={t.heading}
          name={t.add}
          rows={rows}
          value=""
          onChange={(of) =>
            void changeExperiment(addMeasure(newMeasure(of)), t.undo.add(quantityName(of).name))
          }
        />
      </div>
    </Section>
  );
}

function newMeasure(of: string): Measure {
  const { name, unit } = quantityName(of);
  return { name, unit, of };
}

interface FormProps extends Props {
  measure: Measure;
  place: number;
  rows: ReturnType<typeof quantityRows>;
}

function MeasureForm({ document, measure, place, names, rows }: FormProps) {
  const set = (next: Partial<Measure>, label: (measure: string) => string, key = '') =>
    changeExperiment(setMeasure(place, next), label(measure.name), key);
  const quantity = quantityOf(measure.of, names);
  return (
    <>
      <div className="two-fields">
        <Field name={setupTexts.name}>
          {() => (
            <TextInput
              label={t.nameOf(place + 1)}
              value={measure.name}
              maxLength={80}
              problem={notEmpty}
              onCommit={(name) => set({ name }, t.undo.name)}
            />
          )}
        </Field>
        <Field name={setupTexts.unit}>
          {() => (
            <TextInput
              label={t.unitOf(place + 1)}
              value={measure.unit ?? ''}
              placeholder={setupTexts.noUnit}
              maxLength={40}
              onCommit={(unit) => set({ unit }, t.undo.unit)}
            />
          )}
        </Field>
      </div>
      <Pattern
        document={document}
        label={t.quantityOf(measure.name)}
        pattern={measure.of}
        quantity={quantity}
        rows={rows}
        onChange={(of) => void set({ of }, t.undo.quantity)}
      />
      {measure.of.includes('*') ? (
        <Row name={t.combined} help={t.combinedHelp}>
          <Choice
            label={t.combination(measure.name)}
            value={measure.over ?? 'mean'}
            options={combinations()}
            onChange={(over) => void set({ over: over as 'mean' }, t.undo.combined)}
          />
        </Row>
      ) : null}
      <Row name={t.factor} help={t.factorHelp}>
        <NumberInput
          label={t.factorOf(measure.name)}
          value={measure.times ?? 1}
          onCommit={(times) => void set({ times: times ?? 1 }, t.undo.factor, `times ${place}`)}
        />
        <span className="row-unit" />
      </Row>
      {measure.per ? (
        <>
          <Pattern
            document={document}
            label={t.divisorOf(measure.name)}
            pattern={measure.per}
            quantity={quantityOf(measure.per, names)}
            rows={rows}
            onChange={(per) => void set({ per }, t.undo.divisor)}
          />
          <Toggle label={t.divided} value onChange={() => void set({ per: null }, t.undo.noDivisor)} />
        </>
      ) : (
        <Row name={t.dividedBy} help={t.dividedByHelp}>
          <RowPicker
            label={t.divide(measure.name)}
            rows={rows}
            value=""
            name={t.nothing}
            onChange={(per) => void set({ per }, t.undo.divisor)}
          />
        </Row>
      )}
      <HarmRows
        document={document}
        measure={measure}
        // Harm is dimensionless.
        onChange={(harm) => void set(harm ? { harm, unit: '' } : { harm }, t.undo.harm)}
      />
    </>
  );
}

/** A quantity and its owner, or the pattern itself if it is unknown. */
function Pattern({
  document,
  label,
  pattern,
  quantity,
  rows,
  onChange,
}: {
  document: Experiment;
  label: string;
  pattern: string;
  quantity: Quantity | null;
  rows: ReturnType<typeof quantityRows>;
  onChange: (pattern: string) => void;
}) {
  const catalogue = useRows();
  const places = quantity ? ownersOf(quantity.name, document.base, catalogue) : [];
  const known = quantity === null || quantity.place === '' || places.some((p) => p.id === quantity.place);
  return (
    <>
      <div className="add-row">
        <RowPicker
          label={t.quantity}
          of={label}
          rows={rows}
          value={quantity?.name ?? ''}
          name={quantity ? quantityName(quantity.name).name : t.custom}
          onChange={(name) => {
            const place =
              quantity && name.split('/')[0] === quantity.name.split('/')[0] ? quantity.place : '*';
            onChange(patternOf({ name, place }));
          }}
        />
        {quantity && places.length > 0 && known ? (
          <>
            <span className="secondary">{t.of}</span>
            <Choice
              label={t.ownerOf(label)}
              value={quantity.place}
              options={places}
              onChange={(place) => onChange(patternOf({ name: quantity.name, place }))}
            />
          </>
        ) : null}
      </div>
      {known && quantity ? null : (
        <Field name="" help={t.patternHelp}>
          {(id) => (
            <TextInput
              label={t.patternOf(label)}
              describedBy={id}
              value={pattern}
              maxLength={400}
              problem={notEmpty}
              onCommit={(text) => {
                onChange(text);
                return true;
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}
