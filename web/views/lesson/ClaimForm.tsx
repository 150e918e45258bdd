/** Fields for results of the run and claims about them. */
import { useId, useState } from 'react';
import { formatValue, formatVariable } from '../../drawing/format';
import type { Claim, Quantity } from '../../generated/types';
import { useRun } from '../../store';
import { claimTexts as t } from './editor-texts';
import { NumberField, Select, useDraft } from './fields';
import { holds, measureNamesIn, quantityIn } from './measure';
import { withoutEmpty } from './without-empty';

/** The quantity of a new claim. */
export const defaultQuantity = (): Quantity => ({ measure: 'jain', atS: 30 });

interface QuantityProps {
  /** The owner of the quantity in the names of its fields, such as "Check 1". */
  of: string;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
}

/** A measure by its name in the results and the time of the value, optionally divided by another measure or scaled. */
export function QuantityForm({ of, quantity, onChange }: QuantityProps) {
  const change = (part: Partial<Quantity>) => onChange(withoutEmpty({ ...quantity, ...part }));
  return (
    <>
      <MeasureField
        label={t.measure}
        of={of}
        value={quantity.measure}
        onCommit={(measure) => {
          if (measure !== '') change({ measure });
        }}
      />
      <MeasureField
        label={t.per}
        of={of}
        placeholder={t.perNothing}
        value={quantity.per ?? ''}
        onCommit={(per) => change({ per: per === '' ? null : per })}
      />
      <NumberField
        label={t.factor}
        name={t.fieldOf(t.factor, of)}
        signed
        value={quantity.times === 1 ? null : (quantity.times ?? null)}
        onCommit={(times) => change({ times: times ?? 1 })}
      />
      <NumberField
        label={t.atS}
        name={t.fieldOf(t.atS, of)}
        required
        value={quantity.atS}
        onCommit={(atS) => change({ atS: atS ?? 0 })}
      />
    </>
  );
}

interface ClaimProps {
  of: string;
  claim: Claim;
  onChange: (claim: Claim) => void;
}

/** A quantity, the value it is compared with, and its current value in the run. */
export function ClaimForm({ of, claim, onChange }: ClaimProps) {
  const change = (part: Partial<Claim>) => onChange({ ...claim, ...part });
  return (
    <>
      <QuantityForm of={of} quantity={claim.of} onChange={(quantity) => change({ of: quantity })} />
      <Select
        label={t.comparison}
        name={t.fieldOf(t.comparison, of)}
        value={claim.is}
        options={comparisons()}
        onChange={(is) => change({ is })}
      />
      <NumberField
        label={t.value}
        name={t.fieldOf(t.value, of)}
        signed
        required
        value={claim.value}
        onCommit={(value) => change({ value: value ?? 0 })}
      />
      <CurrentValue quantity={claim.of} claim={claim} />
    </>
  );
}

const comparisons = () =>
  [
    { id: 'above', name: t.above },
    { id: 'below', name: t.below },
  ] as const;

/** The value of the quantity in the run on screen, which tells the author whether the name is right and what to expect. */
export function CurrentValue({ quantity, claim }: { quantity: Quantity; claim?: Claim }) {
  const results = useRun((s) => s.results);
  if (!results) return null;
  const value = quantityIn(results, quantity);
  const time = `${formatValue(results.toS, 1)} s`;
  const words = claim ? (holds(claim, value) ? t.holds : t.doesNotHold) : t.found;
  return (
    <p className="secondary lesson-measure">
      {value === null ? t.noValue(time) : words(formatVariable(value), time)}
    </p>
  );
}

interface MeasureProps {
  label: string;
  of: string;
  placeholder?: string;
  value: string;
  onCommit: (name: string) => void;
}

/** A field for the name of a measure, which suggests those of the run. */
function MeasureField({ label, of, placeholder, value, onCommit }: MeasureProps) {
  const id = useId();
  const results = useRun((s) => s.results);
  const { draft, setDraft, settle } = useDraft(value, (typed) => {
    const name = typed.trim();
    if (name !== value) onCommit(name);
  });
  const [open, setOpen] = useState(false);
  return (
    <div className="lesson-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        aria-label={t.fieldOf(label, of)}
        list={`${id}-names`}
        maxLength={200}
        value={draft}
        placeholder={placeholder}
        onFocus={() => setOpen(true)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => {
          setOpen(false);
          settle();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
      <datalist id={`${id}-names`}>
        {open && results ? measureNamesIn(results).map((name) => <option key={name} value={name} />) : null}
      </datalist>
    </div>
  );
}
