/**
 * What surrounds the laboratory: the tour, the presentation, the list of keys, tags of the gallery; all views checked
 * with axe.
 */
import { expect, inject } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { test, until } from '../support/lab';

test('the tour has five steps, covers nothing that it explains, and does not start again', async ({
  visit,
}) => {
  const lab = await visit({ first: true });
  await lab.open();
  const tour = lab.page.getByRole('region', { name: 'Tour' });
  await tour.getByText('1 of 5').waitFor();
  // It intercepts no keys: the page works as without it.
  await lab.page.keyboard.press('Space');
  await lab.button('Play').waitFor();
  for (const n of [2, 3, 4, 5]) {
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText(`${n} of 5`).waitFor();
  }
  await tour.getByRole('button', { name: 'Begin' }).click();
  await tour.waitFor({ state: 'detached' });
  await lab.page.reload();
  await lab.ready();
  await lab.button('Pause').waitFor();
  expect(await tour.count()).toBe(0);
  // The list of keys offers it again.
  await lab.page.keyboard.press('?');
  await lab.button('Show the tour').click();
  await tour.getByText('1 of 5').waitFor();
  await lab.page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
});

test('links and embeds open without the tour', async ({ visit }) => {
  const lab = await visit({ first: true });
  await lab.page.goto(`${inject('site')}#g=one-reno`);
  await lab.ready();
  await lab.button('Pause').waitFor();
  expect(await lab.page.getByRole('region', { name: 'Tour' }).count()).toBe(0);
  await lab.page.goto(`${inject('site')}?embed=1`);
  await lab.ready();
  await lab.button('Play').first().waitFor();
  expect(await lab.page.getByRole('region', { name: 'Tour' }).count()).toBe(0);
});

test('a presentation is large, responds to keys and pointer, and ends with Escape', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1920, height: 1080 } });
  await lab.open('#g=three-algorithms');
  await lab.button('Pause').waitFor();
  await lab.page.keyboard.press('p');
  const leave = lab.button('Leave the presentation');
  await leave.waitFor();
  await lab.page.keyboard.press('Space');
  await lab.button('Play').waitFor();
  // Text of 11 px in the layout is 22 px on a projector.
  const height = async () =>
    (await lab.page.getByText('cwnd', { exact: true }).first().boundingBox())?.height ?? 0;
  await until(height, (h) => h >= 28);
  // Values of 20 px in the layout are 40 px on a projector.
  const values = lab.plot(/^cwnd/).locator('.readout output');
  const sizes = await values.evaluateAll((all) =>
    all.map((value) => Number.parseFloat(getComputedStyle(value).fontSize) * value.currentCSSZoom),
  );
  expect(sizes).toHaveLength(3);
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(40);
  // Two plots fill the space, without scrolling.
  expect(await lab.page.getByRole('figure').count()).toBe(2);
  // The pointer hits what is under it, although everything is twice as large: 40 % of the 30 s on screen.
  const area = await lab.page.locator('.plots-hit').boundingBox();
  if (!area) throw new Error('no plots');
  await lab.page.mouse.move(area.x + 0.4 * area.width, area.y + area.height / 2);
  await lab.page.getByText(/^1[12]\.\d\d s$/).waitFor();
  await lab.page.keyboard.press('Escape');
  await leave.waitFor({ state: 'detached' });
  await lab.button('Gallery').waitFor();
});

test('the page does not scroll below a dialog', async ({ lab }) => {
  await lab.open();
  const scrolls = () => lab.page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  const before = await scrolls();
  expect(before).not.toBe('hidden');
  await lab.button('Share').click();
  await lab.page.getByRole('dialog').waitFor();
  expect(await scrolls()).toBe('hidden');
  await lab.page.keyboard.press('Escape');
  await lab.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await scrolls()).toBe(before);
});

test('the first screen of the gallery shows where to start and ten lessons', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1440, height: 900 } });
  await lab.open();
  await lab.button('Gallery').click();
  await lab.page.locator('[data-entry=one-reno]').waitFor();
  const within = (section: string) =>
    lab.page
      .getByRole('region', { name: section })
      .locator('[data-entry]')
      .evaluateAll((cards) => cards.filter((c) => c.getBoundingClientRect().bottom <= innerHeight).length);
  expect(await within('Start here')).toBe(5);
  expect(await within('Lessons')).toBeGreaterThanOrEqual(10);
});

test('tags of the gallery filter it together with the search', async ({ lab }) => {
  await lab.open();
  await lab.button('Gallery').click();
  const cards = lab.page.locator('[data-entry]');
  const chip = lab.button(/^fluid \d/);
  const many = Number((await chip.innerText()).match(/\d+/)?.[0]);
  expect(many).toBeGreaterThan(5);
  await chip.click();
  await until(
    () => cards.count(),
    (n) => n === many,
  );
  await lab.page.getByRole('searchbox', { name: 'Find a scenario' }).fill('cubic');
  await until(
    () => cards.count(),
    (n) => n > 0 && n < many,
  );
  await lab.page.getByRole('searchbox', { name: 'Find a scenario' }).fill('nothing has these words');
  await lab.button('Show all').click();
  await until(
    () => cards.count(),
    (n) => n > 30,
  );
});

test('the bar leads to a new network, and a new flow runs CUBIC', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.button('New').click();
  await lab.page.getByRole('dialog', { name: 'New network' }).waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.button('Show as a table').click();
  const add = lab.button('Add flow');
  await add.click();
  await lab.button(/^Undo: add flow/).waitFor();
  const { flows, edits } = await lab.document();
  const added = edits?.map(({ value }) => value as { algorithm?: string }).at(-1) ?? flows.at(-1);
  expect(added?.algorithm).toBe('cubic');
});

test('on a phone the network is edited at 240 px', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await lab.button('Edit the network').tap();
  const drawing = lab.page.locator('.topology-area svg').first();
  await expect.poll(async () => (await drawing.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(240);
  expect((await lab.plot(/^cwnd/).boundingBox())?.height).toBeGreaterThan(80);
});

test.for([
  ['at 1440 × 900', { width: 1440, height: 900 }, false],
  ['on a phone', { width: 390, height: 844 }, true],
  ['on a phone held sideways', { width: 844, height: 390 }, true],
] as const)('no card of the tour covers what it explains, %s', async ([, viewport, touch], { visit }) => {
  const lab = await visit({ first: true, viewport, hasTouch: touch, isMobile: touch });
  await lab.open();
  const card = lab.page.getByRole('region', { name: 'Tour' });
  for (let step = 1; step <= 5; step += 1) {
    await card.getByText(`${step} of 5`).waitFor();
    const [of, ring] = [await card.boundingBox(), await lab.page.locator('.tour-ring').boundingBox()];
    if (!of || !ring) throw new Error(`no card or ring in step ${step}`);
    const across = Math.min(of.x + of.width, ring.x + ring.width) - Math.max(of.x, ring.x);
    const down = Math.min(of.y + of.height, ring.y + ring.height) - Math.max(of.y, ring.y);
    expect(Math.min(across, down), `step ${step}`).toBeLessThanOrEqual(0);
    await card.getByRole('button').last().click();
  }
});

test('the first step of the tour is slow enough to follow a packet, the others are not', async ({
  visit,
}) => {
  const lab = await visit({ first: true });
  await lab.open();
  const card = lab.page.getByRole('region', { name: 'Tour' });
  const speed = lab.page.getByRole('slider', { name: 'Speed' });
  const words = () => speed.getAttribute('aria-valuetext');
  await card.getByText('1 of 5').waitFor();
  const slow = '1/50 of real time';
  await expect.poll(words).toBe(slow);
  await card.getByRole('button', { name: 'Next' }).click();
  await expect.poll(words).not.toBe(slow);
  await card.getByRole('button', { name: 'Back' }).click();
  await expect.poll(words).toBe(slow);
  // A speed chosen by the visitor is kept.
  await speed.press('ArrowRight');
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByText('2 of 5').waitFor();
  expect(await words()).toBe('1/20 of real time');
});

test('the speed that a slider was moved to ends with the scenario, in words and on the slider', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&play=0');
  const speed = lab.page.getByRole('slider', { name: 'Speed' });
  await speed.press('End');
  await lab.page.locator('.speed-label').getByText('max').waitFor();
  await lab.page.evaluate(() => {
    location.hash = '#g=one-reno&play=0';
  });
  await lab.page.locator('.speed-label').getByText('2×').waitFor();
  expect(await speed.getAttribute('aria-valuetext')).toBe('2 times real time');
});

test('no digest is shown before a run, or after a change that restarts it', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  const digest = lab.root.getByTitle('Digest of the run so far');
  await lab.button('Play').first().waitFor();
  await lab.page.waitForTimeout(500);
  expect(await digest.count()).toBe(0);
  await lab.play();
  await lab.finish();
  await digest.waitFor();
  await lab.selectLink('r1 to r2');
  const before = await digest.getAttribute('title');
  await lab.setBuffer(20);
  await expect
    .poll(async () => (await digest.count()) === 0 || (await digest.getAttribute('title')) !== before)
    .toBe(true);
});

// The quick tests look at one theme; colours are the same in all of these places.
test.for(process.env.DROPTAIL_QUICK === '1' ? (['light'] as const) : (['light', 'dark'] as const))(
  'axe finds nothing in dialogs, groups, tables, tour and presentation, %s',
  { timeout: 240_000 },
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme, first: true });
    const { page } = lab;
    const look = async (what: string) => expect.soft(await violations(page), what).toEqual([]);
    await lab.open();
    await page.getByRole('region', { name: 'Tour' }).waitFor();
    await page.keyboard.press('Space');
    await lab.button('Play').waitFor();
    await look('the tour');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'New network' }).waitFor();
    await look('a new network');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await page.getByText('8 nodes', { exact: true }).waitFor();
    await look('several nodes');
    await lab.button('Show as a table').click();
    await look('the table');
    await lab.button('Show the drawing').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await look('the sheet of keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await lab.button('Leave the presentation').waitFor();
    await look('the presentation');
    await page.keyboard.press('Escape');
    await lab.button('Gallery').click();
    await lab.button(/^fluid \d/).click();
    await look('the gallery with tags');
  },
);
