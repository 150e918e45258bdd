import { useState } from 'react';
import { useStore } from 'zustand';
import { edit, redo, undo, useDocument, useHistory, useRun } from '../store';
import { app } from '../store/app';
import { session } from '../store/session';
import { isStandalone } from '../store/standalone';
import { storageWords } from '../store/trouble';
import { Icon, Logo } from '../ui/Icon';
import { ThemeButton } from '../ui/ThemeButton';
import type { Layout } from '../ui/use-layout';
import { useHasLesson } from '../views/side/Side';
import { ExportButton } from './ExportButton';
import { Help } from './Help';
import { Share } from './Share';
import { topBarTexts as t } from './texts';

export function TopBar({ layout }: { layout: Layout }) {
  const toGallery = () => session.setState({ page: 'gallery' });
  const toPapers = () => session.setState({ page: 'papers' });
  const phone = layout === 'phone';
  const alone = isStandalone();
  const lesson = useHasLesson();
  return (
    <header className="bar">
      {phone ? (
        alone ? null : (
          <button type="button" className="button square" aria-label={t.gallery} onClick={toGallery}>
            <Icon name="gallery" />
          </button>
        )
      ) : (
        <>
          <span className="brand">
            <Logo />
            Droptail
          </span>
          <span className="bar-rule" />
        </>
      )}
      <Title />
      {layout === 'desktop' ? <Facts /> : null}
      <span className="bar-gap" />
      <UndoRedo onlyUndo={phone} />
      {phone || alone ? null : (
        <>
          <span className="bar-rule" />
          <button type="button" className="button" onClick={toGallery}>
            <Icon name="gallery" />
            {t.gallery}
          </button>
          <button type="button" className="button" onClick={toPapers}>
            <Icon name="book" />
            {t.papers}
          </button>
        </>
      )}
      <Share short={phone} />
      <ExportButton short={layout !== 'desktop'} />
      {layout === 'desktop' ? (
        <button type="button" className="button" onClick={() => session.setState({ presenting: true })}>
          <Icon name="present" />
          {t.present}
        </button>
      ) : null}
      {/* A phone's title needs the room: the gallery has it there. */}
      {phone && !alone ? null : <ThemeButton />}
      {phone ? null : <Help />}
      {layout === 'medium' && !lesson ? (
        <button
          type="button"
          className="button square"
          aria-label={t.inspector}
          onClick={() => session.setState({ inspectorOpen: !session.getState().inspectorOpen })}
        >
          <Icon name="panel" />
        </button>
      ) : null}
    </header>
  );
}

/** The scenario's title; a click edits it in place. */
function Title() {
  const title = useDocument((d) => d.title ?? '');
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft !== null && draft.trim() !== title) edit('/title', draft.trim(), t.changeTitle);
    setDraft(null);
  };
  return (
    <h1 className="title" data-text={draft ?? title}>
      <input
        aria-label={t.title}
        value={draft ?? title}
        placeholder={t.untitled}
        maxLength={200}
        size={1}
        spellCheck={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </h1>
  );
}

/** What makes the run what it is: seed, and the digest at this moment. */
function Facts() {
  const edited = useStore(app, (s) => s.origin.kind === 'own');
  const fault = useStore(app, (s) => s.unkept.scenario);
  const seed = useDocument((d) => d.seed);
  const digest = useRun((s) => s.digest);
  const resting = useRun((s) => !s.playing);
  // Results of a moment that is not over have no digest.
  const between = useRun((s) => s.digestAt > 0 && s.digest === '');
  return (
    <span className="facts secondary">
      {edited && !fault ? <span>{t.edited}</span> : null}
      {fault ? <span title={storageWords(fault)}>{t.notKept}</span> : null}
      <span>{t.seed(seed ?? 1)}</span>
      {digest && resting ? (
        <span title={t.digestHelp(digest)}>{t.digest(digest.slice(0, 4), digest.slice(4, 8))}</span>
      ) : null}
      {between && resting ? <span title={t.betweenHelp}>{t.betweenEvents}</span> : null}
    </span>
  );
}

function UndoRedo({ onlyUndo }: { onlyUndo: boolean }) {
  const history = useHistory();
  const name = (verb: string, what: string | null) => (what ? `${verb}: ${what}` : verb);
  return (
    <>
      <button
        type="button"
        className="button square"
        aria-label={name(t.undo, history.undo)}
        disabled={history.undo === null}
        onClick={undo}
      >
        <Icon name="undo" />
      </button>
      {onlyUndo && history.redo === null ? null : (
        <button
          type="button"
          className="button square"
          aria-label={name(t.redo, history.redo)}
          disabled={history.redo === null}
          onClick={redo}
        >
          <Icon name="redo" />
        </button>
      )}
    </>
  );
}
