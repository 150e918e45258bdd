import { useLayoutEffect, useRef, useState } from 'react';
import type { PlotSpec } from '../../../drawing/spec';
import { later } from '../../../ui/later';
import type { Canvases, Charts, Insets } from '../drawing/chart';
import { renderer } from '../drawing/renderer';
import { TextCanvas } from '../drawing/text-canvas';
import { CrosshairDots } from './CrosshairDots';
import { HitArea } from './HitArea';
import { PlotRow } from './PlotRow';
import { stackTexts as t } from './texts';

// Loaded on demand: only narrow pages need it.
const CrosshairValues = later(() => import('./CrosshairValues').then((m) => m.CrosshairValues), {
  what: () => t.values,
});

interface Props {
  specs: readonly PlotSpec[];
  heights: readonly number[];
  /** Where pointer handlers find the scale of a plot. */
  charts: Charts;
  width: number;
  insets: Insets;
  selected: number;
  theme: number;
  readout: boolean;
  embed: boolean;
  /** Values stand beside the crosshair. */
  values: boolean;
  /** Its values stand below those of the last plot. */
  beside?: PlotSpec | undefined;
  /** Nothing else on the page names the flows: the first plot does. */
  names?: boolean;
  /** The stack of the pinned plots. */
  pinned?: boolean;
}

/** Plots below each other, under one layer that handles pointer and keys. */
export function Stack({
  specs,
  heights,
  charts,
  embed,
  values,
  beside,
  names = false,
  pinned = false,
  ...rest
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLCanvasElement>(null);
  const [canvases, setCanvases] = useState<Canvases | null>(null);
  const all = specs.reduce((sum, _, i) => sum + heightOf(heights, i), 0);
  useLayoutEffect(() => {
    const element = host.current;
    const hook = renderer.addCanvas(() => {
      const canvas = document.createElement('canvas');
      element?.replaceChildren(canvas);
      return canvas;
    });
    if (text.current) setCanvases({ canvas: hook, texts: new TextCanvas(text.current) });
    return () => {
      hook.remove();
      element?.replaceChildren();
    };
  }, []);
  return (
    <div className={pinned ? 'plots-stack is-pinned' : 'plots-stack'}>
      <div
        className="plots-canvas"
        ref={host}
        style={{ width: rest.width, height: all }}
        aria-hidden="true"
      />
      <div className="plots-text" style={{ width: rest.width, height: all }} aria-hidden="true">
        <canvas ref={text} />
      </div>
      <CrosshairDots {...{ specs, charts }} height={all} {...rest} />
      {values && (
        <CrosshairValues
          {...{ specs, charts }}
          heights={specs.map((_, i) => heightOf(heights, i))}
          {...rest}
        />
      )}
      {specs.map((spec, i) => (
        <PlotRow
          key={spec.id}
          spec={spec}
          height={heightOf(heights, i)}
          top={specs.slice(0, i).reduce((sum, _, k) => sum + heightOf(heights, k), 0)}
          canvasHeight={all}
          canvases={canvases}
          parted={i < specs.length - 1}
          charts={charts}
          locked={embed}
          beside={i === specs.length - 1 ? beside : undefined}
          names={names && i === 0}
          {...rest}
        />
      ))}
      {specs.length > 0 && (
        <HitArea
          name={pinned ? t.crosshairOfPinnedPlots : t.crosshair}
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

const heightOf = (heights: readonly number[], place: number) => heights[place] ?? 90;
