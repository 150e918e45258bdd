import { Icon } from './Icon';
import { Options } from './Options';
import { Popup } from './Popup';

export interface ChoiceOption {
  id: string;
  name: string;
  /** One line below the name. */
  hint?: string;
}

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly (ChoiceOption & { id: T })[];
  onChange: (id: T) => void;
}

/** A choice of one option from a list. */
export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = options.find((o) => o.id === value)?.name ?? value;
  const listed = options.map((o) => ({
    ...o,
    on: o.id === value,
    onPick: () => {
      if (o.id !== value) onChange(o.id);
    },
  }));
  return (
    <Popup
      role="listbox"
      button={{
        className: 'picker',
        'aria-label': `${label}: ${name}`,
        children: (
          <>
            <span>{name}</span>
            <Icon name="down" />
          </>
        ),
      }}
    >
      {(close) => <Options role="listbox" label={label} groups={[{ options: listed }]} onClose={close} />}
    </Popup>
  );
}
