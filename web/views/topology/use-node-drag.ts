import { useRef } from 'react';
import type { Node } from '../../generated/types';
import type { Begin, DragStep } from './drag';
import { type Fit, toScreen, toWorld } from './geometry';

interface Handlers {
  /** While it is dragged: world coordinates. */
  move(id: string, x: number, y: number, free: boolean): void;
  /** @param free Alt is held: the grid does not count. */
  drop(id: string, x: number, y: number, free: boolean): void;
  /** It is where it was. */
  cancel(): void;
}

/** Drags nodes. The document hears of it once, when the node is dropped. */
export function useNodeDrag(active: boolean, fit: Fit, nodes: readonly Node[], handlers: Handlers): Begin {
  // A drag outlasts the drawing that it began in.
  const latest = useRef({ fit, handlers });
  latest.current = { fit, handlers };

  return (target) => {
    const id = target.closest('[data-node]')?.getAttribute('data-node');
    const node = nodes.find((n) => n.id === id);
    if (!active || !node) return null;
    const tell = (what: 'move' | 'drop') => (event: DragStep) => {
      const { fit, handlers } = latest.current;
      const p = toWorld(fit, event);
      handlers[what](node.id, p.x, p.y, event.sourceEvent.altKey);
    };
    return {
      // The node stays below the spot where it was taken.
      ...toScreen(fit, { x: node.x ?? 0, y: node.y ?? 0 }),
      move: tell('move'),
      drop: tell('drop'),
      cancel: () => latest.current.handlers.cancel(),
    };
  };
}
