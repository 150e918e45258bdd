/** Messages of the page about workers that do not answer, and how to continue. */
import type { Locator } from 'playwright-core';
import { faultyWorkers } from './faulty-workers';
import { type Lab, until } from './lab';

/** The longest that something may take on a loaded machine, ms. */
export const MOST_MS = 40_000;
/** What the page's clock jumps at once: less than what the page takes for sleep. */
const STEP_MS = 1000;
/** Time for workers that are well to answer, ms. */
const ANSWER_MS = 150;

/** Opens pages whose workers a test can break, and whose clock it can move. */
export async function faulty(lab: Lab): Promise<Lab> {
  await lab.page.addInitScript(faultyWorkers);
  await lab.page.clock.install();
  return lab;
}

/** Waits for what comes after seconds of silence. The page's clock runs ahead, so that the test need not wait as long. */
export async function afterSilence(lab: Lab, come: Locator | (() => Promise<boolean>)): Promise<void> {
  const isThere = typeof come === 'function' ? come : () => come.first().isVisible();
  const end = Date.now() + MOST_MS;
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(`not after ${MOST_MS} ms: ${come}`);
    await lab.page.clock.fastForward(STEP_MS);
    await lab.page.waitForTimeout(ANSWER_MS);
  }
}

/** Waits until the page has ended the workers that draw, as it does with silent ones. */
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
