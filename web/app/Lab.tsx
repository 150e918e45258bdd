import { lazy, Suspense } from 'react';
import { useRun, useSession } from '../store';
import { session } from '../store/session';
import { Inspector } from '../views/inspector/Inspector';
import { Plots } from '../views/plots';
import { Timeline } from '../views/timeline';
import { Topology } from '../views/topology';
import { InspectorSheet } from './InspectorSheet';
import { LiveSummary } from './LiveSummary';
import { Messages } from './Messages';
import { TopBar } from './TopBar';
import { Transport } from './Transport';
import { useLayout } from './use-layout';

const Tour = lazy(() => import('../views/tour'));

/** The laboratory: network, plots and time; beside them what is selected. */
export function Lab() {
  const layout = useLayout();
  const open = useSession((s) => s.inspectorOpen);
  const tour = useSession((s) => s.tour !== null);
  const phone = layout === 'phone';
  return (
    <div className={`lab ${layout}`}>
      <TopBar layout={layout} />
      <main className="stage">
        <Messages />
        <div className="topology-area">
          <Topology />
        </div>
        <div className="plots-area">
          <Plots />
        </div>
      </main>
      {layout === 'desktop' ? (
        <aside className="inspector-area" aria-label="Inspector">
          <Inspector />
        </aside>
      ) : null}
      {layout === 'medium' && open ? (
        <aside className="inspector-area overlay" aria-label="Inspector">
          <Inspector onClose={() => session.setState({ inspectorOpen: false })} />
        </aside>
      ) : null}
      <section className="time-area" aria-label="Time">
        <Transport layout={layout} />
        <div className="timeline-area">
          <Timeline />
        </div>
      </section>
      {phone ? <InspectorSheet /> : null}
      <Progress />
      <LiveSummary />
      {tour ? (
        <Suspense>
          <Tour />
        </Suspense>
      ) : null}
    </div>
  );
}

/** A line under the bar while a replay takes longer than a moment. */
function Progress() {
  const busy = useRun((s) => s.replayTo !== null || s.status === 'starting');
  return busy ? <div className="progress" role="progressbar" aria-label="Catching up" /> : null;
}
