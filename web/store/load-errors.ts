/** Reports parts of the page that failed to load, and other errors that no view reports. */

import { Stopped } from '../runner/client';
import { app } from './app';
import { lostPartTexts as t } from './texts';

/** Browsers' messages for scripts and style sheets that failed to load. */
const LOADING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Names the file that failed to load; null: it is another kind of error. */
export function failedFile(error: unknown): string | null {
  const words = error instanceof Error ? error.message : String(error);
  if (!LOADING.test(words)) return null;
  const file = /([\w.-]+\.(?:js|css))\b/.exec(words)?.[1];
  return t.notLoaded(file);
}

/** Requests a style sheet again: the loader does so only once, so that another try would go without it. */
export async function reloadStyleSheet(error: unknown): Promise<void> {
  const url = /Unable to preload CSS for (\S+)/i.exec(error instanceof Error ? error.message : '')?.[1];
  if (url === undefined) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  try {
    await new Promise((loaded, failed) => {
      link.addEventListener('load', loaded);
      link.addEventListener('error', failed);
      document.head.append(link);
    });
  } catch {
    link.remove();
    throw error;
  }
}

/** Reports files that failed to load where no view does. */
export function reportLoadErrors(): void {
  addEventListener('unhandledrejection', (event) => {
    // Errors of the engine have their own message.
    if (event.reason instanceof Stopped) {
      event.preventDefault();
      return;
    }
    const words = failedFile(event.reason);
    if (words === null) return;
    event.preventDefault();
    app.setState({ requestError: words });
  });
}
