/** Lessons where there is little room: on a phone, on a low screen, in an embed. */
import { expect } from 'vitest';
import { phone, sideways } from '../support/devices';
import { test, until } from '../support/lab';

const SAWTOOTH = '#g=lesson-sawtooth';

test('on a phone a step is below the plots, without horizontal scrolling', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
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

test('on a phone a question below the fold is led to', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.openLesson('#g=lesson-rtt', 'One packet per round trip');
  await lab.button('To the question').tap();
  await lab.button('To the question').waitFor({ state: 'detached' });
  const foot = await lab.page.locator('.lesson-foot').boundingBox();
  const question = await lab.page.locator('.lesson-question').boundingBox();
  expect((question?.y ?? Number.NaN) + (question?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  // The answer is sent from the foot, whatever the height of the question.
  await lab.page.locator('.lesson-question').getByRole('textbox').fill('4');
  const answer = await lab.button('Answer').boundingBox();
  expect(answer?.y).toBeGreaterThanOrEqual(foot?.y ?? Number.NaN);
  await lab.button('Answer').tap();
  await lab.says(/The answer is [\d.]+ times/);
});

test('on a phone held sideways there is room for the text of a step', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  const text = await lab.page.getByRole('region', { name: 'Step of the lesson' }).boundingBox();
  // The title and nine lines, beside plots that the time bar is below.
  expect(text?.height).toBeGreaterThan(22 + 8 + 9 * 20);
  const [speed, timeline] = await Promise.all(
    ['.speed-label', '.timeline-area'].map((part) => lab.root.locator(part).boundingBox()),
  );
  expect((speed?.x ?? 0) + (speed?.width ?? 0)).toBeLessThanOrEqual(timeline?.x ?? 0);
  expect(timeline?.width).toBeGreaterThan(100);
});

test('an embed has the lesson, applies its stages, and stays locked', async ({ lab }) => {
  await lab.open('?embed=1#g=lesson-rtt');
  await lab.lessonStep('One packet per round trip');
  expect(await lab.title.count()).toBe(0);
  expect(await lab.button('Edit').count()).toBe(0);
  await lab.button('Skip').click();
  await lab.lessonStep('Take the queue away');
  await lab.page.getByRole('radio', { name: /^The flow with the short RTT/ }).check();
  await lab.button('Answer').click();
  await lab.says('✓ Correct.');
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test('an embed with a lesson has Answer in sight, and says which task its locks forbid', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.openLesson('?embed=1#g=lesson-sawtooth', 'A path, and what fits on it');
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
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
    await lab.lessonStep(title);
  }
  await lab.says(/^The parameter for this task is not open here/);
  // A check that has not been tried is in the summary as well.
  await lab.button('Summary').click();
  await lab.lessonStep('Summary');
  await lab.says('Not checked');
});

test('in a low embed the text of a task and its control are in sight, and the task can be done', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  const buffer = '/links/core/forward/queue/params/limitPackets';
  await lab.openLesson(
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
      [...element.querySelectorAll('math')].map((math) => {
        // What is wider than its paragraph scrolls with it.
        const edge = (math.closest('p, ul, ol, table') ?? element).getBoundingClientRect().right;
        return math.getBoundingClientRect().right - edge;
      }),
    );
    for (const beyond of wide) expect(beyond).toBeLessThanOrEqual(0);
    await lab.button(/^(Next|Skip)$/).click();
    await lab.lessonStep(title);
  }
  await lab.button(/^(Next|Skip)$/).click();
  await lab.lessonStep('What the buffer is for');
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
  await lab.says('The scenario now has changes of your own.');
  await check.click();
  await lab.says('✓ Met');
});

test('an open question covers the results in an embed', async ({ lab }) => {
  await lab.openLesson(
    '?embed=1#g=lesson-sawtooth&panels=plots,notes,results,time',
    'A path, and what fits on it',
  );
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  await lab.says('Hidden until you have answered the lesson’s question.');
  expect(await lab.root.getByTestId('results').getByRole('table').count()).toBe(0);
});

test('beside a lesson on a low, narrow screen the transport has its row, and no formula is cut off', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 720, height: 450 } });
  await lab.openLesson(SAWTOOTH, 'A path, and what fits on it');
  const time = await lab.page.locator('.time-area').boundingBox();
  const transport = await lab.page.locator('.transport').boundingBox();
  expect(transport?.width).toBe(time?.width);
  expect(await lab.page.locator('.timeline-area').isVisible()).toBe(false);
  const formula = lab.page.locator('.lesson-body math[display="block"]').first();
  await formula.waitFor();
  const beyond = await formula.evaluate((math) => {
    const line = math.closest('p');
    return line ? line.scrollWidth - line.clientWidth : 99;
  });
  expect(beyond).toBeLessThanOrEqual(0);
});

test('in a low, narrow embed there is room for the text of a lesson, and a whole sketch', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 390, height: 400 } });
  await lab.openLesson('?embed=1#g=lesson-sawtooth', 'A path, and what fits on it');
  const body = lab.page.locator('.lesson-body');
  const plots = lab.page.locator('.plots-scroll');
  expect((await body.boundingBox())?.height).toBeGreaterThanOrEqual(120);
  expect((await plots.boundingBox())?.height).toBeGreaterThanOrEqual(75);
  // The words are for screen readers there.
  await lab.says('Step 1 of 6');
  for (const title of ['How high does it go?', 'Draw the next teeth']) {
    await lab.button(/^(Next|Skip)$/).click();
    await lab.lessonStep(title);
  }
  const pad = lab.page.getByRole('slider', { name: /^How does the window/ });
  await pad.scrollIntoViewIfNeeded();
  const [box, room] = [await pad.boundingBox(), await body.boundingBox()];
  if (!box || !room) throw new Error('not on screen');
  expect(box.y).toBeGreaterThanOrEqual(room.y - 1);
  expect(box.y + box.height).toBeLessThanOrEqual(room.y + room.height + 1);
  for (let k = 0; k < 60; k += 1) await pad.press('ArrowRight');
  await lab.button('Answer').click();
  await lab.says(/^✗ Not close/);
  await plots.waitFor();
});
