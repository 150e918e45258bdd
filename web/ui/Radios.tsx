import { type ReactNode, useId } from 'react';

interface Props<T extends string> {
  label: string;
  className: string;
  value: T;
  options: readonly { id: T; content: ReactNode; disabled?: boolean }[];
  /** Of each option. */
  optionClass: string;
  /** Takes the focus when its dialog opens. */
  focused?: boolean;
  onChange: (id: T) => void;
  describedBy?: string | undefined;
}

/** For a dialog that opens with it: React's `autoFocus` comes before the dialog is open, and leaves no attribute. */
const takesFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

/** A few things side by side, of which one holds: the browser's own radio buttons, below what is seen of them. */
export function Radios<T extends string>({
  label,
  className,
  value,
  options,
  optionClass,
  focused = false,
  onChange,
  describedBy,
}: Props<T>) {
  const name = useId();
  return (
    <div className={className} role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {options.map(({ id, content, disabled }) => (
        <label key={id} className={optionClass}>
          <input
            type="radio"
            className="over"
            name={name}
            checked={id === value}
            disabled={disabled}
            ref={focused && id === value ? takesFocus : undefined}
            onChange={() => onChange(id)}
          />
          {content}
        </label>
      ))}
    </div>
  );
}
