import { useRef, useState } from 'react';
import { type Selection, selected, selectMany } from '../../store';
import type { DragStart } from './drag';
import type { Box, Point } from './geometry';
import type { Layout } from './layout-types';

/**
 * A rubber band: with Shift held on the background, or with the tool for areas. What it touches is selected, with Shift
 * along with what was.
 */
export function useBand(
  always: boolean,
  locked: boolean,
  layout: Layout,
  done: () => void,
): { band: Box | null; begin: DragStart } {
  const [band, setBand] = useState<Box | null>(null);
  // The component may render again during a drag.
  const latest = useRef({ layout, done });
  latest.current = { layout, done };

  const begin: DragStart = (target, at, { shiftKey }) => {
    if (locked || !(always || shiftKey) || target.closest('[data-node], [data-flow], button')) return null;
    const kept: readonly Selection[] = shiftKey ? selected() : [];
    return {
      ...at,
      move(event) {
        const box = between(at, event);
        setBand(box);
        const inside = touched(latest.current.layout, box);
        selectMany([
          ...kept.filter((k) => !inside.some((s) => s.kind === k.kind && s.id === k.id)),
          ...inside,
        ]);
      },
      drop() {
        setBand(null);
        latest.current.done();
      },
      cancel: () => setBand(null),
    };
  };
  return { band, begin };
}

function between(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** The nodes whose middle is in the box; links only if there is no node. */
function touched(layout: Layout, box: Box): Selection[] {
  const has = (p: Point) =>
    p.x >= box.x && p.y >= box.y && p.x <= box.x + box.width && p.y <= box.y + box.height;
  const nodes = layout.nodes.filter((n) => has(n.p)).map((n): Selection => ({ kind: 'node', id: n.node.id }));
  if (nodes.length > 0) return nodes;
  const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  return layout.links
    .filter((l) => has(middle(l.a, l.b)))
    .map((l): Selection => ({ kind: 'link', id: l.link.id }));
}
