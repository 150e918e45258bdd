import { useEffect, useRef } from 'react';
import { Messages } from '../app/Messages';
import { LessonPanel, useHasLesson } from '../app/Side';
import { Clock, PlayButton } from '../app/Transport';
import { Icon } from '../app/widgets/Icon';
import { pause, runNow, useDocument, useRun, useSession } from '../store';
import { Notes } from '../views/inspector/Notes';
import { Plots } from '../views/plots';
import { Timeline } from '../views/timeline';
import { Topology } from '../views/topology';
import { ModelNote } from '../views/topology/ModelNote';
import { useFullAddress } from './full-address';

/** The page inside another page: to run and to look at, not to change. */
export function Embed() {
  const root = useRef<HTMLDivElement>(null);
  const title = useDocument((d) => d.title);
  const hasNotes = useDocument((d) => Boolean(d.notes));
  const lesson = useHasLesson();
  const network = useSession((s) => !s.hidden.includes('topology'));
  const begun = useRun((s) => s.playing || s.now > 0);
  const address = useFullAddress();
  usePauseOffScreen(root);
  return (
    <div className={lesson ? 'embed with-lesson' : hasNotes ? 'embed' : 'embed bare'} ref={root}>
      <header className="bar">
        <h1 className="title">{title}</h1>
        <ModelNote locked />
        <span className="bar-gap" />
        <span className="locked secondary">
          <Icon name="lock" />
          Locked
        </span>
        <a
          className="button square"
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label="Open in full"
        >
          <Icon name="external" />
        </a>
      </header>
      <main className="stage">
        <Messages />
        {network && !lesson ? (
          <div className="topology-area">
            <Topology />
          </div>
        ) : null}
        <div className="plots-area">
          <Plots />
          {begun || lesson ? null : (
            <div className="start">
              <PlayButton large />
            </div>
          )}
        </div>
      </main>
      {lesson ? (
        <aside className="side" aria-label="Lesson">
          <LessonPanel />
        </aside>
      ) : hasNotes ? (
        <aside className="side" aria-label="Notes">
          <Notes />
        </aside>
      ) : null}
      <footer className="time-area">
        <PlayButton />
        <div className="timeline-area">
          <Timeline />
        </div>
        <Clock />
      </footer>
    </div>
  );
}

/** A run that nobody sees stops; the visitor starts it again. */
function usePauseOffScreen(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const stop = () => {
      if (runNow().playing) pause();
    };
    const seen = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) stop();
    });
    seen.observe(element);
    const hidden = () => {
      if (document.hidden) stop();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      seen.disconnect();
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [root]);
}
