import { useId, useState } from 'react';

interface Props {
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** Whether only a screen reader gets the label. */
  unlabelled?: boolean;
  valid?: (text: string) => boolean;
  /** Called with a text that is not accepted, and with nothing once that is over. */
  onRefuse?: (text: string | null) => void;
  onCommit: (text: string) => void;
}

/** A line of text, committed with Enter or when it is left. Escape, or a text that is not valid, restores the old one. */
export function LineField(props: Props) {
  const { label, value, maxLength, placeholder, unlabelled = false, valid, onRefuse, onCommit } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const accepted = draft === null || !valid || valid(draft.trim());
  const settle = () => {
    if (draft !== null && accepted && draft.trim() !== value) onCommit(draft.trim());
    onRefuse?.(accepted ? null : draft);
    setDraft(null);
  };
  const field = (
    <input
      id={id}
      className="field"
      aria-label={unlabelled ? label : undefined}
      aria-invalid={!accepted}
      data-invalid={accepted ? undefined : ''}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      value={draft ?? value}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape' && draft !== null) {
          // The panel stays open.
          event.preventDefault();
          setDraft(null);
        }
      }}
    />
  );
  if (unlabelled) return field;
  return (
    <div className="script-line">
      <label className="secondary" htmlFor={id}>
        {label}
      </label>
      {field}
    </div>
  );
}
