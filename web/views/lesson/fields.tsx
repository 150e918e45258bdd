/** Fields of the lesson editor. A change is committed when the field loses the focus. */
import { useEffect, useId, useState } from 'react';
import { NumberInput } from '../../ui/NumberInput';

interface Props {
  label: string;
  hint?: string;
  value: string;
  /** Characters. */
  maxLength?: number;
  rows?: number;
  onCommit: (value: string) => void;
}

/** Holds the text of a field while it is edited. Enter or leaving the field commits it. */
export function useDraft(value: string, onCommit: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  // Undo changes the value.
  useEffect(() => {
    setDraft(value);
  }, [value]);
  const commit = () => {
    if (draft !== value) onCommit(draft);
  };
  return { draft, setDraft, settle: commit };
}

export function TextField({ label, value, maxLength: most = 400, onCommit }: Props) {
  const { draft, setDraft, settle } = useDraft(value, onCommit);
  const id = useId();
  return (
    <div className="lesson-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        maxLength={most}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
    </div>
  );
}

export function TextArea({ label, hint, value, maxLength: most = 8000, rows = 3, onCommit }: Props) {
  const { draft, setDraft, settle } = useDraft(value, onCommit);
  const id = useId();
  return (
    <div className="lesson-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={rows}
        maxLength={most}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
      />
      {hint ? <span className="secondary">{hint}</span> : null}
    </div>
  );
}

interface SelectProps<T extends string> {
  label: string;
  /** The accessible name, where several fields have the same label. */
  name?: string;
  value: T;
  options: readonly { id: T; name: string }[];
  onChange: (id: T) => void;
}

/** A drop-down list. */
export function Select<T extends string>({ label, name = label, value, options, onChange }: SelectProps<T>) {
  return (
    <div className="lesson-field across">
      <span>{label}</span>
      <select
        className="field"
        aria-label={name}
        value={value}
        onChange={(event) => {
          const chosen = options.find((o) => o.id === event.currentTarget.value);
          if (chosen) onChange(chosen.id);
        }}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  /** The accessible name, where several fields have the same label. */
  name?: string;
  value: number | null;
  /** Whether it must not be empty. */
  required?: boolean;
  /** Whether it may be negative. */
  signed?: boolean;
  onCommit: (value: number | null) => void;
}

export function NumberField({
  label,
  name = label,
  value,
  required = false,
  signed = false,
  onCommit,
}: NumberFieldProps) {
  return (
    <div className="lesson-field across">
      <span>{label}</span>
      <NumberInput
        label={name}
        value={value}
        min={signed ? Number.NEGATIVE_INFINITY : 0}
        emptiable={!required}
        placeholder="–"
        onCommit={onCommit}
      />
    </div>
  );
}

interface CheckboxProps {
  label: string;
  value: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A checkbox. */
export function Checkbox({ label, value, disabled = false, onChange }: CheckboxProps) {
  return (
    <label className="lesson-tick">
      <input
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}
