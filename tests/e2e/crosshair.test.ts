/** The crosshair by mouse, keys and fingers: what shows, pins and hides it. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

const shownSpan = async (lab: Lab) => (await lab.root.locator('.plots-range').textContent()) ?? '';
// Beside the plots, or above them on a phone.
const moment = async (lab: Lab) =>
  (await lab.root.locator('.plots-moment, .chips-time').filter({ visible: true }).first().textContent()) ??
  '';
const area = (lab: Lab): Locator => lab.root.getByRole('slider', { name: 'Crosshair', exact: true });
const pin = (lab: Lab): Locator => lab.button('Unpin the crosshair');

async function pointAt(lab: Lab, share: number): Promise<[number, number]> {
  const box = await area(lab).boundingBox();
  if (!box) throw new Error('the plots are not on screen');
  return [box.x + share * box.width, box.y + 80];
}

const reads = (lab: Lab, wanted: RegExp) =>
  until(
    () => moment(lab),
    (text) => wanted.test(text),
  );

async function runToEnd(lab: Lab): Promise<void> {
  await lab.open('#g=three-algorithms');
  await lab.root.getByRole('slider', { name: 'Speed' }).press('End');
  await lab.button('Play again from the start').waitFor();
  await until(
    () => shownSpan(lab),
    (text) => text.endsWith('60 s'),
  );
  await reads(lab, /^now$/);
}

test('a drag selects a span of time before and after a double click', async ({ lab }) => {
  await runToEnd(lab);
  const before = await shownSpan(lab);
  await lab.page.mouse.dblclick(...(await pointAt(lab, 0.5)));
  await lab.page.mouse.move(...(await pointAt(lab, 0.4)));
  await lab.page.mouse.down();
  await lab.page.mouse.move(...(await pointAt(lab, 0.6)), { steps: 6 });
  await lab.page.mouse.up();
  await until(
    () => shownSpan(lab),
    (text) => text !== before,
  );
});

test('hovering shows the crosshair, leaving hides it, a click pins it, and there are three ways to unpin it', async ({
  lab,
}) => {
  await runToEnd(lab);
  await lab.page.mouse.move(...(await pointAt(lab, 0.5)));
  await reads(lab, /45\.0/);
  await lab.page.mouse.move(10, 10);
  await reads(lab, /^now$/);
  expect(await pin(lab).isVisible()).toBe(false);

  // A second click.
  await lab.page.mouse.click(...(await pointAt(lab, 0.5)));
  await pin(lab).waitFor();
  await lab.page.mouse.move(...(await pointAt(lab, 0.8)));
  await lab.page.mouse.move(10, 10);
  await reads(lab, /45\.0/);
  await lab.page.mouse.click(...(await pointAt(lab, 0.7)));
  await pin(lab).waitFor({ state: 'hidden' });
  await lab.page.mouse.move(10, 10);
  await reads(lab, /^now$/);

  // Escape, with the focus elsewhere.
  await lab.page.mouse.click(...(await pointAt(lab, 0.5)));
  await lab.button('Share').focus();
  await lab.page.keyboard.press('Escape');
  await reads(lab, /^now$/);

  // The unpin button.
  await lab.page.mouse.click(...(await pointAt(lab, 0.5)));
  await pin(lab).click();
  await lab.page.mouse.move(10, 10);
  await reads(lab, /^now$/);
});

test('a pin at the playhead replaces its triangle', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  // Later the playhead is clear of the title and its tools.
  const clock = lab.root.getByRole('slider', { name: 'Time in the run' });
  await until(
    async () => Number(await clock.getAttribute('aria-valuenow')),
    (t) => t > 6,
  );
  await lab.pause();
  const flag = lab.root.locator('.now-flag');
  await flag.waitFor();
  const at = await flag.boundingBox();
  if (!at) throw new Error('the playhead is not on screen');
  await lab.page.mouse.click(at.x + at.width / 2 + 2, at.y + 80);
  await pin(lab).waitFor();
  await flag.waitFor({ state: 'hidden' });
  // A pin elsewhere leaves it where it is.
  await pin(lab).click();
  await flag.waitFor();
  await lab.page.mouse.click(at.x + at.width / 2 - 60, at.y + 80);
  await pin(lab).waitFor();
  expect(await flag.isVisible()).toBe(true);
});

test('keys pin the crosshair, and 0 removes it with the zoom', async ({ lab }) => {
  await runToEnd(lab);
  await area(lab).focus();
  await lab.page.keyboard.press('Home');
  await reads(lab, /30\.0/);
  await pin(lab).waitFor();
  await lab.page.keyboard.press('0');
  await reads(lab, /^now$/);
});

test('a pinned crosshair stays while the run continues, and the values beside the plots are the current ones', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.page.mouse.click(...(await pointAt(lab, 0.02)));
  await pin(lab).waitFor();
  await lab.root.getByRole('slider', { name: 'Speed' }).press('End');
  await lab.button('Play').first().click();
  await lab.button('Play again from the start').waitFor();
  await reads(lab, /^now$/);
  const values = await lab.plot(/^cwnd/).getByRole('status').allTextContents();
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) expect(value).toMatch(/^\d/);
});

test('a long touch shows the crosshair; a tap or a swipe changes no values', async ({ visit }) => {
  const lab = await visit(phone);
  await runToEnd(lab);
  const [x, y] = await pointAt(lab, 0.5);
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', { x, y });
  await reads(lab, /45\./);
  await touch('touchMove', { x: x + 40, y });
  await reads(lab, /(4[6-9]|5\d)\./);
  await touch('touchEnd');
  await reads(lab, /^now$/);

  await touch('touchStart', { x, y });
  await touch('touchEnd');
  await touch('touchStart', { x, y });
  for (let down = 10; down <= 60; down += 10) await touch('touchMove', { x, y: y - down });
  await touch('touchEnd');
  await lab.page.waitForTimeout(400);
  expect(await moment(lab)).toBe('now');
  expect(await pin(lab).isVisible()).toBe(false);
});

test('the crosshair has dots in the colours of its curves', async ({ lab }) => {
  await runToEnd(lab);
  const dots = lab.root.locator('canvas.plot-dots');
  expect(await dots.isVisible()).toBe(false);
  await lab.page.mouse.move(...(await pointAt(lab, 0.4)));
  await reads(lab, /^at /);
  await dots.waitFor();
  /** How many colours there are among the opaque pixels, without those of smooth edges. */
  const colours = () =>
    dots.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const ctx = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      ctx?.drawImage(canvas, 0, 0);
      const { data } = ctx?.getImageData(0, 0, width, height) ?? { data: [] };
      const seen = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b, opacity] = [data[i], data[i + 1], data[i + 2], data[i + 3]];
        if (opacity === 255) seen.set(`${r},${g},${b}`, (seen.get(`${r},${g},${b}`) ?? 0) + 1);
      }
      return [...seen].filter(([, count]) => count > 8).length;
    });
  /** How many dots, or groups of dots that touch, are below each other. */
  const groups = () =>
    dots.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const ctx = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      ctx?.drawImage(canvas, 0, 0);
      const { data } = ctx?.getImageData(Math.floor(width / 2), 0, 1, height) ?? { data: [] };
      const solid = Array.from({ length: height }, (_, y) => data[4 * y + 3] === 255);
      return solid.filter((now, y) => now && !solid[y - 1]).length;
    });
  // All five plots have some: windows, queue, throughputs, RTTs and fairness. Those of windows and of throughputs do not all touch.
  await until(groups, (count) => count >= 7);
  // The colours of three flows, that of what belongs to none, and that of the insides.
  await until(colours, (count) => count === 5);
  await lab.page.mouse.move(5, 5);
  await dots.waitFor({ state: 'hidden' });
});
