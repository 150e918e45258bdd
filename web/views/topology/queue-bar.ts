/** Draws the bar of a queue: a frame for what it can hold, a slot for each packet, the head at the link. */
import { flowColour, palette } from '../../ui/palette';
import type { QueuedClass, SceneSection } from '../../worker/sections';
import { at, type Bar, barRows, NAMED_ROW, ROW_GAP, type Track } from './geometry';

/** How many gaps a flow's packets have: like the dash, they distinguish flows without colour. */
export function notches(flow: number): number {
  return flow % 4;
}

/** Pixels between the frame and the packets. */
const padding = ({ aside }: Bar) => (aside === 0 ? 2.5 : 1.5);

/** Draws a bar along the x-axis, with the packets of each class in a row; none are drawn of classes that are not given. */
export function drawBar(
  ctx: CanvasRenderingContext2D,
  bar: Bar,
  rows: number,
  classes: readonly QueuedClass[],
  scene: SceneSection,
  compact: boolean,
): void {
  const { token } = palette();
  ctx.fillStyle = token.bg;
  ctx.strokeStyle = token.ink;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  frame(ctx, bar);
  ctx.fill();
  const { height, middles } = barRows(bar, rows);
  const pitch = (bar.head - bar.tail - 2 * padding(bar)) / bar.slots;
  ctx.fillStyle = token.line;
  for (const middle of middles.slice(1))
    ctx.fillRect(bar.tail, middle - (height + ROW_GAP + 1) / 2, bar.head - bar.tail, 1);
  const gap = pitch >= 5 ? 1 : pitch >= 3 ? 0.5 : 0;
  classes.forEach(({ queued, firstSlot, slots }, row) => {
    const filled = slots > 0 ? Math.min(bar.slots, Math.ceil(queued / bar.perSlot - 1e-9)) : 0;
    for (let s = 0; s < filled; s++) {
      // A slot that stands for several packets has the colour of the middle one.
      const packet = firstSlot + Math.min(slots - 1, Math.floor((s + 0.5) * bar.perSlot));
      const flow = scene.slotFlow(packet);
      const x = bar.head - padding(bar) - (s + 1) * pitch + gap / 2;
      const middle = middles[row] ?? 0;
      ctx.fillStyle = flowColour(flow);
      const cuts = compact ? 0 : Math.min(notches(flow), Math.floor((height - 1) / 2.5));
      const part = (height - cuts * 1.5) / (cuts + 1);
      for (let k = 0; k <= cuts; k++)
        ctx.fillRect(x, middle - height / 2 + k * (part + 1.5), pitch - gap, part);
      if (scene.slotMarked(packet)) {
        ctx.fillStyle = token.bg;
        ctx.fillRect(x, middle - 1, pitch - gap, 2);
      }
    }
  });
  ctx.beginPath();
  frame(ctx, bar);
  ctx.stroke();
}

/** Draws the names of classes at the tails of their rows, upright whatever the direction of the track. */
export function drawClassNames(
  ctx: CanvasRenderingContext2D,
  track: Track,
  bar: Bar,
  names: readonly string[],
): void {
  const { height, middles } = barRows(bar, names.length);
  if (height < NAMED_ROW) return;
  const { token } = palette();
  ctx.font = "600 11px 'Inter Variable', Inter, system-ui, sans-serif";
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = 2.5;
  ctx.lineJoin = 'round';
  names.forEach((name, row) => {
    const p = at(track, bar.tail + 9, bar.aside - (middles[row] ?? 0));
    ctx.strokeStyle = token.bg;
    ctx.strokeText(name, p.x, p.y + 0.5);
    ctx.fillStyle = token.ink2;
    ctx.fillText(name, p.x, p.y + 0.5);
  });
}

/** The frame of a bar. At its tail it is open if the queue can hold many more packets. */
function frame(ctx: CanvasRenderingContext2D, { tail, head, height, open }: Bar): void {
  const half = height / 2;
  if (!open) {
    ctx.roundRect(tail, -half, head - tail, height, 3);
    return;
  }
  ctx.moveTo(tail, -half);
  ctx.arcTo(head, -half, head, 0, 3);
  ctx.arcTo(head, half, tail, half, 3);
  ctx.lineTo(tail, half);
}
