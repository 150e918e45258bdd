import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from './FieldError';
import { parseNumbers } from './number';
import { numbersInputTexts as t } from './texts';

interface Props {
  label: string;
  value: readonly number[];
  min: number;
  max: number;
  onCommit: (value: number[]) => void;
}

/** A field for a list of whole numbers. Enter or leaving the field commits it, Escape restores the old list. An invalid list stays, with a message. */
export function NumbersInput({ label, value, min, max, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const usual = value.join(' ');
  const text = draft ?? usual;
  const parsed = parseNumbers(text, min, max);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const forget = () => {
    setDraft(null);
    setRefused(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value matters
  useEffect(forget, [usual]);
  const settle = () => {
    if (!parsed) {
      setRefused(true);
      return;
    }
    if (draft !== null && parsed.join(' ') !== usual) onCommit(parsed);
    forget();
  };
  const wrong = refused && !parsed;
  return (
    <>
      <input
        ref={field}
        className="field text"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={!parsed}
        data-invalid={parsed ? undefined : ''}
        aria-describedby={wrong ? errorId : undefined}
        value={text}
        data-committed={draft === null ? '' : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
          if (event.key === 'Escape') forget();
        }}
      />
      {wrong ? <FieldError id={errorId} field={field} text={t.wholeNumbers(min, max)} /> : null}
    </>
  );
}
