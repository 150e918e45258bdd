/** Fields for results of the run, and for claims about them. */
import { useId, useState } from 'react';
import { formatValue, formatVariable } from '../../drawing/format';
import type { Claim, Quantity } from '../../generated/types';
import { useRun } from '../../store';
import { claimTexts as t } from './editor-texts';
import { Numeric, Pick, useDraft } from './fields';
import { holds, measureNamesIn, quantityIn } from './measure';
import { tidy } from './tidy';

/** The quantity of a new claim. */
export const firstQuantity = (): Quantity => ({ measure: 'jain', atS: 30 });

interface QuantityProps {
  /** What the quantity belongs to, in the names of its fields: "Check 1". */
  of: string;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
}

/** A measure by its name in the results, perhaps divided by another one or scaled, at a time. */
export function QuantityForm({ of, quantity, onChange }: QuantityProps) {
  const change = (part: Partial<Quantity>) => onChange(tidy({ ...quantity, ...part }));
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
      <Numeric
        label={t.factor}
        name={t.fieldOf(t.factor, of)}
        signed
        value={quantity.times === 1 ? null : (quantity.times ?? null)}
        onCommit={(times) => change({ times: times ?? 1 })}
      />
      <Numeric
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

/** A quantity, the value that it is compared with, and what it is in the run now. */
export function ClaimForm({ of, claim, onChange }: ClaimProps) {
  const change = (part: Partial<Claim>) => onChange({ ...claim, ...part });
  return (
    <>
      <QuantityForm of={of} quantity={claim.of} onChange={(quantity) => change({ of: quantity })} />
      <Pick
        label={t.comparison}
        name={t.fieldOf(t.comparison, of)}
        value={claim.is}
        options={COMPARISONS}
        onChange={(is) => change({ is })}
      />
      <Numeric
        label={t.value}
        name={t.fieldOf(t.value, of)}
        signed
        required
        value={claim.value}
        onCommit={(value) => change({ value: value ?? 0 })}
      />
      <Found quantity={claim.of} claim={claim} />
    </>
  );
}

const COMPARISONS = [
  { id: 'above', name: t.above },
  { id: 'below', name: t.below },
] as const;

/** The quantity in the run on screen, so that the author sees whether the name is right, and what to expect. */
export function Found({ quantity, claim }: { quantity: Quantity; claim?: Claim }) {
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

/** The name of a measure. The field proposes those of the run. */
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
