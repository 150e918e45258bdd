import { useCallback, useEffect, useRef, useState } from 'react';
import type { Node } from '../../generated/types';
import { addFlow, addLink, select } from '../../store';
import type { Begin, DragStep } from './drag';
import { type Fit, type Point, toScreen } from './geometry';
import type { Tool } from './tools';

export interface Connect {
  /** The node chosen first, or ''. */
  from: string;
  /** Where the loose end is, in screen pixels. */
  end: Point | null;
  /** A node was chosen by press or key; false when the tool does not connect. */
  choose(id: string): boolean;
  /** A drag from a node, while the tool connects. */
  begin: Begin;
  cancel(): void;
}

/** Joins two nodes by a link or a flow: by drag from one to the other, or by choosing one after the other. */
export function useConnect(tool: Tool, fit: Fit, nodes: readonly Node[], done: () => void): Connect {
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
  // A drag outlasts the drawing that it began in.
  const latest = useRef({ join, eligible });
  latest.current = { join, eligible };

  const cancel = useCallback(() => {
    setFrom('');
    setEnd(null);
  }, []);
  useEffect(() => {
    if (!connects) cancel();
  }, [connects, cancel]);

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
    begin(target, at) {
      const id = nodeOf(target);
      if (!connects || id === '' || !eligible(id)) return null;
      return {
        ...at,
        move({ x, y }) {
          setFrom(id);
          setEnd({ x, y });
        },
        drop(event) {
          const { join, eligible } = latest.current;
          const to = nodeUnder(event);
          setEnd(null);
          if (to === id) return;
          if (to !== '' && eligible(to)) join(id, to);
          else setFrom('');
        },
        cancel,
      };
    },
    cancel,
  };
}

function nodeOf(element: Element | null): string {
  return element?.closest('[data-node]')?.getAttribute('data-node') ?? '';
}

/** What the pointer or the finger is on; a finger's events name what it was put on. */
function nodeUnder({ sourceEvent, identifier }: DragStep): string {
  const touches: Touch[] = [...(sourceEvent.changedTouches ?? [])];
  const { clientX, clientY } = touches.find((t) => t.identifier === identifier) ?? sourceEvent;
  return nodeOf(document.elementFromPoint(clientX, clientY));
}
