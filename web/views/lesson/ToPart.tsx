import { type RefObject, useEffect, useState } from 'react';

/** The part of the text's height that a part fills at most before it counts as seen. */
const ENOUGH = 0.6;

/** What a step asks of its reader, as selectors. */
export const QUESTION = '.lesson-question';
export const CHECKS = '.lesson-checks';

const partIn = (body: HTMLElement | null, part: string) => body?.querySelector<HTMLElement>(part) ?? null;

/** Whether a part of a step is in view, in the text that scrolls; so it is if the step has none. */
export function usePartInView(body: RefObject<HTMLElement | null>, part: string, step: string): boolean {
  const [seen, setSeen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has other parts
  useEffect(() => {
    const element = partIn(body.current, part);
    if (!element) return setSeen(true);
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.rootBounds) return;
        const { intersectionRect, boundingClientRect, rootBounds } = entry;
        const needed = Math.min(boundingClientRect.height, ENOUGH * rootBounds.height);
        setSeen(intersectionRect.height >= needed - 1);
      },
      { root: body.current, threshold: Array.from({ length: 21 }, (_, i) => i / 20) },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [body, part, step]);
  return seen;
}

/** Leads to a part below the fold: to its end, or to its beginning if it is higher than the text. */
export function ToPart({
  body,
  part,
  words,
}: {
  body: RefObject<HTMLElement | null>;
  part: string;
  words: string;
}) {
  const show = () => {
    const text = body.current;
    const element = partIn(text, part);
    if (!text || !element) return;
    const own = element.getBoundingClientRect();
    const room = text.getBoundingClientRect();
    text.scrollBy({ top: Math.min(own.bottom - room.bottom + 8, own.top - room.top) });
    element.querySelector<HTMLElement>('input, [tabindex="0"], button')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="button filled" onClick={show}>
      {words}
    </button>
  );
}
