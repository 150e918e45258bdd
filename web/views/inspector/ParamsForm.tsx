import { useEffect, useId, useState } from 'react';
import type { Param, ParamValue } from '../../generated/types';
import { english } from '../../language/english';
import { unitName } from '../../language/units';
import { useSession } from '../../store';
import { Choice } from '../../ui/Choice';
import { NumbersInput } from '../../ui/NumbersInput';
import { numberText } from '../../ui/number';
import { Toggle } from '../../ui/Toggle';
import { At } from './At';
import {
  type AlgorithmChoices,
  AUTO,
  changedValues,
  OWN,
  type Params,
  relevantParams,
  rowsWhenFolded,
  sameValue,
} from './params';
import { Help, Quantity, Reset, Row } from './Rows';
import { paramsFormTexts as t } from './selected-texts';

interface ParamsFormProps {
  /** Path of the parameters. */
  at: string;
  params: readonly Param[];
  values: Params;
  /** What the algorithm chooses for options set to "auto". */
  auto?: AlgorithmChoices;
  /** Number of rows that a folded form shows. */
  first?: number;
  /** Slider ranges by parameter id, if they are narrower than the allowed range. */
  sliderRanges?: Readonly<Record<string, { min: number; max: number }>>;
  /** Null restores the default. */
  onChange: (id: string, value: ParamValue | null) => void;
}

/** A form shorter than this is never folded. */
const MAX_UNFOLDED = 10;
const FIRST_ROWS = 6;

/** A form for the parameters of any row of the catalogue. */
export function ParamsForm({
  at,
  params,
  values,
  auto = {},
  first = FIRST_ROWS,
  sliderRanges = {},
  onChange,
}: ParamsFormProps) {
  const [open, setOpen] = useState(false);
  const changed = changedValues(params, values);
  const pathOf = (param: Param) => `${at}/${param.id}`;
  const all = relevantParams(params, values, auto);
  const shown = open || all.length <= MAX_UNFOLDED ? all : rowsWhenFolded(all, values, first);
  const more = all.length - shown.length;
  const wanted = useSession((s) => s.wanted);
  const hides = !open && all.some((p) => pathOf(p) === wanted && !shown.includes(p));
  useEffect(() => {
    if (hides) setOpen(true);
  }, [hides]);
  return (
    <>
      {shown.map((param) => (
        <At key={param.id} path={pathOf(param)}>
          <ParamRow
            param={param}
            auto={auto}
            slide={sliderRanges[param.id]}
            value={values[param.id] ?? param.default}
            onChange={(value) => onChange(param.id, sameValue(value, param.default) ? null : value)}
            onReset={changed[param.id] === undefined ? undefined : () => onChange(param.id, null)}
          />
        </At>
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

interface ParamRowProps {
  param: Param;
  auto: AlgorithmChoices;
  slide: { min: number; max: number } | undefined;
  value: ParamValue;
  onChange: (value: ParamValue) => void;
  onReset: (() => void) | undefined;
}

function ParamRow({ param, auto, slide, value, onChange, onReset }: ParamRowProps) {
  const id = useId();
  const defaultValue = defaultText(param);
  if (param.type === 'number') {
    return (
      <Quantity
        symbol={param.symbol}
        name={param.name}
        unit={unitName(param.unit)}
        help={param.help}
        lang={english()}
        value={Number(value)}
        min={param.min}
        max={param.max}
        integer={param.integer}
        log={param.log}
        {...(slide ? { slide } : {})}
        defaultText={defaultValue}
        onReset={onReset}
        onCommit={onChange}
      />
    );
  }
  if (param.type === 'switch') {
    return (
      <div className="row-toggle" lang={english()} title={param.help}>
        {onReset ? <Reset name={param.name} defaultText={defaultValue} onReset={onReset} /> : null}
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
      <Row
        name={param.name}
        symbol={param.symbol}
        help={param.help}
        lang={english()}
        defaultText={defaultValue}
        reset={onReset}
      >
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
  const byAlgorithm = auto[param.id];
  const chosen = byAlgorithm === OWN ? t.ownRate : param.options.find((o) => o.id === byAlgorithm)?.name;
  const options = param.options.map((o) =>
    o.id === AUTO && chosen ? { ...o, name: `${o.name}: ${chosen}` } : o,
  );
  return (
    <Row name={param.name} help={param.help} lang={english()} defaultText={defaultValue} reset={onReset}>
      <Choice label={param.name} value={String(value)} options={options} onChange={onChange} />
    </Row>
  );
}

/** The default as text, for the reset button. */
function defaultText(param: Param): string {
  if (param.type === 'number') return `${numberText(param.default)} ${unitName(param.unit)}`.trim();
  if (param.type === 'switch') return param.default ? t.on : t.off;
  if (param.type === 'numbers') return param.default.join(' ');
  return param.options.find((o) => o.id === param.default)?.name ?? param.default;
}
