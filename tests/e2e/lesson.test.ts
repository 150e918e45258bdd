/** Lessons: answers, checks and summary; by pointer and by keyboard. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { galleryScenario, runInWasm } from '../support/engine';
import { type Lab, settled, test, until } from '../support/lab';

const SAWTOOTH = '#g=lesson-sawtooth';
async function summary(lab: Lab): Promise<string> {
  const [download] = await Promise.all([lab.page.waitForEvent('download'), lab.button('Download').click()]);
  return readFile(await download.path(), 'utf8');
}

/** Goes to the last step of the sawtooth, without an answer. */
async function openLastStep(lab: Lab): Promise<void> {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  for (const title of [
    'How high does it go?',
    'Draw the next teeth',
    'How long is a tooth?',
    'Twice as far',
    'What the buffer is for',
  ]) {
    await lab.button(/^(Next|Skip)$/).click();
    await lab.lessonStep(title);
  }
}

/** What covers the future of a plot. */
const cover = (lab: Lab, plot: RegExp) => lab.plot(plot).getByText('Hidden until you have answered');

test('a question hides the future of a plot, and all of the plot once the run goes on', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  const windows = (expected: RegExp) =>
    expect.poll(() => lab.button('Flow Reno').textContent()).toMatch(expected);
  for (const plot of [/^cwnd/, /^Queue/]) {
    await cover(lab, plot).waitFor();
    // The plots show 20 s, of which the run has made four.
    const area = await lab.plot(plot).locator('.plot-area').boundingBox();
    const covered = await lab.plot(plot).locator('.lesson-cover').boundingBox();
    expect((covered?.width ?? 0) / (area?.width ?? 0)).toBeGreaterThan(0.65);
    expect((covered?.width ?? 0) / (area?.width ?? 0)).toBeLessThan(0.8);
  }
  await windows(/cwnd \d+$/);
  await lab.button('Continue the run').click();
  await lab.plot(/^cwnd/).waitFor({ state: 'detached' });
  await windows(/cwnd –$/);
  await lab.says('The plots appear after you answer.');
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').click();
  await lab.says('Correct: 84 packets.');
  await lab.plot(/^cwnd/).waitFor();
  await windows(/cwnd \d+$/);
  expect(await lab.root.locator('.lesson-cover').count()).toBe(0);
});

test('a lesson is guessed, revealed, checked and summarised', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  // Formulas are MathML.
  await lab.page.locator('.lesson math mfrac').first().waitFor({ state: 'attached' });
  await lab.plot(/^Queue/).waitFor();
  await lab.button('Next').click();

  await lab.lessonStep('How high does it go?');
  await cover(lab, /^cwnd/).waitFor();
  await lab.says(/^Hidden until you have answered: cwnd, Queue, .*Results$/);
  expect(await lab.button('Why?').isDisabled()).toBe(true);
  const answer = lab.button('Answer');
  expect(await answer.isDisabled()).toBe(true);
  const guess = lab.page.getByRole('textbox', { name: /^How large is the window/ });
  await guess.fill('sixty');
  await lab.says('Enter a number, such as 12.5.');
  await guess.fill('60');
  await answer.click();
  await lab.says('The answer is 84 packets.');
  await cover(lab, /^cwnd/).waitFor({ state: 'detached' });
  await lab.plot(/^cwnd/).waitFor();
  await lab.says(/The next packet is dropped/);

  await lab.button('Guess again').click();
  await cover(lab, /^cwnd/).waitFor();
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('85');
  await answer.click();
  await lab.says('Correct: 84 packets.');

  await lab.button('Next').click();
  await lab.lessonStep('Draw the next teeth');
  const pad = lab.page.getByRole('slider', { name: /^How does the window/ });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  // A horizontal line through the middle: it is compared and is not close.
  await lab.page.mouse.move(box.x + box.width * 0.35, box.y + box.height / 2);
  await lab.page.mouse.down();
  await lab.page.mouse.move(box.x + box.width - 8, box.y + box.height / 2, { steps: 12 });
  await lab.page.mouse.up();
  await answer.click();
  await lab.says(/^✗ Not close: the mean distance from the curve is \d+ % of the axis/);

  for (const title of ['How long is a tooth?', 'Twice as far']) {
    await lab.button('Next').or(lab.button('Skip')).click();
    await lab.lessonStep(title);
  }
  await lab.page.getByRole('radio', { name: 'Twice as long' }).check();
  await answer.click();
  await lab.says('Not correct.');
  await lab.says(/But each increase takes a round trip/);

  await lab.button('Next').click();
  await lab.lessonStep('What the buffer is for');
  await lab.button(/^Check: Find a buffer/).click();
  await lab.says('✗ Not met');
  await lab.selectLink('r1 to r2');
  const limit = lab.page.getByRole('textbox', { name: /^Buffer/ }).first();
  await lab.button('Back to the start').first().click();
  await limit.fill('60');
  await limit.press('Enter');
  await lab.button('Lesson').click();
  await lab.says('The scenario now has changes of your own.');
  await lab.button(/^Check: Find a buffer/).click();
  await lab.says('✓ Met');

  await lab.button('Summary').click();
  await lab.lessonStep('Summary');
  await lab.says('1 of 4 questions correct.');
  const text = await summary(lab);
  expect(text).toContain('# The sawtooth');
  expect(text).toContain('- Guess: 85 packets');
  expect(text).toContain('- ✓ Correct: 84 packets.');
  expect(text).toMatch(/✓ Find a buffer .*Found (100|9\d\.\d+) %\./);
  // The digest is that of its run.
  const { digest } = await runInWasm(await galleryScenario('lesson-sawtooth'), 100_000, 30);
  expect(text).toContain(`- Run ${digest} at 30 s`);
});

test('a task that fails says that its last change came too late, and leads back to the start', async ({
  lab,
}) => {
  await openLastStep(lab);
  const hint = lab.page.getByText(
    /^The last change starts at [\d.]+ s, and the check also covers the time before/,
  );
  const check = lab.button(/^Check: Find a buffer/);
  await check.click();
  await lab.says('✗ Not met');
  expect(await hint.count()).toBe(0);
  await lab.button('Back to the start').first().click();
  await lab.play();
  const moment = lab.root.getByRole('slider', { name: 'Time in the run' });
  const time = async () => Number(await moment.getAttribute('aria-valuenow'));
  await until(time, (t) => t > 2);
  await lab.pause();
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(10);
  await lab.button('Lesson').click();
  await check.click();
  await hint.waitFor();
  await lab.page.locator('.lesson-check').getByRole('button', { name: 'Back to the start' }).click();
  await until(time, (t) => t === 0);
});

test('the summary and back keep the reader’s change and the run', async ({ lab }) => {
  await openLastStep(lab);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(90);
  await lab.play();
  const moment = lab.root.getByRole('slider', { name: 'Time in the run' });
  const time = async () => Number(await moment.getAttribute('aria-valuenow'));
  await until(time, (t) => t > 2);
  await lab.pause();
  const paused = await settled(time, (t) => t > 2);
  await lab.button('Lesson').click();
  await lab.button('Summary').click();
  await lab.lessonStep('Summary');
  await lab.button('Back').click();
  await lab.lessonStep('What the buffer is for');
  await lab.says('The scenario now has changes of your own.');
  expect(await settled(time, () => true)).toBe(paused);
  await lab.selectLink('r1 to r2');
  expect(await lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first().inputValue()).toBe('90');
  await lab.button('Lesson').click();
  await lab.button('Restore the step’s scenario').click();
  await until(time, (t) => t === 0);
});

test('notes are shown when they are done: the index of a symbol is below the line, and a prime is beside its letter', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  await lab.root.locator('.section-head').getByRole('button', { name: 'Edit' }).click();
  const field = lab.page.getByRole('textbox', { name: 'Notes in Markdown' });
  await field.fill("$W_{\\max}/2 = p'$");
  await lab.button('Done').click();
  await field.waitFor({ state: 'detached' });
  const index = lab.root.locator('.notes msub');
  await index.waitFor({ state: 'attached' });
  const ends = await index.evaluate((sub) =>
    [...sub.querySelectorAll('mi')].map((symbol) => symbol.getBoundingClientRect().bottom),
  );
  expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(2);
  const [letter, prime] = await lab.root.locator('.notes msup').evaluate((sup) =>
    [...sup.children].map((symbol) => {
      const { top, bottom } = symbol.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  expect(prime?.bottom).toBeGreaterThan(letter?.top ?? 0);
});

test('drawing a sketch selects no text', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  for (const title of ['How high does it go?', 'Draw the next teeth']) {
    await lab.button(/^(Next|Skip)$/).click();
    await lab.lessonStep(title);
  }
  const pad = lab.page.getByRole('slider', { name: /^How does the window/ });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await lab.page.mouse.move(box.x + box.width * 0.35, box.y + box.height / 2);
  await lab.page.mouse.down();
  await lab.page.mouse.move(box.x + box.width - 8, box.y + box.height - 4, { steps: 12 });
  await lab.page.mouse.move(box.x + 4, box.y + 4, { steps: 12 });
  await lab.page.mouse.up();
  expect(await lab.page.evaluate(() => String(getSelection()))).toBe('');
  const label = pad.locator('text').first();
  expect(await label.evaluate((text) => getComputedStyle(text).userSelect)).toBe('none');
});

test('opening a lesson and going through its steps leaves nothing to undo', async ({ lab }) => {
  await lab.openLesson('#g=lesson-l4s', 'A short queue has a price');
  const undo = lab.button(/^Undo/);
  await lab.plot(/^cwnd/).waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await lab.button('Skip').click();
  await cover(lab, /^Queue/).waitFor();
  expect(await undo.isDisabled()).toBe(true);
});

test('a lesson opened after another has its own scenario in each step and its link', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  await lab.button('Gallery').click();
  await lab.page.getByRole('link', { name: /^Slow start/ }).click();
  await lab.lessonStep('From zero to the rate of the path');
  const skip = lab.page.getByRole('button', { name: 'Skip', exact: true });
  for (const title of [
    'The last doubling',
    'The same losses, with better feedback',
    'Short transfers stay in slow start',
    'Faster without a faster link',
  ]) {
    await skip.click();
    await lab.lessonStep(title);
  }
  await lab.button('Link r1 to r2, 200 Mb/s, 48 ms').waitFor({ state: 'attached' });
  await lab.button('Share').click();
  await until(
    () => lab.page.getByRole('textbox', { name: 'Link', exact: true }).inputValue(),
    (link) => /#g=lesson-slow-start@\d+&b=[0-9a-f]+$/.test(link),
  );
});

test('the summary leads to the next lesson of the gallery', async ({ lab }) => {
  await openLastStep(lab);
  await lab.button('Summary').click();
  await lab.lessonStep('Summary');
  await lab.page.getByRole('link', { name: 'Next lesson: Slow start' }).click();
  await lab.lessonStep('From zero to the rate of the path');
});

test('a lesson opened after another stands at its first step, with the plots of that step', async ({
  lab,
}) => {
  await lab.openLesson('#g=lesson-slow-start', 'From zero to the rate of the path');
  await lab.button('Gallery').click();
  await lab.page.getByRole('link', { name: /^Bufferbloat and AQM/ }).click();
  await lab.page.waitForURL('**/#g=lesson-bufferbloat*');
  for (const plot of [/^Queue/, /^RTT/]) await cover(lab, plot).waitFor();
  await lab.button('Play').waitFor();
  expect(await lab.button('Pause').count()).toBe(0);
});

test('a lesson is answered by keyboard alone', async ({ lab }) => {
  await lab.openLesson('#g=lesson-slow-start', 'From zero to the rate of the path');
  const { keyboard } = lab.page;
  const pad = lab.page.getByRole('slider', { name: /^Draw the window/ });
  await pad.focus();
  for (let k = 0; k < 12; k += 1) await keyboard.press('Shift+ArrowRight');
  for (let k = 0; k < 8; k += 1) await keyboard.press('Shift+ArrowUp');
  expect(await pad.getAttribute('aria-valuetext')).toMatch(/^\d+(\.\d+)? packets at 0\.65 s$/);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await lab.says(/: the mean distance from the curve is \d+ % of the axis/);
  await lab.button('Next').press('Enter');
  await lab.lessonStep('The last doubling');
  // Screen readers read the heading that has the focus.
  expect(await lab.page.evaluate(() => document.activeElement?.textContent)).toBe('The last doubling');
  const first = lab.page.getByRole('radio', { name: 'One' });
  await first.focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  expect(await lab.page.getByRole('radio', { name: 'Dozens' }).isChecked()).toBe(true);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await lab.says('✓ Correct.');
});

test('a parameter in the text of a lesson leads to the inspector', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  for (let i = 0; i < 5; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await lab.lessonStep('What the buffer is for');
  await lab.page.getByRole('link', { name: 'buffer of the link between the routers' }).click();
  const focused = () => lab.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Buffer, packets');
});

test('on a phone a parameter in the text comes into view, also one that is folded away', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.openLesson('#g=lesson-slow-start', 'From zero to the rate of the path');
  for (let i = 0; i < 4; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await lab.page.getByRole('link', { name: 'initial window' }).click();
  const field = lab.page.getByRole('textbox', { name: /^Initial window/ });
  await field.waitFor();
  await until(
    async () => (await field.boundingBox())?.y ?? 0,
    (y) => y > 60 && y < phone.viewport.height - 60,
  );
});

test('progress in a lesson survives a reload, and the summary has the name', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').click();
  await lab.says('Correct: 84 packets.');
  await lab.page.reload();
  await lab.lessonStep('How high does it go?');
  await lab.says('Correct: 84 packets.');
  for (let i = 0; i < 4; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await lab.button('Summary').click();
  await lab.says('1 of 4 questions correct.');
  await lab.page.getByRole('textbox', { name: 'Your name, for the summary' }).fill('Ada');
  expect(await summary(lab)).toContain('Name: Ada');
  await lab.button('Start again').click();
  await lab.button('Delete my answers').click();
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  await lab.button('Answer').waitFor();
});

test('a change in a step survives a reload, and is in no other step', async ({ lab }) => {
  await openLastStep(lab);
  const section = lab.root.getByRole('region', { name: 'Lesson' });
  await section.getByRole('link', { name: /^buffer of the link/ }).click();
  const buffer = lab.root.getByRole('textbox', { name: 'Buffer, packets' }).first();
  await buffer.fill('50');
  await buffer.press('Enter');
  await lab.page.waitForURL(/#w=/);
  await lab.button('Lesson').click();
  await section.getByRole('button', { name: /^Restore/ }).waitFor();
  await settled(
    () => lab.page.evaluate(() => localStorage.getItem('droptail.lessons') ?? ''),
    (kept) => kept.includes('changedIn'),
  );
  await lab.page.reload();
  await lab.lessonStep('What the buffer is for');
  await section.getByRole('button', { name: /^Restore/ }).waitFor();
  await lab.root
    .getByText(/of 50 packets|of 50$/)
    .first()
    .waitFor();
  await lab.button('Back').click();
  await lab.lessonStep('Twice as far');
  await lab.root
    .getByText(/of 84 packets|of 84$/)
    .first()
    .waitFor();
  // The run of the other step is not compared with it.
  expect(await lab.root.getByText(/^Compared with/).count()).toBe(0);
});

test('an open question hides the numbers of branches, as it does the results', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  const list = async () => {
    await lab.page.keyboard.press('f');
    await lab.button(/\d branches/).click();
    return lab.page.locator('.branch-table');
  };
  await (await list()).getByText('Goodput').waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  const table = await list();
  await table.waitFor();
  expect(await table.getByText('Goodput').count()).toBe(0);
  await lab.page
    .getByRole('dialog')
    .getByText('Hidden until you have answered the lesson’s question.')
    .waitFor();
});

test('a question about the queue hides when packets are lost, for screen readers too', async ({ lab }) => {
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  // Frequent reads of the canvas happen only in tests.
  lab.tolerated.push(/willReadFrequently/);
  /** Pixels in the timeline's rows of marks that have the colour of the first flow. */
  const marked = () =>
    lab.page
      .getByTestId('timeline')
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, 16) ?? { data: [] };
        let blue = 0;
        for (let i = 0; i < data.length; i += 4) {
          const [r = 0, , b = 0] = data.slice(i, i + 3);
          if (b > r + 80) blue += 1;
        }
        return blue;
      });
  const toLoss = lab.button('loss');
  await expect.poll(marked).toBeGreaterThan(0);
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  await lab.says(/Hidden until you have answered:.*losses/);
  await expect.poll(marked).toBe(0);
  expect(await toLoss.isDisabled()).toBe(true);
  const state = lab.page.getByRole('status').filter({ hasText: /^Paused at/ });
  await expect.poll(() => state.textContent()).toMatch(/^Paused at 4.00 .*window/);
  // What follows is hidden.
  await lab.button('event').click();
  await expect.poll(() => state.textContent()).not.toContain('window');
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').click();
  await lab.says('Correct: 84 packets.');
  await expect.poll(marked).toBeGreaterThan(0);
  expect(await toLoss.isDisabled()).toBe(false);
});

test('only the summary of a lesson is printed, with the name and in full length', async ({ lab }) => {
  const { page } = lab;
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  for (let i = 0; i < 5; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await lab.button('Summary').click();
  await page.getByRole('textbox', { name: 'Your name, for the summary' }).fill('Ada');
  await lab.button('Copy summary').focus();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByText('The sawtooth, Ada').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.locator('canvas:visible').count()).toBe(0);
  const cut = await page.locator('.lesson-summary').evaluate((summary) => {
    for (let e = summary.parentElement; e; e = e.parentElement)
      if (e.clientHeight < summary.getBoundingClientRect().height) return e.className;
    return getComputedStyle(summary).color;
  });
  expect(cut).toBe('rgb(22, 24, 29)');
});

test.for(['light', 'dark'] as const)('axe finds nothing in a lesson, %s', async (colorScheme, { visit }) => {
  const lab = await visit({ colorScheme });
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  await lab.page.locator('.lesson math').first().waitFor({ state: 'attached' });
  expect.soft(await violations(lab.page), 'text').toEqual([]);
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  expect.soft(await violations(lab.page), 'a number').toEqual([]);
  await lab.button('Skip').click();
  await lab.lessonStep('Draw the next teeth');
  expect.soft(await violations(lab.page), 'a sketch').toEqual([]);
  await lab.button('Skip').click();
  await lab.button('Skip').click();
  await lab.lessonStep('Twice as far');
  await lab.page.getByRole('radio', { name: 'Four times' }).check();
  await lab.button('Answer').click();
  await lab.says('✓ Correct.');
  expect.soft(await violations(lab.page), 'options, answered').toEqual([]);
  await lab.button('Next').click();
  await lab.button(/^Check: Find a buffer/).click();
  await lab.says('✗ Not met');
  expect.soft(await violations(lab.page), 'a check').toEqual([]);
  await lab.button('Summary').click();
  await lab.lessonStep('Summary');
  expect.soft(await violations(lab.page), 'the summary').toEqual([]);
});

test('the step about convergence keeps all of it in view, up to the end of the run', async ({ lab }) => {
  await lab.openLesson('#g=lesson-aimd', 'Two windows as one point');
  for (const title of ['Adding', 'How fair, in one number', 'Convergence']) {
    await lab.button('Next').or(lab.button('Skip')).click();
    await lab.lessonStep(title);
  }
  await lab.button('Continue the run').click();
  await lab.finish();
  await lab.root.getByRole('img', { name: /shown: 0\.00 s to 90\.00 s$/ }).waitFor();
});
