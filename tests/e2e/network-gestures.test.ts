/** Pointer, wheel and touch in the network. */
import type { CDPSession } from 'playwright-core';
import { expect, inject } from 'vitest';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

type Point = { x: number; y: number };

async function middleOf(lab: Lab, node: string): Promise<Point> {
  const box = await lab.root.locator(`[data-node="${node}"] .shape`).boundingBox();
  if (!box) throw new Error(`${node} is not on screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Pixels between the two routers. */
const width = async (lab: Lab) => apart(await middleOf(lab, 'r1'), await middleOf(lab, 'r2'));

/** Waits for the code for zooming, which loads with the first sign of a pointer. */
async function zoomable(lab: Lab): Promise<void> {
  const drawing = lab.root.locator('.drawing');
  await drawing.hover({ position: { x: 2, y: 2 }, force: true });
  await until(
    () => drawing.evaluate((element) => '__zoom' in element),
    (bound) => bound,
  );
}

async function drag(lab: Lab, from: Point, to: Point, steps = 6): Promise<void> {
  const { mouse } = lab.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps });
  await mouse.up();
}

const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((p, id) => ({ ...p, id })) });

test('a link and a flow are drawn from node to node and are then selected', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.button('Draw link').click();
  await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, 'r2'));
  const link = lab.button(/^Link h1 to r2,/);
  await link.waitFor();
  expect(await link.getAttribute('aria-pressed')).toBe('true');
  // As every tool, it is put away after one use.
  await lab.root.locator('[aria-label="Select and move"][aria-pressed="true"]').waitFor();
  await lab.button('Add flow').click();
  // A flow cannot end at a router: the tool waits for a host.
  await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, 'r2'));
  expect((await lab.document()).flows).toHaveLength(3);
  await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, 'h6'));
  const flows = await until(
    async () => ((await lab.document()).edits ?? []).map((e) => e.value as { from?: string; to?: string }),
    (values) => values.length === 2,
  );
  expect(flows[1]).toMatchObject({ from: 'h1', to: 'h6' });
});

test('nodes of a new network stay where they were placed when it gets its first flows', async ({ lab }) => {
  await lab.open();
  await lab.page.keyboard.press('n');
  await lab.button('Start empty').click();
  await lab.page.getByText(/^Add two hosts/).waitFor();
  const area = await lab.page.locator('.topology-area').boundingBox();
  if (!area) throw new Error('the network has no place');
  const places = [0.1, 0.3, 0.7].map((share) => area.x + share * area.width);
  for (const [i, x] of places.entries()) {
    await lab.button('Add host').click();
    await lab.page.mouse.click(x, area.y + 0.6 * area.height);
    await lab.button(`Host h${i + 1}`).waitFor();
  }
  // A double click keeps the tool for several links.
  await lab.button('Draw link').dblclick();
  for (const [from, to] of [
    ['h1', 'h2'],
    ['h2', 'h3'],
  ] as const) {
    await drag(lab, await middleOf(lab, from), await middleOf(lab, to));
    await lab.button(new RegExp(`^Link ${from} to ${to},`)).waitFor();
  }
  const before = await Promise.all(['h1', 'h2', 'h3'].map((id) => middleOf(lab, id)));
  for (const [flow, to] of ['h2', 'h3'].entries()) {
    await lab.button('Add flow').click();
    await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, to));
    await until(
      async () => (await lab.document()).flows.length,
      (n) => n === flow + 1,
    );
    expect(await Promise.all(['h1', 'h2', 'h3'].map((id) => middleOf(lab, id)))).toEqual(before);
  }
});

test('a flow between hosts without a route is refused in words, and nothing stays selected', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  const hosts = lab.button(/^Host h\d$/);
  const before = await hosts.count();
  await lab.button('Add host').press('Enter');
  await until(
    () => hosts.count(),
    (n) => n > before,
  );
  const host = hosts.last();
  const name = ((await host.getAttribute('aria-label')) ?? '').replace('Host ', '');
  await lab.button('Add flow').click();
  await lab.button('Host h1').press('Enter');
  await lab.button(`Host ${name}`).press('Enter');
  await lab.says(`There is no route from h1 to ${name}. Draw links between them first.`);
  await lab.button('Selected: Scenario').waitFor();
  expect(await lab.root.locator('.messages code').count()).toBe(0);
});

test('where labels have no room, the selected flow has its own, and the pointed at link or host says what it is', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 1280, height: 600 } });
  await lab.open('#g=fluid-ten-cubic&play=0');
  const named = () =>
    lab.root
      .locator('[data-pick=flow]:has(.tag-name)')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-flow')));
  const shown = await until(named, (tags) => tags.length > 0);
  const { flows } = await lab.document();
  const hidden = flows.find((flow) => !shown.includes(flow.id));
  if (!hidden) throw new Error('all flows have labels');
  await lab.open(`#g=fluid-ten-cubic&play=0&select=flow/${hidden.id}`);
  await until(named, (tags) => tags.includes(hidden.id));

  const label = lab.root.locator('.pointed');
  const link = lab.button(new RegExp(`^Link ${hidden.from} to `));
  await link.focus();
  await expect.poll(() => label.textContent()).toMatch(/ [MG]b\/s, [\d.]+ ms$/);
  const other = flows.find((flow) => flow.from !== hidden.from && !shown.includes(flow.id));
  await lab.button(`Host ${other?.from}`).hover();
  await expect.poll(() => label.textContent()).toMatch(new RegExp(`^${other?.from}\\b`));
  await lab.page.mouse.move(10, 10);
  await label.waitFor({ state: 'detached' });
});

test('a press with a small movement selects and moves nothing; a press on the background deselects', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  const before = await lab.document();
  const at = await middleOf(lab, 'h1');
  await drag(lab, at, { x: at.x + 3, y: at.y + 2 });
  const host = lab.button('Host h1');
  await until(
    () => host.getAttribute('aria-pressed'),
    (pressed) => pressed === 'true',
  );
  expect(await middleOf(lab, 'h1')).toEqual(at);
  await zoomable(lab);
  const empty = { x: at.x + 30, y: at.y - 40 };
  await drag(lab, empty, { x: empty.x + 3, y: empty.y });
  await until(
    () => host.getAttribute('aria-pressed'),
    (pressed) => pressed === 'false',
  );
  expect(await middleOf(lab, 'h1')).toEqual(at);
  expect((await lab.document()).nodes).toEqual(before.nodes);
});

test('the background pans, the wheel zooms about the pointer, and a drag with the wheel keeps its node', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.button('Host h1').click();
  const at = await middleOf(lab, 'h1');
  await zoomable(lab);
  const empty = { x: at.x + 30, y: at.y - 40 };
  await drag(lab, empty, { x: empty.x + 50, y: empty.y + 20 });
  const panned = await middleOf(lab, 'h1');
  expect(panned.x - at.x).toBeCloseTo(50, 3);
  expect(panned.y - at.y).toBeCloseTo(20, 3);
  // The click that ends a pan does not count as a press on the background.
  expect(await lab.button('Host h1').getAttribute('aria-pressed')).toBe('true');

  const wide = await width(lab);
  await lab.page.mouse.move(panned.x, panned.y);
  await lab.page.mouse.wheel(0, -500);
  // Two to the power of 500 times 0.002.
  await until(
    () => width(lab),
    (now) => Math.abs(now - 2 * wide) < 1,
  );
  expect(apart(await middleOf(lab, 'h1'), panned)).toBeLessThan(0.5);
  await lab.page.mouse.wheel(0, 5000);
  await until(
    () => width(lab),
    (now) => now < wide,
  );
  await lab.button('Fit to the panel').click();
  await until(
    () => width(lab),
    (now) => Math.abs(now - wide) < 1,
  );

  await lab.page.mouse.move(at.x, at.y);
  await lab.page.mouse.down();
  await lab.page.mouse.move(at.x + 30, at.y, { steps: 3 });
  await lab.page.mouse.wheel(0, -250);
  await lab.page.keyboard.down('Alt');
  await lab.page.mouse.move(at.x + 37, at.y + 3, { steps: 3 });
  await lab.page.mouse.up();
  await lab.page.keyboard.up('Alt');
  await lab.button('Undo: move h1').waitFor();
  expect(apart(await middleOf(lab, 'h1'), { x: at.x + 37, y: at.y + 3 })).toBeLessThan(0.5);
});

test('the drawing is fitted again and again, and another network has no pan of the one before', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await zoomable(lab);
  const at = await middleOf(lab, 'h1');
  for (let i = 0; i < 3; i += 1) {
    await drag(lab, { x: at.x + 30, y: at.y - 40 }, { x: at.x + 90, y: at.y - 40 });
    expect((await middleOf(lab, 'h1')).x).toBeCloseTo(at.x + 60, 0);
    await lab.button('Fit to the panel').click();
    await until(
      () => middleOf(lab, 'h1'),
      (now) => apart(now, at) < 1,
    );
  }
  await drag(lab, { x: at.x + 30, y: at.y - 40 }, { x: at.x + 430, y: at.y - 40 });
  await lab.button('New').click();
  await lab.button('Start empty').click();
  await lab.button('Add a host').waitFor();
  expect(
    await lab.root.locator('.drawing').evaluate((e) => (e as { __zoom?: { x: number } }).__zoom?.x),
  ).toBe(0);
});

test('a network that is built in a panned view stays in it', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await zoomable(lab);
  await lab.button('New').click();
  await lab.button('Start empty').click();
  const box = await lab.root.locator('.drawing').boundingBox();
  if (!box) throw new Error('no drawing');
  const place = async (x: number, y: number) => {
    await lab.button('Add host').click();
    await lab.page.mouse.click(box.x + x, box.y + y);
  };
  await place(200, 60);
  await lab.button('Host h1').waitFor();
  const before = await middleOf(lab, 'h1');
  await drag(lab, { x: box.x + 320, y: box.y + 120 }, { x: box.x + 420, y: box.y + 140 });
  await place(500, 120);
  await lab.button('Host h2').waitFor();
  await lab.button('Draw link').click();
  await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, 'h2'));
  await lab.button(/^Link h1 to h2/).waitFor();
  for (let flows = 0; flows < 3; flows += 1) {
    await lab.button('Add flow').click();
    await drag(lab, await middleOf(lab, 'h1'), await middleOf(lab, 'h2'));
    await until(
      async () => (await lab.document()).flows.length,
      (n) => n === flows + 1,
    );
    expect(apart(await middleOf(lab, 'h1'), { x: before.x + 100, y: before.y + 20 })).toBeLessThan(1);
  }
});

test('a presentation zooms about the pointer at its larger scale, with Ctrl only', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1920, height: 1080 } });
  await lab.open('#g=three-algorithms');
  await lab.page.keyboard.press('p');
  await lab.button('Leave the presentation').waitFor();
  const at = await until(
    () => middleOf(lab, 'r2'),
    (p) => p.x > 960,
  );
  await zoomable(lab);
  const wide = await width(lab);
  await lab.page.mouse.move(at.x, at.y);
  await lab.page.mouse.wheel(0, -250);
  await lab.page.keyboard.down('Control');
  await lab.page.mouse.wheel(0, -50);
  await lab.page.keyboard.up('Control');
  // With Ctrl a unit counts ten times: 50 double the scale.
  await until(
    () => width(lab),
    (now) => Math.abs(now - 2 * wide) < 1,
  );
  expect(apart(await middleOf(lab, 'r2'), at)).toBeLessThan(1);
  await drag(lab, { x: at.x, y: at.y - 60 }, { x: at.x - 80, y: at.y - 40 });
  expect(apart(await middleOf(lab, 'r2'), { x: at.x - 80, y: at.y + 20 })).toBeLessThan(1);
});

test('a second finger turns a drag into a zoom, and the next single finger drags again', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await zoomable(lab);
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const before = await lab.document();
  const wide = await width(lab);
  const at = await middleOf(lab, 'r1');
  const other = { x: at.x + 30, y: at.y };
  await touch(cdp, 'touchStart', [at]);
  await touch(cdp, 'touchMove', [{ x: at.x - 10, y: at.y }]);
  await touch(cdp, 'touchMove', [{ x: at.x - 20, y: at.y }]);
  await touch(cdp, 'touchStart', [{ x: at.x - 20, y: at.y }, other]);
  for (const d of [5, 10, 15, 20, 25])
    await touch(cdp, 'touchMove', [
      { x: at.x - 20 - d, y: at.y },
      { x: other.x + d, y: other.y },
    ]);
  await touch(cdp, 'touchEnd', []);
  // From 50 pixels to 100.
  await until(
    () => width(lab),
    (now) => Math.abs(now - 2 * wide) < 2,
  );
  expect((await lab.document()).nodes).toEqual(before.nodes);

  const from = await middleOf(lab, 'r1');
  await touch(cdp, 'touchStart', [from]);
  for (let i = 1; i <= 5; i += 1) await touch(cdp, 'touchMove', [{ x: from.x + 8 * i, y: from.y }]);
  await touch(cdp, 'touchEnd', []);
  await lab.button('Undo: move r1').waitFor();
});

test('a phone that is turned shows the whole network again', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await zoomable(lab);
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const at = await middleOf(lab, 'r1');
  const wide = await width(lab);
  const fingers = (d: number) => [
    { x: at.x - 20 - d, y: at.y },
    { x: at.x + 20 + d, y: at.y },
  ];
  await touch(cdp, 'touchStart', fingers(0));
  for (let d = 10; d <= 60; d += 10) await touch(cdp, 'touchMove', fingers(d));
  await touch(cdp, 'touchEnd', []);
  await until(
    () => width(lab),
    (now) => now > 2 * wide,
  );
  await lab.page.setViewportSize({ width: 844, height: 390 });
  const box = async (node: string) => lab.root.locator(`[data-node="${node}"] .shape`).boundingBox();
  for (const node of ['h1', 'h3', 'h4', 'h6'])
    await until(
      () => box(node),
      (b) => b !== null && b.x >= 0 && b.y >= 48 && b.x + b.width <= 844 && b.y + b.height <= 390,
    );
});

test('in an embed one finger scrolls the page and two fingers zoom', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.page.goto(`${inject('site')}?embed=1#g=three-algorithms`);
  await lab.ready();
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const seen = await lab.page.evaluate(() => {
    const taken: boolean[] = [];
    Object.assign(globalThis, { taken });
    // Events that are not prevented are left to the browser, which scrolls.
    addEventListener('touchmove', (event) => taken.push(event.defaultPrevented));
    const root = document.querySelector('.drawing');
    return root ? getComputedStyle(root).touchAction : '';
  });
  await zoomable(lab);
  expect(seen).toBe('pan-x pan-y');
  const at = await middleOf(lab, 'r1');
  const wide = await width(lab);
  await touch(cdp, 'touchStart', [at]);
  await touch(cdp, 'touchMove', [{ x: at.x, y: at.y - 30 }]);
  await touch(cdp, 'touchEnd', []);
  const taken = await until(
    () => lab.page.evaluate(() => (globalThis as unknown as { taken: boolean[] }).taken),
    (moves) => moves.length > 0,
  );
  expect(taken).not.toContain(true);
  expect(await width(lab)).toBe(wide);
  const pair = (d: number) => [
    { x: at.x - d, y: at.y - 30 },
    { x: at.x + d, y: at.y - 30 },
  ];
  await touch(cdp, 'touchStart', pair(20));
  for (const d of [25, 30, 35, 40]) await touch(cdp, 'touchMove', pair(d));
  await touch(cdp, 'touchEnd', []);
  await until(
    () => width(lab),
    (now) => Math.abs(now - 2 * wide) < 2,
  );
});

test('a finger draws a selection box with the tool for several nodes', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.button('Select several').click();
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const [first, last] = [await middleOf(lab, 'h1'), await middleOf(lab, 'h3')];
  // Away from everything that a finger could hit.
  const from = { x: last.x + 50, y: last.y + 25 };
  const to = { x: first.x - 25, y: first.y - 15 };
  await touch(cdp, 'touchStart', [from]);
  for (let i = 1; i <= 5; i += 1)
    await touch(cdp, 'touchMove', [
      { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 },
    ]);
  await touch(cdp, 'touchEnd', []);
  const pressed = lab.root.locator('[data-node][aria-pressed=true]');
  await until(
    () => pressed.evaluateAll((nodes) => nodes.map((n) => n.getAttribute('data-node')).join()),
    (ids) => ids === 'h1,h2,h3',
  );
});

test.for(['during the run', 'at its end'])(
  'a node that flows need is removed with them if the visitor agrees, %s',
  async (when, { lab }) => {
    await lab.open('#g=three-algorithms');
    if (when === 'at its end') await lab.finish();
    else await lab.pause();
    await lab.button('Router r1').click();
    await lab.page.keyboard.press('Delete');
    await lab.root.getByText('Without router r1 there is no route for CUBIC, Reno, Vegas.').waitFor();
    await lab.button('Router r1').waitFor();
    expect(await lab.button('Go on without a route').count()).toBe(when === 'at its end' ? 0 : 1);
    await lab.button('Remove the flows as well').click();
    await lab.button('Router r1').waitFor({ state: 'detached' });
    expect(await lab.button(/^Flow /).count()).toBe(0);
    await lab.button('Undo: remove router r1').waitFor();
    await lab.page.keyboard.press('Control+z');
    await lab.button('Router r1').waitFor();
    await lab.button('Flow Vegas').waitFor();
  },
);

test.for(['Remove the flows as well', 'Go on without a route'])(
  'the queue of a removed bottleneck stays in its plot, by name, after “%s”',
  async (choice, { lab }) => {
    await lab.open('#g=three-algorithms&t=8');
    const plot = lab.plot(/^Queue/);
    await plot.getByText('buffer 60').or(plot.getByText('Backlog')).first().waitFor();
    await lab.button(/^Link r1 to r2,/).click();
    await lab.page.keyboard.press('Delete');
    await lab.button(choice).click();
    await lab.button(/^Link r1 to r2,/).waitFor({ state: 'detached' });
    await plot.locator('.readout-name', { hasText: 'r1 to r2 removed' }).waitFor();
  },
);

test('a locked tool says how it ends, Escape ends it, and a double click fits the network again', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  await lab.button('Add host').dblclick();
  await lab.root.getByText('Click where the host should go; Esc puts the tool away').waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.root.locator('[aria-label="Select and move"][aria-pressed="true"]').waitFor();
  const host = lab.button('Host h1');
  const before = await host.boundingBox();
  const box = await lab.root.getByTestId('topology').boundingBox();
  if (!before || !box) throw new Error('the network has no place');
  const free = { x: box.x + box.width / 2, y: box.y + box.height - 12 };
  await zoomable(lab);
  await lab.page.mouse.move(free.x, free.y);
  await lab.page.keyboard.down('Control');
  await lab.page.mouse.wheel(0, -200);
  await lab.page.keyboard.up('Control');
  await until(
    async () => (await host.boundingBox())?.x ?? Number.NaN,
    (x) => x < before.x - 20 || Number.isNaN(x),
  );
  await lab.page.mouse.dblclick(free.x, free.y);
  await until(
    async () => (await host.boundingBox())?.x ?? Number.NaN,
    (x) => Math.abs(x - before.x) < 1,
  );
});
