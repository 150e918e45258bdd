import { Switch } from 'react-aria-components';

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
    <Switch
      className="switch"
      isSelected={value}
      onChange={onChange}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      <span className="switch-label">
        {label}
        {children}
      </span>
      <span className="switch-track" />
    </Switch>
  );
}
