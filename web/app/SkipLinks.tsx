import { skipTexts as t } from './texts';

/** First in the order of focus, and visible only then: they lead past network, plots and settings. */
export function SkipLinks() {
  const skip = (name: string, selector: string) => (
    <button
      type="button"
      className="button filled"
      onClick={() => document.querySelector<HTMLElement>(selector)?.focus()}
    >
      {name}
    </button>
  );
  return (
    <nav className="skip-links" aria-label={t.label}>
      {skip(t.toPlay, '.time-area .play')}
      {skip(t.toPlots, '.plots-area [role=slider]')}
    </nav>
  );
}
