/** The space of the page: edges between panels can be moved, and panels can be collapsed. */
import { expect } from 'vitest';
import { phone, sideways } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

const edge = (lab: Lab, name: string) => lab.page.getByRole('separator', { name });
const sizeOf = async (lab: Lab, name: string) => Number(await edge(lab, name).getAttribute('aria-valuenow'));
const network = (lab: Lab) => lab.page.locator('.topology-area');
const inspector = (lab: Lab) => lab.page.getByRole('complementary', { name: 'Inspector' });

test('edges between panels move by pointer and by key, and their positions are stored', async ({ lab }) => {
  await lab.open('#g=one-reno');
  const before = (await network(lab).boundingBox())?.height ?? 0;
  const box = await edge(lab, 'Size of the network').boundingBox();
  if (!box) throw new Error('no edge');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await lab.page.mouse.move(x, y);
  await lab.page.mouse.down();
  await lab.page.mouse.move(x, y + 60, { steps: 4 });
  await lab.page.mouse.up();
  await expect
    .poll(async () => Math.abs(((await network(lab).boundingBox())?.height ?? 0) - before - 60))
    .toBeLessThanOrEqual(1);
  const width = await sizeOf(lab, 'Width of the inspector');
  await edge(lab, 'Width of the inspector').press('ArrowLeft');
  await expect.poll(() => sizeOf(lab, 'Width of the inspector')).toBe(width + 16);
  await expect.poll(async () => (await inspector(lab).boundingBox())?.width).toBe(width + 16);

  await lab.page.reload();
  await lab.ready();
  await expect.poll(() => sizeOf(lab, 'Width of the inspector')).toBe(width + 16);
  expect(Math.abs(((await network(lab).boundingBox())?.height ?? 0) - before - 60)).toBeLessThanOrEqual(1);
  // A double click, or Enter, restores a panel's default size.
  await edge(lab, 'Size of the network').dblclick();
  await expect.poll(async () => (await network(lab).boundingBox())?.height).toBe(before);
  await edge(lab, 'Width of the inspector').press('Enter');
  await expect.poll(() => sizeOf(lab, 'Width of the inspector')).toBe(width);
});

test('the network leaves space for at least one plot, and no plot is flattened', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1280, height: 600 } });
  await lab.open('#g=three-algorithms');
  await lab.plot(/^cwnd/).waitFor();
  await edge(lab, 'Size of the network').press('End');
  for (const plot of await lab.page.getByRole('figure').all())
    expect((await plot.boundingBox())?.height).toBeGreaterThanOrEqual(80);
  const first = await lab.plot(/^cwnd/).boundingBox();
  const time = await lab.page.getByRole('region', { name: 'Time' }).boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(time?.y ?? 0);
});

test('the plots of a selected flow’s variables leave the others readable', async ({ lab }) => {
  await lab.open('#g=three-algorithms&plots=cwnd,queue,variables');
  const heights = async () =>
    Promise.all([/^cwnd/, /^Queue/].map(async (name) => (await lab.plot(name).boundingBox())?.height ?? 0));
  await lab.plot(/^Queue/).waitFor();
  for (const height of await heights()) expect(height).toBeGreaterThan(190);
  await lab.button(/^Flow CUBIC/).press('Enter');
  await lab.root.locator('figure[data-plot^="variables"]').first().waitFor();
  for (const height of await heights()) expect(height).toBeGreaterThanOrEqual(140);
});

test('tables of results fit the inspector at its default width, also beside another branch', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  const results = lab.root.getByTestId('results');
  const hidden = () =>
    results
      .locator('.results-scroll')
      .evaluateAll((all) =>
        all
          .filter((scroll) => scroll.checkVisibility())
          .map((scroll) => scroll.scrollWidth - scroll.clientWidth),
      );
  await until(hidden, (widths) => widths.length >= 2 && widths.every((width) => width === 0));
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  await lab.finish();
  await lab.page.keyboard.press('Escape');
  const table = results.getByRole('table', { name: 'Results per flow' });
  await table.getByRole('columnheader', { name: 'buffer 60' }).waitFor();
  await until(hidden, (widths) => widths.length >= 2 && widths.every((width) => width === 0));
});

test('network and inspector can be collapsed, and visible buttons restore them', async ({ lab }) => {
  await lab.open('#g=one-reno');
  const plots = async () => (await lab.page.locator('.plots-area').boundingBox()) ?? { width: 0, height: 0 };
  const before = await plots();
  await lab.button('Hide the network').click();
  await lab.button('Side panel').click();
  await inspector(lab).waitFor({ state: 'detached' });
  await expect.poll(async () => (await plots()).height - before.height).toBeGreaterThan(150);
  expect((await plots()).width).toBe(1440);
  await lab.page.reload();
  await lab.ready();
  await lab.button('Network').click();
  await lab.button('Flow Reno').waitFor();
  await lab.button('Side panel').click();
  await inspector(lab).waitFor();
  expect((await plots()).height).toBe(before.height);
});

test('on a phone held sideways the edge between network and plots moves by touch', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.open('#g=one-reno');
  const grip = await edge(lab, 'Size of the network').boundingBox();
  expect(Math.min(grip?.width ?? 0, grip?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const before = (await network(lab).boundingBox())?.width ?? 0;
  await edge(lab, 'Size of the network').press('ArrowLeft');
  await expect.poll(async () => (await network(lab).boundingBox())?.width).toBeLessThan(before);
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(844);
});

test('a phone shows the button New', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno');
  await lab.button('New').tap();
  await lab.page.getByRole('dialog', { name: 'New network' }).waitFor();
});
