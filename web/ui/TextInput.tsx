import { useState } from 'react';

interface Props {
  label: string;
  value: string;
  placeholder?: string;
  onCommit: (value: string) => void;
}

/** A field for a line of text, committed when it is left. */
export function TextInput({ label, value, placeholder, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      className="field text"
      aria-label={label}
      autoComplete="off"
      maxLength={100}
      value={draft ?? value}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        if (draft !== null && draft.trim() !== value) onCommit(draft.trim());
        setDraft(null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
