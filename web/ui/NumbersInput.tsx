import { useState } from 'react';
import { parseNumbers } from './number';
import { numbersInputTexts as t } from './texts';

interface Props {
  label: string;
  value: readonly number[];
  min: number;
  max: number;
  onCommit: (value: number[]) => void;
}

/** A list of whole numbers to type. Enter or leaving the field makes it count, Escape takes it back. */
export function NumbersInput({ label, value, min, max, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const usual = value.join(' ');
  const text = draft ?? usual;
  const parsed = parseNumbers(text, min, max);
  const settle = () => {
    if (draft !== null && parsed && parsed.join(' ') !== usual) onCommit(parsed);
    setDraft(null);
  };
  return (
    <input
      className="field text"
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={!parsed}
      data-invalid={parsed ? undefined : ''}
      title={parsed ? undefined : t.wholeNumbers(min, max)}
      value={text}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
