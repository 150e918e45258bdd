import './present.css';
import { useLayoutEffect, useState } from 'react';
import { EngineTrouble } from '../../app/EngineTrouble';
import { Clock, PlayButton } from '../../app/Transport';
import { Icon } from '../../app/widgets/Icon';
import { useDocument } from '../../store';
import { setPageScale } from '../../store/scale';
import { session } from '../../store/session';
import { Plots } from '../plots';
import { Timeline } from '../timeline';
import { Topology } from '../topology';

/** What it is laid out for; a projector shows it larger. */
const WIDTH = 960;
const HEIGHT = 540;

/** For a room: large type, two plots, few controls. All keys work as before. */
export default function Present() {
  const title = useDocument((d) => d.title);
  const scale = useScale();
  return (
    // Another scale is another picture: charts take it when they are made.
    <div className="present" key={scale} style={{ zoom: scale }}>
      <header className="bar">
        <h1 className="title">{title || 'Untitled'}</h1>
        <span className="bar-gap" />
        <Clock />
        <button
          type="button"
          className="button square"
          aria-label="Leave the presentation"
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

/** As large as the window allows, never smaller than it is laid out. */
function useScale(): number {
  const [scale, setScale] = useState(fitting);
  // Canvases read it while they draw, so it has to be there before their first picture.
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
