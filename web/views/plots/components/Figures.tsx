import { type RefObject, useEffect, useRef } from 'react';
import { slotOf } from '../model/figure-room';
import { CovarianceMatrix } from './CovarianceMatrix';
import { PhasePortrait } from './PhasePortrait';
import { SequencePanel } from './SequencePanel';
import { SynchronizationMatrix } from './SynchronizationMatrix';
import { ThroughputDelay } from './ThroughputDelay';

interface Props {
  ids: readonly string[];
  /** The ids of those that were on screen before. */
  seen: RefObject<readonly string[]>;
  theme: number;
  /** Width of the plots, px. */
  width: number;
  /** Visible height of the plots, px. */
  height: number;
  selected: number;
}

/** Plots without an axis of time, below those that have one. */
export default function Figures({ ids, seen, theme, width, height, selected }: Props) {
  const root = useRef<HTMLDivElement>(null);
  // The stack fills the panel, so a figure added below it is scrolled into view.
  useEffect(() => {
    const added = ids.findIndex((id) => !seen.current.includes(id));
    if (added >= 0) root.current?.children[added]?.scrollIntoView({ block: 'nearest' });
    seen.current = ids;
  });
  const slot = { width: slotOf(ids.length, width), height };
  return (
    <div className="plots-figures" ref={root}>
      {ids.map((id) => {
        if (id === 'phase') return <PhasePortrait key={id} theme={theme} {...slot} />;
        if (id === 'plane') return <ThroughputDelay key={id} theme={theme} {...slot} />;
        if (id === 'sequence') return <SequencePanel key={id} selected={selected} {...slot} />;
        if (id === 'synchronization') return <SynchronizationMatrix key={id} {...slot} />;
        return <CovarianceMatrix key={id} {...slot} />;
      })}
    </div>
  );
}
