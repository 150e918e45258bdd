import './present.css';
import { useLayoutEffect, useState } from 'react';
import { useDocument } from '../../store';
import { setPageScale } from '../../store/scale';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { EngineTrouble } from '../messages/EngineTrouble';
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
    // Charts read the scale when they are made, so a new scale makes them again.
    <div className="present" key={scale} style={{ zoom: scale }}>
      <header className="bar">
        <h1 className="title">{title || t.untitled}</h1>
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
          <EngineTrouble />
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

/** As large as the window allows, never smaller than the layout. */
function useScale(): number {
  const [scale, setScale] = useState(fitting);
  // Canvases read the scale while they draw, so it is set before they draw for the first time.
  setPageScale(scale);
  useLayoutEffect(() => {
    setPageScale(fitting());
    const measure = () => setScale(fitting());
    addEventListener('resize', measure);
    return () => {
      removeEventListener('resize', measure);
      setPageScale(1);
    };
  }, []);
  return scale;
}

function fitting(): number {
  return Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
}
