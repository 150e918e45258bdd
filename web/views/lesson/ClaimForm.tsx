/** Numbers out of the results, as questions and checks ask for them. */
import { useId, useState } from 'react';
import type { Claim, Quantity } from '../../generated/types';
import { useRun } from '../../store';
import { formatValue, formatVariable } from '../plots/format';
import { Numeric, Pick, useDraft } from './fields';
import { holds, measureNamesIn, quantityIn } from './measure';
import { tidy } from './tidy';

/** What a claim begins with. */
export const firstQuantity = (): Quantity => ({ measure: 'jain', atS: 30 });

interface QuantityProps {
  /** What the number is for, in front of the names of its fields: "check 1". */
  of: string;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
}

/** A measure by its name in the results, perhaps by another one and in another unit, at a time. */
export function QuantityForm({ of, quantity, onChange }: QuantityProps) {
  const change = (part: Partial<Quantity>) => onChange(tidy({ ...quantity, ...part }));
  return (
    <>
      <MeasureField
        label="Measure"
        of={of}
        value={quantity.measure}
        onCommit={(measure) => {
          if (measure !== '') change({ measure });
        }}
      />
      <MeasureField
        label="Divided by"
        of={of}
        value={quantity.per ?? ''}
        onCommit={(per) => change({ per: per === '' ? null : per })}
      />
      <Numeric
        label="Times"
        name={`Times, of ${of}`}
        signed
        value={quantity.times === 1 ? null : (quantity.times ?? null)}
        onCommit={(times) => change({ times: times ?? 1 })}
      />
      <Numeric
        label="At, s"
        name={`At, s, of ${of}`}
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

/** A quantity, compared with a value; beside it, what the run says of it now. */
export function ClaimForm({ of, claim, onChange }: ClaimProps) {
  const change = (part: Partial<Claim>) => onChange({ ...claim, ...part });
  return (
    <>
      <QuantityForm of={of} quantity={claim.of} onChange={(quantity) => change({ of: quantity })} />
      <Pick
        label="Is"
        name={`Comparison of ${of}`}
        value={claim.is}
        options={COMPARISONS}
        onChange={(is) => change({ is })}
      />
      <Numeric
        label="Value"
        name={`Value of ${of}`}
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
  { id: 'above', name: 'above' },
  { id: 'below', name: 'below' },
] as const;

/** The quantity in the run on screen: so that its author sees whether the name is right, and what to expect. */
export function Found({ quantity, claim }: { quantity: Quantity; claim?: Claim }) {
  const results = useRun((s) => s.results);
  if (!results) return null;
  const value = quantityIn(results, quantity);
  const when = `at ${formatValue(results.toS, 1)} s`;
  const verdict = claim && value !== null ? (holds(claim, value) ? ': it holds' : ': it does not hold') : '';
  return (
    <p className="secondary lesson-measure">
      {value === null
        ? `This run has no such number ${when}.`
        : `In this run ${formatVariable(value)} ${when}${verdict}.`}
    </p>
  );
}

interface MeasureProps {
  label: string;
  of: string;
  value: string;
  onCommit: (name: string) => void;
}

/** The name of a measure; those that the run has are proposed, and may be searched by any part. */
function MeasureField({ label, of, value, onCommit }: MeasureProps) {
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
        aria-label={`${label}, of ${of}`}
        list={`${id}-names`}
        maxLength={200}
        value={draft}
        placeholder={label === 'Measure' ? '' : 'nothing'}
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
