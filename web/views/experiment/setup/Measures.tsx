import { useMemo } from 'react';
import { useRowKeys } from '../../../app/row-keys';
import { Choice } from '../../../app/widgets/Choice';
import { NumberInput } from '../../../app/widgets/NumberInput';
import { RowPicker } from '../../../app/widgets/RowPicker';
import { Toggle } from '../../../app/widgets/Toggle';
import type { Experiment, Measure } from '../../../generated/types';
import { useCatalogue } from '../../../store';
import { Row, Section } from '../../inspector/Rows';
import { addMeasure, removeMeasure, setMeasure, showMeasure, shown } from './edits';
import { change, Field, Item, Line, Refused } from './fields';
import {
  type MeasureName,
  patternOf,
  placesOf,
  type Quantity,
  quantityOf,
  quantityRows,
  quantityWords,
} from './quantities';

interface Props {
  document: Experiment;
  names: readonly MeasureName[];
}

const OVER = [
  { id: 'mean', name: 'mean' },
  { id: 'sum', name: 'sum' },
  { id: 'min', name: 'smallest' },
  { id: 'max', name: 'largest' },
];

/** What is looked at. */
export function Measures({ document, names }: Props) {
  const rows = useMemo(() => quantityRows(names), [names]);
  const inChart = document.chart?.kind === 'trace' ? [] : shown(document);
  const lone = document.measures.length === 1;
  const { keys, remove } = useRowKeys(document.measures.length);
  const take = (measure: Measure, place: number) => {
    remove(place);
    void change(removeMeasure(place), `remove ${measure.name}`);
  };
  return (
    <Section title="Measures" aside={`${document.measures.length} of at most 32`}>
      {document.measures.map((measure, place) => (
        <Item
          key={keys[place]}
          title={<strong>{measure.name}</strong>}
          removeLabel={`Remove ${measure.name}`}
          onRemove={lone ? undefined : () => take(measure, place)}
        >
          <MeasureForm document={document} measure={measure} place={place} names={names} rows={rows} />
          {document.chart?.kind === 'trace' ? null : (
            <Toggle
              label="In the figure"
              value={inChart.includes(place)}
              onChange={(on) =>
                void change(showMeasure(place, on), `${on ? 'show' : 'hide'} ${measure.name}`)
              }
            />
          )}
          <Refused at={`/measures/${place}`} />
        </Item>
      ))}
      <div className="add-row">
        <RowPicker
          label="Measure something"
          of="Add"
          name="Measure something else"
          rows={rows}
          value=""
          onChange={(of) => void change(addMeasure(fresh(of)), `measure ${quantityWords(of).name}`)}
        />
      </div>
    </Section>
  );
}

function fresh(of: string): Measure {
  const { name, unit } = quantityWords(of);
  return { name, unit, of };
}

interface FormProps extends Props {
  measure: Measure;
  place: number;
  rows: ReturnType<typeof quantityRows>;
}

function MeasureForm({ document, measure, place, names, rows }: FormProps) {
  const set = (next: Partial<Measure>, what: string, key = '') =>
    change(setMeasure(place, next), `${measure.name}: ${what}`, key);
  const quantity = quantityOf(measure.of, names);
  return (
    <>
      <div className="two-fields">
        <Field name="Name">
          {() => (
            <Line
              label={`Name of measure ${place + 1}`}
              value={measure.name}
              maxLength={80}
              valid={(text) => text !== ''}
              onCommit={(name) => set({ name }, 'name')}
            />
          )}
        </Field>
        <Field name="Unit">
          {() => (
            <Line
              label={`Unit of measure ${place + 1}`}
              value={measure.unit ?? ''}
              placeholder="none"
              maxLength={40}
              onCommit={(unit) => set({ unit }, 'unit')}
            />
          )}
        </Field>
      </div>
      <Pattern
        document={document}
        label={`Quantity of ${measure.name}`}
        pattern={measure.of}
        quantity={quantity}
        rows={rows}
        onChange={(of) => void set({ of }, 'what it is')}
      />
      {measure.of.includes('*') ? (
        <Row name="Joined by" help="What is made of several numbers of one run.">
          <Choice
            label={`How the numbers of ${measure.name} are joined`}
            value={measure.over ?? 'mean'}
            options={OVER}
            onChange={(over) => void set({ over: over as 'mean' }, 'joined')}
          />
        </Row>
      ) : null}
      <Row name="Times" help="Multiplied by this: 100 makes a share a percentage.">
        <NumberInput
          label={`Factor of ${measure.name}`}
          value={measure.times ?? 1}
          onCommit={(times) => void set({ times: times ?? 1 }, 'factor', `times ${place}`)}
        />
        <span className="row-unit" />
      </Row>
      {measure.per ? (
        <>
          <Pattern
            document={document}
            label={`What ${measure.name} is divided by`}
            pattern={measure.per}
            quantity={quantityOf(measure.per, names)}
            rows={rows}
            onChange={(per) => void set({ per }, 'divided by')}
          />
          <Toggle
            label="Divided by it, run by run"
            value
            onChange={() => void set({ per: null }, 'not divided')}
          />
        </>
      ) : (
        <Row name="Divided by" help="Another number of the same run.">
          <RowPicker
            label={`Divide ${measure.name} by`}
            rows={rows}
            value=""
            name="nothing"
            onChange={(per) => void set({ per }, 'divided by')}
          />
        </Row>
      )}
    </>
  );
}

/** A quantity, and whose it is; the pattern itself where somebody wrote one of their own. */
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
  const catalogue = useCatalogue();
  const places = quantity ? placesOf(quantity.name, document.base, catalogue) : [];
  const known = quantity === null || quantity.place === '' || places.some((p) => p.id === quantity.place);
  return (
    <>
      <div className="add-row">
        <RowPicker
          label="Quantity"
          of={label}
          rows={rows}
          value={quantity?.name ?? ''}
          name={quantity ? quantityWords(quantity.name).name : 'By a pattern'}
          onChange={(name) => {
            const place =
              quantity && name.split('/')[0] === quantity.name.split('/')[0] ? quantity.place : '*';
            onChange(patternOf({ name, place }));
          }}
        />
        {quantity && places.length > 0 && known ? (
          <>
            <span className="secondary">of</span>
            <Choice
              label={`Whose: ${label}`}
              value={quantity.place}
              options={places}
              onChange={(place) => onChange(patternOf({ name: quantity.name, place }))}
            />
          </>
        ) : null}
      </div>
      {known && quantity ? null : (
        <Field name="" help="A name of the results; * stands for any text, as for the copies of a flow.">
          {(id) => (
            <Line
              label={`Pattern: ${label}`}
              describedBy={id}
              value={pattern}
              maxLength={400}
              valid={(text) => text !== ''}
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
