import { type ReactNode, useId } from 'react';

interface Props<T extends string> {
  label: string;
  className: string;
  value: T;
  options: readonly { id: T; content: ReactNode; disabled?: boolean }[];
  /** Of each option. */
  optionClass: string;
  /** Takes the focus when it comes. */
  focused?: boolean;
  onChange: (id: T) => void;
  describedBy?: string | undefined;
}

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
            // biome-ignore lint/a11y/noAutofocus: a dialog begins at its first choice
            autoFocus={focused && id === value}
            onChange={() => onChange(id)}
          />
          {content}
        </label>
      ))}
    </div>
  );
}
