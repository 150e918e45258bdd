import './tour.css';
import { useLayoutEffect, useState } from 'react';
import { useSession } from '../../store';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { endTour } from './first-visit';
import { tourTexts as t } from './texts';

interface Step {
  title: string;
  text: string;
  /** What it is about: the first of these that is on screen. */
  about: string[];
}

const STEPS: readonly Step[] = [
  {
    title: t.networkTitle,
    text: t.networkText,
    about: ['.topology-area'],
  },
  {
    title: t.plotsTitle,
    text: t.plotsText,
    about: ['.plots-area'],
  },
  {
    title: t.timeTitle,
    text: t.timeText,
    about: ['.time-area'],
  },
  {
    title: t.changeTitle,
    text: t.changeText,
    about: ['.inspector-area', '.sheet-handle', '[aria-label="Inspector"]'],
  },
  {
    title: t.whyTitle,
    text: t.whyText,
    about: ['.bar'],
  },
];

const go = (tour: number) => session.setState({ tour });

/** Five steps beside what they are about. Nothing waits for them: the page works as if they were not there. */
export default function Tour() {
  const number = useSession((s) => s.tour) ?? 0;
  const step = STEPS[number] ?? (STEPS[0] as Step);
  const last = number === STEPS.length - 1;
  const place = usePlace(step.about);
  return (
    <>
      {place ? <div className="tour-ring" style={place} aria-hidden="true" /> : null}
      <section className="tour" aria-label={t.tour} style={place ? beside(place) : undefined}>
        <div className="tour-head">
          <h2>{step.title}</h2>
          <button
            type="button"
            className="button small square"
            aria-label={t.endTheTourForGood}
            onClick={endTour}
          >
            <Icon name="close" />
          </button>
        </div>
        <p role="status">{step.text}</p>
        <div className="tour-foot">
          <span className="secondary numeric">{t.stepOf(number + 1, STEPS.length)}</span>
          {number > 0 ? (
            <button type="button" className="button small" onClick={() => go(number - 1)}>
              {t.back}
            </button>
          ) : null}
          <button
            type="button"
            className="button small filled"
            onClick={last ? endTour : () => go(number + 1)}
          >
            {last ? t.begin : t.next}
          </button>
        </div>
      </section>
    </>
  );
}

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the thing is on screen, also after the window has changed. */
function usePlace(about: readonly string[]): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const element = about.map((s) => document.querySelector(s)).find((e) => e !== null);
      const box = element?.getBoundingClientRect();
      setPlace(box ? { left: box.left, top: box.top, width: box.width, height: box.height } : null);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [about]);
  return place;
}

const WIDTH = 320;
const HEIGHT = 172;
const GAP = 12;

/** Below what it is about, above it or at a side of it, where it covers nothing of it; over its upper end where none has room. */
function beside({ left, top, width, height }: Place): { left: number; top: number } {
  const within = (at: number, size: number, all: number) => Math.max(GAP, Math.min(all - size - GAP, at));
  const x = within(left + Math.min(width / 2 - WIDTH / 2, 160), WIDTH, innerWidth);
  const y = within(top + 56, HEIGHT, innerHeight);
  const places = [
    { left: x, top: top + height + GAP },
    { left: x, top: top - HEIGHT - GAP },
    { left: left + width + GAP, top: y },
    { left: left - WIDTH - GAP, top: y },
  ];
  const fits = (at: { left: number; top: number }) =>
    at.left === within(at.left, WIDTH, innerWidth) && at.top === within(at.top, HEIGHT, innerHeight);
  return places.find(fits) ?? { left: x, top: y };
}
