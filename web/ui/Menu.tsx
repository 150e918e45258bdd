import type { ComponentProps } from 'react';
import { type OptionGroup, Options } from './Options';
import { Popup } from './Popup';

interface Props {
  label: string;
  button: ComponentProps<'button'>;
  side?: 'start' | 'end';
  groups: readonly OptionGroup[];
}

/** A button with a menu of actions and switches. */
export function Menu({ label, button, side = 'end', groups }: Props) {
  return (
    <Popup role="menu" button={button} side={side}>
      {(close) => <Options role="menu" label={label} groups={groups} onClose={close} />}
    </Popup>
  );
}
