import { type RefObject, useEffect, useState } from 'react';
import { questionTexts as t } from './texts';

/** The part of the text's height that a question fills at most before it counts as seen. */
const ENOUGH = 0.6;

const questionIn = (body: HTMLElement | null) => body?.querySelector<HTMLElement>('.lesson-question') ?? null;

/** Whether the question of a step is in view, in the text that scrolls. */
export function useQuestionInView(body: RefObject<HTMLElement | null>, step: string): boolean {
  const [seen, setSeen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another question
  useEffect(() => {
    const question = questionIn(body.current);
    if (!question) return setSeen(true);
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.rootBounds) return;
        const { intersectionRect, boundingClientRect, rootBounds } = entry;
        const needed = Math.min(boundingClientRect.height, ENOUGH * rootBounds.height);
        setSeen(intersectionRect.height >= needed - 1);
      },
      { root: body.current, threshold: Array.from({ length: 21 }, (_, i) => i / 20) },
    );
    watch.observe(question);
    return () => watch.disconnect();
  }, [body, step]);
  return seen;
}

/** Leads to a question below the fold: to its end, or to its beginning if it is higher than the text. */
export function ToQuestion({ body }: { body: RefObject<HTMLElement | null> }) {
  const show = () => {
    const text = body.current;
    const question = questionIn(text);
    if (!text || !question) return;
    const own = question.getBoundingClientRect();
    const room = text.getBoundingClientRect();
    text.scrollBy({ top: Math.min(own.bottom - room.bottom + 8, own.top - room.top) });
    question.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="button filled" onClick={show}>
      {t.toQuestion}
    </button>
  );
}
