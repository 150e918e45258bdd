import { useStore } from 'zustand';
import { english } from '../language/english';
import { edit, redo, undo, useDocument, useHistory, useRun, useSession } from '../store';
import { app } from '../store/app';
import { documentStore } from '../store/document';
import { foldPanel, session } from '../store/session';
import { isStandalone } from '../store/standalone';
import { storageMessage } from '../store/storage-messages';
import { Bar, BarButton, EditableTitle, UndoRedo } from '../ui/Bar';
import { later } from '../ui/later';
import { ThemeButton } from '../ui/ThemeButton';
import { type Layout, useSideBySide } from '../ui/use-layout';
import { useHasLesson } from '../views/side/Side';
import { ExportButton } from './ExportButton';
import { Help } from './Help';
import { Share } from './Share';
import { labTexts, moreTexts, topBarTexts as t } from './texts';

const MoreMenu = later(() => import('./MoreMenu').then((m) => m.MoreMenu), {
  what: () => moreTexts.part,
  waiting: () => <BarButton name={moreTexts.more} icon="more" short />,
});

export const PRESENT_BUTTON = 'present-button';

export function TopBar({ layout }: { layout: Layout }) {
  const phone = layout === 'phone';
  // Room for the title, in a hand.
  const handheld = useSideBySide() || phone;
  const alone = isStandalone();
  const lesson = useHasLesson();
  const history = useHistory();
  const title = useDocument((d) => d.title ?? '');
  const published = useStore(app, (s) => s.base?.entry.title === title);
  const gallery = (
    <BarButton
      name={t.gallery}
      icon="gallery"
      short={handheld}
      onClick={() => session.setState({ page: 'gallery' })}
    />
  );
  const create = (
    <BarButton
      name={t.create}
      icon="plus"
      short={layout === 'medium'}
      onClick={() => session.setState({ creating: true })}
    />
  );
  const heading = (
    <EditableTitle
      title={title}
      lang={published ? english() : undefined}
      onChange={(text) => void edit('/title', text, t.changeTitle)}
    />
  );
  return (
    <Bar
      layout={layout}
      title={
        phone && !alone ? (
          <>
            {gallery}
            {create}
            {heading}
          </>
        ) : (
          heading
        )
      }
    >
      {layout === 'desktop' ? <RunIdentity /> : null}
      <span className="bar-gap" />
      <UndoRedo history={history} onUndo={undo} onRedo={redo} short={phone} />
      {phone || alone ? null : (
        <>
          <span className="bar-rule" />
          {create}
          {gallery}
          <BarButton
            name={t.papers}
            icon="book"
            short={layout !== 'desktop'}
            onClick={() => session.setState({ page: 'papers' })}
          />
        </>
      )}
      <Share short={handheld} />
      {phone && !alone ? <MoreMenu /> : <ExportButton short={layout !== 'desktop'} />}
      {layout === 'desktop' ? (
        <BarButton
          id={PRESENT_BUTTON}
          name={t.present}
          icon="present"
          short={false}
          onClick={() => session.setState({ presenting: true })}
        />
      ) : null}
      {phone && !alone ? null : <ThemeButton />}
      {phone ? null : <Help />}
      {layout === 'desktop' || (layout === 'medium' && !lesson) ? <SideButton layout={layout} /> : null}
    </Bar>
  );
}

/** Shows and hides the panel beside the plots, or above them if there is no room for a column. */
function SideButton({ layout }: { layout: Layout }) {
  const shown = useSession((s) => (layout === 'desktop' ? !s.folded.includes('inspector') : s.inspectorOpen));
  return (
    <BarButton
      name={layout === 'desktop' ? t.sidePanel : labTexts.inspector}
      icon="panel"
      short={layout === 'desktop'}
      aria-expanded={shown}
      onClick={() => {
        if (layout === 'desktop') foldPanel('inspector', shown);
        session.setState({ inspectorOpen: layout !== 'desktop' && !shown });
      }}
    />
  );
}

/** Identifies the run by its seed and its current digest. */
function RunIdentity() {
  const own = useStore(app, (s) => s.origin.kind === 'own');
  // Undo leads back to the document as it was opened.
  const opened = useStore(app, (s) => s.opened);
  const edited = useStore(documentStore, (s) => own && s.source !== opened);
  const fault = useStore(app, (s) => s.notStored.scenario);
  const seed = useDocument((d) => d.seed);
  // Before the run begins there is nothing to compare.
  const digest = useRun((s) => (s.digestAt > 0 ? s.digest : ''));
  const resting = useRun((s) => !s.playing);
  // Results have no digest while the current time is incomplete.
  const between = useRun((s) => s.digestAt > 0 && s.digest === '');
  return (
    <span className="facts secondary">
      {edited && !fault ? <span>{t.edited}</span> : null}
      {fault ? <span title={storageMessage(fault)}>{t.notKept}</span> : null}
      <span>{t.seed(seed ?? 1)}</span>
      {digest && resting ? (
        <span title={t.digestHelp(digest)}>{t.digest(digest.slice(0, 4), digest.slice(4, 8))}</span>
      ) : null}
      {between && resting ? <span title={t.betweenHelp}>{t.betweenEvents}</span> : null}
    </span>
  );
}
