/** What axe, the checker of accessibility, has to say of a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from './lab';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 AA, each with its elements. Colours on their way from one to another are nobody's choice: axe looks at a page at
 * rest.
 */
export async function violations(page: Page): Promise<string[]> {
  await until(
    () => page.evaluate(moving),
    (count) => count === 0,
  );
  const found = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n`).join('')}`,
  );
}

/** Number of transitions and animations under way that will come to an end. */
function moving(): number {
  const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
  return document.getAnimations().filter((a) => a.playState === 'running' && ends(a)).length;
}
