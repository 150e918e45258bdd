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

/** Space above the figure: as in experiment.css, px. */
const STAGE_PADDING = 16;

/** The figure at the width of its container. */
export function FigureView({ document, table, runs, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  // What scrolls: its axis should not be below the fold.
  const stage = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    stage.current = box.current?.closest<HTMLElement>('.stage-scroll') ?? null;
  }, []);
  const height = Math.max(0, useSize(stage).height - STAGE_PADDING);
  const dark = useSession((s) => s.dark);
  const last = useRef({ at: Number.NEGATIVE_INFINITY, took: 0 });
  useEffect(() => {
    if (width < 40) return;
    const draw = () => {
      const at = performance.now();
      const svg = drawFigure(document, table, { width, height, dark, runs, live: true, onPick });
      box.current?.replaceChildren(svg);
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
  }, [document, table, runs, dark, width, height, onPick]);
  return <div className="figure-box" ref={box} />;
}
