import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import { Icon } from './Icon';

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

/** One of a list. */
export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(key) => {
        const chosen = options.find((o) => o.id === key);
        if (chosen && chosen.id !== value) onChange(chosen.id);
      }}
    >
      <Button className="picker">
        <SelectValue>{options.find((o) => o.id === value)?.name ?? value}</SelectValue>
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <ListBox className="options" items={options}>
          {(option) => (
            <ListBoxItem className="option" id={option.id} textValue={option.name}>
              <Text slot="label">{option.name}</Text>
              {option.hint ? (
                <Text slot="description" className="secondary">
                  {option.hint}
                </Text>
              ) : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
