import './present.css';
import { useLayoutEffect, useState } from 'react';
import { useDocument } from '../../store';
import { setPageScale } from '../../store/scale';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { EngineProblems } from '../messages/EngineProblems';
import { Plots } from '../plots';
import { Timeline } from '../timeline';
import { Topology } from '../topology';
import { Clock, PlayButton } from '../transport/Transport';
import { presentTexts as t } from './texts';

/** The size of the layout, px. Larger screens scale it up. */
const WIDTH = 960;
const HEIGHT = 540;

/** The laboratory for a lecture room: large type, two plots, few controls. All keys work as before. */
export default function Present() {
  const title = useDocument((d) => d.title);
  const scale = useScale();
  return (
    // Charts read the scale when they are created, so a new scale recreates them.
    <div className="present" key={scale} style={{ zoom: scale }}>
      <header className="bar">
        <h1 className="title" tabIndex={-1}>
          {title || t.untitled}
        </h1>
        <span className="bar-gap" />
        <Clock />
        <button
          type="button"
          className="button square"
          aria-label={t.leave}
          onClick={() => session.setState({ presenting: false })}
        >
          <Icon name="close" />
        </button>
      </header>
      <main className="stage">
        <div className="messages" aria-live="polite">
          <EngineProblems />
        </div>
        <div className="topology-area">
          <Topology />
        </div>
        <div className="plots-area">
          <Plots />
        </div>
      </main>
      <footer className="time-area">
        <PlayButton />
        <div className="timeline-area">
          <Timeline />
        </div>
      </footer>
    </div>
  );
}

/** The largest scale that fits the window, at least 1. */
function useScale(): number {
  const [scale, setScale] = useState(fittingScale);
  // Canvases read the scale when they draw, so it is set before their first drawing.
  setPageScale(scale);
  useLayoutEffect(() => {
    setPageScale(fittingScale());
    const measure = () => setScale(fittingScale());
    addEventListener('resize', measure);
    return () => {
      removeEventListener('resize', measure);
      setPageScale(1);
    };
  }, []);
  return scale;
}

function fittingScale(): number {
  return Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
}
