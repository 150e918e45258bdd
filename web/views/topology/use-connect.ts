import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Node } from '../../generated/types';
import { addFlow, addLink, select } from '../../store';
import { type Fit, type Point, toScreen } from './geometry';
import type { Tool } from './tools';

export interface Connect {
  /** The node chosen first, or ''. */
  from: string;
  /** Where the loose end is, in screen pixels. */
  end: Point | null;
  /** A node was chosen by press or key; false when the tool does not connect. */
  choose(id: string): boolean;
  cancel(): void;
}

/** Joins two nodes by a link or a flow: by drag from one to the other, or by choosing one after the other. */
export function useConnect(
  root: RefObject<HTMLDivElement | null>,
  tool: Tool,
  fit: Fit,
  nodes: readonly Node[],
  done: () => void,
): Connect {
  const [from, setFrom] = useState('');
  const [end, setEnd] = useState<Point | null>(null);
  const connects = tool === 'link' || tool === 'flow';

  const join = (a: string, b: string) => {
    if (a === b) return;
    if (tool === 'link') select({ kind: 'link', id: addLink(a, b) });
    else select({ kind: 'flow', id: addFlow(a, b) });
    setFrom('');
    setEnd(null);
    done();
  };
  const eligible = (id: string) => tool === 'link' || nodes.find((n) => n.id === id)?.kind === 'host';
  const latest = useRef({ join, eligible, fit, nodes });
  latest.current = { join, eligible, fit, nodes };

  useEffect(() => {
    const element = root.current;
    if (!element || !connects) return;
    let start = '';
    let pressed: Point = { x: 0, y: 0 };
    const nodeAt = (event: PointerEvent) =>
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest('[data-node]')
        ?.getAttribute('data-node') ?? '';
    const local = (event: PointerEvent) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const down = (event: PointerEvent) => {
      const id = nodeAt(event);
      if (event.button === 0 && id !== '' && latest.current.eligible(id)) {
        start = id;
        pressed = local(event);
      }
    };
    const move = (event: PointerEvent) => {
      const p = local(event);
      // A hand that trembles presses; it does not drag.
      if (start === '' || Math.hypot(p.x - pressed.x, p.y - pressed.y) < 5) return;
      setFrom(start);
      setEnd(p);
    };
    const up = (event: PointerEvent) => {
      const id = nodeAt(event);
      const began = start;
      start = '';
      setEnd(null);
      // A press without a drag is left to `choose`.
      if (began === '' || id === began) return;
      if (id !== '' && latest.current.eligible(id)) latest.current.join(began, id);
      else setFrom('');
    };
    element.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    return () => {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      setFrom('');
      setEnd(null);
    };
  }, [root, connects]);

  const first = nodes.find((n) => n.id === from);
  return {
    from,
    end: end ?? (first ? toScreen(fit, { x: first.x ?? 0, y: first.y ?? 0 }) : null),
    choose(id) {
      if (!connects) return false;
      if (!eligible(id)) return true;
      if (from !== '' && from !== id) join(from, id);
      else setFrom(id);
      return true;
    },
    cancel() {
      setFrom('');
      setEnd(null);
    },
  };
}
