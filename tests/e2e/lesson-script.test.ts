/** A lesson in which the reader writes a controller: in the laboratory and in an embed that opens the script alone. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { write } from '../../scripts/lessons/code.mjs';
import { violations } from '../support/access';
import { type Lab, test } from '../support/lab';

const LESSON = '#g=lesson-write';

const panelOf = (page: Page) => page.locator('.script-panel');

/** The script of the solution of a check. */
function solution(check: string): string {
  const [change] = write.solutions?.[check] ?? [];
  return String(change?.value);
}

/** Opens the script from the text of the step, replaces it, and runs it. */
async function writeScript(lab: Lab, open: () => Promise<void>, script: string): Promise<void> {
  const panel = panelOf(lab.page);
  if (!(await panel.isVisible())) await open();
  const editor = panel.getByRole('textbox', { name: /^Script/ });
  await editor.focus();
  await lab.page.keyboard.press('Control+A');
  await lab.page.keyboard.insertText(script);
  await panel.getByText('No errors').waitFor();
  await lab.page.keyboard.press('Control+Enter');
}

test('a lesson has the reader write AIMD, and keeps the script from step to step', async ({ lab }) => {
  // Text typed in place of a selection gets its colours from the browser, as a style that the page's policy refuses.
  lab.tolerated.push(/Applying inline style violates/);
  await lab.openLesson(LESSON, 'Two empty handlers');
  await lab.page.getByRole('textbox', { name: /^What goodput/ }).fill('2.2');
  await lab.button('Answer').click();
  await lab.says('Correct: 2.30 Mb/s.');

  await lab.button('Next').click();
  await lab.lessonStep('Additive increase');
  const grows = lab.button(/^Check: The link is busy for more than 80 %/);
  await grows.click();
  await lab.says('✗ Not met');
  const open = () => lab.page.getByRole('link', { name: 'Open the script' }).click();
  await writeScript(lab, open, solution('increase/grows'));
  // The script came into effect in the middle of the run.
  await grows.click();
  await lab.says(/^The last change starts at 20 s/);
  await lab.button('Back to the start').first().click();
  await panelOf(lab.page).getByRole('button', { name: 'Run' }).click();
  await grows.click();
  await lab.says('✓ Met');

  await lab.button('Next').click();
  await lab.lessonStep('Multiplicative decrease');
  const editor = panelOf(lab.page).getByRole('textbox', { name: /^Script/ });
  expect(await editor.textContent()).toContain('counted / cwnd');
  const few = lab.button(/^Check: Fewer than 150 packets/);
  await few.click();
  await lab.says('✗ Not met');
  await lab.button('Back to the start').first().click();
  await writeScript(lab, open, solution('decrease/few'));
  await few.click();
  await lab.says('✓ Met');
  expect(await violations(lab.page)).toEqual([]);
  // The step as it was at first.
  await lab.button('Restore the step’s scenario').click();
  await lab.page.locator('.lesson-changed').waitFor({ state: 'detached' });
  await lab.button(/^Check: The link is still busy/).click();
  await lab.says('✗ Not met');
});

test('a lesson that is started again runs its own script again', async ({ lab }) => {
  lab.tolerated.push(/Applying inline style violates/);
  await lab.openLesson(LESSON, 'Two empty handlers');
  await lab.button('Skip').click();
  await lab.lessonStep('Additive increase');
  const open = () => lab.page.getByRole('link', { name: 'Open the script' }).click();
  await writeScript(lab, open, solution('increase/grows'));
  const editor = panelOf(lab.page).getByRole('textbox', { name: /^Script/ });
  expect(await editor.textContent()).toContain('counted / cwnd');
  const again = lab.button('Start again');
  while (!(await again.isVisible())) await lab.button(/^(Next|Skip|Summary)$/).click();
  await again.click();
  await lab.button('Delete my answers').click();
  await lab.lessonStep('Two empty handlers');
  await lab.page.getByRole('textbox', { name: /^What goodput/ }).fill('2.2');
  await lab.button('Answer').click();
  await lab.says('Correct: 2.30 Mb/s.');
  // The window stays as it began.
  await lab.root.locator('.plots-chip', { hasText: 'Mine' }).getByText('10', { exact: true }).waitFor();
});

test('an embed can open the script of a lesson alone', async ({ lab }) => {
  lab.tolerated.push(/Applying inline style violates/);
  await lab.page.setViewportSize({ width: 600, height: 400 });
  await lab.openLesson('?embed=1#g=lesson-write&allow=/controllers/mine/script', 'Two empty handlers');
  await lab.button('Skip').click();
  await lab.lessonStep('Additive increase');
  await writeScript(lab, () => lab.button('Edit the script').click(), solution('increase/grows'));
  const panel = panelOf(lab.page);
  expect(await panel.getByRole('textbox').count()).toBe(1);
  await panel.getByRole('button', { name: 'Close the controller' }).click();
  await lab.button(/^Check: The link is busy/).click();
  await lab.says('✓ Met');
});
