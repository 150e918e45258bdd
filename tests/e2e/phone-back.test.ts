/** Back on a phone: it closes what is open, one after the other, and only then leaves the view. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { HELD, phone } from '../support/devices';
import { test, until } from '../support/lab';

test('Back closes one dialog at a time, the uppermost first', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&play=0');
  const address = lab.page.url();
  const dialogs = lab.page.getByRole('dialog');
  await lab.button('Share').tap();
  await dialogs.waitFor();
  await lab.page.goBack();
  await dialogs.waitFor({ state: 'detached' });
  await lab.page.locator('.sheet-handle').tap();
  await dialogs.getByRole('button', { name: 'CUBIC h1 to h4' }).tap();
  await dialogs.locator('button[aria-haspopup=dialog]').first().tap();
  await until(
    () => dialogs.count(),
    (n) => n === 2,
  );
  await lab.page.goBack();
  await until(
    () => dialogs.count(),
    (n) => n === 1,
  );
  await lab.page.goBack();
  await dialogs.waitFor({ state: 'detached' });
  expect(lab.page.url()).toBe(address);
});

test('after the first change in the sheet, Back closes it and keeps the change', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno&play=0&select=link/core');
  const sheet = lab.page.getByRole('dialog');
  const buffer = sheet.getByRole('textbox', { name: 'Buffer, packets' }).first();
  const entries = () => lab.page.evaluate(() => history.length);
  const before = await entries();
  await lab.page.locator('.sheet-handle').tap();
  await buffer.fill('77');
  await buffer.press('Enter');
  await lab.page.waitForURL(/#w=/);
  const own = lab.page.url();
  await lab.page.goBack();
  await sheet.waitFor({ state: 'detached' });
  await lab.page.waitForTimeout(300);
  expect(lab.page.url()).toBe(own);
  await lab.page.locator('.sheet-handle').tap();
  expect(await buffer.inputValue()).toBe('77');
  // Closed otherwise, it leaves nothing of the unchanged scenario in the history.
  await lab.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await until(entries, (n) => n === before + 1);
  expect(lab.page.url()).toBe(own);
});

test('Back closes the sheet and stays in the scenario; closed otherwise, it leaves nothing in the history', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&play=0');
  const sheet = lab.page.getByRole('dialog');
  const handle = lab.page.locator('.sheet-handle');
  const address = lab.page.url();
  const entries = () => lab.page.evaluate(() => history.length);
  await handle.tap();
  await sheet.waitFor();
  await lab.page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect(lab.page.url()).toBe(address);
  const before = await entries();
  for (let times = 0; times < 3; times += 1) {
    await handle.tap();
    await sheet.waitFor();
    await lab.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  expect(await entries()).toBe(before);
  await lab.button('Gallery').tap();
  await lab.page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await lab.page.goBack();
  await handle.waitFor();
  expect(lab.page.url()).toBe(address);
});

test.for(HELD)(
  '%s, Back closes menus, popovers and the inspector over the plots',
  async ([how, held], { visit }) => {
    const lab = await visit(held);
    await lab.open('#g=three-algorithms&t=8&play=0');
    await lab.button('Fork').tap();
    // The fork is kept, at an address of its own.
    await lab.page.waitForURL(/#w=/);
    const address = lab.page.url();
    const entries = () => lab.page.evaluate(() => history.length);
    const popover = lab.page.locator('.popover');
    const overlay = lab.page.locator('.inspector-area.overlay');
    const opened: [string | RegExp, Locator][] = [
      ['Add', lab.page.locator('.plots-menu')],
      ['2 branches', popover],
      ...(how === 'upright'
        ? [['More', popover] as [string, Locator]]
        : ([
            ['Inspector', overlay],
            ['Why?', overlay],
            ['Export', popover],
            ['Theme and language', popover],
            ['Help', popover],
          ] as [string, Locator][])),
    ];
    for (const [name, what] of opened) {
      await lab.button(name).first().tap();
      await what.waitFor();
      await lab.page.goBack();
      await what.waitFor({ state: 'detached' });
      expect(lab.page.url()).toBe(address);
    }
    // Closed otherwise, none of them leaves anything in the history.
    const before = await entries();
    for (const [name, what] of opened.slice(0, 2)) {
      await lab.button(name).first().tap();
      await what.waitFor();
      await lab.page.keyboard.press('Escape');
      await what.waitFor({ state: 'detached' });
      await until(
        () => lab.page.evaluate(() => history.state),
        (state) => state !== 'dialog',
      );
    }
    expect(await entries()).toBe(before);
  },
);
