/** What plots say where there is no column of values: on phones, in embeds, and on low screens. */
import { expect } from 'vitest';
import { phone, sideways } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

const chips = (lab: Lab) => lab.root.locator('.plots-chip .chip-value');

test('a plot of several lines has a key with values below its title', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&t=24&plots=fairness&measures=jain,jainRtt,maxMin');
  const key = lab.plot(/^Fairness/).locator('.plot-key');
  await until(
    async () => (await key.textContent()) ?? '',
    (text) =>
      /^Jain 0\.\d+Jain × RTT 0\.\d+Max–min distance 0\.\d+$/.test(text.replaceAll(/(\d\.\d+)/g, ' $1')),
  );
  // Every sample has a dash of its own.
  const samples = await key
    .locator('.line-sample')
    .evaluateAll((all) => all.map((s) => getComputedStyle(s).backgroundImage));
  expect(new Set(samples).size).toBe(3);
  const [row, plot] = [await key.boundingBox(), await lab.plot(/^Fairness/).boundingBox()];
  expect((row?.x ?? 0) + (row?.width ?? 999)).toBeLessThanOrEqual((plot?.x ?? 0) + (plot?.width ?? 0));
});

test('chips have the unit of the plot of windows', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.page.addInitScript(() =>
    localStorage.setItem('droptail.session', JSON.stringify({ plotUnits: { cwnd: 'kB' } })),
  );
  await lab.open('#g=three-algorithms&t=24');
  await lab.root.locator('.chips-moment', { hasText: /^cwnd, kB/ }).waitFor();
  const first = await until(
    async () => Number(await chips(lab).first().textContent()),
    (value) => value > 0,
  );
  const told = await until(
    async () => (await lab.plot(/^cwnd, kB/).getAttribute('aria-label')) ?? '',
    (label) => Math.abs(Number(/CUBIC ([\d.]+)/.exec(label)?.[1]) - first) <= 0.51,
  );
  expect(told).toContain('kB');
});

test('beside a branch the chips have both values, and the pale curves a name', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&t=24&select=link/core');
  await lab.button('Fork').click();
  await lab.button(/2 branches/).waitFor();
  await lab.button(/Details$/).click();
  await lab.setBuffer(20);
  await lab.button('Close').first().click();
  await lab.play();
  await lab.root.getByRole('slider', { name: 'Speed' }).press('End');
  await lab.button('Play again from the start').waitFor();
  await until(
    () => chips(lab).allTextContents(),
    (texts) => texts.length === 3 && texts.every((text) => /^\d+ · \d+$/.test(text)),
  );
  const quiet = lab.root.locator('.plots-chip .of-branch').first();
  expect(await quiet.getAttribute('title')).toMatch(/^In the branch /);
  await lab.root
    .getByTestId('fork-line')
    .getByText(/^pale: /)
    .waitFor();
});

test('the time of a drawing outside the plots keeps clear of the tools and of the hosts', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 1280, height: 600 } });
  await lab.open('#g=three-algorithms&t=24&zoom=14.5-19');
  const flag = await lab.root.getByTestId('outside-flag').boundingBox();
  const tools = await lab.root.getByRole('toolbar', { name: /tools/i }).first().boundingBox();
  expect((flag?.x ?? 999) + (flag?.width ?? 999)).toBeLessThanOrEqual(tools?.x ?? 0);

  const small = await visit(phone);
  await small.open('#g=three-algorithms&t=24&zoom=14.5-19');
  const low = await small.root.getByTestId('outside-flag').boundingBox();
  for (const host of await small.root.getByRole('button', { name: /^Host / }).all()) {
    const box = await host.boundingBox();
    if (!low || !box) throw new Error('not on screen');
    const apart = box.x >= low.x + low.width || low.x >= box.x + box.width || box.y >= low.y + low.height;
    expect(apart).toBe(true);
  }
});

test('in a low window the answer to Why? keeps the window before and after', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1280, height: 600 } });
  await lab.open('#g=one-reno&t=10');
  await lab.button('loss').click();
  await lab.button('Why?').click();
  await lab.root.getByRole('region', { name: 'Why' }).waitFor();
  const words = lab.plot(/^cwnd/).locator('.plot-why text');
  await until(
    async () => (await words.allTextContents()).join(' '),
    (text) => (text.match(/\d+(\.\d+)?/g) ?? []).length === 2,
  );
});

test('a menu that goes on below its edge shows it', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.open('#g=three-algorithms&t=5');
  await lab.button('Add').click();
  const menu = lab.root.locator('.plots-menu');
  await menu.getByRole('group', { name: 'Plots shown' }).waitFor();
  const box = await menu.boundingBox();
  if (!box) throw new Error('not on screen');
  /** A piece of the menu's left edge, where no words are: at its foot, or at half its height. */
  const edge = (share: number) =>
    lab.page.screenshot({
      clip: { x: box.x + 10, y: box.y + share * (box.height - 6), width: 4, height: 4 },
      animations: 'disabled',
    });
  expect(await menu.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await until(
    async () => (await edge(1)).equals(await edge(0.5)),
    (same) => !same,
  );
  await menu.evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await until(
    async () => (await edge(1)).equals(await edge(0.5)),
    (same) => same,
  );
});

test('the axis of an experiment’s figure is in view on a low screen', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.open('#e=starter-buffers');
  const stage = await lab.root.locator('.stage-scroll').boundingBox();
  const ticks = lab.root.locator('.figure-box svg text', { hasText: /^0\.2$/ });
  await until(
    async () => {
      const boxes = await Promise.all((await ticks.all()).map((tick) => tick.boundingBox()));
      return boxes.map(
        (box) => (stage?.y ?? 0) + (stage?.height ?? 0) - (box?.y ?? 999) - (box?.height ?? 0),
      );
    },
    (spare) => spare.length > 0 && spare.every((px) => px >= 0),
  );
});
