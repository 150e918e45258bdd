import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '../drawing/format';
import { FieldError } from './FieldError';
import { numberText, parseNumber, stepped } from './number';
import { numberInputTexts as t } from './texts';

interface Props {
  label: string;
  value: number | null;
  min?: number;
  max?: number;
  integer?: boolean;
  /** Stands beside the field; the message about an invalid number names it. */
  unit?: string;
  /** Shown if there is no value. */
  placeholder?: string;
  /** Called when what is in the field becomes valid or invalid; while it is not, the value is the one before. */
  onValid?: (valid: boolean) => void;
  /** Null: the field was emptied, where that is allowed. */
  onCommit: (value: number | null) => void;
  emptiable?: boolean;
  className?: string;
  /** Id of the element that explains it. */
  describedBy?: string;
}

/**
 * A field for a number. Enter or leaving the field commits it, Escape restores the old value, arrow keys step. An invalid number stays in
 * the field, with a message.
 */
export function NumberInput({
  label,
  value,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  integer = false,
  unit = '',
  placeholder,
  onValid,
  onCommit,
  emptiable = false,
  className = '',
  describedBy,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const forget = () => {
    setDraft(null);
    setRefused(false);
  };
  // After an undo or a drag, what was typed no longer applies.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value matters
  useEffect(forget, [value]);
  const text = draft ?? (value === null ? '' : numberText(value));
  const parsed = parseNumber(text, integer);
  const valid =
    text.trim() === ''
      ? emptiable
      : parsed !== null && parsed >= min && parsed <= max && (!integer || Number.isInteger(parsed));

  useEffect(() => {
    onValid?.(valid);
  }, [valid, onValid]);

  const settle = () => {
    if (draft === null) return;
    if (!valid) {
      setRefused(true);
      return;
    }
    forget();
    const next = text.trim() === '' ? null : parsed;
    if (next !== value) onCommit(next);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle();
    else if (event.key === 'Escape') forget();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = parsed ?? value ?? Math.max(0, min);
      const next = stepped(from, event.key === 'ArrowUp' ? 1 : -1, integer);
      forget();
      onCommit(Math.min(max, Math.max(min, next)));
    }
  };
  const wrong = refused && !valid;
  return (
    <>
      <input
        ref={field}
        className={`field number ${className}`}
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-describedby={wrong ? errorId : describedBy}
        aria-invalid={!valid}
        data-invalid={valid ? undefined : ''}
        value={text}
        data-committed={draft === null ? '' : undefined}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={keys}
      />
      {wrong ? (
        <FieldError
          id={errorId}
          field={field}
          text={t.refused(rangeText(min, max, integer, unit), value === null ? null : formatNumber(value))}
        />
      ) : null}
    </>
  );
}

/** What a field takes: "a whole number from 1 to 100 packets". */
export function rangeText(min: number, max: number, integer: boolean, unit: string): string {
  const kind = integer ? t.wholeNumber : t.number;
  const of = (limit: number) => (unit ? `${formatNumber(limit)} ${unit}` : formatNumber(limit));
  if (Number.isFinite(min) && Number.isFinite(max)) return t.fromTo(kind, formatNumber(min), of(max));
  return Number.isFinite(min) ? t.atLeast(kind, of(min)) : kind;
}
