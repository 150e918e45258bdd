import { useRef } from 'react';
import type { Node } from '../../generated/types';
import type { DragStart, DragStep } from './drag';
import { type Fit, toScreen, toWorld } from './geometry';

interface Handlers {
  /** While it is dragged: world coordinates. */
  move(id: string, x: number, y: number, free: boolean): void;
  /** @param free Alt is held: the node does not snap to the grid */
  drop(id: string, x: number, y: number, free: boolean): void;
  /** The node goes back to where it was. */
  cancel(): void;
}

/** Drags nodes. The document changes once, when the node is dropped. */
export function useNodeDrag(
  active: boolean,
  fit: Fit,
  nodes: readonly Node[],
  handlers: Handlers,
): DragStart {
  // The component may render again during a drag.
  const latest = useRef({ fit, handlers });
  latest.current = { fit, handlers };

  return (target) => {
    const id = target.closest('[data-node]')?.getAttribute('data-node');
    const node = nodes.find((n) => n.id === id);
    if (!active || !node) return null;
    const handler = (what: 'move' | 'drop') => (event: DragStep) => {
      const { fit, handlers } = latest.current;
      const p = toWorld(fit, event);
      handlers[what](node.id, p.x, p.y, event.sourceEvent.altKey);
    };
    return {
      // The node keeps its offset from the pointer.
      ...toScreen(fit, { x: node.x ?? 0, y: node.y ?? 0 }),
      move: handler('move'),
      drop: handler('drop'),
      cancel: () => latest.current.handlers.cancel(),
    };
  };
}
