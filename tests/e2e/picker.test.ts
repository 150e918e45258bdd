/** The picker with all rows of the catalogue, and the predictions of theory. */
import { expect } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { readCatalogue } from '../support/engine';
import { fullResults } from '../support/full-results';
import { test } from '../support/lab';

test('the picker in the inspector has families with counts, a search, arrows, Enter and Escape', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.button('Flow CUBIC').press('Enter');
  const { keyboard } = lab.page;
  const families = lab.page.getByRole('listbox', { name: 'Algorithm: families' });
  const list = lab.page.getByRole('listbox', { name: 'Algorithm', exact: true });
  const search = lab.page.getByRole('combobox', { name: 'Find: Algorithm' });
  const options = list.getByRole('option');
  const active = () => list.locator('.is-active .rows-name').textContent();

  const { algorithms } = await readCatalogue();
  const counted = new Map<string, number>();
  for (const { family } of algorithms) counted.set(family, (counted.get(family) ?? 0) + 1);
  await families.waitFor();
  expect(await families.getByRole('option').allTextContents()).toEqual(
    [...counted].map(([family, count]) => `${family} ${count}`),
  );
  expect(await search.getAttribute('placeholder')).toBe(`Find among ${algorithms.length}`);
  // It shows the family of the selected row, with years; nothing of the network is covered.
  await lab.picked('Algorithm', 'CUBIC').waitFor();
  expect(await options.first().textContent()).toBe('CUBIC 2008');
  const chooser = await lab.page.locator('.chooser').boundingBox();
  const receiver = await lab.page.getByText('h4', { exact: true }).first().boundingBox();
  expect(chooser?.x).toBeGreaterThan((receiver?.x ?? 0) + (receiver?.width ?? 0));

  // Keys: a family, its rows, their summary, Enter.
  await families.focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowDown');
  expect(await active()).toBe('Binomial');
  await lab.says(algorithms.find(({ name }) => name === 'Binomial')?.summary ?? '');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowDown');
  await lab.picked('Algorithm', 'CUBIC').waitFor();

  // Enter selects the best match, here found by its source. Escape clears a search.
  await search.fill('rate');
  await keyboard.press('ArrowDown');
  expect(await active()).toBe(await options.nth(1).locator('.rows-name').textContent());
  await keyboard.press('Escape');
  expect(await search.inputValue()).toBe('');
  expect(await violations(lab.page)).toEqual([]);
  await search.fill('brakmo');
  await keyboard.press('Enter');
  await lab.button('Flow Vegas 1').waitFor();
  await lab.picked('Algorithm', 'Vegas').waitFor();
  await search.fill('no such thing');
  await lab.page.getByText('No matches.').waitFor();
  await keyboard.press('Enter');
  expect(await options.count()).toBe(0);
});

test('queues are picked in the same way', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.selectLink('r1 to r2');
  const { queues } = await readCatalogue();
  const list = lab.page.getByRole('listbox', { name: 'Discipline', exact: true }).first();
  expect(await list.getByRole('option').count()).toBe(queues.length);
  await lab.page.getByRole('combobox', { name: 'Find: Discipline' }).first().fill('codel');
  await lab.page.keyboard.press('Enter');
  await lab.picked('Discipline', 'CoDel').first().waitFor();
  await lab.says(queues.find(({ name }) => name === 'CoDel')?.summary ?? '');
});

test('on a phone the picker fits the screen, with targets for fingers', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await lab.button('Flow CUBIC').tap();
  await lab.button(/Change algorithm/).tap();
  const chooser = lab.page.locator('.chooser');
  await chooser.waitFor();
  await expect.poll(async () => Math.round((await chooser.boundingBox())?.y ?? 0)).toBeLessThan(200);
  const box = await chooser.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  const search = lab.page.getByRole('combobox', { name: 'Find: Algorithm' });
  const heights = await chooser.getByRole('option').evaluateAll((o) => o.map((e) => e.clientHeight));
  expect(Math.min(...heights, (await search.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect(await violations(lab.page)).toEqual([]);
  await search.tap();
  await search.fill('reno');
  await lab.page.getByRole('option', { name: /^Reno / }).tap();
  await lab.picked('Algorithm', 'Reno').waitFor();
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
    await lab.says('Reno and Vegas: undefined, because a window never changed');

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
