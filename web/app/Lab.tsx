import { useRun, useSession } from '../store';
import { session } from '../store/session';
import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { useLayout } from '../ui/use-layout';
import { Inspector } from '../views/inspector/Inspector';
import { Messages } from '../views/messages/Messages';
import { Plots } from '../views/plots';
import { InspectorSheet } from '../views/side/InspectorSheet';
import { LessonPanel, Side, useHasLesson } from '../views/side/Side';
import { Timeline } from '../views/timeline';
import { Topology } from '../views/topology';
import { Transport } from '../views/transport/Transport';
import { LiveSummary } from './LiveSummary';
import { TopBar } from './TopBar';
import { labTexts as t } from './texts';

const Tour = later(() => import('../views/tour').then((m) => m.default), { what: t.tour });

/** The laboratory: network, plots and timeline, with the inspector beside them. */
export function Lab() {
  const layout = useLayout();
  const open = useSession((s) => s.inspectorOpen);
  const tour = useSession((s) => s.tour !== null);
  const phone = layout === 'phone';
  const lesson = useHasLesson();
  const side = useSession((s) => s.side);
  // A phone has space for only one of them.
  const reading = lesson && (!phone || side === 'lesson');
  const network = useSession((s) => !s.hidden.includes('topology'));
  const column = layout === 'desktop' || (layout === 'medium' && lesson);
  return (
    <div className={`lab ${layout}${reading ? ' with-lesson' : ''}`}>
      <TopBar layout={layout} />
      <main className="stage">
        <Messages />
        {phone && lesson && !reading ? (
          <button
            type="button"
            className="button lesson-return"
            onClick={() => session.setState({ side: 'lesson' })}
          >
            <Icon name="back" />
            {t.backToTheLesson}
          </button>
        ) : null}
        {network ? (
          <div className="topology-area">
            <Topology />
          </div>
        ) : null}
        <div className="plots-area">
          <Plots />
        </div>
      </main>
      {column ? (
        <aside className="inspector-area" aria-label={lesson ? t.lessonAndInspector : t.inspector}>
          <Side />
        </aside>
      ) : null}
      {layout === 'medium' && !lesson && open ? (
        <aside className="inspector-area overlay" aria-label={t.inspector}>
          <Inspector onClose={() => session.setState({ inspectorOpen: false })} />
        </aside>
      ) : null}
      <section className="time-area" aria-label={t.time}>
        <Transport layout={layout} />
        <div className="timeline-area">
          <Timeline />
        </div>
      </section>
      {phone && reading ? (
        <aside className="lesson-area" aria-label={t.lesson}>
          <LessonPanel />
        </aside>
      ) : null}
      {phone ? <InspectorSheet /> : null}
      <Progress />
      <LiveSummary />
      {tour ? <Tour /> : null}
    </div>
  );
}

/** A line under the bar while a replay takes noticeably long. */
function Progress() {
  const busy = useRun((s) => s.replayTo !== null || s.status === 'starting');
  return busy ? <div className="progress" role="progressbar" aria-label={t.catchingUp} /> : null;
}
