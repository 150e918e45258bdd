import { useEffect, useRef } from 'react';
import { resolution } from '../../../store/scale';
import { palette } from '../../../ui/palette';
import { redraw } from '../../../ui/redraw';
import { type CrossedStack, type Crossing, crossings } from './crossings';
import { OUT } from './overlay-place';

interface Props extends CrossedStack {
  height: number;
  /** Changes with the theme: the colours have to be read again. */
  theme: number;
}

/** Radii of a dot and of its inside, px. */
const RING = 5;
const INSIDE = 3;
/** The canvas is as wide as the dots and a pixel on each side. */
const WIDTH = 2 * RING + 2;

/**
 * Hollow dots where the crosshair meets the curves of a stack; none without a crosshair. All are below each other, so they are drawn on a
 * narrow canvas that moves with the crosshair. Shapes of SVG would need style and layout in every frame of a run.
 */
export function CrosshairDots({ specs, charts, width, height, insets, selected, theme }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` stands for the colours
  useEffect(() => {
    const strip = canvas.current;
    if (!strip) return;
    let drawn = '';
    const handle = redraw.register('marks', () => {
      const dots = crossings({ specs, charts, width, insets, selected });
      const [first] = dots;
      strip.classList.toggle(OUT, !first);
      if (!first) return;
      strip.style.transform = `translateX(${(first.x - WIDTH / 2).toFixed(1)}px)`;
      const now = dots.map(({ y, colour }) => `${y.toFixed(1)}${colour}`).join(' ');
      if (now !== drawn) draw(strip, height, dots);
      drawn = now;
    });
    return handle.dispose;
  }, [specs, charts, width, height, insets, selected, theme]);
  return <canvas className={`plot-dots ${OUT}`} ref={canvas} />;
}

function draw(strip: HTMLCanvasElement, height: number, dots: readonly Crossing[]): void {
  const ctx = strip.getContext('2d');
  if (!ctx) return;
  const scale = resolution();
  const [wide, high] = [Math.round(WIDTH * scale), Math.max(1, Math.round(height * scale))];
  // Setting a size costs a layout, even if it is the same.
  if (strip.width !== wide || strip.height !== high) {
    strip.width = wide;
    strip.height = high;
    strip.style.width = `${WIDTH}px`;
    strip.style.height = `${height}px`;
  }
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.clearRect(0, 0, WIDTH, height);
  const fill = (y: number, radius: number, colour: string) => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(WIDTH / 2, y, radius, 0, 2 * Math.PI);
    ctx.fill();
  };
  for (const { y, colour } of dots) fill(y, RING, colour);
  // Over all rings, so that dots on each other look like one.
  for (const { y } of dots) fill(y, INSIDE, palette().token.bg);
}
