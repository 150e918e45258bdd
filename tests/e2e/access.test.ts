/** Access by keyboard, on a phone, and with assistive technology. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(lab: Lab, role: 'button' | 'listbox', name: RegExp): Promise<void> {
  const reached = lab.page.getByRole(role, { name }).and(lab.page.locator(':focus'));
  for (let presses = 0; presses < 80; presses += 1) {
    await lab.page.keyboard.press('Tab');
    if ((await reached.count()) > 0) return;
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}

test('pause, play, change of algorithm and undo work by keyboard', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const { keyboard } = lab.page;
  await keyboard.press('Space');
  await lab.button('Play').waitFor();
  await keyboard.press('Space');
  await lab.button('Pause').waitFor();

  // Of the flows Tab reaches one; arrow keys lead to the others.
  await tabTo(lab, 'button', /^Flow CUBIC/);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(lab, 'listbox', /^Algorithm$/);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await lab.button('Flow NewReno').waitFor();
  await lab.button('Undo: Reno → NewReno').waitFor();
  await keyboard.press('Control+z');
  await lab.button('Flow Reno').waitFor();
  await keyboard.press('Control+Shift+z');
  await lab.button('Flow NewReno').waitFor();
});

test('the first Tabs lead past everything to Play, to the plots and to the inspector', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  const focused = () =>
    lab.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await lab.page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to Play');
  const box = await lab.button('Skip to Play').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(24);
  await lab.page.keyboard.press('Enter');
  expect(await focused()).toBe('Play');
  await lab.page.keyboard.press('Space');
  await lab.button('Pause').waitFor();
  await lab.button('Skip to the plots').press('Enter');
  expect(await focused()).toBe('Crosshair');
  // A folded inspector opens.
  await lab.button('Side panel').click();
  await lab.page.getByRole('complementary', { name: 'Inspector' }).waitFor({ state: 'detached' });
  await lab.button('Skip to the inspector').press('Enter');
  await until(focused, (name) => name === 'Selected: Scenario');
});

test('a page that opens has the focus on its title, and its name', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  const focused = () => lab.page.evaluate(() => document.activeElement?.textContent);
  await lab.button('Gallery').press('Enter');
  await until(focused, (text) => text === 'Gallery');
  expect(await lab.page.title()).toBe('Gallery · Droptail');
  await lab.button('Papers').press('Enter');
  await until(focused, (text) => text === 'Papers');
  expect(await lab.page.title()).toBe('Papers · Droptail');
});

test('the focus stays with the answer to Why? while it is stepped through, and returns when it closes', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=8');
  const focused = () =>
    lab.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await lab.button('Why?').press('Enter');
  const why = lab.root.getByRole('region', { name: 'Why' });
  // Screen readers hear the question.
  await until(
    () => why.getByRole('status').textContent(),
    (text) => /^Why did .* 8\.\d+ s$|^Why did .* 7\.9\d* s$/.test(text ?? ''),
  );
  await why.getByRole('button', { name: 'Step through it' }).press('Enter');
  await until(focused, (name) => name === 'Next step' || name === 'Done');
  while ((await focused()) === 'Next step') await lab.page.keyboard.press('Enter');
  await lab.page.keyboard.press('Enter');
  await until(focused, (name) => name === 'Step through it');
  await why.getByRole('button', { name: 'Close' }).press('Enter');
  await until(focused, (name) => name === 'Why?');
});

test('an answer to Why? that was asked for by key takes the focus, and Escape gives it back', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=8');
  const focused = () => lab.page.evaluate(() => document.activeElement?.textContent);
  await lab.button('Why?').press('Enter');
  await until(focused, (text) => /^Why (did|does) /.test(text ?? ''));
  await lab.page.keyboard.press('Tab');
  expect(await lab.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Close');
  await lab.page.keyboard.press('Escape');
  await until(focused, (text) => text === 'Why?');
});

test('Delete removes what has the focus, although something else is selected', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0&select=link/core');
  await lab.button('Host h2').focus();
  await lab.page.keyboard.press('Delete');
  await lab.button('Host h2').waitFor({ state: 'detached' });
  await lab.button(/^Link r1 to r2/).waitFor();
});

test('a removed host is announced with what went with it, and the focus stays in the network', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&play=0');
  const says = (text: string) =>
    lab.page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' });
  await lab.button('Host h2').press('Enter');
  await lab.page.keyboard.press('Delete');
  await lab.button('Host h2').waitFor({ state: 'detached' });
  await says('Removed: host h2, with 1 link, 1 flow');
  await until(
    () => lab.page.evaluate(() => document.activeElement?.getAttribute('data-pick')),
    (group) => group === 'node',
  );
  await lab.page.keyboard.press('Control+z');
  await says('Undone: remove host h2');
});

test('one Escape closes Why? and its crosshair', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=8');
  await lab.button('Why?').press('Enter');
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('button', { name: 'Step through it' }).waitFor();
  await lab.page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await until(
    () => lab.page.evaluate(() => document.activeElement?.textContent),
    (text) => text === 'Why?',
  );
  await lab.root.getByRole('button', { name: /^Unpin the crosshair/ }).waitFor({ state: 'detached' });
});

test('a control of the inspector that goes when it is pressed by key passes the focus on', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&play=0');
  const focused = () =>
    lab.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await lab.page.locator('.flow-line', { hasText: 'Reno' }).press('Enter');
  await until(focused, (name) => name?.startsWith('Selected: ') ?? false);
  const choice = lab.root.locator('.picker[aria-label^="Recovery: "]');
  const choose = async () => {
    await choice.press('Enter');
    await lab.page.keyboard.press('End');
    await lab.page.keyboard.press('Enter');
  };
  await choose();
  await lab.button('Reset all stack options').press('Enter');
  // The first control of the section.
  await until(focused, (name) => name?.startsWith('Profile') ?? false);
  await choose();
  await lab.button(/^Recovery: reset to the default/).press('Enter');
  await until(focused, (name) => name?.startsWith('Recovery: As the algorithm') ?? false);
});

test('the network’s tools are one stop of Tab, and arrow keys move between them', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const tools = lab.root.getByRole('toolbar', { name: 'Network tools' });
  const stops = () =>
    tools
      .locator('button')
      .evaluateAll((all) =>
        all.flatMap((b) => ((b as HTMLElement).offsetParent && b.tabIndex >= 0 ? [b.ariaLabel] : [])),
      );
  const focused = () => lab.page.evaluate(() => document.activeElement?.ariaLabel);
  expect(await stops()).toEqual(['Select and move']);
  await tools.getByRole('button', { name: 'Select and move' }).focus();
  for (const name of ['Select several', 'Add host', 'Add router']) {
    await lab.page.keyboard.press('ArrowRight');
    await until(focused, (now) => now === name);
  }
  await lab.page.keyboard.press('End');
  await until(focused, (now) => now === 'Hide the network');
  await lab.page.keyboard.press('ArrowRight');
  await until(focused, (now) => now === 'Select and move');
});

test('the focus is not lost when the notes are left', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const focused = () => lab.page.evaluate(() => document.activeElement?.textContent);
  const edit = lab.root.locator('.section', { has: lab.page.getByRole('heading', { name: 'Notes' }) });
  await edit.getByRole('button', { name: 'Edit' }).press('Enter');
  const field = lab.root.getByRole('textbox', { name: /^Notes/ });
  await field.fill('Mine');
  await field.press('Shift+Tab');
  await until(focused, (text) => text === 'Done');
  await lab.page.keyboard.press('Enter');
  await until(focused, (text) => text === 'Edit');
  await edit.getByText('Mine', { exact: true }).waitFor();
  await lab.page.keyboard.press('Enter');
  await field.press('Tab');
  await until(focused, (text) => text === 'Write a lesson');
});

test('the end of the tour leaves the focus on Play or Pause', async ({ visit }) => {
  const lab = await visit({ first: true });
  await lab.open();
  await lab.button('Next').press('Enter');
  for (let i = 0; i < 3; i += 1) await lab.page.keyboard.press('Enter');
  await lab.button('Begin').press('Enter');
  await until(
    () => lab.page.evaluate(() => document.activeElement?.ariaLabel ?? ''),
    (name) => name === 'Pause' || name === 'Play',
  );
});

test('in the layout of phones and in embeds the current time is a slider too', async ({ visit }) => {
  for (const [size, fragment] of [
    [{ width: 390, height: 844 }, '#g=one-reno&t=8'],
    [{ width: 600, height: 400 }, '#g=one-reno&t=8&embed=1'],
  ] as const) {
    const lab = await visit({ viewport: size });
    await lab.open(fragment);
    const moment = lab.root.getByRole('slider', { name: 'Time in the run' });
    await until(
      () => moment.getAttribute('aria-valuenow'),
      (now) => now === '8',
    );
    await moment.press('Home');
    await until(
      () => moment.getAttribute('aria-valuenow'),
      (now) => now === '0',
    );
  }
});

test('a phone shows all panels below each other, without horizontal scrolling', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open();
  await lab.button('Pause').waitFor();
  const parts = [lab.button('Flow Reno'), lab.plot(/^cwnd/), lab.page.getByRole('region', { name: 'Time' })];
  for (const part of parts) {
    const box = await part.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(box?.y).toBeLessThan(844);
  }
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await lab.button('Flow Reno').tap();
  await lab.button(/Change algorithm/).tap();
  await lab.pick('Delay-based', 'Vegas');
  await lab.button('Close').tap();
  await lab.button('Flow Vegas 1').waitFor();
});

test('a phone held sideways shows network and plots side by side', async ({ visit }) => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 667, height: 375 },
  ]) {
    const lab = await visit({ viewport, isMobile: true, hasTouch: true });
    await lab.open();
    const network = await lab.button('Flow Reno').boundingBox();
    const plot = await lab.plot(/^cwnd/).boundingBox();
    expect(plot?.height).toBeGreaterThanOrEqual(79);
    expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    expect((network?.x ?? 0) + (network?.width ?? 0)).toBeLessThan(plot?.x ?? 0);
    const width = await lab.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  }
});

test('a button that becomes another kind changes background and text colour at the same time; only hover fades', async ({
  lab,
}) => {
  await lab.open('#g=lesson-sawtooth');
  const next = lab.button('Next');
  await next.hover();
  const kinds = await next.evaluate((button) => {
    const read = () => {
      const { backgroundColor, color } = getComputedStyle(button);
      return { backgroundColor, color };
    };
    const filled = read();
    button.setAttribute('class', 'button framed');
    const between = read();
    button.setAttribute('class', 'button filled');
    return { filled, between, again: read() };
  });
  expect(kinds.again).toEqual(kinds.filled);
  expect(kinds.between.color).not.toBe(kinds.filled.color);
  expect(kinds.between.backgroundColor).not.toBe(kinds.filled.backgroundColor);
});

test.for(['light', 'dark'] as const)(
  'axe finds nothing, %s',
  { timeout: 180_000 },
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme });
    await lab.open();
    expect.soft(await violations(lab.page), 'the lab').toEqual([]);
    await lab.button('Flow CUBIC').click();
    await lab
      .plot(/^CUBIC variables/)
      .first()
      .waitFor();
    expect.soft(await violations(lab.page), 'a flow in the inspector').toEqual([]);
    await lab.selectLink('r1 to r2');
    await lab.page.getByRole('switch', { name: 'Loss in bursts' }).first().press('Space');
    await lab.page.getByRole('slider', { name: 'Bad to good' }).first().waitFor();
    await lab.page.getByRole('switch', { name: 'Reordering' }).first().press('Space');
    await lab.page.getByRole('slider', { name: 'Delayed' }).first().waitFor();
    expect.soft(await violations(lab.page), 'a link in the inspector').toEqual([]);
    await lab.button('Measures of fairness: Jain').press('Enter');
    await lab.page.getByRole('menuitemcheckbox', { name: /^Jain × RTT/ }).press('Enter');
    expect.soft(await violations(lab.page), 'the measures of fairness').toEqual([]);
    await lab.page.keyboard.press('Escape');
    for (const more of await lab.page.getByTestId('results').locator('summary').all()) await more.click();
    expect.soft(await violations(lab.page), 'all results').toEqual([]);
    await lab.button('Share').click();
    await lab.page.getByRole('textbox', { name: 'Link' }).waitFor();
    expect.soft(await violations(lab.page), 'the share card').toEqual([]);
    await lab.page.keyboard.press('Escape');
    await lab.button('Gallery').click();
    await lab.page.locator('[data-entry=one-reno]').waitFor();
    expect.soft(await violations(lab.page), 'the gallery').toEqual([]);
  },
);

test('in forced colours it is seen what is pressed, on, chosen or pointed at, and where a slider runs', async ({
  visit,
}) => {
  const lab = await visit({ forcedColors: 'active' });
  await lab.open('#g=three-algorithms&play=0');
  const look = (what: Locator, part?: string) =>
    what.first().evaluate((element, name) => {
      const style = getComputedStyle(element, name);
      return `${style.backgroundColor} ${style.outlineStyle}`;
    }, part);
  const ground = await look(lab.page.locator('body'));
  const pressed = lab.page.locator('.tool[aria-pressed="true"]');
  await pressed.first().waitFor();
  expect(await look(pressed)).not.toBe(ground);
  expect(await look(lab.page.locator('.slider'), '::-webkit-slider-runnable-track')).not.toBe(ground);

  await lab.button('Theme and language').click();
  const entries = lab.page.getByRole('menuitemradio');
  const looks = async () => {
    const all = [];
    for (const entry of await entries.all()) all.push(await look(entry));
    return all;
  };
  await lab.page.keyboard.press('ArrowDown');
  const [chosen, focused, other] = await looks();
  expect(new Set([chosen, focused, other]).size).toBe(3);
  await lab.page.keyboard.press('Escape');

  await lab.button('New').click();
  const dialog = lab.page.getByRole('dialog', { name: 'New network' });
  const track = dialog.locator('.switch-track');
  const off = await look(track);
  expect(await track.evaluate((element) => getComputedStyle(element, '::after').borderTopColor)).not.toBe(
    ground.replace(/ none$/, ''),
  );
  await track.first().click();
  expect(await look(track)).not.toBe(off);
  const templates = dialog.locator('.template');
  expect(await look(templates.nth(0))).not.toBe(await look(templates.nth(1)));
});
