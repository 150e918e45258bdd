import { useEffect, useRef } from 'react';
import { runNow, subscribeFrame } from '../../store';
import { resolution } from '../../store/scale';
import { onTheme } from '../plots/palette';
import type { Size } from './geometry';
import type { Layout } from './layout';
import { TrafficPainter } from './traffic';

interface Props {
  layout: Layout;
  size: Size;
  compact: boolean;
}

/** The canvas for what moves. It is painted when a frame comes and, while something moves, in every painted frame. */
export function TrafficCanvas({ layout, size, compact }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useRef<() => void>(() => undefined);
  const latest = useRef({ layout, size, compact });
  latest.current = { layout, size, compact };

  useEffect(() => {
    const painter = new TrafficPainter();
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let pending = 0;
    const request = () => {
      if (pending === 0) pending = requestAnimationFrame(paint);
    };
    const paint = () => {
      pending = 0;
      const element = canvas.current;
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
      ctx.setTransform(r, 0, 0, r, 0, 0);
      ctx.clearRect(0, 0, size.width, size.height);
      const real = performance.now();
      painter.draw(ctx, layout, real, { compact, still: calm.matches });
      if (painter.moving(real)) request();
    };
    wanted.current = request;
    const frames = subscribeFrame((frame) => {
      painter.frame(frame.scene, frame.directory, performance.now(), runNow().playing);
      request();
    });
    const theme = onTheme(request);
    return () => {
      frames();
      theme();
      cancelAnimationFrame(pending);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout is another picture
  useEffect(() => wanted.current(), [layout, size, compact]);

  return <canvas ref={canvas} className="layer traffic" style={{ width: size.width, height: size.height }} />;
}
