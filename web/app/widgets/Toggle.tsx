import { Switch } from 'react-aria-components';

interface Props {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  children?: React.ReactNode;
}

/** On or off. */
export function Toggle({ label, value, onChange, children }: Props) {
  return (
    <Switch className="switch" isSelected={value} onChange={onChange}>
      <span className="switch-label">
        {label}
        {children}
      </span>
      <span className="switch-track" />
    </Switch>
  );
}
