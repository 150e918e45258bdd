/** Edits of the document during a run. */
import { expect } from 'vitest';
import { normalized, runInWasm } from '../support/engine';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

async function halveBuffer(lab: Lab): Promise<void> {
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(50);
}

async function switchToVegas(lab: Lab): Promise<void> {
  await lab.button('Flow SACK').click();
  await lab.pick('Delay-based', 'Vegas');
  await lab.button('Flow Vegas').waitFor();
}

test('a host stays where it was dropped', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const before = await lab.document();
  const host = lab.button('Host h1');
  const from = await middleOf(host);
  await lab.page.mouse.move(from.x, from.y);
  await lab.page.mouse.down();
  await lab.page.mouse.move(from.x + 60, from.y + 25, { steps: 5 });
  await lab.page.mouse.up();
  await lab.button('Undo: move h1').waitFor();

  const after = await lab.document();
  const moved = after.nodes.find((node) => node.id === 'h1');
  expect(moved?.x).toBeGreaterThan(20);
  expect(moved?.y).toBeGreaterThan(10);
  // A position is not an input of the simulation: nothing else has changed, and there is no timed edit.
  expect({ ...after, nodes: after.nodes.slice(1) }).toEqual({ ...before, nodes: before.nodes.slice(1) });

  await host.click();
  expect(await lab.page.getByRole('textbox', { name: 'Position from the left' }).inputValue()).toBe(
    String(Math.round(moved?.x ?? 0)),
  );
  // It is saved automatically: the page opens with it the next time.
  await lab.page.getByText('edited', { exact: true }).waitFor();
  await lab.page.reload();
  await lab.ready();
  expect((await lab.document()).nodes).toEqual(after.nodes);
});

async function middleOf(thing: ReturnType<Lab['button']>): Promise<{ x: number; y: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error('not on screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a document is no longer called edited when all changes are undone', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const edited = lab.root.getByText('edited', { exact: true });
  expect(await edited.count()).toBe(0);
  await lab.title.fill('Mine');
  await lab.title.press('Enter');
  await edited.waitFor();
  await lab.button(/^Undo/).click();
  await edited.waitFor({ state: 'detached' });
  await lab.button(/^Redo/).click();
  await edited.waitFor();
});

test('another algorithm takes over a flow while it runs', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth()));
  await until(
    () => lab.cwnd('SACK'),
    (cwnd) => cwnd > 65,
  );
  expect(await lab.plot(/variables/).count()).toBe(0);
  await switchToVegas(lab);
  // Its own variables, from the catalogue: packets in the queue, and the minimum RTT.
  await lab.plot(/^Vegas variables, packets.* D /).waitFor();
  await lab.plot(/^Vegas variables, ms.* baseRTT /).waitFor();
  // SACK never falls below half of 142 packets; Vegas stays a few above the BDP of 42.
  await until(
    () => lab.cwnd('Vegas'),
    (cwnd) => cwnd > 40 && cwnd < 52,
  );
  const { edits } = await lab.document();
  expect(edits).toEqual([{ atS: expect.any(Number), path: '/flows/f1/algorithm', value: 'vegas' }]);
  expect(edits?.[0]?.atS).toBeGreaterThan(0.1);
});

test('the curves of a run stay under the names that they had: of another algorithm, and of a removed flow', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=12&select=flow/f2');
  await lab.pick('Delay-based', 'Vegas');
  const window = (words: RegExp) => lab.plot(/^cwnd/).getByRole('button', { name: words });
  await window(/^Vegas 1 was Reno/).waitFor();
  await lab.plot(/^cwnd.*Vegas 1 \(was Reno\)/).waitFor();
  await lab.button('Flow CUBIC').press('Enter');
  await lab.page.keyboard.press('Delete');
  await lab.button('Flow CUBIC').waitFor({ state: 'detached' });
  const removed = window(/^CUBIC removed/);
  await removed.waitFor();
  const value = () => removed.getByRole('status').textContent();
  const plots = await lab.root.getByRole('slider', { name: 'Crosshair', exact: true }).boundingBox();
  if (!plots) throw new Error('the plots are not on screen');
  await lab.page.mouse.move(plots.x + 0.2 * plots.width, plots.y + 40);
  await until(value, (text) => Number(text) > 0);
  await lab.page.mouse.move(5, 5);
  await lab.play();
  await lab.finish();
  await until(value, (text) => text === '–');
});

test('a halved buffer applies from the time of the edit on', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth()));
  await lab.plot(/^Queue.*buffer 100/).waitFor();
  await halveBuffer(lab);
  await lab.plot(/^Queue.*buffer 50/).waitFor();
  await lab.page.getByText(/ of 50 packets/).waitFor();
  const { edits } = await lab.document();
  expect(edits).toEqual([
    { atS: expect.any(Number), path: '/links/core/forward/queue/params/limitPackets', value: 50 },
  ]);
  expect(edits?.[0]?.atS).toBeGreaterThan(0);
});

test('the slider of the buffer covers what is usual, and each of its steps is another number of packets', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=2&select=link/core');
  const slider = lab.root.getByRole('slider', { name: 'Buffer', exact: true }).first();
  const field = lab.root.getByRole('textbox', { name: 'Buffer, packets' }).first();
  const press = async (key: string, value: string) => {
    await slider.press(key);
    await until(
      () => field.inputValue(),
      (text) => text === value,
    );
  };
  // Ten times the BDP of 101 packets.
  await press('End', '1000');
  await press('Home', '1');
  await press('ArrowRight', '2');
  await press('ArrowRight', '3');
  // The field takes more.
  await lab.setBuffer(20_000);
  await lab.plot(/^Queue.*buffer 20\s000/).waitFor();
  expect(await field.inputValue()).toBe('20000');
});

test('undo removes both changes from the run, redo restores them', async ({ lab }) => {
  const original = await normalized(sawtooth());
  await lab.open(await fragmentOf(original));
  await switchToVegas(lab);
  await halveBuffer(lab);
  await lab.plot(/^Queue.*buffer 50/).waitFor();
  const edited = await lab.document();
  expect(edited.edits).toHaveLength(2);

  await lab.button(/^Undo/).click();
  await lab.button(/^Undo: .*Vegas/).click();
  await lab.button('Flow SACK').waitFor();
  await lab.plot(/^Queue.*buffer 100/).waitFor();
  expect(await lab.document()).toEqual(original);

  await lab.button(/^Redo/).click();
  await lab.button('Flow Vegas').waitFor();
  await lab.button(/^Redo/).click();
  await lab.plot(/^Queue.*buffer 50/).waitFor();
  expect(await lab.document()).toEqual(edited);
  // The document contains the edits: it replays bit for bit.
  await lab.endsWith((await runInWasm(edited)).digest);

  await lab.button(/^Undo/).click();
  await lab.button(/^Undo/).click();
  await lab.endsWith((await runInWasm(original)).digest);
});

test('quick undo and redo over compared runs end with the run of the document', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await lab.selectLink('r1 to r2');
  // Two settings: changes of one in quick succession are one step.
  for (const [name, value] of [
    ['Buffer, packets', '30'],
    ['Rate, Mb/s', '15'],
  ] as const) {
    const field = lab.page.getByRole('textbox', { name }).first();
    await field.fill(value);
    await field.press('Enter');
    await lab.button(new RegExp(`^Undo: .*${value}`)).waitFor();
    await lab.finish();
    await field.evaluate((element: HTMLElement) => element.blur());
  }
  const { digest } = await runInWasm(await lab.document());
  await lab.endsWith(digest);
  for (const pauseMs of [0, 30, 100, 300, 400]) {
    for (const key of ['Control+z', 'Control+Shift+z']) {
      for (let i = 0; i < 2; i += 1) await lab.page.keyboard.press(key);
      await lab.page.waitForTimeout(pauseMs);
    }
  }
  await lab.button(/^Undo: .*15/).waitFor();
  await lab.endsWith(digest);
  await lab.plot(/^Queue.*buffer 30/).waitFor();
});

test('the buffer and the plot of its queue are compared with the same BDP', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.selectLink('r1 to r2');
  // Vegas has the longest RTT: 20 Mb/s · 80.8 ms, in packets of 1500 bytes.
  await lab.says('BDP 135 packets');
  await until(
    () => lab.page.locator('[data-plot=queue]').getAttribute('aria-label'),
    (words) => words?.includes('BDP 135') ?? false,
  );
});

test('an invalid number stays in its field with the allowed range until it is corrected', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.selectLink('r1 to r2');
  const buffer = lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  const before = await buffer.inputValue();
  const message = lab.page.getByRole('alert').filter({ hasText: 'The value is still' });
  for (const wrong of ['0', '-5', 'abc', '20000000', '3.7']) {
    await buffer.fill(wrong);
    await buffer.press('Enter');
    await message.waitFor();
    expect(await message.textContent()).toMatch(
      /^Enter a whole number from 1 to [\d\u202f]+ packets\. The value is still \d+\.$/,
    );
    expect(await buffer.inputValue()).toBe(wrong);
    // The message covers neither its row nor the next one.
    const [box, own, next] = await Promise.all(
      [message, buffer, lab.root.getByRole('group', { name: 'Limit in' }).first()].map((l) =>
        l.boundingBox(),
      ),
    );
    expect(box?.y).toBeGreaterThanOrEqual((own?.y ?? 0) + (own?.height ?? 0));
    expect(next?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    // Leaving the field keeps the number and the message.
    await lab.title.focus();
    await message.waitFor();
    expect(await buffer.inputValue()).toBe(wrong);
  }
  await buffer.press('Escape');
  await message.waitFor({ state: 'detached' });
  expect(await buffer.inputValue()).toBe(before);
  await buffer.fill('0');
  await buffer.press('Enter');
  await message.waitFor();
  await buffer.fill('30');
  await message.waitFor({ state: 'detached' });
  await buffer.press('Enter');
  await lab.button(/^Undo: .*30/).waitFor();
});

test('Ctrl+Z in a field undoes the change that was committed in it', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  await lab.selectLink('r1 to r2');
  const field = lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  const before = await field.inputValue();
  await field.fill('25');
  await field.press('Enter');
  await lab.button(/^Undo: /).waitFor();
  await field.press('Control+z');
  await until(
    () => field.inputValue(),
    (value) => value === before,
  );
});
