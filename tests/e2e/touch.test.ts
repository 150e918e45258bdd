/** Every control of every view is large enough for touch. */
import { expect } from 'vitest';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';
import { smallTargets } from '../support/touch';

/** How often the controls are measured again while some are too small, because a part may still load on a busy machine. */
const TRIES = 10;

/** Measures the controls on screen once nothing moves. */
async function expectLargeTargets(lab: Lab, what: string, within = 'body'): Promise<void> {
  let small: string[] = [];
  for (let tries = 0; tries < TRIES && (tries === 0 || small.length > 0); tries += 1) {
    await lab.page.waitForTimeout(400);
    small = await smallTargets(lab.page, within);
  }
  expect.soft(small, what).toEqual([]);
}

/** Checks what a button opens, and closes it. */
async function checkOpened(lab: Lab, name: string | RegExp, within: string): Promise<void> {
  await lab.button(name).first().tap();
  await lab.page.locator(within).waitFor();
  await expectLargeTargets(lab, String(name), within);
  await lab.page.keyboard.press('Escape');
  await lab.page.locator(within).waitFor({ state: 'detached' });
}

test('in the laboratory, its menus and its results', { timeout: 180_000 }, async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Play').first().waitFor();
  await expectLargeTargets(lab, 'the laboratory');
  await checkOpened(lab, 'Share', 'dialog');
  await checkOpened(lab, 'More', '.popover');
  for (const card of ['Export', 'Help']) {
    await lab.button('More').tap();
    await lab.root.getByRole('menuitem', { name: card }).tap();
    await lab.page.locator('dialog h2').first().waitFor();
    await expectLargeTargets(lab, card, 'dialog');
    await lab.button('Close').tap();
  }
  await checkOpened(lab, 'Add', '.plots-menu');
  await checkOpened(lab, /^More for plot cwnd/, '.popover');
  await checkOpened(lab, /^Measures of fairness/, '.popover');
  await lab.button('Edit the network').tap();
  await expectLargeTargets(lab, 'the network, edited');
  await lab.button('Show as a table').tap();
  await expectLargeTargets(lab, 'the network as a table');
  await lab.button('Show the drawing').tap();
  await lab.play();
  await lab.page.getByRole('slider', { name: 'Speed' }).press('End');
  await lab.button('Play again from the start').waitFor();
  await lab.page.locator('.sheet-handle').tap();
  await lab.page.getByTestId('results').waitFor();
  for (const more of await lab.page.getByTestId('results').locator('summary').all()) await more.tap();
  await expectLargeTargets(lab, 'the scenario and its results');
});

test('in the list of branches', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await lab.button('Pause').tap();
  await lab.button('Fork').tap();
  await checkOpened(lab, '2 branches', '.popover.branches');
});

test('in the inspector', { timeout: 180_000 }, async ({ visit }) => {
  const lab = await visit(phone);
  const { page } = lab;
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Flow CUBIC').tap();
  await lab.button(/Change algorithm/).tap();
  await expectLargeTargets(lab, 'a flow');
  await lab.button('Close').tap();
  await lab.button(/^Link r1 to r2/).press('Enter');
  await page.locator('.sheet-handle').tap();
  await page.getByRole('switch', { name: 'Loss in bursts' }).first().press('Space');
  await page.getByRole('slider', { name: 'Bad to good' }).first().waitFor();
  await expectLargeTargets(lab, 'a link');
  await lab.button('Close').tap();
  await lab.button(/^Host/).first().tap();
  await page.locator('.sheet-handle').tap();
  await expectLargeTargets(lab, 'a node');
  await lab.button('Close').tap();
  await page.keyboard.press('Control+a');
  await page.locator('.sheet-handle').tap();
  await expectLargeTargets(lab, 'several nodes');
});

test('in Why?', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno');
  await lab.button('next loss').tap();
  await lab.button('Why?').tap();
  await lab.button('Step through it').waitFor();
  await expectLargeTargets(lab, 'why');
});

test('in the gallery, the papers and an experiment', { timeout: 180_000 }, async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#gallery');
  await lab.page.locator('[data-entry=one-reno]').waitFor();
  await expectLargeTargets(lab, 'the gallery');
  await lab.button('New').tap();
  await expectLargeTargets(lab, 'a new network');
  await lab.page.keyboard.press('Escape');
  // The entry of the dialog in the history goes a moment later.
  await until(
    () => lab.page.evaluate(() => history.state),
    (state) => state !== 'dialog',
  );
  await lab.open('#papers');
  await lab.page.locator('[data-experiment=starter-buffers]').waitFor();
  await expectLargeTargets(lab, 'the papers');
  await lab.page.locator('[data-experiment=starter-buffers]').tap();
  await lab.button('Run').waitFor();
  await expectLargeTargets(lab, 'an experiment');
  await lab.page.locator('.sheet-handle').tap();
  await expectLargeTargets(lab, 'the settings of an experiment', '.sheet');
});

test('in a lesson', { timeout: 180_000 }, async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Next').waitFor();
  await expectLargeTargets(lab, 'a lesson');
  await lab.button('Edit').tap();
  await lab.button('Record changes').waitFor();
  await expectLargeTargets(lab, 'a lesson that is written');
});

test('in embeds', { timeout: 180_000 }, async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&embed=1&allow=/links/bottleneck/forward/queue/limitPackets');
  await lab.button('Play').first().waitFor();
  await lab.button('Play').last().tap();
  await lab.button('Pause').waitFor();
  await expectLargeTargets(lab, 'an embed');
  await lab.open('?embed=1#g=lesson-rtt');
  await lab.button('Skip').waitFor();
  await expectLargeTargets(lab, 'an embedded lesson');
});
