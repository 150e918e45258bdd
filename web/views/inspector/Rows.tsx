/** Rows of the forms: a quantity with its slider, number and unit; a choice; a switch. All drawn from the catalogue. */
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Choice } from '../../app/widgets/Choice';
import { NumberInput } from '../../app/widgets/NumberInput';
import { numberText } from '../../app/widgets/number';
import { Slider } from '../../app/widgets/Slider';
import { Toggle } from '../../app/widgets/Toggle';
import type { Choice as CatalogueChoice, Param, ParamValue } from '../../generated/types';
import { fromSlider, STEPS, toSlider } from './scale';

interface QuantityProps {
  symbol?: string;
  name: string;
  unit: string;
  help?: string;
  value: number;
  min: number;
  max: number;
  integer?: boolean;
  log?: boolean;
  /** Range of the slider where it is narrower than what is allowed. */
  slide?: { min: number; max: number };
  /** Value off its default: a mark, and a way back. */
  onReset?: (() => void) | undefined;
  onCommit: (value: number) => void;
}

export function Quantity(props: QuantityProps) {
  const {
    symbol,
    name,
    unit,
    help,
    value,
    min,
    max,
    integer = false,
    log = false,
    slide,
    onReset,
    onCommit,
  } = props;
  const range = { min: slide?.min ?? min, max: slide?.max ?? max, integer, log };
  return (
    <div className="row" title={help}>
      <span className="row-name">
        {onReset ? <Reset name={name} onReset={onReset} /> : null}
        {symbol ? <Variable text={symbol} /> : null}
        <span className={symbol ? 'secondary' : ''}>{name}</span>
      </span>
      <Slider
        label={name}
        value={toSlider(value, range)}
        min={0}
        max={STEPS}
        step={1}
        text={`${numberText(value)} ${unit}`}
        onCommit={(at) => onCommit(fromSlider(at, range))}
      />
      <NumberInput
        label={unit ? `${name}, ${unit}` : name}
        value={value}
        min={min}
        max={max}
        integer={integer}
        onCommit={(next) => {
          if (next !== null) onCommit(next);
        }}
      />
      <span className="row-unit secondary">{unit}</span>
    </div>
  );
}

/** Variables are italic, with what follows an underscore below the line. */
export function Variable({ text }: { text: string }) {
  const [base, index] = text.split('_');
  return (
    <var className="symbol">
      {base}
      {index ? <sub>{index}</sub> : null}
    </var>
  );
}

function Reset({ name, onReset }: { name: string; onReset: () => void }) {
  return (
    <Button className="reset" aria-label={`${name}: back to the default`} onPress={onReset}>
      <span aria-hidden="true">◆</span>
    </Button>
  );
}

/** A row with a name at the left and a control at the right. */
export function Row({
  name,
  help,
  reset,
  children,
}: {
  name: string;
  help?: string;
  reset?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div className="row plain" title={help}>
      <span className="row-name">
        {reset ? <Reset name={name} onReset={reset} /> : null}
        <span>{name}</span>
      </span>
      <span className="row-control">{children}</span>
    </div>
  );
}

export type Params = NonNullable<CatalogueChoice['params']>;

interface ParamsFormProps {
  params: readonly Param[];
  values: Params;
  /** Null: back to the default. */
  onChange: (id: string, value: ParamValue | null) => void;
}

/** A form for the parameters of any row of the catalogue. */
export function ParamsForm({ params, values, onChange }: ParamsFormProps) {
  const current = (id: string) => values[id] ?? params.find((p) => p.id === id)?.default;
  const matters = (param: Param) => !param.when || current(param.when.param) === param.when.is;
  return params
    .filter(matters)
    .map((param) => (
      <ParamRow
        key={param.id}
        param={param}
        value={values[param.id] ?? param.default}
        onChange={(value) => onChange(param.id, value === param.default ? null : value)}
        onReset={values[param.id] === undefined ? undefined : () => onChange(param.id, null)}
      />
    ));
}

interface ParamRowProps {
  param: Param;
  value: ParamValue;
  onChange: (value: ParamValue) => void;
  onReset: (() => void) | undefined;
}

function ParamRow({ param, value, onChange, onReset }: ParamRowProps) {
  if (param.type === 'number') {
    return (
      <Quantity
        symbol={param.symbol}
        name={param.name}
        unit={param.unit}
        help={param.help}
        value={Number(value)}
        min={param.min}
        max={param.max}
        integer={param.integer}
        log={param.log}
        onReset={onReset}
        onCommit={onChange}
      />
    );
  }
  if (param.type === 'switch') {
    return (
      <div className="row-toggle" title={param.help}>
        {onReset ? <Reset name={param.name} onReset={onReset} /> : null}
        <Toggle label={param.name} value={value === true} onChange={onChange} />
      </div>
    );
  }
  return (
    <Row name={param.name} help={param.help} reset={onReset}>
      <Choice label={param.name} value={String(value)} options={param.options} onChange={onChange} />
    </Row>
  );
}

export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section">
      <div className="section-head">
        <h3>{title}</h3>
        {aside ? <span className="secondary">{aside}</span> : null}
      </div>
      {children}
    </section>
  );
}
