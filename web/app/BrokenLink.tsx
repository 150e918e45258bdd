import { useStore } from 'zustand';
import type { LinkFault } from '../scenario/payload';
import { useDocument, useSession } from '../store';
import { app } from '../store/app';
import { session } from '../store/session';
import { Icon, Logo } from '../ui/Icon';
import { Problems } from '../views/messages/Messages';

/** What each fault means for whoever followed the link. */
const WORDS: Record<LinkFault, { title: string; advice: string }> = {
  damaged: {
    title: 'This link is damaged',
    advice:
      'Part of it was lost or changed on the way. Mail and chat programs cut long links: ask for it again as a file, or copy the whole line, up to its last character.',
  },
  newer: {
    title: 'This link is newer than this page',
    advice:
      'It was made with a later version of Droptail. Close every tab with Droptail and open the link once more: the page then comes in its newest version.',
  },
  huge: {
    title: 'This link holds too much',
    advice: 'No scenario needs that, so it was not unpacked. A scenario file carries what a link cannot.',
  },
  missing: {
    title: 'This link leads nowhere',
    advice: 'What it names is not part of this page. Look for it in the gallery, or ask for the link again.',
  },
  wrong: {
    title: 'This link says something impossible',
    advice: 'It can be read, but the engine cannot run what it describes. Whoever made it can mend it:',
  },
};

/** A link that could not be opened: what is the matter with it, and the ways on. */
export function BrokenLink() {
  const refusal = useStore(app, (s) => s.refusal);
  const embed = useSession((s) => s.embed);
  const title = useDocument((d) => d.title);
  if (!refusal?.fault) return null;
  const { title: heading, advice } = WORDS[refusal.fault];
  const go = (page?: 'gallery') => {
    app.setState({ refusal: null });
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
        {embed ? (
          <a className="button filled" href={location.pathname} target="_blank" rel="noreferrer">
            <Icon name="external" />
            Open Droptail
          </a>
        ) : (
          <>
            <p className="secondary">What you had is untouched.</p>
            <div className="share-ways">
              <button
                type="button"
                className="button filled"
                // biome-ignore lint/a11y/noAutofocus: it is what one came for
                autoFocus
                onClick={() => go()}
              >
                Go on with {title || 'your work'}
              </button>
              <button type="button" className="button framed" onClick={() => go('gallery')}>
                <Icon name="gallery" />
                Gallery and files
              </button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
