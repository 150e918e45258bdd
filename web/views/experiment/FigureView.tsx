import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { useSession } from '../../store';
import { useSize } from '../plots/drawing/use-size';
import { drawFigure } from './figure';

interface Props {
  document: Experiment;
  table: ExperimentTable;
  /** Runs that each variant is to have. */
  runs: number;
  onPick: (row: number) => void;
}

/** The pause between two drawings, as a multiple of the time that one drawing takes. */
const MIN_PAUSE_FACTOR = 10;

/** Distance from the top of what scrolls to the top of `box`, px. */
function offsetWithin(stage: HTMLElement, box: HTMLElement): number {
  return box.getBoundingClientRect().top - stage.getBoundingClientRect().top + stage.scrollTop;
}

/** The figure at the width of its container. */
export function FigureView({ document, table, runs, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  // What scrolls: its axis should not be below the fold.
  const stage = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    stage.current = box.current?.closest<HTMLElement>('.stage-scroll') ?? null;
  }, []);
  const stageHeight = useSize(stage).height;
  const dark = useSession((s) => s.dark);
  const last = useRef({ at: Number.NEGATIVE_INFINITY, took: 0 });
  useEffect(() => {
    if (width < 40) return;
    const draw = () => {
      const at = performance.now();
      if (!box.current || !stage.current) return;
      const height = Math.max(0, stageHeight - offsetWithin(stage.current, box.current));
      const svg = drawFigure(document, table, { width, height, dark, runs, live: true, onPick });
      box.current.replaceChildren(svg);
      last.current = { at, took: performance.now() - at };
    };
    // While runs complete, drawing takes at most a tenth of the time.
    const wait = last.current.at + MIN_PAUSE_FACTOR * last.current.took - performance.now();
    if (wait <= 0) {
      draw();
      return;
    }
    const timer = setTimeout(draw, wait);
    return () => clearTimeout(timer);
  }, [document, table, runs, dark, width, stageHeight, onPick]);
  return <div className="figure-box" ref={box} />;
}
