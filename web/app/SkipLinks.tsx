import { foldPanel, session } from '../store/session';
import type { Layout } from '../ui/use-layout';
import { skipTexts as t } from './texts';

/** Opens the inspector, and leads to its first control; in a lesson, to the lesson. */
function toInspector(layout: Layout): void {
  if (layout === 'desktop') foldPanel('inspector', false);
  else session.setState({ inspectorOpen: true });
  requestAnimationFrame(() => focus('.inspector .what-button, .lesson-title'));
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** First in the order of focus, and visible only then: they lead past network, plots and settings. */
export function SkipLinks({ layout }: { layout: Layout }) {
  const skip = (name: string, to: () => void) => (
    <button type="button" className="button filled" onClick={to}>
      {name}
    </button>
  );
  return (
    <nav className="skip-links" aria-label={t.label}>
      {skip(t.toPlay, () => focus('.time-area .play'))}
      {skip(t.toPlots, () => focus('.plots-area [role=slider]'))}
      {skip(t.toInspector, () => toInspector(layout))}
    </nav>
  );
}
