import { useSession } from '../store';
import { session, type Theme } from '../store/session';
import { Icon } from './Icon';
import { Menu } from './Menu';
import { themeButtonTexts as t } from './texts';

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
      label={t.lightOrDark}
      button={{
        className: 'button square',
        'aria-label': t.lightOrDark,
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
