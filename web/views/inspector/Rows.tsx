/** Rows of forms: a quantity with slider, number and unit, or a name with another control. */

import { type MouseEvent, type ReactNode, useId } from 'react';
import { language } from '../../language/language';
import { useSession } from '../../store';
import { MathSymbol } from '../../ui/MathSymbol';
import { NumberInput } from '../../ui/NumberInput';
import { numberText } from '../../ui/number';
import { Slider } from '../../ui/Slider';
import type { Params } from './params';
import { fromSlider, stepsOf, toSlider } from './scale';
import { rowsTexts as t } from './texts';

interface QuantityProps {
  symbol?: string;
  name: string;
  unit: string;
  help?: string;
  /** The language of name and help, if it is not that of the page. */
  lang?: string | undefined;
  value: number;
  min: number;
  max: number;
  integer?: boolean;
  log?: boolean;
  /** Range of the slider, if it is narrower than the allowed range. */
  slide?: { min: number; max: number };
  /** The default in words. */
  defaultText?: string;
  /** Marks a value that differs from its default, with a button to reset it. */
  onReset?: (() => void) | undefined;
  onCommit: (value: number) => void;
}

export function Quantity(props: QuantityProps) {
  const {
    symbol,
    name,
    unit,
    help,
    lang,
    value,
    min,
    max,
    integer = false,
    log = false,
    slide,
    defaultText,
    onReset,
    onCommit,
  } = props;
  const id = useId();
  const range = { min: slide?.min ?? min, max: slide?.max ?? max, integer, log };
  return (
    <div className="row" lang={lang} title={help}>
      <span className="row-name">
        {onReset ? <Reset name={name} defaultText={defaultText} onReset={onReset} /> : null}
        {symbol ? (
          <>
            <MathSymbol text={symbol} />{' '}
          </>
        ) : null}
        <span className={symbol ? 'secondary' : ''}>{name}</span>
      </span>
      <Slider
        label={name}
        value={toSlider(value, range)}
        min={0}
        max={stepsOf(range)}
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
        unit={unit}
        {...(help ? { describedBy: id } : {})}
        onCommit={(next) => {
          if (next !== null) onCommit(next);
        }}
      />
      <span className="row-unit secondary">{unit}</span>
      <Help id={id} text={help} />
    </div>
  );
}

/** Explains a row: in its tooltip, for screen readers, and below it if explanations are switched on. */
export function Help({
  id,
  text,
  lang,
}: {
  id: string;
  text: string | undefined;
  lang?: string | undefined;
}) {
  const explain = useSession((s) => s.explain);
  if (!text) return null;
  return (
    <span className="row-help secondary" lang={lang} id={id} hidden={!explain}>
      {text}
    </span>
  );
}

export function Reset({
  name,
  defaultText,
  onReset,
}: {
  name: string;
  /** The default in words. */
  defaultText: string | undefined;
  onReset: () => void;
}) {
  const words = t.backToDefault(defaultText ? `, ${defaultText}` : '');
  return (
    <button
      type="button"
      className="reset"
      // Its row may have another language.
      lang={language}
      aria-label={`${name}: ${words}`}
      onClick={(event) => {
        passFocus(event, '.row, .row-toggle');
        onReset();
      }}
    >
      <span aria-hidden="true" title={words}>
        ◆
      </span>
    </button>
  );
}

/** A row with a name on the left and a control on the right. */
export function Row({
  symbol,
  name,
  help,
  lang,
  helpLang = lang,
  defaultText,
  reset,
  children,
}: {
  symbol?: string;
  name: string;
  help?: string;
  /** The language of the row, if it is not that of the page. */
  lang?: string | undefined;
  /** The language of the help, if it is not that of the row. */
  helpLang?: string | undefined;
  defaultText?: string;
  reset?: (() => void) | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of a grid
    <div
      className="row plain"
      role="group"
      lang={lang}
      aria-label={name}
      aria-describedby={help ? id : undefined}
      title={help}
    >
      <span className="row-name">
        {reset ? <Reset name={name} defaultText={defaultText} onReset={reset} /> : null}
        {symbol ? (
          <>
            <MathSymbol text={symbol} />{' '}
          </>
        ) : null}
        <span className={symbol ? 'secondary' : ''}>{name}</span>
      </span>
      <span className="row-control">{children}</span>
      <Help id={id} text={help} lang={helpLang} />
    </div>
  );
}

export function Section({
  id,
  title,
  aside,
  children,
}: {
  /** The target of links. */
  id?: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section" id={id}>
      <div className="section-head">
        <h3>{title}</h3>
        {aside ? <span className="secondary">{aside}</span> : null}
      </div>
      {children}
    </section>
  );
}

/** A button that removes itself: when pressed by key, the first control that stays `around` it gets the focus. */
function passFocus({ detail, currentTarget }: MouseEvent, around: string): void {
  if (detail !== 0) return;
  const controls = ':is(button, input, select):not(.reset, .section-head *)';
  currentTarget.closest(around)?.querySelector<HTMLElement>(controls)?.focus();
}

/** The number of parameters that differ from their defaults, with a button to reset them all. */
export function ResetAll({ of, params, onReset }: { of: string; params: Params; onReset: () => void }) {
  const count = Object.keys(params).length;
  if (count === 0) return <>{t.defaults}</>;
  return (
    <>
      {count} {t.changed}
      <button
        type="button"
        className="button small"
        aria-label={t.resetAll(of)}
        onClick={(event) => {
          passFocus(event, '.section');
          onReset();
        }}
      >
        {t.reset}
      </button>
    </>
  );
}
