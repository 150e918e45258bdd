interface Props {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  children?: React.ReactNode;
  /** Id of what explains it. */
  describedBy?: string;
}

/** On or off. */
export function Toggle({ label, value, onChange, children, describedBy }: Props) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
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
