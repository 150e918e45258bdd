/** Selections of several things, by pointer, keys and two fingers. */
import type { CDPSession } from 'playwright-core';
import { expect } from 'vitest';
import type { Scenario } from '../../web/generated/types';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

async function middleOf(lab: Lab, name: string): Promise<{ x: number; y: number }> {
  const box = await lab.button(name).boundingBox();
  if (!box) throw new Error(`${name} is not on screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const placesOf = (d: Scenario, ids: string[]) =>
  ids.map((id) => d.nodes.find((n) => n.id === id)).map((n) => ({ x: n?.x ?? 0, y: n?.y ?? 0 }));

test('a selection is moved, duplicated, removed, and undone step by step', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  const before = await lab.document();
  const { keyboard, mouse } = lab.page;
  const first = await middleOf(lab, 'Host h1');
  const last = await middleOf(lab, 'Host h3');
  await keyboard.down('Shift');
  await mouse.move(first.x - 25, first.y - 25);
  await mouse.down();
  await mouse.move(last.x + 30, last.y + 17, { steps: 5 });
  await mouse.up();
  await keyboard.up('Shift');
  await lab.page.getByText('3 nodes', { exact: true }).waitFor();

  await mouse.move(first.x, first.y);
  await mouse.down();
  await mouse.move(first.x + 70, first.y + 4, { steps: 5 });
  await mouse.up();
  await lab.button('Undo: move 3 nodes').waitFor();
  const moved = await lab.document();
  const ids = ['h1', 'h2', 'h3'];
  const [from, to] = [placesOf(before, ids), placesOf(moved, ids)];
  const by = { x: (to[0]?.x ?? 0) - (from[0]?.x ?? 0), y: (to[0]?.y ?? 0) - (from[0]?.y ?? 0) };
  // All by the same distance, and onto the grid.
  expect(to).toEqual(from.map((p) => ({ x: p.x + by.x, y: p.y + by.y })));
  expect(by.x).toBeGreaterThan(0);
  expect([by.x % 20, by.y % 20]).toEqual([0, 0]);

  await keyboard.press('Control+d');
  await lab.button('Host h9').waitFor();
  const doubled = await until(
    () => lab.document(),
    (d) => (d.edits ?? []).length > 0,
  );
  // A host is copied with its link; its flow is not, because the receiver was not selected.
  expect(doubled.edits?.map((e) => e.path)).toEqual([
    '/nodes/h7',
    '/nodes/h8',
    '/nodes/h9',
    '/links/in4',
    '/links/in5',
    '/links/in6',
  ]);
  await keyboard.press('Delete');
  await lab.button('Host h9').waitFor({ state: 'detached' });
  for (const what of [/^Undo: remove 3 nodes/, /^Undo: duplicate 3 nodes/, /^Undo: move 3 nodes/])
    await lab.button(what).click();
  await until(
    async () => JSON.stringify((await lab.document()).nodes),
    (nodes) => nodes === JSON.stringify(before.nodes),
  );
});

test('flows are copied, pasted, and given another algorithm together', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.pause();
  const { keyboard } = lab.page;
  await lab.button('Flow CUBIC').click();
  await lab.button('Flow Reno').click({ modifiers: ['Shift'] });
  await lab.page.getByText('2 flows', { exact: true }).waitFor();
  await keyboard.press('Control+c');
  await keyboard.press('Control+v');
  const pasted = await until(
    () => lab.document(),
    (d) => (d.edits ?? []).length === 2,
  );
  const values = pasted.edits?.map((e) => e.value as { from: string; to: string; algorithm: string });
  expect(values).toMatchObject([
    { from: 'h1', to: 'h4', algorithm: 'cubic' },
    { from: 'h2', to: 'h5', algorithm: 'reno' },
  ]);
  await lab.button(/^Undo: paste 2 flows/).waitFor();
  // The copies are selected: both get another algorithm in one step.
  await (await lab.row('Algorithm of 2 flows', 'Delay-based', 'Vegas')).click();
  await lab.button(/^Undo: 2 flows → Vegas/).waitFor();
  const { edits } = await lab.document();
  expect(edits?.slice(2).map((e) => e.value)).toEqual(['vegas', 'vegas']);
});

test('tidying arranges nodes in layers, from the table and from the network', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.button('Tidy the network').click();
  await lab.button('Undo: tidy the network').waitFor();
  const fromDrawing = (await lab.document()).nodes;
  expect(placesOf({ nodes: fromDrawing } as Scenario, ['h1', 'h4']).map((p) => p.x)).toEqual([0, 1000]);
  await lab.button('Undo: tidy the network').click();
  await lab.button('Show as a table').click();
  await lab.button('Tidy').click();
  await lab.button('Undo: tidy the network').waitFor();
  expect((await lab.document()).nodes).toEqual(fromDrawing);
});

type Point = { x: number; y: number };

const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
  cdp.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map((p, id) => ({ ...p, id })),
  });

test('on a phone a finger moves a host, and two fingers zoom', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  const cdp = await lab.page.context().newCDPSession(lab.page);
  const before = await lab.document();
  const from = await middleOf(lab, 'Host h1');
  await touch(cdp, 'touchStart', [from]);
  for (let i = 1; i <= 5; i += 1) await touch(cdp, 'touchMove', [{ x: from.x + 8 * i, y: from.y + 3 * i }]);
  await touch(cdp, 'touchEnd', []);
  await lab.button('Undo: move h1').waitFor();
  const [old] = placesOf(before, ['h1']);
  const [now] = placesOf(await lab.document(), ['h1']);
  expect(now?.x).toBeGreaterThan(old?.x ?? 0);

  const apart = async () => {
    const [a, b] = [await middleOf(lab, 'Router r1'), await middleOf(lab, 'Router r2')];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const near = await apart();
  const [r1, r2] = [await middleOf(lab, 'Router r1'), await middleOf(lab, 'Router r2')];
  const middle = { x: (r1.x + r2.x) / 2, y: r1.y - 25 };
  const pair = (d: number) => [
    { x: middle.x - d, y: middle.y },
    { x: middle.x + d, y: middle.y },
  ];
  await touch(cdp, 'touchStart', pair(20));
  for (const d of [26, 32, 38, 44]) await touch(cdp, 'touchMove', pair(d));
  await touch(cdp, 'touchEnd', []);
  await until(apart, (far) => far > 1.5 * near);
});

test('the name of an option with a long choice stays in one line', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  await lab.button('Flow Reno').click();
  const name = lab.page.locator('.row-name').getByText('Pacing', { exact: true });
  await name.waitFor();
  expect((await name.boundingBox())?.height).toBeLessThan(20);
});
