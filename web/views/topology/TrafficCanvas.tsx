import { useEffect, useRef } from 'react';
import { moment, runNow, subscribeFrame } from '../../store';
import { resolution } from '../../store/scale';
import { onTheme } from '../../ui/palette';
import { redraw } from '../../ui/redraw';
import type { Size } from './geometry';
import type { Layout } from './layout-types';
import { TrafficPainter } from './traffic';

interface Props {
  layout: Layout;
  size: Size;
  compact: boolean;
}

/**
 * Two canvases: the bands of flows, which change as slowly as words do, and above them what moves, painted when a frame comes and, where
 * something moves between frames, as often as the screen keeps up. While the page shows another moment than now, they show that one.
 */
export function TrafficCanvas({ layout, size, compact }: Props) {
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const wanted = useRef<() => void>(() => undefined);
  const latest = useRef({ layout, size, compact });
  latest.current = { layout, size, compact };

  useEffect(() => {
    const [live, other] = [new TrafficPainter(), new TrafficPainter()];
    let traffic = live;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    /** Calls with an empty canvas of the drawing's size. */
    const paint = (
      element: HTMLCanvasElement | null,
      draw: (
        ctx: CanvasRenderingContext2D,
        layout: Layout,
        options: Parameters<TrafficPainter['bands']>[2],
      ) => void,
    ) => {
      const ctx = element?.getContext('2d');
      if (!element || !ctx) return;
      const { layout, size, compact } = latest.current;
      const r = resolution();
      const width = Math.round(size.width * r);
      const height = Math.round(size.height * r);
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, width, height);
      draw(ctx, layout, { compact, still: calm.matches, resolution: r });
    };
    const bands = redraw.register('bands', () => {
      paint(below.current, (ctx, layout, options) => traffic.bands(ctx, layout, options));
    });
    const handle = redraw.register('scenes', () => {
      const real = performance.now();
      const draw = () => {
        paint(above.current, (ctx, layout, options) => {
          if (traffic.draw(ctx, layout, real, options)) bands.mark();
        });
      };
      draw();
      if (!traffic.moving(real)) return;
      if (redraw.between()) handle.mark();
      else if (!traffic.playing) {
        // A run that stands sends no other frame: without pictures in between, the last one shows where it stands.
        traffic.clock.settle();
        draw();
      }
    });
    const all = () => {
      bands.mark();
      handle.mark();
    };
    wanted.current = all;
    const frames = subscribeFrame((frame) => {
      const playing = runNow().playing && !frame.ended;
      live.frame(frame.scene, frame.directory, performance.now(), playing);
      handle.mark();
    });
    const follow = () => {
      const { shown } = moment.getState();
      if (shown) other.still(shown.scene, shown.directory);
      traffic = shown ? other : live;
      all();
    };
    follow();
    const moments = moment.subscribe(follow);
    const theme = onTheme(all);
    return () => {
      frames();
      moments();
      theme();
      bands.dispose();
      handle.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout is another picture
  useEffect(() => {
    wanted.current();
  }, [layout, size, compact]);

  const style = { width: size.width, height: size.height };
  return (
    <>
      <canvas ref={below} className="layer traffic" style={style} />
      <canvas ref={above} className="layer traffic" style={style} />
    </>
  );
}
