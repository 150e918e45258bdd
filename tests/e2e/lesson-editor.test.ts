/** The editor of lessons, and what it writes: part of the link, previewed, and safe whatever its Markdown says. */
import { expect } from 'vitest';
import { applyStage } from '../../web/scenario/stage';
import { galleryScenario, normalized } from '../support/engine';
import { test, until } from '../support/lab';
import { fragmentOf, readLink } from '../support/links';
import { sawtooth } from '../support/scenarios';

const SAWTOOTH = '#g=lesson-sawtooth';
test('a lesson is written in the page, undone, and part of the link', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth()));
  await lab.button('Write a lesson').click();
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
  await expect.poll(() => buffer.inputValue()).toBe(before);
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
  await lab.lessonStep('Guess');
  await lab.plot(/^cwnd/).getByText('Hidden until you have answered').waitFor();
  await page.getByRole('textbox', { name: 'How many?' }).fill('7.5');
  await lab.button('Answer').click();
  await lab.says('Correct: 7.');
  await lab.says('Seven it is.');
  await lab.button('Edit').click();
  await field('Heading').fill('Other');
  await field('Text').focus();
  await lab.button('Undo: step heading').click();
  await expect.poll(() => field('Heading').inputValue()).toBe('Guess');
});

test('every part of a step has its field, and the step a preview', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.finish();
  await lab.button('Write a lesson').click();
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
  await lab.lessonStep('Guess');
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

test('sharing in the middle of a lesson shares it from its beginning, or the scene alone', async ({
  visit,
}) => {
  const mine = await visit();
  await mine.openLesson(SAWTOOTH, 'A path, and what fits on it');
  const whole = await galleryScenario('lesson-sawtooth');
  // Up to a step that changes the scenario.
  const steps = whole.lesson?.steps ?? [];
  const at = steps.findIndex((step) => (step.stage?.set ?? []).length > 0);
  for (let i = 0; i < at; i += 1) await mine.button(/^(Skip|Next)$/).click();
  await mine.lessonStep(steps[at]?.title ?? '');

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
  await theirs.lessonStep('A path, and what fits on it');
  const others = await visit();
  await others.page.goto(alone);
  await others.ready();
  expect(await others.button('Lesson').count()).toBe(0);
});

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
