import './broken-link.css';
import { useStore } from 'zustand';
import type { LinkFault } from '../scenario/payload';
import { useDocument, useSession } from '../store';
import { app } from '../store/app';
import { showAddress } from '../store/open';
import { session } from '../store/session';
import { Icon, Logo } from '../ui/Icon';
import { laterTexts } from '../ui/texts';
import { Problems } from '../views/messages/Problems';
import { brokenLinkTexts as t } from './broken-link-texts';

/** Explains each fault to the person who followed the link. */
const faultTexts = (): Record<LinkFault, { title: string; advice: string }> => ({
  damaged: { title: t.damaged, advice: t.damagedAdvice },
  newer: { title: t.newer, advice: t.newerAdvice },
  huge: { title: t.tooLarge, advice: t.tooLargeAdvice },
  missing: { title: t.notFound, advice: t.notFoundAdvice },
  wrong: { title: t.impossible, advice: t.impossibleAdvice },
});

/** Explains why a link could not be opened, and how to continue. */
export function BrokenLink() {
  const refusal = useStore(app, (s) => s.refusal);
  const embed = useSession((s) => s.embed);
  const title = useDocument((d) => d.title);
  if (!refusal?.fault) return null;
  const { title: heading, advice } = faultTexts()[refusal.fault];
  const go = (page?: 'gallery') => {
    app.setState({ refusal: null });
    // A reload must not ask for the bad link again.
    showAddress({ same: true });
    if (page) session.setState({ page });
  };
  return (
    <main className="broken-link">
      <div className="broken-card" role="alert">
        <span className="brand">
          <Logo />
          Droptail
        </span>
        <h1>{heading}</h1>
        <p>{advice}</p>
        <Problems list={refusal.problems} />
        {refusal.fault === 'missing' ? (
          <p>
            <button type="button" className="button framed" onClick={() => location.reload()}>
              {laterTexts.reloadThePage}
            </button>
          </p>
        ) : null}
        {embed ? (
          <a className="button filled" href={location.pathname} target="_blank" rel="noreferrer">
            <Icon name="external" />
            {t.openDroptail}
          </a>
        ) : (
          <>
            {/* An own work may be what was lost. */}
            {location.hash.startsWith('#w=') ? null : <p className="secondary">{t.untouched}</p>}
            <div className="share-actions">
              <button
                type="button"
                className="button filled"
                // biome-ignore lint/a11y/noAutofocus: it is the main action of the page
                autoFocus
                onClick={() => go()}
              >
                {t.continueWith(title || t.yourWork)}
              </button>
              <button type="button" className="button framed" onClick={() => go('gallery')}>
                <Icon name="gallery" />
                {t.galleryAndFiles}
              </button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
