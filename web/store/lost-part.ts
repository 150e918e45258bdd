/** Reports parts of the page that could not be loaded, and other errors that no view reports. */

import { Stopped } from '../runner/client';
import { app } from './app';
import { lostPartTexts as t } from './texts';

/** What browsers say of a script or style sheet that could not be loaded. */
const LOADING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Says which file could not be loaded; null: it is another kind of error. */
export function lostPart(error: unknown): string | null {
  const words = error instanceof Error ? error.message : String(error);
  if (!LOADING.test(words)) return null;
  const file = /([\w.-]+\.(?:js|css))\b/.exec(words)?.[1];
  return t.notLoaded(file);
}

/** A style sheet is asked for only once by whoever loads parts: this does it again, so that another try has it. */
export async function askAgain(error: unknown): Promise<void> {
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

/** Reports files that could not be loaded, where no view does. */
export function reportLostParts(): void {
  addEventListener('unhandledrejection', (event) => {
    // The engine has its own message.
    if (event.reason instanceof Stopped) {
      event.preventDefault();
      return;
    }
    const words = lostPart(event.reason);
    if (words === null) return;
    event.preventDefault();
    app.setState({ trouble: words });
  });
}
