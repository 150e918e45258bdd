/** The focus is seen and goes on to what follows; screen readers hear each change once. */
import { expect } from 'vitest';
import { phone } from '../support/devices';
import { type Lab, test } from '../support/lab';

test('a link with the focus stands out although packets cover it', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.button('Pause').waitFor();
  const link = lab.button(/^Link r1 to r2/);
  const halo = link.locator('.halo');
  expect(await halo.evaluate((line) => getComputedStyle(line).opacity)).toBe('0');
  await lab.page.keyboard.press('Tab');
  await link.focus();
  expect(await halo.evaluate((line) => getComputedStyle(line).opacity)).toBe('1');
});

test('an answer given by key moves the focus to its feedback', async ({ lab }) => {
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Next').click();
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').press('Enter');
  const verdict = lab.page.getByRole('status').filter({ hasText: 'Correct: 84 packets.' });
  await verdict.waitFor();
  await expect.poll(() => verdict.evaluate((e) => e === document.activeElement)).toBe(true);
});

/** The name of what has the focus. */
const focused = (lab: Lab) =>
  lab.page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent;
  });

test('the focus moves from a lesson to the control that it names and back', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=lesson-sawtooth');
  const title = await lab.page.locator('.lesson-title').textContent();
  await lab.button('Try it out').press('Enter');
  await expect.poll(() => focused(lab)).toBe('Back to the lesson');
  await lab.page.keyboard.press('Enter');
  await expect.poll(() => focused(lab)).toBe(title);
});

test('the focus goes on where a button of the network is replaced, or the page by the presentation', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  await lab.button('Show as a table').press('Enter');
  await lab.button('Show the drawing').press('Enter');
  await expect.poll(() => focused(lab)).toBe('Select and move');
  await lab.button('Hide the network').press('Enter');
  await expect.poll(() => focused(lab)).toBe('Network');
  await lab.page.keyboard.press('Enter');
  await expect.poll(() => focused(lab)).toBe('Select and move');
  await lab.button('Present').press('Enter');
  await expect.poll(() => focused(lab)).toBe('One Reno flow');
});

test('the focus goes on from the notes to the editor of a lesson, to its preview and back', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  await lab.button('Write a lesson').press('Enter');
  await expect.poll(() => focused(lab)).toBe('Step');
  await lab.button('Preview').press('Enter');
  const title = () => lab.page.evaluate(() => document.activeElement?.className);
  await expect.poll(title).toBe('lesson-title');
  await lab.button('Back to editing').press('Enter');
  await expect.poll(() => focused(lab)).toBe('Step');
  await lab.button('Done').press('Enter');
  await expect.poll(title).toBe('lesson-title');
});

test('Escape ends the presentation, and the focus is on its button', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  const leave = lab.button('Leave the presentation');
  await lab.button('Present').press('Enter');
  await leave.waitFor();
  await lab.page.keyboard.press('Escape');
  await leave.waitFor({ state: 'detached' });
  await expect.poll(() => focused(lab)).toBe('Present');
  // If nothing has the focus, the page handles all keys.
  await lab.button('Present').blur();
  await lab.page.keyboard.press('p');
  await leave.waitFor();
  await lab.page.keyboard.press('Escape');
  await leave.waitFor({ state: 'detached' });
  await lab.page.keyboard.press(' ');
  await lab.button('Pause').waitFor();
});

test('screen readers announce each time at which the run pauses, and no value while it runs', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  const state = lab.page.getByRole('status').filter({ hasText: /^(Paused at|Running)/ });
  await lab.play();
  await expect.poll(() => state.textContent()).toBe('Running.');
  await lab.pause();
  await expect.poll(() => state.textContent()).toMatch(/^Paused at/);
  const before = await state.textContent();
  await lab.button('loss').click();
  await expect.poll(() => state.textContent()).not.toBe(before);
  expect(await state.textContent()).toMatch(/^Paused at/);
  const values = lab.plot(/^cwnd/).getByRole('status');
  for (const value of await values.all()) expect(await value.getAttribute('aria-live')).toBe('off');
  expect(await values.count()).toBeGreaterThan(0);
});

test('screen readers announce that an ensemble is finished, not each of its seeds', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.button('Ensemble').click();
  const progress = lab.page.getByRole('progressbar', { name: 'Runs of the ensemble' });
  await progress.waitFor();
  const announced = () => lab.page.locator('.ensemble-line').getByRole('status').textContent();
  if (await progress.isVisible()) expect(await announced()).toBe('');
  await progress.waitFor({ state: 'detached' });
  expect(await announced()).not.toBe('');
});
