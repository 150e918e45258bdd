import { type RefObject, useEffect, useRef } from 'react';
import type { Node } from '../../generated/types';
import { follow } from './drag';
import { type Fit, toScreen, toWorld } from './geometry';

interface Handlers {
  /** While it is dragged: world coordinates. */
  move(id: string, x: number, y: number, free: boolean): void;
  /** @param free Alt is held: the grid does not count. */
  drop(id: string, x: number, y: number, free: boolean): void;
}

/** Drags nodes. The document hears of it once, when the node is dropped. */
export function useNodeDrag(
  root: RefObject<HTMLDivElement | null>,
  active: boolean,
  fit: Fit,
  nodes: readonly Node[],
  handlers: Handlers,
): void {
  // Bound once; what it reads changes with every drawing.
  const latest = useRef({ fit, nodes, handlers });
  latest.current = { fit, nodes, handlers };

  useEffect(() => {
    const element = root.current;
    if (!element || !active) return;
    const down = (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0 || event.ctrlKey || !(event.target instanceof Element))
        return;
      const id = event.target.closest('[data-node]')?.getAttribute('data-node');
      const node = latest.current.nodes.find((n) => n.id === id);
      if (!node) return;
      // The node stays below the spot where it was taken.
      const at = toScreen(latest.current.fit, { x: node.x ?? 0, y: node.y ?? 0 });
      const grip = { x: at.x - event.clientX, y: at.y - event.clientY };
      const tell = (what: 'move' | 'drop') => (to: PointerEvent) => {
        const { fit, handlers } = latest.current;
        const p = toWorld(fit, { x: to.clientX + grip.x, y: to.clientY + grip.y });
        handlers[what](node.id, p.x, p.y, to.altKey);
      };
      follow(event, { move: tell('move'), drop: tell('drop') });
    };
    // Inside a drawing browsers do not heed touch-action: a finger that moves a node would scroll the page.
    const hold = (event: TouchEvent) => {
      const { target, touches } = event;
      if (touches.length === 1 && target instanceof Element && target.closest('[data-node]'))
        event.preventDefault();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('touchmove', hold, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('touchmove', hold);
    };
  }, [root, active]);
}
