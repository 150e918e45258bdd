import { type D3DragEvent, drag } from 'd3-drag';
import { select } from 'd3-selection';
import { type RefObject, useEffect, useRef } from 'react';
import type { Node } from '../../generated/types';
import { type Fit, toScreen, toWorld } from './geometry';

interface Handlers {
  /** While it is dragged: world coordinates. */
  move(id: string, x: number, y: number, free: boolean): void;
  /** @param free Alt is held: the grid does not count. */
  drop(id: string, x: number, y: number, free: boolean): void;
}

/** Drags nodes by d3-drag. The document hears of it once, when the node is dropped. */
export function useNodeDrag(
  root: RefObject<HTMLDivElement | null>,
  active: boolean,
  fit: Fit,
  nodes: readonly Node[],
  handlers: Handlers,
): void {
  // The behaviour is bound once a set of nodes; what it reads changes with every drawing.
  const latest = useRef({ fit, nodes, handlers });
  latest.current = { fit, nodes, handlers };
  const ids = nodes.map((n) => n.id).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: bound anew when nodes come or go
  useEffect(() => {
    const element = root.current;
    if (!element || !active) return;
    let grip = { x: 0, y: 0 };
    let travelled = false;
    const place = (event: D3DragEvent<Element, unknown, unknown>) =>
      toWorld(latest.current.fit, { x: event.x + grip.x, y: event.y + grip.y });
    const free = (event: D3DragEvent<Element, unknown, unknown>) =>
      event.sourceEvent instanceof MouseEvent && event.sourceEvent.altKey;
    const behaviour = drag<Element, unknown>()
      .container(element)
      .clickDistance(4)
      .on('start', function (event: D3DragEvent<Element, unknown, unknown>) {
        const node = latest.current.nodes.find((n) => n.id === this.getAttribute('data-node'));
        travelled = false;
        if (!node) return;
        const p = toScreen(latest.current.fit, { x: node.x ?? 0, y: node.y ?? 0 });
        grip = { x: p.x - event.x, y: p.y - event.y };
      })
      .on('drag', function (event: D3DragEvent<Element, unknown, unknown>) {
        const p = place(event);
        travelled = true;
        latest.current.handlers.move(this.getAttribute('data-node') ?? '', p.x, p.y, free(event));
      })
      .on('end', function (event: D3DragEvent<Element, unknown, unknown>) {
        const p = place(event);
        if (travelled)
          latest.current.handlers.drop(this.getAttribute('data-node') ?? '', p.x, p.y, free(event));
      });
    const selection = select(element).selectAll<Element, unknown>('[data-node]').call(behaviour);
    return () => {
      selection.on('.drag', null);
    };
  }, [root, active, ids]);
}
