import { type D3DragEvent, drag } from 'd3-drag';
import { select } from 'd3-selection';
import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from './geometry';

/** A press may move by this many pixels and still be a click. */
export const CLICK_SLOP = 4;

/** A drag; its start moves along with the pointer, in pixels of the drawing. */
export interface Drag extends Point {
  /** Called for each move, once it is more than a click. */
  move(event: DragStep): void;
  /** Called at the end of a drag. */
  drop(event: DragStep): void;
  /** Called when a second finger ends the drag. */
  cancel(): void;
}

export type DragStep = D3DragEvent<HTMLDivElement, unknown, Drag>;

/** Returns the drag that starts with a press on this element, if any. */
export type DragStart = (target: Element, at: Point, event: MouseEvent | TouchEvent) => Drag | null;

/**
 * All that can be dragged in the drawing. The first that starts with a press has it; what none of them wants goes on to zoom, clicks and
 * the page's scrolling.
 */
export function useDrags(root: RefObject<HTMLDivElement | null>, starts: readonly DragStart[]): void {
  // Bound once; what may be dragged changes with every drawing.
  const latest = useRef(starts);
  latest.current = starts;

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const drawing = select<HTMLDivElement, unknown>(element);
    let current: Drag | null = null;
    const begin = ({ x, y, sourceEvent }: DragStep): Drag | null => {
      const target: EventTarget | null = sourceEvent.target;
      if (!(target instanceof Element)) return null;
      for (const begin of latest.current) {
        const drag = begin(target, { x, y }, sourceEvent);
        if (drag) return drag;
      }
      return null;
    };
    const bind = () => {
      let moved = false;
      const behaviour = drag<HTMLDivElement, unknown, Drag | null>()
        .container(element)
        .filter(
          (event: MouseEvent | TouchEvent) =>
            !event.ctrlKey && ('touches' in event ? event.touches.length === 1 : event.button === 0),
        )
        .clickDistance(CLICK_SLOP)
        .subject(begin)
        .on('start', (event: DragStep) => {
          current = event.subject;
          moved = false;
        })
        .on('drag', (event: DragStep) => {
          moved ||= Math.hypot(event.x - event.subject.x, event.y - event.subject.y) > CLICK_SLOP;
          if (moved) current?.move(event);
        })
        .on('end', (event: DragStep) => {
          if (moved) current?.drop(event);
          current = null;
        });
      // A touch on anything else scrolls the page.
      drawing.call(behaviour).style('touch-action', null);
    };
    bind();
    // A second finger zooms. The ends of both are the zoom's then, so the drag that they leave behind is replaced.
    drawing.on(
      'touchstart.second',
      (event: TouchEvent) => {
        if (event.touches.length < 2) return;
        current?.cancel();
        current = null;
        bind();
      },
      { capture: true },
    );
    return () => {
      drawing.on('.drag', null).on('.second', null);
    };
  }, [root]);
}
