import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { moveFocus } from '../../ui/arrows';

/** Kinds of elements of the network that Tab reaches one by one. */
export type Group = 'link' | 'node' | 'flow';

export interface TabStops {
  /** 0 for the element of a group that Tab reaches, otherwise −1. @param place of the element in its group */
  tabIndex(group: Group, place: number): 0 | -1;
  /** An element of the network got the focus: it is the one that Tab comes back to. */
  focused(event: FocusEvent): void;
  /** It lost the focus to another element. */
  left(event: FocusEvent): void;
}

/** Tab reaches one link, one node and one flow; arrow keys lead to the others. A network of fifty flows has hundreds of elements. */
export function useTabStops(
  root: RefObject<HTMLElement | null>,
  counts: Readonly<Record<Group, number>>,
): TabStops {
  const [places, setPlaces] = useState<Readonly<Record<Group, number>>>({ link: 0, node: 0, flow: 0 });
  const last = useRef<Group | null>(null);
  const { link, node, flow } = counts;
  // The focused element was removed: one of its kind has the focus then, or of another kind; in an empty network, the tools.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts change when elements go
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const [stop] = [last.current, 'node']
      .map((group) => root.current?.querySelector<SVGElement>(`[data-pick="${group}"][tabindex="0"]`))
      .filter(Boolean);
    const tools = document.querySelector<HTMLElement>('.topology-tools [tabindex="0"]');
    (stop ?? tools)?.focus({ preventScroll: true });
  }, [root, link, node, flow]);
  return {
    // Where elements have gone, the first one is reached.
    tabIndex: (group, place) => (place === (places[group] < counts[group] ? places[group] : 0) ? 0 : -1),
    focused: ({ target, currentTarget }) => {
      const group = target.getAttribute('data-pick') as Group | null;
      last.current = group;
      const place = group ? groupOf(currentTarget, group).indexOf(target as Element as HTMLElement) : -1;
      if (group && place >= 0 && places[group] !== place) setPlaces({ ...places, [group]: place });
    },
    left: ({ relatedTarget }) => {
      // A dialog gives the focus back when it closes.
      if (relatedTarget && !(relatedTarget as Element).closest('dialog')) last.current = null;
    },
  };
}

/** Moves the focus to another element of the focused one's group. */
export function moveInGroup(event: KeyboardEvent): void {
  const group = event.target instanceof Element ? event.target.getAttribute('data-pick') : null;
  if (group) moveFocus(event, groupOf(event.currentTarget, group as Group));
}

/** SVG elements take the focus like those of HTML. */
const groupOf = (root: Element, group: Group) => [
  ...root.querySelectorAll<HTMLElement>(`[data-pick="${group}"]`),
];
