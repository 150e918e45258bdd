import { useEffect, useRef } from 'react';
import { runNow, subscribeFrame } from '../../store';
import { resolution } from '../../store/scale';
import { painter } from '../painter';
import { onTheme } from '../plots/palette';
import type { Size } from './geometry';
import type { Layout } from './layout';
import { TrafficPainter } from './traffic';

interface Props {
  layout: Layout;
  size: Size;
  compact: boolean;
}

/** The canvas for what moves. It is painted when a frame comes and, where something moves between frames, as often as the screen keeps up. */
export function TrafficCanvas({ layout, size, compact }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wanted = useRef<() => void>(() => undefined);
  const latest = useRef({ layout, size, compact });
  latest.current = { layout, size, compact };

  useEffect(() => {
    const traffic = new TrafficPainter();
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const handle = painter.register('marks', () => {
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
      const real = performance.now();
      const draw = () => {
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.clearRect(0, 0, width, height);
        traffic.draw(ctx, layout, real, { compact, still: calm.matches, resolution: r });
      };
      draw();
      if (!traffic.moving(real)) return;
      if (painter.between()) handle.mark();
      else if (!traffic.playing) {
        // A run that stands sends no other frame: without pictures in between, the last one shows where it stands.
        traffic.clock.settle();
        draw();
      }
    });
    wanted.current = handle.mark;
    const frames = subscribeFrame((frame) => {
      traffic.frame(frame.scene, frame.directory, performance.now(), runNow().playing);
      handle.mark();
    });
    const theme = onTheme(handle.mark);
    return () => {
      frames();
      theme();
      handle.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout is another picture
  useEffect(() => wanted.current(), [layout, size, compact]);

  return <canvas ref={canvas} className="layer traffic" style={{ width: size.width, height: size.height }} />;
}
