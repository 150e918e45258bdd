import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Selection, selected, selectMany } from '../../store';
import type { Box, Point } from './geometry';
import type { Layout } from './layout';

/**
 * A rubber band: with Shift held on the background, or with the tool for areas. What it touches is selected, with Shift
 * along with what was.
 */
export function useBand(
  root: RefObject<HTMLDivElement | null>,
  always: boolean,
  locked: boolean,
  layout: Layout,
  done: () => void,
): Box | null {
  const [band, setBand] = useState<Box | null>(null);
  const latest = useRef({ layout, done });
  latest.current = { layout, done };

  useEffect(() => {
    const element = root.current;
    if (!element || locked) return;
    let start: Point | null = null;
    let kept: readonly Selection[] = [];
    const local = (event: PointerEvent) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || !(always || event.shiftKey)) return;
      if (event.target instanceof Element && event.target.closest('[data-node], [data-flow], button')) return;
      start = local(event);
      kept = event.shiftKey ? selected() : [];
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const p = local(event);
      if (Math.hypot(p.x - start.x, p.y - start.y) < 4) return;
      const box = between(start, p);
      setBand(box);
      const inside = touched(latest.current.layout, box);
      selectMany([...kept.filter((k) => !inside.some((s) => s.kind === k.kind && s.id === k.id)), ...inside]);
    };
    const up = (event: PointerEvent) => {
      if (!start) return;
      const far = Math.hypot(local(event).x - start.x, local(event).y - start.y) >= 4;
      start = null;
      setBand(null);
      if (!far) return;
      // The click that ends a band is no press on what lies below.
      element.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => latest.current.done());
    };
    element.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    return () => {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
  }, [root, always, locked]);
  return band;
}

function between(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Nodes whose middle is in the box; links alone where there is no node. */
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
