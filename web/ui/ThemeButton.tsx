import { useSession } from '../store';
import { session, type Theme } from '../store/session';
import { Icon } from './Icon';
import { Menu } from './Menu';

const NAMES: [Theme, string][] = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeButton() {
  const theme = useSession((s) => s.theme);
  const dark = useSession((s) => s.dark);
  return (
    <Menu
      label="Light or dark"
      button={{
        className: 'button square',
        'aria-label': 'Light or dark',
        children: <Icon name={dark ? 'sun' : 'moon'} />,
      }}
      groups={[
        {
          holds: 'one',
          options: NAMES.map(([id, name]) => ({
            id,
            name,
            on: id === theme,
            onPick: () => session.setState({ theme: id }),
          })),
        },
      ]}
    />
  );
}
