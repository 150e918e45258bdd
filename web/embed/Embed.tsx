import './embed.css';
import { useStore } from 'zustand';
import { formatUpTo } from '../drawing/format';
import { taskParameters } from '../scenario/named-parameters';
import { controlled, useDocument, useRun, useSession } from '../store';
import type { Panel } from '../store/embed-options';
import { scene } from '../store/lesson';
import { Icon } from '../ui/Icon';
import { useRoomForNetwork } from '../ui/use-layout';
import { Controls } from '../views/controls/Controls';
import { Notes } from '../views/inspector/Notes';
import { Messages } from '../views/messages/Messages';
import { useDigestVerdict } from '../views/messages/use-digest-verdict';
import { Plots } from '../views/plots';
import { Results } from '../views/results';
import { useShareLink } from '../views/share/use-link';
import { ControllerEditor } from '../views/side/ControllerEditor';
import { LessonPanel, useHasLesson } from '../views/side/Side';
import { Timeline } from '../views/timeline';
import { Topology } from '../views/topology';
import { ModelNote } from '../views/topology/ModelNote';
import { Clock, PlayButton } from '../views/transport/Transport';
import { embed } from './embed-store';
import { embedTexts as t } from './texts';

/** *Open in full* keeps everything on the screen, but no locks. */
const FULL_VIEW = { view: true, moment: true, branches: true, scene: false, student: '' };

/**
 * An embed that is not visible has no canvases and no layout, because a course page may contain many of them.
 * Its run is not affected.
 */
export function Embed() {
  const drawn = useStore(embed, (s) => s.drawn);
  return drawn ? <Page /> : null;
}

/** The page inside another page, with the panels and the changes that its author allows. */
function Page() {
  const { panels, allow, slider } = useStore(embed, (s) => s.options);
  const title = useDocument((d) => d.title);
  const hasNotes = useDocument((d) => Boolean(d.notes)) && panels.includes('notes');
  // The lesson replaces the notes.
  const lesson = useHasLesson() && panels.includes('notes');
  const hidden = useSession((s) => s.hidden.includes('topology'));
  const roomy = useRoomForNetwork();
  const network = panels.includes('network') && !hidden && (roomy || !lesson);
  const begun = useRun((s) => s.playing || s.now > 0);
  const address = useShareLink(FULL_VIEW);
  const has = (panel: Panel) => panels.includes(panel);
  const steps = useDocument((d) => d.lesson?.steps);
  const here = useStore(scene, (s) => s.step);
  const needed = lesson ? (steps ?? []).flatMap((step) => taskParameters(step) ?? []) : [];
  // What only other steps ask to change takes room from the text of this one.
  const neededHere = (steps ?? []).flatMap((step) => (step.id === here ? (taskParameters(step) ?? []) : []));
  const isWanted = (path: string) => path === slider || neededHere.includes(path) || !needed.includes(path);
  const open = has('controls') ? controlled(allow, [...new Set(needed)]).filter(isWanted) : [];
  const controls = open.length > 0 ? <Controls paths={open} slider={slider} /> : null;
  const stage = has('plots') || network || (lesson && controls !== null);
  const side = hasNotes || has('results') || controls !== null;
  return (
    <div
      className={`embed${lesson ? ' with-lesson' : side ? '' : ' bare'}${stage ? '' : ' stageless'}${has('time') ? '' : ' timeless'}`}
    >
      <header className="bar">
        <h1 className="title">{title}</h1>
        <ModelNote locked />
        <span className="bar-gap" />
        <SameRun />
        {allow.kind === 'play' ? (
          <span className="locked secondary">
            <Icon name="lock" />
            {t.locked}
          </span>
        ) : null}
        <a
          className="button square"
          href={address || undefined}
          target="_blank"
          rel="noreferrer"
          aria-label={t.openInFull}
        >
          <Icon name="external" />
        </a>
      </header>
      <main className="stage">
        <Messages />
        {network ? (
          <div className={has('plots') ? 'topology-area' : 'topology-area alone'}>
            <Topology />
          </div>
        ) : null}
        {has('plots') ? (
          <div className="plots-area">
            <Plots names={!network} />
            {begun || lesson || !has('time') ? null : (
              <div className="start">
                <PlayButton large />
              </div>
            )}
          </div>
        ) : null}
        {/* Beside the lesson, which fills its column. */}
        {lesson ? controls : null}
      </main>
      {lesson || side ? (
        <aside className="side" aria-label={lesson ? t.lesson : hasNotes ? t.notes : t.details}>
          {lesson ? <LessonPanel /> : null}
          {lesson ? null : controls}
          {hasNotes && !lesson ? (
            <>
              <Notes />
              {/* Notes ask for changes that need the inspector. */}
              <p className="section locked-notes">
                {allow.kind === 'everything' ? null : <Icon name="lock" />}
                <span>
                  {allow.kind === 'everything' ? '' : controls ? t.onlyThese : t.nothingOpen}{' '}
                  <a href={address || undefined} target="_blank" rel="noreferrer">
                    {t.openInLaboratory}
                  </a>
                </span>
              </p>
            </>
          ) : null}
          {has('results') ? <Results /> : null}
        </aside>
      ) : null}
      {has('time') ? (
        <footer className="time-area">
          <PlayButton />
          <div className="timeline-area">
            <Timeline />
          </div>
          <Clock />
        </footer>
      ) : null}
      <ControllerEditor />
    </div>
  );
}

/** Says in the bar that the run is the one of the link: a message would cover the network. */
function SameRun() {
  const found = useDigestVerdict();
  const same = found?.kind === 'same' ? found : null;
  const upTo = same?.shared.atS === null || !same ? null : formatUpTo(same.shared.atS, 3);
  return (
    <span
      role="status"
      className="same-run secondary"
      title={same ? t.sameRunHelp(same.own, upTo) : undefined}
    >
      {same ? t.sameRun : null}
    </span>
  );
}
