import './tour.css';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDocument, useSession } from '../../store';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { useFinger } from '../../ui/use-layout';
import { beside, type Place } from './beside';
import { endTour } from './first-visit';
import { useSlowPackets } from './slow';
import { tourTexts as t } from './texts';

interface Step {
  title: string;
  text: string;
  /** Where the page is pressed with a finger. */
  touch?: string;
  /** What it is about: the first of these that is on screen. */
  about: string[];
}

const tourSteps = (): readonly Step[] => [
  {
    title: t.networkTitle,
    text: t.networkText,
    about: ['.topology-area'],
  },
  {
    title: t.plotsTitle,
    text: t.plotsText,
    touch: t.plotsTouch,
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
    touch: t.changeTouch,
    // Where the inspector is shut, what opens it.
    about: ['.inspector-area', '.sheet-handle', '.bar > .button:last-child'],
  },
  {
    title: t.whyTitle,
    text: t.whyText,
    touch: t.whyTouch,
    about: ['.plots-head'],
  },
];

const go = (tour: number) => session.setState({ tour });

/** Five cards beside their targets. The page remains usable while they are shown. */
export default function Tour() {
  const number = useSession((s) => s.tour) ?? 0;
  const steps = useMemo(tourSteps, []);
  const step = steps[number] ?? (steps[0] as Step);
  const last = number === steps.length - 1;
  const finger = useFinger();
  const text = (finger && step.touch) || step.text;
  const card = useRef<HTMLElement>(null);
  const { ring, at } = usePlaces(step.about, card, text);
  useSlowPackets(number === 0);
  // An empty page has none of what the cards are about, and a lesson leads by itself.
  const unfit = useDocument((d) => d.nodes.length === 0 || !!d.lesson);
  useEffect(() => {
    if (unfit) endTour();
  }, [unfit]);
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (own?.contains(document.activeElement))
        requestAnimationFrame(() => document.querySelector<HTMLElement>('.time-area .play')?.focus());
    };
  }, []);
  return (
    <>
      {ring ? <div className="tour-ring" style={ring} aria-hidden="true" /> : null}
      <section className="tour" aria-label={t.tour} ref={card} style={at}>
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
        <p role="status">{text}</p>
        <div className="tour-foot">
          <span className="secondary numeric">{t.stepOf(number + 1, steps.length)}</span>
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

interface Places {
  /** What the step is about. */
  ring?: Place;
  /** The card's place. */
  at?: { left: number; top: number };
}

/** Where things are on screen, also after the window or a panel has changed its size. */
function usePlaces(about: readonly string[], card: RefObject<HTMLElement | null>, text: string): Places {
  const [places, setPlaces] = useState<Places>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text gives the card another size
  useLayoutEffect(() => {
    const own = card.current;
    const element = about.map((s) => document.querySelector(s)).find((e) => e !== null);
    if (!own || !element) {
      setPlaces({});
      return;
    }
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const ring = { left, top, width, height };
      const size = { width: own.offsetWidth, height: own.offsetHeight };
      setPlaces({ ring, at: beside(ring, size, { width: innerWidth, height: innerHeight }) });
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    sizes.observe(own);
    addEventListener('resize', measure);
    measure();
    return () => {
      sizes.disconnect();
      removeEventListener('resize', measure);
    };
  }, [about, card, text]);
  return places;
}
