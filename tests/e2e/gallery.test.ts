import { expect } from 'vitest';
import { galleryEntries, galleryScenario, runNatively } from '../support/engine';
import { test, until } from '../support/lab';

test('every entry of the gallery opens with one press and runs as it does natively', async ({ lab }) => {
  await lab.open();
  const entries = await galleryEntries();
  for (const { id, title } of entries) {
    const scenario = await galleryScenario(id);
    // Lessons wait for their reader and have their own tests.
    if (scenario.lesson) continue;
    await lab.button('Gallery').click();
    await lab.page.getByRole('heading', { name: 'Gallery' }).waitFor();
    const words = lab.page.getByText(title, { exact: true });
    await lab.page.getByRole('link').filter({ has: words }).click();
    await lab.page.waitForURL(`**/#g=${id}`);
    await lab.endsWith((await runNatively(scenario)).digest);
    expect(await lab.title.inputValue()).toBe(title);
    expect(await lab.button('Dismiss').count(), `messages in ${title}`).toBe(0);
  }
}, 180_000);

test('the visitor’s own work stands after the first section, in cards as wide as the others', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.title.fill('Mine');
  await lab.title.press('Enter');
  await lab.button('Gallery').click();
  await lab.page.locator('[data-entry]').first().waitFor();
  const sections = lab.root.locator('.list-section');
  await sections.nth(1).getByText('Mine', { exact: true }).waitFor();
  expect(await sections.nth(1).getAttribute('aria-label')).toBe('Yours');
  const widths = await lab.root
    .locator('.picture')
    .evaluateAll((all) => all.map((p) => p.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(220);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1);
});

test('a card is a link: with Ctrl it opens in another tab, and this page stays', async ({ lab }) => {
  await lab.open();
  await lab.button('Gallery').click();
  const card = lab.page.locator('[data-entry=one-reno]');
  const [other] = await Promise.all([
    lab.page.context().waitForEvent('page'),
    card.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await other.waitForURL('**/#g=one-reno');
  await other.getByRole('textbox', { name: 'Title' }).waitFor();
  expect(await lab.page.getByRole('heading', { name: 'Gallery' }).isVisible()).toBe(true);
  await other.close();
});

test('Back leads to the gallery as it was left: topic and place', async ({ lab }) => {
  await lab.open('#gallery');
  const chip = lab.button(/^BBR \d/);
  await chip.click();
  const list = lab.root.locator('.gallery-scroll');
  await list.evaluate((e) => {
    e.scrollTop = 150;
  });
  const place = await list.evaluate((e) => e.scrollTop);
  expect(place).toBeGreaterThan(0);
  await lab.page
    .locator('[data-entry]')
    .last()
    .evaluate((e) => (e as HTMLElement).click());
  await lab.title.waitFor();
  await lab.page.goBack();
  await until(
    () => list.evaluate((e) => e.scrollTop),
    (top) => top === place,
  );
  expect(await chip.getAttribute('aria-pressed')).toBe('true');
});

test('a search without a match says so at a distance from the own works', async ({ lab }) => {
  await lab.open('#gallery');
  await lab.page.locator('[data-entry]').first().waitFor();
  await lab.page.getByRole('searchbox', { name: 'Find a scenario' }).fill('qqqq');
  const says = await lab.page.getByText('Nothing matches “qqqq”.').boundingBox();
  const heading = await lab.page.getByRole('heading', { name: /^Yours/ }).boundingBox();
  if (!says || !heading) throw new Error('not on screen');
  expect(heading.y - (says.y + says.height)).toBeGreaterThan(16);
});

test('a double click on Delete deletes nothing, two clicks do', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.title.fill('Mine');
  await lab.title.press('Enter');
  await lab.button('Gallery').click();
  const yours = lab.page.getByRole('region', { name: 'Yours' });
  const remove = yours.getByRole('button', { name: /^Delete/ });
  await remove.dblclick();
  await yours.getByRole('button', { name: /for good$/ }).waitFor();
  await yours.getByRole('link', { name: /^Mine/ }).waitFor();
  await remove.click();
  await yours.getByRole('link', { name: /^Mine/ }).waitFor({ state: 'detached' });
});
