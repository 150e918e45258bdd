import { type ReactNode, useId } from 'react';

interface Props<T extends string> {
  label: string;
  className: string;
  value: T;
  options: readonly { id: T; content: ReactNode; disabled?: boolean }[];
  /** Class of each option. */
  optionClass: string;
  /** Takes the focus when its dialog opens. */
  focused?: boolean;
  onChange: (id: T) => void;
  describedBy?: string | undefined;
}

/** For a dialog: React's `autoFocus` acts before the dialog is open, and leaves no attribute. */
const markForFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

/** A few options side by side, one of which is chosen: native radio buttons, visually hidden. */
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
            ref={focused && id === value ? markForFocus : undefined}
            onChange={() => onChange(id)}
          />
          {content}
        </label>
      ))}
    </div>
  );
}
