import { useEffect, useRef } from 'react';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { useSession } from '../../store';
import { useSize } from '../plots/use-size';
import { drawFigure } from './figure';

interface Props {
  document: Experiment;
  table: ExperimentTable;
  /** Runs that a variant shall have. */
  runs: number;
  onPick: (row: number) => void;
}

/** The figure at the width of its place. */
export function FigureView({ document, table, runs, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const dark = useSession((s) => s.dark);
  useEffect(() => {
    if (!box.current || width < 40) return;
    const svg = drawFigure(document, table, { width: Math.floor(width), dark, runs, live: true, onPick });
    box.current.replaceChildren(svg);
  }, [document, table, runs, dark, width, onPick]);
  return <div className="figure-box" ref={box} />;
}
