interface Props {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  children?: React.ReactNode;
  /** Id of the element that explains it. */
  describedBy?: string;
}

/** A checkbox. */
export function Toggle({ label, value, onChange, children, describedBy }: Props) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state
        role="switch"
        className="over"
        checked={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="switch-label">
        {label}
        {children}
      </span>
      <span className="switch-track" />
    </label>
  );
}
