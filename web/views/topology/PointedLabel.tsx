import { type RefObject, useEffect, useState } from 'react';
import type { Point, Size } from './geometry';
import { textWidth } from './labels';
import type { FlowEnds, Layout } from './layout-types';
import { delayOf, rateOf } from './rates';

interface Props {
  root: RefObject<HTMLDivElement | null>;
  layout: Layout;
  flows: readonly FlowEnds[];
  size: Size;
}

/** The name of the thing under the pointer or with the focus, where the drawing had no room for it. */
export function PointedLabel({ root, layout, flows, size }: Props) {
  const [pick, setPick] = useState<DOMStringMap | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const point = ({ target }: Event) => {
      const thing = target instanceof Element ? target.closest<SVGElement>('[data-pick]') : null;
      setPick(thing ? { ...thing.dataset } : null);
    };
    const leave = () => setPick(null);
    const events = [
      ['pointerover', point],
      ['focusin', point],
      ['pointerleave', leave],
      ['focusout', leave],
    ] as const;
    for (const [name, act] of events) element.addEventListener(name, act);
    return () => {
      for (const [name, act] of events) element.removeEventListener(name, act);
    };
  }, [root]);
  const label = pick && labelOf(pick, layout, flows);
  if (!label) return null;
  const width = textWidth(label.text, 12) + 16;
  const x = Math.max(2, Math.min(size.width - width - 2, label.at.x - width / 2));
  // Above the thing, or below it at the upper edge.
  const y =
    label.at.y - label.above - HEIGHT < 2 ? label.at.y + label.above : label.at.y - label.above - HEIGHT;
  return (
    <svg className="layer pointed" width={size.width} height={size.height} aria-hidden="true">
      <rect x={x} y={y} width={width} height={HEIGHT} rx={4} />
      <text x={x + width / 2} y={y + 14.5} textAnchor="middle">
        {label.text}
      </text>
    </svg>
  );
}

/** Height of the label, px. */
const HEIGHT = 20;

interface Label {
  text: string;
  at: Point;
  /** Distance from there to the label, px. */
  above: number;
}

/** What is missing of a thing in the drawing: a host's name and the flows from it, a link's rate and delay. */
function labelOf(pick: DOMStringMap, layout: Layout, flows: readonly FlowEnds[]): Label | null {
  const node = layout.nodes.find((n) => pick.pick === 'node' && n.node.id === pick.node);
  if (node) {
    const { id, name } = node.node;
    const named = new Set(layout.tags.filter((t) => t.kind === 'sender').map((t) => t.id));
    const unnamed = flows.filter((f) => f.from === id && !named.has(f.id)).map((f) => f.label);
    const words = [...(node.label ? [] : [name || id]), ...unnamed.slice(0, MOST)];
    if (unnamed.length > MOST) words.push('…');
    return words.length > 0 ? { text: words.join(', '), at: node.p, above: node.ry + 4 } : null;
  }
  const link = layout.links.find((l) => pick.pick === 'link' && l.link.id === pick.link);
  if (!link || link.box) return null;
  const { a, b, forward } = link.link;
  return {
    text: `${a} – ${b}: ${rateOf(forward)}, ${delayOf(forward)}`,
    at: { x: (link.a.x + link.b.x) / 2, y: (link.a.y + link.b.y) / 2 },
    above: link.width / 2 + 4,
  };
}

/** How many flows of a host are named. */
const MOST = 3;
