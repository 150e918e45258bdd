/** Plots by pointer and keys: areas, scales, order, single flows. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Lab, settled, test, until } from '../support/lab';

const titles = (lab: Lab) => lab.root.locator('.plot-title b').allTextContents();
const words = async (plot: Locator) => (await plot.getAttribute('aria-label')) ?? '';
const shownSpan = async (lab: Lab) => (await lab.root.locator('.plots-range').textContent()) ?? '';

async function menu(lab: Lab, plot: string): Promise<Locator> {
  await lab.button(`More for plot ${plot}`).press('Enter');
  const list = lab.root.getByRole('menu', { name: `More for plot ${plot}` });
  await list.waitFor();
  return list;
}

/** Drags over a plot between two points, given as fractions of its area. */
async function drag(lab: Lab, plot: Locator, from: [number, number], to: [number, number]): Promise<void> {
  const area = await lab.root.getByRole('slider', { name: 'Crosshair', exact: true }).boundingBox();
  const row = await plot.boundingBox();
  if (!area || !row) throw new Error('the plots are not on screen');
  const at = ([x, y]: [number, number]): [number, number] => [
    area.x + x * area.width,
    row.y + y * row.height,
  ];
  await lab.page.mouse.move(...at(from));
  await lab.page.mouse.down();
  await lab.page.mouse.move(...at(to), { steps: 4 });
  await lab.page.mouse.up();
}

test('a box over a plot zooms time and values, and a press resets the zoom', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  const cwnd = lab.plot(/^cwnd/);
  await until(
    () => shownSpan(lab),
    (text) => text.endsWith('60 s'),
  );
  const before = await shownSpan(lab);
  await drag(lab, cwnd, [0.3, 0.35], [0.5, 0.8]);
  const span = await until(
    () => shownSpan(lab),
    (text) => text !== before,
  );
  const [t0 = 0, t1 = 0] = (span.match(/[\d.]+/g) ?? []).map(Number);
  // A fifth of the span shown before, 30 s.
  expect(t1 - t0).toBeCloseTo(6, 0);
  const zoomed = await until(
    () => words(cwnd),
    (text) => text.includes('from '),
  );
  const [low = 0, end = 0] = (zoomed.match(/from ([\d.]+) to ([\d.]+)/) ?? []).slice(1).map(Number);
  expect(low).toBeGreaterThan(0);
  expect(end).toBeGreaterThan(low);
  // The other plots share the time but not the values.
  expect(await words(lab.plot(/^Queue/))).not.toContain('from ');
  await lab.button('Reset zoom').click();
  await until(
    () => shownSpan(lab),
    (text) => text === before,
  );
  await until(
    () => words(cwnd),
    (text) => !text.includes('from '),
  );
});

test('a horizontal drag selects time; dragging the time axis moves it; a double click follows the run again', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  const before = await until(
    () => shownSpan(lab),
    (text) => text.endsWith('60 s'),
  );
  await drag(lab, lab.plot(/^Queue/), [0.4, 0.5], [0.6, 0.55]);
  const span = await until(
    () => shownSpan(lab),
    (text) => text !== before,
  );
  expect(await words(lab.plot(/^Queue/))).not.toContain('from ');
  const axis = await lab.root.getByTestId('time-axis').boundingBox();
  if (!axis) throw new Error('there is no time axis');
  await lab.page.mouse.move(axis.x + 400, axis.y + 12);
  await lab.page.mouse.down();
  await lab.page.mouse.move(axis.x + 600, axis.y + 12, { steps: 3 });
  await lab.page.mouse.up();
  const moved = await until(
    () => shownSpan(lab),
    (text) => text !== span,
  );
  expect(Number.parseFloat(moved)).toBeLessThan(Number.parseFloat(span));
  const row = await lab.plot(/^Queue/).boundingBox();
  if (!row) throw new Error('the plot is not on screen');
  await lab.page.mouse.dblclick(row.x + 300, row.y + row.height / 2);
  await until(
    () => shownSpan(lab),
    (text) => text === before,
  );
});

test('values are zoomed and moved by key and by button', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  const cwnd = lab.plot(/^cwnd/);
  /** The values that the plot shows, from its description; null: all. */
  const values = async () => {
    const [low, end] = ((await words(cwnd)).match(/from ([\d.]+) to ([\d.]+)/) ?? []).slice(1).map(Number);
    return low === undefined || end === undefined ? null : { low, end };
  };
  const after = (key: string, check: (now: { low: number; end: number }) => boolean) =>
    cwnd
      .getByRole('button', { name: 'More values of cwnd' })
      .press(key)
      .then(() => until(values, (now) => now !== null && check(now)));
  await cwnd.getByRole('button', { name: 'Fewer values of cwnd' }).click();
  const half = await until(values, (now) => now !== null);
  if (!half) throw new Error('nothing was zoomed');
  // Half of a scale that started at zero, around its middle.
  expect(half.end / half.low).toBeCloseTo(3, 1);
  const height = half.end - half.low;
  const up = await after('ArrowUp', (now) => now.low > half.low);
  expect(up?.low).toBeCloseTo(half.low + height / 10, 0);
  await after('ArrowDown', (now) => Math.abs(now.low - half.low) < 0.06);
  await after('+', (now) => now.end < half.end);
  await after('-', (now) => Math.abs(now.end - half.end) < 0.06);
  // Nothing is below zero, however often the key is pressed.
  await after('PageDown', (now) => now.low === 0);
  // The other plots keep their scales.
  expect(await words(lab.plot(/^Queue/))).not.toContain('from ');
  await cwnd.getByRole('button', { name: 'More values of cwnd' }).press('0');
  await until(values, (now) => now === null);
});

test('a plot that few values make flat offers to fit to the others, and says what is outside', async ({
  lab,
}) => {
  await lab.open('#g=window-covariance&t=30');
  const cwnd = lab.plot(/^cwnd/);
  const fit = cwnd.getByRole('button', { name: 'Fit to most values of cwnd' });
  // It is shown although the pointer is elsewhere.
  await until(
    () => fit.evaluate((button) => getComputedStyle(button).opacity),
    (opacity) => opacity === '1',
  );
  await fit.click();
  const shown = await until(
    () => words(cwnd),
    (text) => text.includes('from '),
  );
  const end = Number(shown.match(/from 0\.0 to ([\d.]+)/)?.[1]);
  const reset = cwnd.getByRole('button', { name: /^All values, up to / });
  const largest = Number((await reset.textContent())?.match(/[\d.]+/)?.[0]);
  expect(largest).toBeGreaterThan(2 * end);
  await reset.click();
  await until(
    () => words(cwnd),
    (text) => !text.includes('from '),
  );
});

test('a single flow is shown, then all flows again', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const cwnd = lab.plot(/^cwnd/);
  const rows = () => cwnd.locator('button.readout-row').count();
  await until(rows, (n) => n === 3);
  await cwnd.getByRole('button', { name: /^Reno/ }).press('Enter');
  await until(rows, (n) => n === 1);
  await lab.button('Show all flows').click();
  await until(rows, (n) => n === 3);
  await cwnd.getByRole('button', { name: /^Vegas/ }).click({ modifiers: ['Shift'] });
  await until(rows, (n) => n === 2);
});

test('plots are reordered by key, drag and menu, and the order is kept', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await until(
    () => titles(lab),
    (t) => t[0] === 'cwnd',
  );
  await lab.button(/^Move plot Queue/).press('ArrowUp');
  await until(
    () => titles(lab),
    (t) => t[0] === 'Queue' && t[1] === 'cwnd',
  );
  const grip = await lab.button(/^Move plot RTT/).boundingBox();
  const first = await lab.plot(/^Queue/).boundingBox();
  if (!grip || !first) throw new Error('the plots are not on screen');
  await lab.page.mouse.move(grip.x + 8, grip.y + 8);
  await lab.page.mouse.down();
  await lab.page.mouse.move(grip.x + 8, first.y + 6, { steps: 5 });
  await lab.page.mouse.up();
  await until(
    () => titles(lab),
    (t) => t[0] === 'RTT',
  );
  await (await menu(lab, 'Fairness')).getByRole('menuitemcheckbox', { name: 'Keep in view' }).click();
  const order = await until(
    () => titles(lab),
    (t) => t[0] === 'Fairness',
  );
  await lab.page.reload();
  await lab.ready();
  await until(
    () => titles(lab),
    (t) => t.join() === order.join(),
  );
});

test('under the pointer only the plot there shows its tools', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const shown = () =>
    lab.root
      .locator('figure[data-plot]')
      .evaluateAll((plots) =>
        plots.flatMap((plot) =>
          [...plot.querySelectorAll('.plot-tools > button')].some(
            (button) => Number(getComputedStyle(button).opacity) > 0,
          )
            ? [plot.getAttribute('data-plot')]
            : [],
        ),
      );
  for (const plot of ['queue', 'rtt']) {
    const box = await lab.root.locator(`figure[data-plot="${plot}"] .plot-area`).boundingBox();
    if (!box) throw new Error('the plot is not on screen');
    await lab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await until(shown, (plots) => plots.join() === plot);
  }
  await lab.page.mouse.move(10, 10);
  await until(shown, (plots) => plots.length === 0);
});

test('each plot has its own scale and unit', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  const queue = lab.plot(/^Queue/);
  await (await menu(lab, 'Queue')).getByRole('menuitemcheckbox', { name: 'Logarithmic scale' }).click();
  await lab.page.keyboard.press('Escape');
  await until(
    () => words(queue),
    (text) => text.includes('logarithmic scale'),
  );
  await (await menu(lab, 'Queue')).getByRole('menuitemradio', { name: 'ms', exact: true }).click();
  // 60 packets of 1500 bytes at 20 Mb/s.
  await until(
    () => words(queue),
    (text) => text.includes('buffer 36') && /\bms\b/.test(text),
  );
  expect(await words(lab.plot(/^cwnd/))).not.toContain('logarithmic');
});

test('another unit has other numbers on the axis at once, while the run rests', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=24');
  await lab.root.locator('.plots-range', { hasText: '0 to 30 s' }).waitFor();
  const numbers = lab.root.locator('.plots-text canvas');
  /** The picture of the numbers beside the axis of windows. */
  const drawn = () => numbers.evaluate((e) => (e as HTMLCanvasElement).toDataURL());
  const packets = await settled(drawn, (url) => url.length > 0);
  await (await menu(lab, 'cwnd')).getByRole('menuitemradio', { name: 'kB', exact: true }).click();
  const kilobytes = await settled(drawn, (url) => url !== packets);
  await (await menu(lab, 'cwnd')).getByRole('menuitemradio', { name: 'packets', exact: true }).click();
  await settled(drawn, (url) => url !== kilobytes);
  expect(await drawn()).toBe(packets);
});

test('many flows are grouped with mean and range by algorithm; one flow stands out among the others', async ({
  lab,
}) => {
  await lab.open('#g=paced-reno');
  const cwnd = lab.plot(/^cwnd/);
  const rows = () => cwnd.locator('.readout-row').count();
  const flows = await until(rows, (n) => n > 10);
  await lab.button('Groups').click();
  await until(rows, (n) => n > 0 && n < flows);
  await until(
    async () => (await cwnd.locator('.of-group').first().textContent()) ?? '',
    (text) => / × \d+.*\d–\d/.test(text),
  );
  await lab.button('Groups').click();
  await until(rows, (n) => n === flows);
});

test('the description of a matrix cell stays with the cell under the pointer while the run continues', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.button('Add').press('Enter');
  await lab.root.getByRole('checkbox', { name: /^Synchronisation/ }).check();
  // Beside it is a panel whose position depends on the width of the matrix.
  await lab.root.getByRole('checkbox', { name: /^Time–sequence/ }).check();
  await lab.page.keyboard.press('Escape');
  await lab.play();
  const figure = lab.plot('Synchronisation of losses');
  const cell = figure.getByRole('table').locator('tbody td').nth(1);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error('the cell is not on screen');
  // The texts of the line from the time at which the pointer arrives.
  await figure.locator('.matrix-words').evaluate((line) => {
    const said = () => line.firstElementChild?.textContent ?? '';
    const log: string[] = [];
    Object.assign(window, { said: log });
    new MutationObserver(() => log.push(said())).observe(line, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await lab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const said = await until(
    () => lab.page.evaluate(() => (window as unknown as { said: string[] }).said),
    (sentences) => new Set(sentences).size >= 4,
  );
  for (const sentence of said) expect(sentence).toMatch(/^Of \d+ events? that hit CUBIC, \d+ also hit Reno$/);
  expect(await cell.boundingBox()).toEqual(box);
  // A click keeps the sentence after the pointer has left.
  await lab.page.mouse.down();
  await lab.page.mouse.up();
  await lab.page.mouse.move(box.x, box.y - 200);
  await lab.root
    .getByRole('button', { name: 'Synchronisation of losses: a cell in words', pressed: true })
    .waitFor();
  expect(await figure.locator('.matrix-words > :first-child').textContent()).toContain('also hit Reno');
});

test('the synchronisation matrix and the time–sequence plot', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await lab.button('Add').press('Enter');
  await lab.root.getByRole('checkbox', { name: /^Synchronisation/ }).check();
  await lab.root.getByRole('checkbox', { name: /^Time–sequence/ }).check();
  await lab.page.keyboard.press('Escape');
  const table = lab.root.getByRole('table', { name: /congestion events/ });
  // Row of CUBIC, column of Reno: some of the events in which one loses affect the other.
  const share = await until(
    async () => Number(await table.locator('tbody td').nth(1).textContent()),
    (value) => value > 0,
  );
  expect(share).toBeLessThanOrEqual(100);
  const sequence = lab.root.getByRole('region', { name: 'Time–sequence' });
  await sequence.getByRole('img', { name: /packets sent or dropped/ }).waitFor();
});

test('present values do not depend on the width of the plots, and are those of the network', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=24&play=0');
  const values = (plot: string) =>
    until(
      () => lab.root.locator(`figure[data-group="${plot}"] output[data-value]`).allTextContents(),
      (texts) => texts.length > 0 && texts.every((text) => /\d/.test(text)),
    );
  const seen: string[] = [];
  for (const width of [1440, 1280, 1220]) {
    await lab.page.setViewportSize({ width, height: 900 });
    const texts = async () => [...(await values('cwnd')), ...(await values('rtt'))].join(' ');
    seen.push(await settled(texts, (text) => text.length > 0));
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('beside another branch, values at the end are those of the network', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=24&play=0&select=link/core');
  await lab.button('Fork').click();
  await lab.setBuffer(40);
  await lab.play();
  await lab.finish();
  const queue = lab.root.locator('figure[data-group="queue"]');
  await until(
    () => queue.locator('output.of-branch').first().textContent(),
    (text) => /\d/.test(text ?? ''),
  );
  const waiting = () => queue.locator('output:not(.of-branch)[data-value]').first().textContent();
  const drawn = async () =>
    (
      await lab.root
        .getByText(/^\d+ of 40\b/)
        .first()
        .textContent()
    )?.split(' ')[0];
  const [value, inDrawing] = (
    await settled(
      async () => `${await waiting()} ${await drawn()}`,
      (text) => /^\d+ \d+$/.test(text),
    )
  ).split(' ');
  expect(value).toBe(inDrawing);
});

test('a presentation has the index of fairness beside its two plots, by its name', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1280, height: 600 } });
  await lab.open('#g=three-algorithms&t=24');
  const fairness = lab
    .plot(/^Fairness/)
    .locator('output')
    .first();
  const jain = await until(
    () => fairness.textContent(),
    (text) => Number(text) > 0,
  );
  await lab.button('Present').click();
  const row = lab.root.locator('.present .readout-row', { hasText: 'Fairness' });
  await until(
    () => row.locator('output').textContent(),
    (text) => text === jain,
  );
  const box = await row.boundingBox();
  expect(box?.height).toBeGreaterThan(16);
  const above = await lab.root.locator('.present .readout-row', { hasText: 'Drops' }).boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
});
