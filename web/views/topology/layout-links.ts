/** Places the labels of links: rate, delay and behaviours. */
import { meanRateMbps } from '../../scenario/trace';
import type { Box } from './geometry';
import { besideLink, type LabelRequest, place, type Segment, textWidth } from './labels';
import type { LayoutInput, PlacedChannel, PlacedLink } from './layout-types';
import { formatRate, trim } from './rates';

/** Rate and delay beside links, bottlenecks first. A link like its neighbour shows only what differs. */
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
  const rank = (l: PlacedLink) => (l.link.id === input.selectedLink ? 0 : bars.has(l.link.id) ? 1 : 2);
  const said = new Map<string, Set<string>>();
  const requests: LabelRequest[] = [];
  for (const l of [...links].sort((x, y) => rank(x) - rank(y))) {
    const { delayMs } = l.link.forward;
    const { forward } = l.link;
    const rate = `${forward.trace ? 'mean ' : ''}${formatRate(meanRateMbps(forward))}`;
    const delay = `${trim(delayMs)} ms`;
    let text = `${rate}, ${delay}`;
    if (rank(l) === 2) {
      if (input.compact) continue;
      const known = [l.link.a, l.link.b].map((n) => said.get(n) ?? new Set<string>());
      if (known.some((k) => k.has(text))) continue;
      if (known.some((k) => k.has(rate))) text = delay;
    }
    for (const n of [l.link.a, l.link.b])
      said.set(n, (said.get(n) ?? new Set()).add(rate).add(`${rate}, ${delay}`));
    const bar = bars.get(l.link.id);
    const segment = { a: l.a, b: l.b, width: l.width };
    const more = input.compact ? '' : input.behaviourWords(forward);
    const room = bar?.bar ? bar.track.length - bar.bar.head : Math.hypot(l.b.x - l.a.x, l.b.y - l.a.y);
    if (more && textWidth(`${text}, ${more}`, 11) + 6 <= room) text = `${text}, ${more}`;
    l.text = text;
    const size = { width: textWidth(text, 11) + 6, height: 15 };
    // The free part of a link with a queue lies behind the queue.
    let from = 0.5;
    if (bar?.bar) {
      const share = (bar.bar.head + bar.track.length) / 2 / (bar.track.length || 1);
      from =
        Math.hypot(bar.track.from.x - l.a.x, bar.track.from.y - l.a.y) < bar.track.length / 2
          ? share
          : 1 - share;
    }
    const places = besideLink(segment, size, from);
    // Where the free part is short, below or above the queue; no link's rate matters more than this one's.
    if (bar?.bar) places.push(...besideLink({ ...segment, width: bar.bar.height }, size, from));
    requests.push({ key: l.link.id, places });
  }
  const placed = place(requests, taken, lines, frame);
  for (const l of links) l.box = placed.get(l.link.id);
}
