/** Places the labels of links: rate, delay and behaviours. */
import { type Box, distanceTo } from './geometry';
import { besideLink, place, type Segment, textWidth } from './labels';
import type { LayoutInput, PlacedChannel, PlacedLink } from './layout-types';
import { delayOf, rateOf, trim } from './rates';

/**
 * Rate and delay beside links, bottlenecks first. A link like its neighbour shows only what differs. Where links of one rate meet and not
 * all of their labels have room, one label has the range of their delays.
 */
export function labelLinks(
  input: LayoutInput,
  links: readonly PlacedLink[],
  channels: readonly (PlacedChannel | undefined)[],
  taken: Box[],
  lines: readonly Segment[],
  frame: Box,
): void {
  const bars = new Map<string, PlacedChannel>();
  input.directory?.channels.forEach((c, i) => {
    const channel = channels[i];
    if (channel?.bar && !bars.has(c.link)) bars.set(c.link, channel);
  });
  const isSelected = (l: PlacedLink) => input.selected?.kind === 'link' && l.link.id === input.selected.id;
  const rank = (l: PlacedLink) => (isSelected(l) ? 0 : bars.has(l.link.id) ? 1 : 2);
  const hubOf = busierEnd(links);
  const said = new Map<string, Set<string>>();
  const groups: Group[] = [];
  for (const l of [...links].sort((x, y) => rank(x) - rank(y))) {
    const { forward } = l.link;
    const [rate, delay] = [rateOf(forward), delayOf(forward)];
    const more = input.compact ? '' : input.behaviourWords(forward);
    l.text = `${rate}, ${delay}`;
    const fan = rank(l) === 2 ? `${rate} at ${hubOf(l)}` : '';
    if (fan && input.compact) continue;
    const met = groups.find((g) => fan !== '' && g.fan === fan && !more);
    const group: Group = met ?? { fan: more ? '' : fan, rate, delays: [], requests: [] };
    if (!met) groups.push(group);
    group.delays.push(forward.delayMs);
    const known = [l.link.a, l.link.b].map((n) => said.get(n) ?? new Set<string>());
    if (fan && known.some((k) => k.has(l.text))) continue;
    for (const n of [l.link.a, l.link.b])
      said.set(n, new Set([...(said.get(n) ?? []), rate, `${rate}, ${delay}`]));
    if (fan && known.some((k) => k.has(rate))) l.text = delay;
    const bar = bars.get(l.link.id);
    const room =
      bar?.bar?.aside === 0 ? bar.track.length - bar.bar.head : Math.hypot(l.b.x - l.a.x, l.b.y - l.a.y);
    if (more && labelSize(`${l.text}, ${more}`).width <= room) l.text = `${l.text}, ${more}`;
    group.requests.push({ link: l, places: nearestFirst(placesBeside(l, l.text, bar), l, links) });
  }
  for (const group of groups) {
    const wanted = group.requests.map(({ link, places }) => ({ key: link.link.id, places }));
    const placed = place(wanted, [...taken], lines, frame);
    const [first] = group.requests;
    if (first && placed.size < wanted.length && wanted.length > 1) {
      const text = `${group.rate}, ${trim(Math.min(...group.delays))}–${trim(Math.max(...group.delays))} ms`;
      const places = group.requests.flatMap(({ link }) =>
        nearestFirst(placesBeside(link, text), link, links),
      );
      const box = place([{ key: '', places }], taken, lines, frame).get('');
      if (box) Object.assign(first.link, { text, box });
      continue;
    }
    // A short bottleneck link may have room for its rate alone.
    const bar = first && bars.get(first.link.link.id);
    if (first && bar && placed.size === 0) {
      const places = placesBeside(first.link, group.rate, bar);
      const box = place([{ key: '', places }], taken, lines, frame).get('');
      if (box) Object.assign(first.link, { text: group.rate, box });
      continue;
    }
    taken.push(...placed.values());
    for (const { link } of group.requests) link.box = placed.get(link.link.id);
  }
}

/** Links whose labels can become one: those of one rate at one node. */
interface Group {
  /** Rate and node; empty for a bottleneck or the selected link, which is on its own. */
  fan: string;
  rate: string;
  /** Of all links, ms. */
  delays: number[];
  /** Of those with a label. */
  requests: { link: PlacedLink; places: Box[] }[];
}

/** A router reaches as far from its links, px. */
const ROUTER = 15;

const labelSize = (text: string) => ({ width: textWidth(text, 11) + 6, height: 15 });

/** Places for a text beside a link, best first. */
function placesBeside({ a, b, width }: PlacedLink, text: string, channel?: PlacedChannel): Box[] {
  const size = labelSize(text);
  if (!channel?.bar) return besideLink({ a, b, width }, size);
  if (channel.bar.aside !== 0) {
    // The routers at the ends of such a short link stand in the way of most.
    return [width, 2 * ROUTER].flatMap((clear) => besideLink({ a, b, width: clear }, size));
  }
  // The free part of a link with a queue lies behind the queue.
  const { track, bar } = channel;
  const share = (bar.head + track.length) / 2 / (track.length || 1);
  const begins = Math.hypot(track.from.x - a.x, track.from.y - a.y) < track.length / 2;
  const from = begins ? share : 1 - share;
  // Where that is short, below or above the queue; no link's rate matters more than this one's.
  return [...besideLink({ a, b, width }, size, from), ...besideLink({ a, b, width: bar.height }, size, from)];
}

/** Puts those places last at which another link is nearer, so that the label would seem to be that one's. */
function nearestFirst(places: readonly Box[], own: PlacedLink, links: readonly PlacedLink[]): Box[] {
  const strays = (box: Box) => {
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const room = distanceTo(middle, own);
    return links.some((l) => l !== own && distanceTo(middle, l) < room);
  };
  const [near, far] = [places.filter((p) => !strays(p)), places.filter(strays)];
  return [...near, ...far];
}

/** Which end of a link more links meet at. */
function busierEnd(links: readonly PlacedLink[]): (l: PlacedLink) => string {
  const met = new Map<string, number>();
  for (const { link } of links) for (const n of [link.a, link.b]) met.set(n, (met.get(n) ?? 0) + 1);
  return ({ link: { a, b } }) => ((met.get(a) ?? 0) >= (met.get(b) ?? 0) ? a : b);
}
