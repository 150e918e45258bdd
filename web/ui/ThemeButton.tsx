import { LANGUAGE_NAMES, LANGUAGES, language } from '../language/language';
import { useSession } from '../store';
import { changeLanguage } from '../store/language';
import { session, type Theme } from '../store/session';
import { Icon } from './Icon';
import { Menu } from './Menu';
import type { OptionGroup } from './Options';
import { themeButtonTexts as t } from './texts';

const themes = (): [Theme, string][] => [
  ['auto', t.system],
  ['light', t.light],
  ['dark', t.dark],
];

export const THEME_BUTTON = 'theme-button';

/** Theme and language, as parts of a menu. */
export const themeGroups = (theme: Theme): OptionGroup[] => [
  {
    label: t.theme,
    holds: 'one',
    options: themes().map(([id, name]) => ({
      id,
      name,
      on: id === theme,
      onPick: () => session.setState({ theme: id }),
    })),
  },
  {
    label: t.language,
    holds: 'one',
    options: LANGUAGES.map((id) => ({
      id,
      name: <span lang={id}>{LANGUAGE_NAMES[id]}</span>,
      // What documents and the engine say is not translated.
      hint: id === 'en' ? undefined : t.inEnglish,
      on: id === language,
      onPick: () => void changeLanguage(id),
    })),
  },
];

/** Theme and language of the page. */
export function ThemeButton() {
  const theme = useSession((s) => s.theme);
  const dark = useSession((s) => s.dark);
  return (
    <Menu
      label={t.label}
      button={{
        id: THEME_BUTTON,
        className: 'button square',
        'aria-label': t.label,
        children: <Icon name={dark ? 'sun' : 'moon'} />,
      }}
      groups={themeGroups(theme)}
    />
  );
}
