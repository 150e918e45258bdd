/** The picker with all rows of the catalogue, and the place for what theory says. */
import { expect } from 'vitest';
import { violations } from '../support/access';
import { fullResults } from '../support/full-results';
import { test } from '../support/lab';

test('all algorithms: families, search, arrows, Enter and Escape', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.button('Flow CUBIC').press('Enter');
  const { keyboard } = lab.page;
  const list = await lab.openPicker();
  const search = lab.page.getByRole('combobox', { name: 'Find: Algorithm' });
  const options = list.getByRole('option');
  const active = async () => {
    const id = await search.getAttribute('aria-activedescendant');
    return lab.page.locator(`[id="${id}"]`).locator('.rows-name').textContent();
  };

  expect(await options.count()).toBeGreaterThanOrEqual(30);
  const families = await list.getByRole('group').evaluateAll((g) => g.map((e) => e.ariaLabel));
  expect(families).toEqual([
    'Loss-based',
    'Paced and randomized',
    'AIMD and binomial',
    'High-speed',
    'Wireless and satellite',
    'Delay-based',
    'Rate-based',
    'Model-based',
    'Learning',
    'ECN-based',
    'Less than best effort',
    'Unresponsive',
  ]);
  // It opens where one is, with the focus in the search.
  expect(await search.evaluate((e) => e === document.activeElement)).toBe(true);
  expect(await active()).toBe('CUBIC');
  expect(await list.getByRole('option', { selected: true }).boundingBox()).not.toBeNull();

  // A word of a family finds its rows, the arrows walk them, and what is active is on screen.
  await keyboard.type('rate');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  const walked = await active();
  expect(walked).toBe(await options.nth(1).locator('.rows-name').textContent());
  // Escape takes the search back first, then closes; the focus returns to the button.
  await keyboard.press('Escape');
  expect(await search.inputValue()).toBe('');
  expect(await active()).toBe('CUBIC');
  await keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await lab.button(/^Algorithm: CUBIC/).evaluate((e) => e === document.activeElement)).toBe(true);

  // Enter takes the best hit: here found by its source.
  await lab.openPicker();
  await keyboard.type('brakmo');
  await keyboard.press('Enter');
  await lab.button('Flow Vegas 1').waitFor();
  // What was used lately stands on top the next time, without what is picked now.
  await lab.openPicker();
  expect(await list.getByRole('group').first().getAttribute('aria-label')).toBe('Recent');
  expect(await options.first().locator('.rows-name').textContent()).toBe('CUBIC');
  expect(await violations(lab.page)).toEqual([]);
  await keyboard.type('no such thing');
  await lab.page.getByText('No matches.').waitFor();
  await keyboard.press('Enter');
  expect(await options.count()).toBe(0);
});

test('on a phone the picker is a sheet with targets for fingers', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await lab.open('#g=three-algorithms');
  await lab.button('Flow CUBIC').tap();
  await lab.button(/Change algorithm/).tap();
  await lab.button(/^Algorithm: CUBIC/).tap();
  const list = lab.page.getByRole('listbox', { name: 'Algorithm' });
  await list.waitFor();
  // The on-screen keyboard does not open before the search is focused.
  const search = lab.page.getByRole('combobox', { name: 'Find: Algorithm' });
  expect(await search.evaluate((e) => e === document.activeElement)).toBe(false);
  const heights = await list.getByRole('option').evaluateAll((o) => o.map((e) => e.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(await violations(lab.page)).toEqual([]);
  await search.tap();
  await search.fill('reno');
  await list.getByRole('option', { name: /^Reno / }).tap();
  await lab.button(/^Algorithm: Reno/).waitFor();
});

test.for(['light', 'dark'] as const)(
  'covariance and theory are shown, %s',
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme });
    await lab.page.addInitScript(fullResults);
    await lab.open('#g=three-algorithms');
    await lab.button('Add').click();
    for (const plot of [/^Covariance/, /^Phase portrait/])
      await lab.page.getByRole('checkbox', { name: plot }).check();
    await lab.page.keyboard.press('Escape');
    const grid = lab.page.getByRole('table', { name: /Covariance/ });
    await grid.getByRole('cell', { name: '0.41' }).first().waitFor();
    await lab.pause();
    await lab.button(/^Covariance of windows/).focus();
    await lab.page.keyboard.press('ArrowRight');
    await lab.says('CUBIC and Vegas: −0.90, one rises while the other falls');
    await lab.page.keyboard.press('ArrowDown');
    await lab.says('Reno and Vegas: undefined, a window never changed');

    const results = lab.page.getByTestId('results');
    const theory = results.getByRole('table', { name: 'Theory and measurement' });
    expect(await theory.getByRole('row', { name: /^Goodput, Mb\/s Square-root law/ }).count()).toBe(3);
    expect(await violations(lab.page)).toEqual([]);
  },
);

test('variables follow the run, and each can be plotted', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.button('Flow CUBIC').press('Enter');
  const row = lab.page.locator('.row.variable', { hasText: 'plateau' }).first();
  const value = row.locator('.row-value');
  await expect.poll(async () => Number(await value.textContent())).toBeGreaterThan(1);
  const seconds = lab.plot(/^CUBIC variables, s/);
  await seconds.waitFor();
  await lab.button('Plot time to the plateau').click();
  await seconds.waitFor({ state: 'detached' });
  await lab.button('Plot time to the plateau').click();
  await seconds.waitFor();
});
