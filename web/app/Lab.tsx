import { type CSSProperties, useRef } from 'react';
import { showSide, useRun, useSession, useSide } from '../store';
import { foldPanel, session, setPanelSize } from '../store/session';
import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { Overlay } from '../ui/Overlay';
import { Splitter } from '../ui/Splitter';
import { useFocusAfter } from '../ui/use-focus-after';
import { useLayout, useSideBySide } from '../ui/use-layout';
import { Inspector } from '../views/inspector/Inspector';
import { Messages } from '../views/messages/Messages';
import { Plots } from '../views/plots';
import { useSize } from '../views/plots/drawing/use-size';
import { ControllerEditor } from '../views/side/ControllerEditor';
import { InspectorSheet } from '../views/side/InspectorSheet';
import { LessonPanel, Side, useHasLesson } from '../views/side/Side';
import { Timeline } from '../views/timeline';
import { Topology } from '../views/topology';
import { CHOSEN_TOOL } from '../views/topology/Toolbar';
import { Transport } from '../views/transport/Transport';
import { LiveSummary } from './LiveSummary';
import { SkipLinks } from './SkipLinks';
import { TopBar } from './TopBar';
import { labTexts as t } from './texts';

const Tour = later(() => import('../views/tour').then((m) => m.default), { what: () => t.tour });

/** The laboratory: network, plots and timeline, with the inspector beside them. */
export function Lab() {
  const layout = useLayout();
  const open = useSession((s) => s.inspectorOpen);
  const tour = useSession((s) => s.tour !== null);
  const phone = layout === 'phone';
  const lesson = useHasLesson();
  const side = useSide();
  // A phone has space for only one of them.
  const reading = lesson && (!phone || side === 'lesson');
  // A phone held sideways has no room for a network, plots and a lesson beside each other.
  const crowded = useSideBySide() && lesson;
  const network = useSession((s) => !s.hidden.includes('topology')) && !crowded;
  const folded = useSession((s) => s.folded);
  const column = layout === 'medium' ? lesson : !phone && !folded.includes('inspector');
  useFocusAfter(phone && reading, reading ? '.lesson-title' : '.lesson-return');
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const { width } = useSize(root);
  const room = useSize(stage);
  return (
    <div
      className={`lab ${layout}${reading ? ' with-lesson' : ''}${column || phone ? '' : ' without-side'}`}
      ref={root}
      style={usePanelSizes(phone)}
    >
      <SkipLinks layout={layout} />
      <TopBar layout={layout} />
      <main className="stage" ref={stage}>
        <Messages />
        {phone && lesson && !reading ? (
          <button type="button" className="button lesson-return" onClick={() => showSide('lesson')}>
            <Icon name="back" />
            {t.backToTheLesson}
          </button>
        ) : null}
        {network ? <Network room={room} fixed={phone} folded={folded.includes('network')} /> : null}
        <div className="plots-area">
          <Plots />
        </div>
      </main>
      {column ? (
        <aside className="inspector-area" aria-label={lesson ? t.lessonAndInspector : t.inspector}>
          <Side />
          {layout === 'desktop' ? <InspectorResizer most={Math.floor(width / 2)} /> : null}
        </aside>
      ) : null}
      {!column && !phone && open ? (
        <Overlay label={t.inspector} onBack={() => session.setState({ inspectorOpen: false, why: null })}>
          <Inspector onClose={() => session.setState({ inspectorOpen: false })} />
        </Overlay>
      ) : null}
      <section className="time-area" aria-label={t.time}>
        <Transport short={phone || crowded} />
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
      <ControllerEditor />
      {tour ? <Tour /> : null}
    </div>
  );
}

/** The panel sizes that the visitor has set. On a phone they do not apply. */
function usePanelSizes(phone: boolean): CSSProperties {
  const sizes = useSession((s) => s.panelSizes);
  if (phone) return {};
  const given = Object.entries(sizes).map(([name, size]) => [`--panel-${name}`, `${size}px`]);
  return Object.fromEntries(given) as CSSProperties;
}

/** Minimum size of the plots, px: their header, one plot and the time axis. */
const PLOTS_HEIGHT = 180;
const PLOTS_WIDTH = 280;

/** The network and the edge between it and the plots. A folded network leaves a bar that restores it. */
function Network({ room, fixed, folded }: { room: Room; fixed: boolean; folded: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const size = useSize(panel);
  const beside = useSideBySide();
  useFocusAfter(folded, folded ? '.topology-area .quiet-button' : CHOSEN_TOOL);
  if (folded) {
    return (
      <div className="topology-area is-folded">
        <button
          type="button"
          className="quiet-button"
          aria-expanded={false}
          onClick={() => foldPanel('network', false)}
        >
          <Icon name="down" />
          {t.network}
        </button>
      </div>
    );
  }
  return (
    <div className="topology-area" ref={panel}>
      <Topology />
      {fixed ? null : (
        <Splitter
          label={t.sizeOfNetwork}
          edge={beside ? 'right' : 'bottom'}
          size={beside ? size.width : size.height}
          min={beside ? 200 : 96}
          max={beside ? room.width - PLOTS_WIDTH : room.height - PLOTS_HEIGHT}
          onSize={(wanted) => setPanelSize(beside ? 'width' : 'height', wanted)}
        />
      )}
    </div>
  );
}

interface Room {
  width: number;
  height: number;
}

/** The edge between the plots and the column beside them. */
function InspectorResizer({ most }: { most: number }) {
  const size = useSession((s) => s.panelSizes.inspector ?? INSPECTOR_WIDTH);
  return (
    <Splitter
      label={t.sizeOfInspector}
      edge="left"
      size={Math.min(size, most)}
      min={288}
      max={most}
      onSize={(wanted) => setPanelSize('inspector', wanted)}
    />
  );
}

/** The default of the style sheet. */
const INSPECTOR_WIDTH = 344;

/** A line under the bar while a replay takes noticeably long. */
function Progress() {
  const busy = useRun((s) => s.replayTo !== null || s.status === 'starting');
  return busy ? <div className="progress" role="progressbar" aria-label={t.catchingUp} /> : null;
}
