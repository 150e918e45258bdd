/** Places channels, the bars of their queues and the labels of these. */
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { bdpOf } from '../plots/model/specs';
import { at, type Box, barBox, type Point, queueBar, smallBar, track } from './geometry';
import { isFree, overlaps, place, type Segment, textWidth } from './labels';
import type { LayoutInput, PlacedChannel, PlacedLink, PlacedNode } from './layout-types';
import { useLiveTextTexts as live, layoutTexts as words } from './texts';

/** The boxes of all queue bars. */
export function barBoxes(channels: readonly (PlacedChannel | undefined)[]): Box[] {
  return channels.flatMap((channel) => (channel?.bar ? [barBox(channel.track, channel.bar)] : []));
}

/** Distance from a node's centre to its rim in a direction. */
function rim(n: PlacedNode, towards: Point): number {
  const dx = towards.x - n.p.x;
  const dy = towards.y - n.p.y;
  const d = Math.hypot(dx, dy) || 1;
  if (n.node.kind === 'router') return n.rx;
  return Math.min(n.rx / Math.max(1e-6, Math.abs(dx / d)), n.ry / Math.max(1e-6, Math.abs(dy / d)));
}

export function placeChannels(
  input: LayoutInput,
  byId: Map<string, PlacedNode>,
  links: readonly PlacedLink[],
): (PlacedChannel | undefined)[] {
  const drawn = new Map(links.map((l) => [l.link.id, l]));
  const { directory } = input;
  const narrow: ReadonlySet<number> = directory ? bottlenecksOf(directory) : new Set();
  return (directory?.channels ?? []).map((channel, i) => {
    const a = byId.get(channel.from);
    const b = byId.get(channel.to);
    const link = drawn.get(channel.link);
    // The directory may be one edit older than the document.
    if (!a || !b || !link || channel.removed) return undefined;
    const t = track(a.p, b.p, rim(a, b.p), rim(b, a.p));
    const both = directory?.channels.some((c, j) => j !== i && c.link === channel.link && narrow.has(j));
    const { name = channel.discipline, classes = [] } = input.discipline(channel.discipline) ?? {};
    const { packets, ...shape } = shapeOf(input, i);
    const bar = narrow.has(i)
      ? queueBar(both ? t.length * 0.9 : t.length, packets, input.compact, shape)
      : undefined;
    return {
      track: t,
      width: link.width,
      bar,
      capacity: channel.limitPackets,
      classes,
      title: input.compact ? words.queue : words.queueOf(name),
      brief: input.compact,
      head: undefined,
      foot: undefined,
      footAlign: 'right',
    };
  });
}

/** What the bar of a channel shows. */
function shapeOf({ directory, discipline }: LayoutInput, i: number) {
  const channel = directory?.channels[i];
  const row = discipline(channel?.discipline ?? '');
  const bdp = directory && row?.early ? bdpOf(directory, i) : undefined;
  return { ...shownPackets(channel?.limitPackets ?? 0, bdp), rows: Math.max(1, row?.classes.length ?? 0) };
}

/** An open bar shows as many bandwidth-delay products, and at least as many packets. */
const SHOWN_PRODUCTS = 2;
const MIN_SHOWN = 128;
/** A limit this many times as large only protects memory: an AQM keeps the backlog far below it. */
const NEVER_REACHED = 4;

/**
 * How many packets a bar shows, and whether there is room for many more.
 * @param bdp packets; undefined if the discipline does not keep the backlog below the limit
 */
export function shownPackets(limit: number, bdp: number | undefined): { packets: number; open: boolean } {
  const shown = bdp === undefined ? Number.POSITIVE_INFINITY : Math.max(MIN_SHOWN, SHOWN_PRODUCTS * bdp);
  if (limit > NEVER_REACHED * shown) return { packets: shown, open: true };
  return { packets: limit || 100, open: false };
}

/** If bars overlap and are shorter than this, neither can be read. */
const SHORT_BAR = 64;

/** Removes short bars that overlap those of other links, as where many equal links meet. */
export function dropCrowdedBars(input: LayoutInput, channels: readonly (PlacedChannel | undefined)[]): void {
  const short = channels.flatMap((channel, i) => {
    if (!channel?.bar || channel.bar.head - channel.bar.tail >= SHORT_BAR) return [];
    const link = input.directory?.channels[i]?.link;
    return [{ channel, link, box: barBox(channel.track, channel.bar) }];
  });
  const crowded = short.filter((a) => short.some((b) => a.link !== b.link && overlaps(a.box, b.box)));
  for (const { channel } of crowded) channel.bar = undefined;
}

/** How long a small bar can be, px, and how much farther from its link than it has to. */
const SMALL_BARS = [56, 40, 24, 14, 10].flatMap((width) =>
  [0, 2, 4, 6, 9, 12, 18].flatMap((more) => [1, -1].map((side) => ({ width, more, side }))),
);

/**
 * Gives bottlenecks that have no bar in their path a small one beside their link: clear of nodes and other bars, and of other links if
 * there is room.
 */
export function addSmallBars(
  input: LayoutInput,
  channels: readonly (PlacedChannel | undefined)[],
  links: readonly PlacedLink[],
  taken: Box[],
  lines: readonly Segment[],
  frame: Box,
): void {
  const { directory } = input;
  const narrow: ReadonlySet<number> = directory ? bottlenecksOf(directory) : new Set();
  channels.forEach((channel, i) => {
    if (!channel || channel.bar || !narrow.has(i)) return;
    const { packets, ...shape } = shapeOf(input, i);
    const link = links.find((l) => l.link.id === directory?.channels[i]?.link);
    const apart = link ? Math.hypot(link.b.x - link.a.x, link.b.y - link.a.y) : 0;
    // A bar longer than its link would seem to be that of its neighbours, too.
    const fitting = SMALL_BARS.filter(({ width }) => width < apart);
    const bars = fitting.map(({ width, more, side }) => {
      const bar = smallBar(channel.track, packets, {
        ...shape,
        width,
        aside: side,
        row: input.compact ? 5 : 8,
      });
      // Packets are a little wider than the link, and ACKs are beside it.
      return { ...bar, aside: side * (Math.max(channel.width, 8) / 2 + 3 + bar.height / 2 + more) };
    });
    const free = (among: readonly Segment[]) =>
      bars.find((bar) => isFree(barBox(channel.track, bar), taken, among, frame));
    channel.bar = free(lines) ?? free([]);
    if (!channel.bar) return;
    channel.brief = true;
    channel.title = '';
    taken.push(barBox(channel.track, channel.bar));
  });
}

/** Makes bars lower if there would otherwise be no room for a heading between two of them. */
export function flattenBars(channels: readonly (PlacedChannel | undefined)[]): void {
  const boxes = barBoxes(channels);
  let least = Number.POSITIVE_INFINITY;
  for (const a of boxes) {
    for (const b of boxes) {
      const apart = b.y + b.height / 2 - (a.y + a.height / 2);
      if (apart > 1 && a.x < b.x + b.width && b.x < a.x + a.width) least = Math.min(least, apart);
    }
  }
  for (const channel of channels) {
    if (channel?.bar) channel.bar.height = Math.max(12, Math.min(channel.bar.height, least - HEADING));
  }
}

/** Distance from the top of a bar to the top of its heading. */
const HEADING = 19;

/** A bar narrower than this has no room for a full heading. */
const NARROW_BAR = 160;

/** Shortens the headings of several short queues in a row; the discipline is named only where they differ. */
export function shortenHeadings(input: LayoutInput, channels: readonly (PlacedChannel | undefined)[]): void {
  const short = channels.flatMap((channel, i) => {
    if (channel?.bar?.aside !== 0) return [];
    if (channel.bar.head - channel.bar.tail >= NARROW_BAR) return [];
    return [{ channel, discipline: input.directory?.channels[i]?.discipline ?? '' }];
  });
  if (short.length < 2) return;
  const alike = new Set(short.map((s) => s.discipline)).size === 1;
  for (const { channel, discipline } of short) {
    channel.brief = true;
    channel.title = alike ? words.queue : (input.discipline(discipline)?.name ?? discipline);
  }
}

export function labelQueues(
  channels: readonly (PlacedChannel | undefined)[],
  taken: Box[],
  lines: readonly Segment[],
  frame: Box,
  compact: boolean,
): void {
  // All headings before any counts, so that close queues have their headings on the same side.
  for (const channel of channels) {
    if (!channel?.bar) continue;
    // On a phone the bar alone has room.
    if (compact && channel.bar.aside !== 0) continue;
    const { bar, title } = channel;
    const box = barBox(channel.track, bar);
    const digits = String(Math.round(channel.capacity || 0)).length;
    const eights = '8'.repeat(digits);
    const above = box.y - (compact ? 18 : HEADING);
    const below = box.y + box.height + 5;
    const number = textWidth(live.held(eights, eights), 11) + 8;
    const placesFor = (brief: boolean): Box[] => {
      const words = brief
        ? `${title} ${live.held(eights, eights)}`.trim()
        : `${title}  ${live.backlogOf(eights, eights, '888')}`;
      const width =
        bar.aside === 0
          ? Math.max(box.width, textWidth(words, compact ? 11 : 12) + 14)
          : textWidth(words, 11) + 2;
      const spot = (x: number, y: number): Box => ({ x, y, width, height: 16 });
      const middle = box.x + box.width / 2 - width / 2;
      const places = [box.x, middle, box.x + box.width - width].map((x) => spot(x, above));
      const others = [box.x, middle].flatMap((x) => [
        spot(x, below),
        spot(x, above - 16),
        spot(x, below + 16),
      ]);
      // Below a bar, a heading would seem to be that of the next bar. Without the word it may have room above.
      return brief
        ? [...places, { ...spot(box.x, above), width: number }, ...others]
        : [...places, ...others];
    };
    const among = (places: Box[], links: readonly Segment[]) =>
      place([{ key: '', places }], taken, links, frame).get('');
    channel.head = channel.brief ? undefined : among(placesFor(false), lines);
    if (!channel.head) {
      const short = placesFor(true);
      // What the queue holds matters more than a thin link behind the text, which has a halo of its own.
      channel.head = among(short, lines) ?? among(short, []);
      channel.brief = true;
    }
    if (channel.head?.width === number) channel.title = '';
  }
  for (const channel of channels) {
    if (!channel?.bar || channel.brief) continue;
    const { bar, head } = channel;
    const box = barBox(channel.track, bar);
    const foot = { width: Math.max(box.width, 170), height: 16 };
    const rows = [box.y + box.height + 5, box.y - 21].filter((y) => !head || Math.abs(y - head.y) > 15);
    const right = box.x + box.width - foot.width;
    const feet = rows.flatMap((y) => [right, box.x].map((x) => ({ x, y, ...foot })));
    channel.foot = place([{ key: '', places: feet }], taken, lines, frame).get('');
    channel.footAlign = channel.foot?.x === right ? 'right' : 'left';
  }
}

/** The places of labels of drops, which labels of links leave free. */
export function dropLabelBoxes(channels: readonly (PlacedChannel | undefined)[]): Box[] {
  return channels.flatMap((channel) => {
    // Around a small bar the rates of links need the room.
    if (channel?.bar?.aside !== 0) return [];
    const p = at(channel.track, channel.bar.tail, 0);
    return [{ x: p.x - 8, y: p.y + 44, width: 150, height: 36 }];
  });
}
