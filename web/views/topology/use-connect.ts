import { useCallback, useEffect, useRef, useState } from 'react';
import type { Node } from '../../generated/types';
import { joinPath } from '../../scenario/path';
import { addFlow, addLink, documentNow, select } from '../../store';
import { run } from '../../store/run';
import { ALREADY_LINKED } from '../messages/linked';
import type { DragStart, DragStep } from './drag';
import { type Fit, type Point, toScreen } from './geometry';
import type { Tool } from './tools';

export interface Connect {
  /** The node chosen first, or ''. */
  from: string;
  /** Position of the free end, in screen pixels. */
  end: Point | null;
  /** Handles a node chosen by click or key; false if the tool does not connect. */
  choose(id: string): boolean;
  /** Begins a drag from a node, if the tool connects. */
  begin: DragStart;
  cancel(): void;
}

/** Connects two nodes by a link or a flow: by a drag from one to the other, or by choosing one after the other. */
export function useConnect(tool: Tool, fit: Fit, nodes: readonly Node[], done: () => void): Connect {
  const [from, setFrom] = useState('');
  const [end, setEnd] = useState<Point | null>(null);
  const connects = tool === 'link' || tool === 'flow';

  const cancel = useCallback(() => {
    setFrom('');
    setEnd(null);
  }, []);
  const join = (a: string, b: string) => {
    if (tool === 'link') select({ kind: 'link', id: linkBetween(a, b) ?? addLink(a, b) });
    else select({ kind: 'flow', id: addFlow(a, b) });
    cancel();
    done();
  };
  const eligible = (id: string) => tool === 'link' || nodes.find((n) => n.id === id)?.kind === 'host';
  // The component may render again during a drag.
  const latest = useRef({ join, eligible });
  latest.current = { join, eligible };

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

/** The link that is drawn between two nodes, on which another one would not be seen. Says that there is one. */
function linkBetween(a: string, b: string): string | undefined {
  const id = documentNow().links.find((l) => (l.a === a ? l.b === b : l.a === b && l.b === a))?.id;
  if (id)
    run.setState({
      editProblems: [{ pointer: joinPath('links', id), problem: ALREADY_LINKED, expected: '' }],
    });
  return id;
}

function nodeOf(element: Element | null): string {
  return element?.closest('[data-node]')?.getAttribute('data-node') ?? '';
}

/** The node under the pointer or finger; the target of a touch event is where the touch began. */
function nodeUnder({ sourceEvent, identifier }: DragStep): string {
  const touches: Touch[] = [...(sourceEvent.changedTouches ?? [])];
  const { clientX, clientY } = touches.find((t) => t.identifier === identifier) ?? sourceEvent;
  return nodeOf(document.elementFromPoint(clientX, clientY));
}
