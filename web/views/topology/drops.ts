/** Drops as they happen: an animated packet at the tail of its queue, with a label that names it and the cause. */

import { formatValue } from '../../drawing/format';
import { flowStyle, isHiddenByLesson, sessionNow } from '../../store';
import { flowColour, palette } from '../../ui/palette';
import { DropCause, type SceneSection } from '../../worker/sections';
import { at, type Box } from './geometry';
import { overlaps } from './labels';
import { barBoxes } from './layout-queues';
import type { Layout, PlacedChannel } from './layout-types';
import { dropsTexts as words } from './texts';

const FALL_MS = 400;
/** The label stays a little longer, so that it can be read. */
const LABEL_MS = 1600;
const MAX_DROPS = 4;
/** If the time of a paused run changes by more than this, s, it was a seek: drops in between are not animated. */
const SEEK_S = 1;
/** A dropped packet falls at least so far, px, and its label is about so wide. */
const LEAST_FALL = 10;
const LABEL_WIDTH = 120;
/** The minimum time between two animated drops. */
const MIN_INTERVAL_MS = 140;

type Token = { bad: string; ink2: string; bg: string };

interface ShownDrop {
  born: number;
  channel: number;
  flow: number;
  sequence: number;
  cause: number;
}

export class Drops {
  private shown: ShownDrop[] = [];
  private seen = Number.NEGATIVE_INFINITY;
  private lastBorn = 0;
  private around: { layout: Layout; boxes: readonly Box[] } | null = null;

  /** Adds the drops that are new in this frame. */
  frame(scene: SceneSection, realMs: number, playing: boolean): void {
    // After an undo or in another run, earlier drops are not animated; nor are those that a lesson hides.
    if (isHiddenByLesson('losses') || scene.now < this.seen || (!playing && scene.now - this.seen > SEEK_S)) {
      this.seen = scene.now;
      this.shown = [];
      return;
    }
    let newest = this.seen;
    for (let d = 0; d < scene.dropCount; d++) {
      const time = scene.dropTime(d);
      if (!(time > this.seen)) continue;
      newest = Math.max(newest, time);
      if (realMs - this.lastBorn < MIN_INTERVAL_MS) continue;
      this.lastBorn = realMs;
      this.shown.push({
        born: realMs,
        channel: scene.dropChannel(d),
        flow: scene.dropFlow(d),
        sequence: scene.dropSequence(d),
        cause: scene.dropCause(d),
      });
    }
    this.seen = Math.max(newest, Number.isFinite(this.seen) ? this.seen : scene.now);
    if (this.shown.length > MAX_DROPS) this.shown.splice(0, this.shown.length - MAX_DROPS);
  }

  alive(realMs: number): boolean {
    this.shown = this.shown.filter((f) => realMs - f.born < LABEL_MS);
    return this.shown.length > 0;
  }

  draw(
    ctx: CanvasRenderingContext2D,
    layout: Layout,
    realMs: number,
    { compact, still }: { compact: boolean; still: boolean },
  ): void {
    const { token, dark } = palette();
    this.explained(ctx, layout, compact, token);
    // Removed before the last frame, because nothing is drawn after it.
    if (!this.alive(realMs)) return;
    const size = compact ? 6 : 9;
    this.shown.forEach((drop, i) => {
      const channel = layout.channels[drop.channel];
      if (!channel) return;
      const start = startOf(channel, drop.cause);
      const depth = depthOf(start, layout, compact);
      const age = realMs - drop.born;
      const share = still ? 1 : Math.min(1, age / FALL_MS);
      // The latest drop stays with its label; the others disappear after they have fallen.
      const latest = i === this.shown.length - 1;
      if (!latest && age > FALL_MS) return;
      const fade = age > LABEL_MS - 300 ? (LABEL_MS - age) / 300 : 1;
      const down = (s: number) => start.y + 8 + depth * s * s;
      ctx.fillStyle = flowColour(drop.flow);
      for (const [back, alpha] of still
        ? []
        : ([
            [0.38, 0.25],
            [0.18, 0.5],
          ] as const)) {
        if (share - back <= 0) continue;
        ctx.globalAlpha = alpha * (dark ? 0.8 : 1) * fade;
        tilted(ctx, start.x, down(share - back), size, share - back);
      }
      ctx.globalAlpha = Math.max(0, fade);
      tilted(ctx, start.x, down(share), size, share);
      if (latest) this.words(ctx, drop, start.x + size + 6, down(1), compact, layout, token);
      ctx.globalAlpha = 1;
    });
  }

  /** Draws the drop that *Why?* refers to: a crossed packet below the place of the drop, while the answer is open. */
  private explained(ctx: CanvasRenderingContext2D, layout: Layout, compact: boolean, token: Token): void {
    const drop = sessionNow().whyMarks?.drop;
    const channel = layout.channels[drop?.channel ?? -1];
    if (!drop || !channel) return;
    const cause = DropCause[drop.cause];
    const start = startOf(channel, cause);
    const [x, y] = [start.x, start.y + 8 + depthOf(start, layout, compact)];
    ctx.strokeStyle = token.bad;
    ctx.lineWidth = 1.25;
    line(ctx, start.x, start.y + 6, x, y - 9);
    ctx.fillStyle = flowColour(drop.flow);
    tilted(ctx, x, y, compact ? 6 : 9, 1);
    ctx.lineWidth = 2.25;
    line(ctx, x - 7, y - 7, x + 7, y + 7);
    line(ctx, x - 7, y + 7, x + 7, y - 7);
    // The animation of the same drop may be in progress.
    if (this.shown.some((d) => d.sequence === drop.seq && d.flow === drop.flow)) return;
    const shown = { born: 0, channel: drop.channel, flow: drop.flow, sequence: drop.seq, cause };
    this.words(ctx, shown, x + 13, y, compact, layout, token);
  }

  /** The boxes that labels must not cover; cached for each layout. */
  private taken(layout: Layout): readonly Box[] {
    if (this.around?.layout !== layout) this.around = { layout, boxes: boxesOf(layout) };
    return this.around.boxes;
  }

  private words(
    ctx: CanvasRenderingContext2D,
    drop: ShownDrop,
    x: number,
    y: number,
    compact: boolean,
    layout: Layout,
    token: Token,
  ): void {
    const why =
      drop.cause === DropCause.overflow
        ? words.queueFull
        : drop.cause === DropCause.early
          ? words.earlyDrop
          : words.lost;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const text = (words: string, top: number, colour: string) => {
      const box = { x: x - 2, y: top - 7, width: ctx.measureText(words).width + 4, height: 14 };
      if (box.y + box.height > layout.size.height || this.taken(layout).some((b) => overlaps(box, b))) return;
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = token.bg;
      ctx.strokeText(words, x, top);
      ctx.fillStyle = colour;
      ctx.fillText(words, x, top);
    };
    const family = "'Inter Variable', Inter, system-ui, sans-serif";
    if (compact) {
      ctx.font = `11px ${family}`;
      text(words.droppedBrief, y, token.bad);
      return;
    }
    ctx.font = `12px ${family}`;
    text(words.dropped(why), y - 6, token.bad);
    text(words.sequence(flowStyle(drop.flow).label, formatValue(drop.sequence, 0)), y + 10, token.ink2);
  }
}

/** Where a packet leaves its path when it is dropped: before the tail of the queue, or on the link. */
function startOf(channel: PlacedChannel, cause: number): { x: number; y: number } {
  return cause === DropCause.link || !channel.bar
    ? at(channel.track, channel.track.length * 0.55, -channel.width / 2)
    : at(channel.track, Math.max(0, channel.bar.tail - 6), -4);
}

/** How far a dropped packet falls, px: less if it would come near the queue of the next row. */
function depthOf(start: { x: number; y: number }, layout: Layout, compact: boolean): number {
  const usual = compact ? 24 : 50;
  const below = barBoxes(layout.channels)
    .filter((box) => box.y > start.y && box.x < start.x + LABEL_WIDTH && box.x + box.width > start.x)
    .map((box) => box.y - start.y);
  return Math.max(LEAST_FALL, Math.min(usual, Math.min(...below, Number.POSITIVE_INFINITY) / 2 - 8));
}

function line(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** The boxes of all nodes, queues and texts of a layout. */
function boxesOf({ nodes, channels, tags, links }: Layout): readonly Box[] {
  const placed = nodes.map((n) => ({ x: n.p.x - n.rx, y: n.p.y - n.ry, width: 2 * n.rx, height: 2 * n.ry }));
  const words = [...links.map((l) => l.box), ...channels.flatMap((c) => [c?.head, c?.foot])];
  return [...placed, ...barBoxes(channels), ...tags.map((t) => t.box), ...words].filter((box) => !!box);
}

/** A square that rotates slightly as it moves down. */
function tilted(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, turn: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((turn * Math.PI) / 4);
  ctx.fillRect(-size / 2, -size / 2, size, size);
  ctx.restore();
}
