/** Lessons: answers, checks, summary and editor; by pointer, by keyboard, on a phone, in an embed. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { applyStage } from '../../web/scenario/stage';
import { violations } from '../support/access';
import { galleryScenario, normalized, runInWasm } from '../support/engine';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf, readLink } from '../support/links';
import { sawtooth } from '../support/scenarios';

const SAWTOOTH = '#g=lesson-sawtooth';
/** Whole lessons are long, and take longer on a busy machine. */
const SLOW = { timeout: 180_000 };

async function openLesson(lab: Lab, fragment: string, title: string): Promise<void> {
  await lab.open(fragment);
  await heading(lab, title);
}

async function heading(lab: Lab, title: string): Promise<void> {
  await lab.root.getByRole('heading', { name: title, level: 2 }).waitFor();
}

async function summary(lab: Lab): Promise<string> {
  const [download] = await Promise.all([lab.page.waitForEvent('download'), lab.button('Download').click()]);
  return readFile(await download.path(), 'utf8');
}

test('a lesson is guessed, revealed, checked and summarised', SLOW, async ({ lab }) => {
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
  // Formulas are MathML.
  await lab.page.locator('.lesson math mfrac').first().waitFor({ state: 'attached' });
  await lab.plot(/^Queue/).waitFor();
  await lab.button('Next').click();

  await heading(lab, 'How high does it go?');
  await lab.plot(/^cwnd/).waitFor({ state: 'detached' });
  await lab.says(/^Hidden until you have answered: cwnd, Queue, .*Results$/);
  // Nothing else reveals it: neither the network nor *Why?*.
  await until(
    () => lab.button('Flow Reno').textContent(),
    (text) => text?.endsWith('cwnd –') ?? false,
  );
  expect(await lab.button('Why?').isDisabled()).toBe(true);
  const answer = lab.button('Answer');
  expect(await answer.isDisabled()).toBe(true);
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('60');
  await answer.click();
  await lab.says('The answer is 84 packets.');
  await lab.plot(/^cwnd/).waitFor();
  await lab.says(/The next packet is dropped/);

  await lab.button('Guess again').click();
  await lab.plot(/^cwnd/).waitFor({ state: 'detached' });
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('85');
  await answer.click();
  await lab.says('Correct: 84 packets.');

  await lab.button('Next').click();
  await heading(lab, 'Draw the next teeth');
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
    await heading(lab, title);
  }
  await lab.page.getByRole('radio', { name: 'Twice as long' }).check();
  await answer.click();
  await lab.says('Not correct.');
  await lab.says(/But each increase takes a round trip/);

  await lab.button('Next').click();
  await heading(lab, 'What the buffer is for');
  await lab.button(/^Check: Find a buffer/).click();
  await lab.says('✗ Not met');
  await lab.selectLink('r1 to r2');
  const limit = lab.page.getByRole('textbox', { name: /^Buffer/ }).first();
  await lab.button('Back to the start').first().click();
  await limit.fill('60');
  await limit.press('Enter');
  await lab.button('Lesson').click();
  await lab.says('You have changed the scenario.');
  await lab.button(/^Check: Find a buffer/).click();
  await lab.says('✓ Met');

  await lab.button('Summary').click();
  await heading(lab, 'Summary');
  await lab.says('1 of 4 questions correct.');
  const text = await summary(lab);
  expect(text).toContain('# The sawtooth');
  expect(text).toContain('- Guess: 85 packets');
  expect(text).toContain('- ✓ Correct: 84 packets.');
  expect(text).toMatch(/✓ Find a buffer .*Found (100|9\d\.\d+)\./);
  // The digest is that of its run.
  const { digest } = await runInWasm(await galleryScenario('lesson-sawtooth'), 100_000, 30);
  expect(text).toContain(`- Run ${digest} at 30 s`);
});

test('opening a lesson and going through its steps leaves nothing to undo', async ({ lab }) => {
  await openLesson(lab, '#g=lesson-l4s', 'A short queue has a price');
  const undo = lab.button(/^Undo/);
  await lab.plot(/^cwnd/).waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await lab.button('Skip').click();
  await lab.plot(/^Queue/).waitFor({ state: 'detached' });
  expect(await undo.isDisabled()).toBe(true);
});

test('a lesson is answered by keyboard alone', async ({ lab }) => {
  await openLesson(lab, '#g=lesson-slow-start', 'From zero to the rate of the path');
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
  await heading(lab, 'The last doubling');
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

test('on a phone a step is below the plots, without horizontal scrolling', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
  const plot = await lab.plot(/^Queue/).boundingBox();
  const lesson = await lab.page.getByRole('region', { name: 'Lesson', exact: true }).boundingBox();
  expect(lesson?.y).toBeGreaterThan((plot?.y ?? 0) + (plot?.height ?? 0) - 1);
  expect(lesson?.height).toBeGreaterThan(300);
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await lab.button('Next').tap();
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').tap();
  await lab.says('Correct: 84 packets.');
  await lab.plot(/^cwnd/).waitFor();
});

test('an embed has the lesson, applies its stages, and stays locked', async ({ lab }) => {
  await lab.open('?embed=1#g=lesson-rtt');
  await heading(lab, 'One packet per round trip');
  expect(await lab.title.count()).toBe(0);
  expect(await lab.button('Edit').count()).toBe(0);
  await lab.button('Skip').click();
  await heading(lab, 'Take the queue away');
  await lab.page.getByRole('radio', { name: /^The flow with the short RTT/ }).check();
  await lab.button('Answer').click();
  await lab.says('✓ Correct.');
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test(
  'an embed with a lesson has Answer in sight, and says which task its locks forbid',
  SLOW,
  async ({ visit }) => {
    const lab = await visit({ viewport: { width: 600, height: 400 } });
    await openLesson(lab, '?embed=1#g=lesson-sawtooth', 'A path, and what fits on it');
    await lab.button('Next').click();
    await heading(lab, 'How high does it go?');
    const box = await lab.button('Answer').boundingBox();
    expect((box?.y ?? 400) + (box?.height ?? 0)).toBeLessThanOrEqual(400);
    await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
    await lab.button('Answer').click();
    await lab.says('Correct: 84 packets.');
    for (const title of [
      'Draw the next teeth',
      'How long is a tooth?',
      'Twice as far',
      'What the buffer is for',
    ]) {
      await lab.button('Next').or(lab.button('Skip')).click();
      await heading(lab, title);
    }
    await lab.says(/^The parameter for this task is not open here/);
    // A check that has not been tried is in the summary as well.
    await lab.button('Summary').click();
    await heading(lab, 'Summary');
    await lab.says('Not checked');
  },
);

test(
  'in a low embed the text of a task and its control are in sight, and the task can be done',
  SLOW,
  async ({ visit }) => {
    const lab = await visit({ viewport: { width: 600, height: 400 } });
    const buffer = '/links/core/forward/queue/params/limitPackets';
    await openLesson(
      lab,
      `?embed=1#g=lesson-sawtooth&allow=${buffer}&slider=${buffer}`,
      'A path, and what fits on it',
    );
    const body = lab.page.locator('.lesson-body');
    const foot = await lab.page.locator('.lesson-foot').boundingBox();
    for (const title of [
      'How high does it go?',
      'Draw the next teeth',
      'How long is a tooth?',
      'Twice as far',
    ]) {
      // No formula is cut off.
      const wide = await body.evaluate((element) =>
        [...element.querySelectorAll('math')].map(
          (math) => math.getBoundingClientRect().right - element.getBoundingClientRect().right,
        ),
      );
      for (const beyond of wide) expect(beyond).toBeLessThanOrEqual(0);
      await lab.button(/^(Next|Skip)$/).click();
      await heading(lab, title);
    }
    await lab.button(/^(Next|Skip)$/).click();
    await heading(lab, 'What the buffer is for');
    const check = lab.button(/^Check: Find a buffer/);
    for (const seen of [lab.page.getByText(/^Find a buffer with which/), check]) {
      const box = await seen.boundingBox();
      expect((box?.y ?? 400) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    expect(await lab.page.getByText(/^The parameter for this task is not open here/).count()).toBe(0);
    // The parameter in the text leads to its control.
    await lab.page.getByRole('link', { name: 'buffer of the link between the routers' }).click();
    const field = lab.page.getByRole('textbox', { name: /^B, buffer/ });
    await until(
      () => field.evaluate((element) => element === document.activeElement),
      (focused) => focused,
    );
    await field.fill('60');
    await field.press('Enter');
    await lab.says('You have changed the scenario.');
    await check.click();
    await lab.says('✓ Met');
  },
);

test('a parameter in the text of a lesson leads to the inspector', async ({ lab }) => {
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
  for (let i = 0; i < 5; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await heading(lab, 'What the buffer is for');
  await lab.page.getByRole('link', { name: 'buffer of the link between the routers' }).click();
  await lab.page
    .getByRole('textbox', { name: /^Buffer/ })
    .first()
    .waitFor();
});

test('progress in a lesson survives a reload, and the summary has the name', SLOW, async ({ lab }) => {
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
  await lab.button('Next').click();
  await heading(lab, 'How high does it go?');
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').click();
  await lab.says('Correct: 84 packets.');
  await lab.page.reload();
  await heading(lab, 'How high does it go?');
  await lab.says('Correct: 84 packets.');
  for (let i = 0; i < 4; i += 1) await lab.button(/^(Next|Skip)$/).click();
  await lab.button('Summary').click();
  await lab.says('1 of 4 questions correct.');
  await lab.page.getByRole('textbox', { name: 'Your name, for the summary' }).fill('Ada');
  expect(await summary(lab)).toContain('Name: Ada');
  await lab.button('Start again').click();
  await lab.button('Next').click();
  await heading(lab, 'How high does it go?');
  await lab.button('Answer').waitFor();
});

test('a question about the queue hides when packets are lost, for screen readers too', async ({ lab }) => {
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
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
  await heading(lab, 'How high does it go?');
  await lab.says(/Hidden until you have answered:.*losses/);
  await expect.poll(marked).toBe(0);
  expect(await toLoss.isDisabled()).toBe(true);
  const state = lab.page.getByRole('status').filter({ hasText: /^Paused at 4.00/ });
  await expect.poll(() => state.textContent()).not.toContain('window');
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Answer').click();
  await lab.says('Correct: 84 packets.');
  await expect.poll(marked).toBeGreaterThan(0);
  expect(await toLoss.isDisabled()).toBe(false);
});

test('only the summary of a lesson is printed, with the name and in full length', async ({ lab }) => {
  const { page } = lab;
  await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
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

test('an open question covers the results in an embed', async ({ lab }) => {
  await openLesson(
    lab,
    '?embed=1#g=lesson-sawtooth&panels=plots,notes,results,time',
    'A path, and what fits on it',
  );
  await lab.button('Next').click();
  await heading(lab, 'How high does it go?');
  await lab.says('Hidden until you have answered the lesson’s question.');
  expect(await lab.root.getByTestId('results').getByRole('table').count()).toBe(0);
});

test.for(['light', 'dark'] as const)(
  'axe finds nothing in a lesson, %s',
  SLOW,
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme });
    await openLesson(lab, SAWTOOTH, 'A path, and what fits on it');
    await lab.page.locator('.lesson math').first().waitFor({ state: 'attached' });
    expect.soft(await violations(lab.page), 'text').toEqual([]);
    await lab.button('Next').click();
    await heading(lab, 'How high does it go?');
    expect.soft(await violations(lab.page), 'a number').toEqual([]);
    await lab.button('Skip').click();
    await heading(lab, 'Draw the next teeth');
    expect.soft(await violations(lab.page), 'a sketch').toEqual([]);
    await lab.button('Skip').click();
    await lab.button('Skip').click();
    await heading(lab, 'Twice as far');
    await lab.page.getByRole('radio', { name: 'Four times' }).check();
    await lab.button('Answer').click();
    await lab.says('✓ Correct.');
    expect.soft(await violations(lab.page), 'options, answered').toEqual([]);
    await lab.button('Next').click();
    await lab.button(/^Check: Find a buffer/).click();
    await lab.says('✗ Not met');
    expect.soft(await violations(lab.page), 'a check').toEqual([]);
    await lab.button('Summary').click();
    await heading(lab, 'Summary');
    expect.soft(await violations(lab.page), 'the summary').toEqual([]);
  },
);

test('a lesson is written in the page, undone, and part of the link', SLOW, async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth()));
  await lab.button('Write a lesson').click();
  await lab.button('Edit').click();
  const { page } = lab;
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Heading').fill('Guess');
  await field('Text').fill('Look at $W$.');
  await page.getByRole('combobox', { name: 'Kind of question' }).selectOption('Number');
  await field('Question').fill('How many?');
  await field('Correct value').fill('7');
  await field('Tolerance ±').fill('1');
  await field('Text after the answer').fill('Seven it is.');
  await page.getByRole('checkbox', { name: 'Hide cwnd until answered' }).check();
  // Recorded changes belong to the step; the scenario stays as it is.
  await lab.button('Back to the start').first().click();
  await lab.button('Record changes').click();
  await lab.selectLink('r1 to r2');
  const buffer = page.getByRole('textbox', { name: /^Buffer/ }).first();
  const before = await buffer.inputValue();
  await buffer.fill('17');
  await buffer.press('Enter');
  await lab.button('Lesson').click();
  await lab.button('Keep the changes').click();
  await lab.says('/links/core/forward/queue/params/limitPackets = 17');
  await lab.button('Inspector').click();
  await expect.poll(() => buffer.inputValue(), { timeout: 20_000 }).toBe(before);
  await lab.button('Lesson').click();

  const { lesson } = await lab.document();
  const queue = { path: '/links/core/forward/queue/params/limitPackets', value: 17 };
  expect(lesson?.steps[0]).toMatchObject({
    title: 'Guess',
    text: 'Look at $W$.',
    reveal: 'Seven it is.',
    stage: { hide: ['cwnd'], set: [queue] },
    question: { ask: 'How many?', number: { value: 7, tolerance: 1 } },
  });

  await lab.button('Done').click();
  await heading(lab, 'Guess');
  await lab.plot(/^cwnd/).waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'How many?' }).fill('7.5');
  await lab.button('Answer').click();
  await lab.says('Correct: 7.');
  await lab.says('Seven it is.');
  await lab.button('Edit').click();
  await field('Heading').fill('Other');
  await field('Text').focus();
  await lab.button('Undo: step heading').click();
  await expect.poll(() => field('Heading').inputValue(), { timeout: 20_000 }).toBe('Guess');
});

test('every part of a step has its field, and the step a preview', SLOW, async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.finish();
  await lab.button('Write a lesson').click();
  await lab.button('Edit').click();
  const { page } = lab;
  const type = async (name: string, text: string) => {
    const field = page
      .getByRole('textbox', { name, exact: true })
      .or(page.getByRole('combobox', { name, exact: true }));
    await field.fill(text);
    await field.press('Tab');
  };
  const choose = (name: string, option: string) =>
    page.getByRole('combobox', { name, exact: true }).selectOption(option);
  const quantity = async (of: string, per: string, times: string, at: string) => {
    await type(`Measure (${of})`, 'flows/f1/goodputMbps');
    await type(`Divided by (${of})`, per);
    await type(`Factor (${of})`, times);
    await type(`Time, s (${of})`, at);
  };
  await type('Heading', 'Guess');
  await choose('Selected flow', 'f1');
  await choose('Kind of question', 'Multiple choice');
  await page.getByRole('checkbox', { name: 'Option 1 makes a claim about the run' }).check();
  await quantity('Option 1', 'queues/core/forward/utilisation', '100', '20');
  await choose('Comparison (Option 1)', 'below');
  await type('Value (Option 1)', '1200');
  await lab.says(/^In this run: \S+ at 20\.0 s\. The claim holds\.$/);
  await lab.button('Add check').click();
  await quantity('Check 1', '', '2', '12');
  await type('Value (Check 1)', '25');
  await page.getByRole('checkbox', { name: /^Task/ }).check();

  const steps = async () => (await lab.document()).lesson?.steps[0];
  const goodput = { measure: 'flows/f1/goodputMbps' };
  expect(await steps()).toMatchObject({
    stage: { flow: 'f1' },
    question: {
      options: [
        {
          text: 'Option 1',
          right: true,
          claim: {
            of: { ...goodput, per: 'queues/core/forward/utilisation', times: 100, atS: 20 },
            is: 'below',
            value: 1200,
          },
        },
        { text: 'Option 2' },
      ],
    },
    checks: [{ task: true, claim: { of: { ...goodput, times: 2, atS: 12 }, is: 'above', value: 25 } }],
  });

  // In the preview the question can be answered, and the rest of the step is shown.
  await lab.button('Preview').click();
  await heading(lab, 'Guess');
  await page.getByRole('radio', { name: 'Option 1' }).check();
  await lab.button('Answer').click();
  await lab.says('✓ Correct.');
  await lab.button(/^Check: /).click();
  await lab.says('✗ Not met');
  await lab.button('Back to editing').click();
  await lab.button('Preview').click();
  await lab.button('Answer').waitFor();
  await lab.button('Back to editing').click();

  await choose('Kind of question', 'Number');
  await page.getByRole('checkbox', { name: 'The run measures this value' }).check();
  await quantity('correct value', '', '', '20');
  expect((await steps())?.question?.number?.of).toEqual({ ...goodput, atS: 20 });
});

test(
  'sharing in the middle of a lesson shares it from its beginning, or the scene alone',
  SLOW,
  async ({ visit }) => {
    const mine = await visit();
    await openLesson(mine, SAWTOOTH, 'A path, and what fits on it');
    const whole = await galleryScenario('lesson-sawtooth');
    // Up to a step that changes the scenario.
    const steps = whole.lesson?.steps ?? [];
    const at = steps.findIndex((step) => (step.stage?.set ?? []).length > 0);
    for (let i = 0; i < at; i += 1) await mine.button(/^(Skip|Next)$/).click();
    await heading(mine, steps[at]?.title ?? '');

    await mine.button('Share').click();
    const card = mine.root.getByRole('dialog', { name: 'Share this scenario' });
    const field = card.getByRole('textbox', { name: 'Link' });
    await card.getByText(/^The link opens the first step/).waitFor();
    const lesson = await until(
      () => field.inputValue(),
      (link) => link !== '',
    );
    expect((await readLink(lesson)).document).toEqual(await normalized(whole));
    await card.getByRole('button', { name: /What is shared/ }).click();
    await mine.root.getByRole('option', { name: 'This scenario, without the lesson' }).click();
    const alone = await until(
      () => field.inputValue(),
      (link) => link !== lesson,
    );
    const { lesson: none, ...scenario } = (await readLink(alone)).document;
    expect(none ?? null).toBeNull();
    const { lesson: _, ...staged } = applyStage(await normalized(whole), whole, steps[at]);
    expect(scenario).toMatchObject({ links: staged.links, flows: staged.flows });
    expect(scenario).not.toMatchObject({
      links: (await normalized(whole)).links,
      flows: (await normalized(whole)).flows,
    });

    const theirs = await visit();
    await theirs.page.goto(lesson);
    await heading(theirs, 'A path, and what fits on it');
    const others = await visit();
    await others.page.goto(alone);
    await others.ready();
    expect(await others.button('Lesson').count()).toBe(0);
  },
);

const HOSTILE = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>

[link](javascript:window.ran=1) ![pixel](https://example.org/pixel.png) <svg onload="window.ran=1">

$\\href{javascript:window.ran=1}{x}$ $\\htmlStyle{background:url(https://example.org/a.png)}{y}$ $\\text{<img src=x onerror=window.ran=1>}$ $\\color{red}{z}$

$$\\begin{aligned} a &= \\frac{b}{c} \\\\ d &= e \\end{aligned}$$`;

test('hostile Markdown runs no script, makes no requests, and violates no policy', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const list: string[] = [];
    Object.assign(window, { broken: list });
    addEventListener('securitypolicyviolation', (event) =>
      list.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const asked: string[] = [];
  lab.page.on('request', (request) => asked.push(request.url()));
  const step = { id: 's', title: HOSTILE.slice(0, 120), text: HOSTILE };
  const question = { ask: HOSTILE, options: [{ text: HOSTILE.slice(0, 400), right: true }, { text: 'x' }] };
  const scenario = {
    ...sawtooth(),
    notes: HOSTILE,
    lesson: { steps: [{ ...step, question, reveal: HOSTILE }] },
  };
  await lab.open(await fragmentOf(scenario));
  await lab.page.locator('.lesson math').first().waitFor({ state: 'attached' });
  await lab.page.getByRole('radio').first().check();
  await lab.button('Answer').click();
  await lab.page.locator('.lesson-reveal math mtable').waitFor({ state: 'attached' });
  await lab.button('Inspector').click();
  await lab.page.locator('.inspector .notes math mtable').waitFor({ state: 'attached' });
  expect(
    await lab.page.evaluate(() => ({
      ran: Reflect.get(window, 'ran'),
      broken: Reflect.get(window, 'broken'),
    })),
  ).toEqual({
    ran: undefined,
    broken: [],
  });
  expect(asked.filter((url) => url.includes('example.org'))).toEqual([]);
  expect(await lab.page.locator('.notes :is(img, svg, script, [style], [onerror])').count()).toBe(0);
  expect(await lab.page.locator('.notes a[href^="javascript"]').count()).toBe(0);
});
