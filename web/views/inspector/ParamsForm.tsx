import { useId, useState } from 'react';
import type { Param, ParamValue } from '../../generated/types';
import { unitName } from '../../language/units';
import { Choice } from '../../ui/Choice';
import { NumbersInput } from '../../ui/NumbersInput';
import { numberText } from '../../ui/number';
import { Toggle } from '../../ui/Toggle';
import { AUTO, type Auto, type Params, relevant, unfolded } from './params';
import { Help, Quantity, Reset, Row } from './Rows';
import { paramsFormTexts as t } from './texts';

interface ParamsFormProps {
  params: readonly Param[];
  values: Params;
  /** What choices that are left to the algorithm come to. */
  auto?: Auto;
  /** Rows of a long form that are always there; the others unfold. */
  first?: number;
  /** Ranges of sliders by the parameter's id, where they are narrower than what is allowed. */
  slides?: Readonly<Record<string, { min: number; max: number }>>;
  /** Null: back to the default. */
  onChange: (id: string, value: ParamValue | null) => void;
}

/** A form shorter than this is never folded. */
const LONG = 10;
const FIRST = 6;

/** A form for the parameters of any row of the catalogue. */
export function ParamsForm({
  params,
  values,
  auto = {},
  first = FIRST,
  slides = {},
  onChange,
}: ParamsFormProps) {
  const [open, setOpen] = useState(false);
  const all = relevant(params, values, auto);
  const shown = open || all.length <= LONG ? all : unfolded(all, values, first);
  const more = all.length - shown.length;
  return (
    <>
      {shown.map((param) => (
        <ParamRow
          key={param.id}
          param={param}
          auto={auto}
          slide={slides[param.id]}
          value={values[param.id] ?? param.default}
          onChange={(value) => onChange(param.id, same(value, param.default) ? null : value)}
          onReset={values[param.id] === undefined ? undefined : () => onChange(param.id, null)}
        />
      ))}
      {more > 0 || open ? (
        <button
          type="button"
          className="button small more"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t.showFewer : t.more(more)}
        </button>
      ) : null}
    </>
  );
}

/** Lists are the same where their numbers are. */
const same = (a: ParamValue, b: ParamValue) => String(a) === String(b);

interface ParamRowProps {
  param: Param;
  auto: Auto;
  slide: { min: number; max: number } | undefined;
  value: ParamValue;
  onChange: (value: ParamValue) => void;
  onReset: (() => void) | undefined;
}

function ParamRow({ param, auto, slide, value, onChange, onReset }: ParamRowProps) {
  const id = useId();
  const usual = usualText(param);
  if (param.type === 'number') {
    return (
      <Quantity
        symbol={param.symbol}
        name={param.name}
        unit={unitName(param.unit)}
        help={param.help}
        value={Number(value)}
        min={param.min}
        max={param.max}
        integer={param.integer}
        log={param.log}
        {...(slide ? { slide } : {})}
        usual={usual}
        onReset={onReset}
        onCommit={onChange}
      />
    );
  }
  if (param.type === 'switch') {
    return (
      <div className="row-toggle" title={param.help}>
        {onReset ? <Reset name={param.name} usual={usual} onReset={onReset} /> : null}
        <Toggle
          label={param.name}
          value={value === true}
          onChange={onChange}
          {...(param.help ? { describedBy: id } : {})}
        />
        <Help id={id} text={param.help} />
      </div>
    );
  }
  if (param.type === 'numbers') {
    return (
      <Row name={param.name} symbol={param.symbol} help={param.help} usual={usual} reset={onReset}>
        <NumbersInput
          label={param.name}
          value={Array.isArray(value) ? value : param.default}
          min={param.min}
          max={param.max}
          onCommit={onChange}
        />
      </Row>
    );
  }
  const chosen = param.options.find((o) => o.id === auto[param.id])?.name;
  const options = param.options.map((o) =>
    o.id === AUTO && chosen ? { ...o, name: `${o.name}: ${chosen}` } : o,
  );
  return (
    <Row name={param.name} help={param.help} usual={usual} reset={onReset}>
      <Choice label={param.name} value={String(value)} options={options} onChange={onChange} />
    </Row>
  );
}

/** The default as text, for the reset button. */
function usualText(param: Param): string {
  if (param.type === 'number') return `${numberText(param.default)} ${unitName(param.unit)}`.trim();
  if (param.type === 'switch') return param.default ? t.on : t.off;
  if (param.type === 'numbers') return param.default.join(' ');
  return param.options.find((o) => o.id === param.default)?.name ?? param.default;
}
