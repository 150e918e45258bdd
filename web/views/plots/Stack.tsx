import type { Insets } from './chart';
import { HitArea } from './HitArea';
import { type Charts, PlotRow } from './PlotRow';
import type { PlotSpec } from './spec';

interface Props {
  specs: readonly PlotSpec[];
  heights: readonly number[];
  /** Where pointers find the scale of a plot. */
  charts: Charts;
  width: number;
  insets: Insets;
  selected: number;
  theme: number;
  readout: boolean;
  embed: boolean;
  /** Of the plots that stay in sight above the others. */
  pinned?: boolean;
}

/** Plots on top of each other, under one area for pointer and keys. */
export function Stack({ specs, heights, charts, embed, pinned = false, ...rest }: Props) {
  return (
    <div className={pinned ? 'plots-stack is-pinned' : 'plots-stack'}>
      {specs.map((spec, i) => (
        <PlotRow
          key={spec.id}
          spec={spec}
          height={heights[i] ?? 90}
          parted={i < specs.length - 1}
          charts={charts}
          locked={embed}
          {...rest}
        />
      ))}
      {specs.length > 0 && (
        <HitArea
          name={pinned ? 'Crosshair of pinned plots' : 'Crosshair'}
          left={rest.insets.left}
          width={rest.width}
          specs={specs}
          heights={heights}
          charts={charts}
        />
      )}
    </div>
  );
}
