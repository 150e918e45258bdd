import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FieldError } from './FieldError';
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

/**
 * A number to type. Enter or leaving the field makes it count, Escape takes it back, arrows step. What cannot count stays in the field to be
 * corrected, with a message.
 */
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
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const forget = () => {
    setDraft(null);
    setRefused(false);
  };
  // Changed elsewhere, by undo or a drag: what was typed is about another value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value counts
  useEffect(forget, [value]);
  const text = draft ?? (value === null ? '' : numberText(value));
  const parsed = parseNumber(text);
  const valid =
    text.trim() === ''
      ? emptiable
      : parsed !== null && parsed >= min && parsed <= max && (!integer || Number.isInteger(parsed));

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
        placeholder={placeholder}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={keys}
      />
      {wrong ? (
        <FieldError
          id={errorId}
          field={field}
          text={t.refused(rangeText(min, max, integer), value === null ? null : numberText(value))}
        />
      ) : null}
    </>
  );
}

function rangeText(min: number, max: number, integer: boolean): string {
  const kind = integer ? t.wholeNumber : t.number;
  if (Number.isFinite(min) && Number.isFinite(max)) return t.fromTo(kind, min, max);
  return Number.isFinite(min) ? t.atLeast(kind, min) : kind;
}
