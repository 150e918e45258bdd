/** Draws the moving parts of the network on one canvas: packets or flow intensity on links, queue slots, drops. No DOM. */

import type { Directory } from '../../generated/types';
import { flowStyle, isHiddenByLesson } from '../../store';
import { flowColour, palette } from '../../ui/palette';
import { PacketKind, type SceneSection } from '../../worker/sections';
import { SceneClock } from './clock';
import { Drops } from './drops';
import { at } from './geometry';
import type { Layout, PlacedChannel } from './layout-types';
import { drawBar, drawClassNames, notches } from './queue-bar';

/** Above this speed on the screen, in pixels a second, single packets cannot be followed. */
const MAX_PACKET_SPEED = 700;
const FIELDS = 5;
/** Added to the kind of a packet that is marked as congested. */
const MARKED = 8;

interface Options {
  compact: boolean;
  /** Without animation. */
  still: boolean;
  /** Pixels of the canvas for one of the layout. */
  resolution: number;
}

export class TrafficPainter {
  clock = new SceneClock();
  private drops = new Drops();
  /** In-flight packets of the last two frames: channel, flow, kind with its mark, start, arrival. Copied, since sections are lent. */
  private packets = [new Float64Array(0), new Float64Array(0)] as [Float64Array, Float64Array];
  private counts: [number, number] = [0, 0];
  /** Of the last frame, s. */
  private now = Number.NEGATIVE_INFINITY;
  private scene: SceneSection | undefined;
  private directory: Directory | undefined;
  private pace = 0;
  private tooMany = false;
  /** Whether packets are drawn one by one on some link. */
  private flying = false;
  /** On which links, when the bands were drawn. */
  private banded = '';
  private lanes: readonly ChannelFlows[] = [];
  private resolution = 1;
  playing = false;

  frame(scene: SceneSection, directory: Directory, realMs: number, playing: boolean): void {
    this.playing = playing;
    this.clock.frame(scene.now, realMs);
    this.pace += (this.clock.speed() - this.pace) * 0.3;
    this.scene = scene;
    if (this.directory !== directory) this.lanes = flowsByChannel(directory);
    this.directory = directory;
    this.packets.reverse();
    this.counts.reverse();
    const n = scene.packetCount;
    let store = this.packets[0];
    if (store.length < n * FIELDS) this.packets[0] = store = new Float64Array(n * FIELDS * 2);
    let flying = 0;
    for (let p = 0; p < n; p++) {
      store[p * FIELDS] = scene.packetChannel(p);
      store[p * FIELDS + 1] = scene.packetFlow(p);
      store[p * FIELDS + 2] = scene.packetKind(p) + (scene.packetMarked(p) ? MARKED : 0);
      store[p * FIELDS + 3] = scene.packetStart(p);
      store[p * FIELDS + 4] = scene.packetArrival(p);
      flying++;
    }
    this.counts[0] = flying;
    // After an undo, the packets of the last frame are those of what was undone.
    if (scene.now <= this.now) this.counts[1] = 0;
    this.now = scene.now;
    let busy = false;
    for (let c = 0; c < scene.channelCount && !busy; c++) busy = scene.busy(c);
    this.tooMany = n === 0 && busy;
    this.drops.frame(scene, realMs, playing);
  }

  /** Shows a single scene in which nothing moves. */
  still(scene: SceneSection, directory: Directory): void {
    this.clock = new SceneClock();
    this.drops = new Drops();
    this.counts = [0, 0];
    this.frame(scene, directory, 0, false);
    this.clock.settle();
  }

  /** Whether the picture changes without a new frame. While a run plays, frames come often enough to animate drops. */
  moving(realMs: number): boolean {
    if (this.playing) return this.flying && !this.clock.settled(realMs);
    return this.drops.alive(realMs) || !this.clock.settled(realMs);
  }

  /** For each channel, whether its packets are drawn one by one; the others show their flows as bands. */
  private singles(layout: Layout, still: boolean): boolean[] {
    const pace = this.playing ? this.pace : 0;
    return layout.channels.map((channel, c) => {
      const delay = (this.directory?.channels[c]?.delayMs ?? 0) / 1000;
      if (!channel || this.tooMany || (still && this.playing)) return false;
      return (channel.track.length / Math.max(delay, 1e-5)) * pace < MAX_PACKET_SPEED;
    });
  }

  /** Draws the bands of links whose packets would blur. They change slowly, and with fifty flows cost more than everything else. */
  bands(ctx: CanvasRenderingContext2D, layout: Layout, { still, resolution }: Options): void {
    const { scene, directory } = this;
    if (!scene || !directory) return;
    this.resolution = resolution;
    const single = this.singles(layout, still);
    this.banded = single.join();
    layout.channels.forEach((channel, c) => {
      if (channel && !single[c]) this.intensity(ctx, channel, c, scene, directory);
    });
    this.leave(ctx);
  }

  /** Draws moving packets and queues. Returns whether bands are now needed on other links than before. */
  draw(ctx: CanvasRenderingContext2D, layout: Layout, realMs: number, options: Options): boolean {
    const { scene, directory } = this;
    if (!scene || !directory) return false;
    this.resolution = options.resolution;
    const t = this.clock.at(realMs);
    const single = this.singles(layout, options.still);
    this.flying = single.includes(true);
    this.drawPackets(ctx, layout, single, t, options.compact);
    layout.channels.forEach((channel, c) => {
      if (channel?.bar) this.queue(ctx, channel, c, scene, options.compact);
    });
    this.leave(ctx);
    this.drops.draw(ctx, layout, realMs, options);
    return single.join() !== this.banded;
  }

  /** Sets the transform: x along the channel, y to its right (down, if it goes right), with (x, y) as the origin. */
  private enter(ctx: CanvasRenderingContext2D, { track }: PlacedChannel, x: number, y: number): void {
    // Set directly rather than saved and restored, which with hundreds of channels costs more than drawing.
    const r = this.resolution;
    ctx.setTransform(r * track.ux, r * track.uy, -r * track.uy, r * track.ux, r * x, r * y);
  }

  private leave(ctx: CanvasRenderingContext2D): void {
    ctx.setTransform(this.resolution, 0, 0, this.resolution, 0, 0);
  }

  /** Draws a band for each flow along the link, as wide as the flow's share of the rate. */
  private intensity(
    ctx: CanvasRenderingContext2D,
    channel: PlacedChannel,
    c: number,
    scene: SceneSection,
    directory: Directory,
  ) {
    const info = directory.channels[c];
    const lanes = this.lanes[c];
    if (!info || !lanes) return;
    const start = startOf(channel);
    // Two channels with data share the link's width, each on its left.
    const shared = lanes.back.some((f) => scene.throughputMbps(f) > 0);
    const width = shared ? channel.width / 2 : channel.width;
    const bands = lanes.flows.map((flow) => {
      const rate = scene.throughputMbps(flow);
      return { flow, band: rate > 0 ? Math.max(1.25, Math.min(1, rate / info.rateMbps) * width) : 0 };
    });
    // Thin bands are drawn thicker than they are, but all of them together never wider than the link.
    const total = bands.reduce((sum, b) => sum + b.band, 0);
    if (total > width) for (const b of bands) b.band *= width / total;
    let aside = shared ? 0 : -bands.reduce((sum, b) => sum + b.band, 0) / 2;
    this.enter(ctx, channel, channel.track.from.x, channel.track.from.y);
    for (const { flow, band } of bands) {
      if (band === 0) continue;
      ctx.strokeStyle = flowColour(flow);
      ctx.lineWidth = band;
      ctx.setLineDash(flowStyle(flow).dash as number[]);
      ctx.beginPath();
      ctx.moveTo(start, -(aside + band / 2));
      ctx.lineTo(channel.track.length, -(aside + band / 2));
      ctx.stroke();
      aside += band;
    }
    ctx.setLineDash([]);
  }

  private drawPackets(
    ctx: CanvasRenderingContext2D,
    layout: Layout,
    single: readonly boolean[],
    t: number,
    compact: boolean,
  ) {
    for (const which of [1, 0] as const) {
      const list = this.packets[which];
      for (let p = 0; p < this.counts[which]; p++) {
        const i = p * FIELDS;
        const c = list[i] as number;
        const channel = layout.channels[c];
        const start = list[i + 3] as number;
        const arrival = list[i + 4] as number;
        if (!channel || !single[c] || t < start || t >= arrival) continue;
        const begin = startOf(channel);
        const along = begin + ((t - start) / (arrival - start)) * (channel.track.length - begin);
        this.piece(ctx, channel, along, list[i + 1] as number, list[i + 2] as number, compact);
      }
    }
  }

  private queue(
    ctx: CanvasRenderingContext2D,
    channel: PlacedChannel,
    c: number,
    scene: SceneSection,
    compact: boolean,
  ) {
    const { bar, track, classes } = channel;
    if (!bar) return;
    const from = at(track, 0, bar.aside);
    this.enter(ctx, channel, from.x, from.y);
    const queued = isHiddenByLesson('queue') ? [] : scene.classesOf(c);
    drawBar(ctx, bar, Math.max(1, classes.length), queued, scene, compact);
    if (classes.length < 2) return;
    this.leave(ctx);
    drawClassNames(ctx, track, bar, classes);
  }

  /** Draws a packet as a piece of its flow's line, or an ACK as a tick on the other side. */
  private piece(
    ctx: CanvasRenderingContext2D,
    channel: PlacedChannel,
    along: number,
    flow: number,
    look: number,
    compact: boolean,
  ) {
    const marked = look >= MARKED;
    const kind = marked ? look - MARKED : look;
    const { from, ux, uy, length } = channel.track;
    const ack = kind === PacketKind.ack || kind === PacketKind.control;
    const aside = ack ? channel.width / 2 + (compact ? 2.5 : 4) : 0;
    const x = from.x + ux * along + uy * aside;
    const y = from.y + uy * along - ux * aside;
    this.enter(ctx, channel, x, y);
    ctx.fillStyle = flowColour(flow);
    if (ack) {
      ctx.fillRect(-1, -2, 2, 4);
    } else {
      const wide = Math.min(compact ? 6 : 9, length);
      const high = compact ? 5 : 8;
      const cuts = notches(flow);
      const part = (wide - cuts * 1.25) / (cuts + 1);
      for (let k = 0; k <= cuts; k++) ctx.fillRect(-wide / 2 + k * (part + 1.25), -high / 2, part, high);
      if (kind === PacketKind.retransmission) {
        // A retransmission has an outline, so that it does not differ by colour alone.
        ctx.strokeStyle = palette().token.ink;
        ctx.lineWidth = 1;
        ctx.strokeRect(-wide / 2 - 1.5, -high / 2 - 1.5, wide + 3, high + 3);
      }
      if (marked) {
        // A pale stripe, as in the queue, and a ring around it.
        ctx.fillStyle = palette().token.bg;
        ctx.fillRect(-wide / 2, -1, wide, 2);
        ctx.strokeStyle = palette().token.ink;
        ctx.lineWidth = 1.25;
        ctx.beginPath();
        ctx.arc(0, 0, wide / 2 + 3, 0, 2 * Math.PI);
        ctx.stroke();
      }
    }
  }
}

/** Where a channel's packets start on its track, px: at the head of a queue in their path. */
const startOf = ({ bar }: PlacedChannel) => (bar?.aside === 0 ? bar.head : 0);

/** Flows that send data over a channel, and over the opposite channel of the same link. */
interface ChannelFlows {
  flows: readonly number[];
  back: readonly number[];
}

function flowsByChannel({ channels, flows }: Directory): ChannelFlows[] {
  const through = channels.map((): number[] => []);
  flows.forEach(({ path }, flow) => {
    for (const channel of path) through[channel]?.push(flow);
  });
  return channels.map(({ link }, c) => {
    const other = channels.findIndex((o, i) => i !== c && o.link === link);
    return { flows: through[c] ?? [], back: through[other] ?? [] };
  });
}
