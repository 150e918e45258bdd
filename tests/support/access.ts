/** Checks the accessibility of a page with axe. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from './lab';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 AA, each with its elements. Waits for transitions to end first, because intermediate colours would count as
 * violations.
 */
export async function violations(page: Page): Promise<string[]> {
  await until(
    () => page.evaluate(runningAnimations),
    (count) => count === 0,
  );
  const found = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n`).join('')}`,
  );
}

/** The number of running transitions and animations that will end. */
function runningAnimations(): number {
  const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
  return document.getAnimations().filter((a) => a.playState === 'running' && ends(a)).length;
}
