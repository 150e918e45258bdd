/** Light, dark, or the system's theme. */
import { session } from '../store/session';

export function startTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const { theme, dark } = session.getState();
    const now = theme === 'dark' || (theme === 'auto' && system.matches);
    document.documentElement.dataset.theme = now ? 'dark' : 'light';
    if (now !== dark) session.setState({ dark: now });
  };
  apply();
  system.addEventListener('change', apply);
  session.subscribe((state, before) => {
    if (state.theme !== before.theme) apply();
  });
}
