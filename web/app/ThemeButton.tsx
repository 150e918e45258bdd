import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useSession } from '../store';
import { session, type Theme } from '../store/session';
import { Icon } from './widgets/Icon';

const NAMES: [Theme, string][] = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeButton() {
  const theme = useSession((s) => s.theme);
  const dark = useSession((s) => s.dark);
  return (
    <MenuTrigger>
      <Button className="button square" aria-label="Light or dark">
        <Icon name={dark ? 'sun' : 'moon'} />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="options"
          aria-label="Light or dark"
          selectionMode="single"
          selectedKeys={[theme]}
          onAction={(key) => session.setState({ theme: key as Theme })}
        >
          {NAMES.map(([id, name]) => (
            <MenuItem key={id} id={id} className="option">
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
