/** Helpers for tests of workers that do not answer. */
import type { Locator } from 'playwright-core';
import { faultyWorkers } from './faulty-workers';
import { type Lab, until } from './lab';

/** Time limit on a busy machine, ms. */
export const TIMEOUT_MS = 40_000;
/** Step of the page's clock, shorter than a gap that the page would take for sleep, ms. */
const STEP_MS = 1000;
/** Time in which healthy workers answer, ms. */
const ANSWER_MS = 150;

/** Gives a page workers that a test can break, and a clock that it can advance. */
export async function withFaultyWorkers(lab: Lab): Promise<Lab> {
  await lab.page.addInitScript(faultyWorkers);
  await lab.page.clock.install();
  return lab;
}

/** Waits for something that happens after seconds of silence, while advancing the page's clock to save time. */
export async function afterSilence(lab: Lab, event: Locator | (() => Promise<boolean>)): Promise<void> {
  const isThere = typeof event === 'function' ? event : () => event.first().isVisible();
  const end = Date.now() + TIMEOUT_MS;
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(`not after ${TIMEOUT_MS} ms: ${event}`);
    await lab.page.clock.fastForward(STEP_MS);
    await lab.page.waitForTimeout(ANSWER_MS);
  }
}

/** Waits until the page has ended its silent drawing workers. */
export async function drawingEnds(lab: Lab): Promise<void> {
  await afterSilence(lab, () =>
    lab.page.evaluate(() => window.faultyWorkers.every((w) => w.role !== 'drawing' || w.ended)),
  );
}

export const engineSilent = (lab: Lab) => lab.root.getByText('The engine does not answer.');

export async function stopAndRestart(lab: Lab): Promise<void> {
  await afterSilence(lab, lab.button('Stop and restart'));
  await lab.button('Stop and restart').click();
  await lab.button('Play').first().waitFor();
  await until(
    () => engineSilent(lab).count(),
    (n) => n === 0,
  );
}
