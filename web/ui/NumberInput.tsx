import { type KeyboardEvent, useState } from 'react';
import { numberText, parseNumber, stepped } from './number';
import { numberInputTexts as t } from './texts';

interface Props {
  label: string;
  value: number | null;
  min?: number;
  max?: number;
  integer?: boolean;
  /** Shown where there is no value. */
  placeholder?: string;
  /** Null: emptied, where that is allowed. */
  onCommit: (value: number | null) => void;
  emptiable?: boolean;
  className?: string;
  /** Id of what explains it. */
  describedBy?: string;
}

/** A number to type. Enter or leaving the field makes it count, Escape takes it back, arrows step. */
export function NumberInput({
  label,
  value,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  integer = false,
  placeholder,
  onCommit,
  emptiable = false,
  className = '',
  describedBy,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (value === null ? '' : numberText(value));
  const parsed = parseNumber(text);
  const valid =
    text.trim() === ''
      ? emptiable
      : parsed !== null && parsed >= min && parsed <= max && (!integer || Number.isInteger(parsed));

  const settle = () => {
    if (draft === null) return;
    setDraft(null);
    if (!valid) return;
    const next = text.trim() === '' ? null : parsed;
    if (next !== value) onCommit(next);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle();
    else if (event.key === 'Escape') setDraft(null);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = parsed ?? value ?? Math.max(0, min);
      const next = stepped(from, event.key === 'ArrowUp' ? 1 : -1, integer);
      setDraft(null);
      onCommit(Math.min(max, Math.max(min, next)));
    }
  };
  return (
    <input
      className={`field number ${className}`}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={!valid}
      data-invalid={valid ? undefined : ''}
      title={valid ? undefined : rangeText(min, max, integer)}
      value={text}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={keys}
    />
  );
}

function rangeText(min: number, max: number, integer: boolean): string {
  const kind = integer ? t.wholeNumber : t.number;
  if (Number.isFinite(min) && Number.isFinite(max)) return t.fromTo(kind, min, max);
  return Number.isFinite(min) ? t.atLeast(kind, min) : kind;
}
