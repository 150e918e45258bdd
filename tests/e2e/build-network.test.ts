/** Building a network by keyboard, by pointer, by touch, and from a template. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

/** Presses Tab until a control has the focus; controls with the focus scroll into view, as for a visitor. */
async function tabTo(lab: Lab, control: Locator): Promise<void> {
  await control.waitFor();
  const reached = control.and(lab.page.locator(':focus'));
  // Goes backwards if that is shorter, as a visitor would.
  const back = await control.evaluate((element) => {
    const { activeElement } = element.ownerDocument;
    const where = activeElement ? element.compareDocumentPosition(activeElement) : 0;
    return activeElement !== element.ownerDocument.body && (where & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await reached.count()) > 0) return;
    await lab.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}

test('two flows that share a queue are built by keyboard alone', async ({ lab }) => {
  await lab.open();
  const { keyboard } = lab.page;
  const press = async (control: Locator) => {
    await tabTo(lab, control);
    await keyboard.press('Enter');
  };
  const choose = async (name: string, option: string) => {
    const list = lab.page.getByRole('combobox', { name });
    await tabTo(lab, list);
    // By arrow keys: letters typed in quick succession would be read as one word.
    const options = await until(
      () => list.getByRole('option').allTextContents(),
      (names) => names.includes(option),
    );
    await keyboard.press('Home');
    for (let n = 0; n < options.indexOf(option); n += 1) await keyboard.press('ArrowDown');
  };
  await keyboard.press('n');
  await press(lab.button('Start empty'));
  await lab.page.getByText(/^Add two hosts/).waitFor();
  // The tools are one stop of Tab; arrow keys lead from one to the next.
  const table = lab.button('Show as a table');
  await tabTo(lab, lab.page.getByRole('toolbar').getByRole('button').and(lab.page.locator('[tabindex="0"]')));
  for (
    let n = 0;
    n < 20 && !(await table.evaluate((button) => button === button.ownerDocument.activeElement));
    n += 1
  )
    await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await lab.page.getByRole('heading', { name: 'Network as a table' }).waitFor();

  for (const name of ['Add host', 'Add host', 'Add router', 'Add router', 'Add host', 'Add host'])
    await press(lab.button(name));
  const links = [
    ['h1', 'r1'],
    ['h2', 'r1'],
    ['r1', 'r2'],
    ['r2', 'h3'],
    ['r2', 'h4'],
  ] as const;
  for (const [a, b] of links) {
    await choose('New link from', a);
    await choose('New link to', b);
    await press(lab.button('Add link'));
    await lab.button(`Remove link ${a} to ${b}`).waitFor();
  }
  for (const [from, to] of [
    ['h1', 'h3'],
    ['h2', 'h4'],
  ] as const) {
    await choose('New flow from', from);
    await choose('New flow to', to);
    await press(lab.button('Add flow'));
  }
  await lab.button('Remove flow f2').waitFor();
  await tabTo(lab, lab.page.getByRole('textbox', { name: 'Buffer r1 to r2' }));
  await keyboard.press('Control+a');
  await keyboard.type('50');
  await keyboard.press('Enter');

  await press(lab.button('Play'));
  await until(
    async () => Number(await lab.page.getByText(/^Queue/).count()),
    (n) => n > 0,
  );
  const document = await lab.document();
  expect(document.nodes.map((n) => n.kind)).toEqual(['host', 'host', 'router', 'router', 'host', 'host']);
  expect(document.links.map((l) => [l.a, l.b])).toEqual(links);
  expect(document.flows.map((f) => [f.from, f.to])).toEqual([
    ['h1', 'h3'],
    ['h2', 'h4'],
  ]);
  expect(document.links[2]?.forward.queue?.params?.limitPackets).toBe(50);
  // Both flows are running.
  const row = (n: number) => lab.plot(/^Throughput/).getByRole('button', { name: new RegExp(` ${n}$`) });
  for (const n of [1, 2])
    await until(
      async () => Number(await row(n).getByRole('status').textContent()),
      (rate) => rate > 1,
    );
}, 120_000);

test('a number in the table that is none stays to be corrected, and changes nothing', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Show as a table').click();
  const rate = lab.page.getByRole('textbox', { name: 'Rate r1 to r2' });
  // JavaScript would read the first as 16.
  for (const text of ['0x10', '1_0', 'ten']) {
    await rate.fill(text);
    await rate.press('Enter');
    await lab.page.getByText(/^Enter a number/).waitFor();
    expect(await rate.inputValue()).toBe(text);
    await rate.press('Escape');
  }
  expect((await lab.document()).links.find((l) => l.id === 'core')?.forward.rateMbps).toBe(20);
  await rate.fill('1,5e1');
  await rate.press('Enter');
  await expect
    .poll(async () => (await lab.document()).links.find((l) => l.id === 'core')?.forward.rateMbps)
    .toBe(15);
});

test('an empty network says how to begin, and what comes next until a flow can run', async ({ lab }) => {
  await lab.open();
  await lab.page.keyboard.press('n');
  await lab.button('Start empty').click();
  await lab.button('Templates').click();
  await lab.page.getByRole('dialog', { name: 'New network' }).waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.button('Add a host').click();
  await lab.page.getByText('Add another host to send to.').waitFor();
  // By key, it goes where there is room.
  await lab.button('Add host').press('Enter');
  await lab.page.getByText(/^Draw a link from node to node/).waitFor();
  const link = async (from: string, to: string) => {
    await lab.button('Draw link').click();
    for (const end of [from, to]) await lab.button(end).click();
    await lab
      .button(/^Link .* to .*,/)
      .and(lab.root.locator('[aria-pressed="true"]'))
      .waitFor();
  };
  await lab.button('Add router').press('Enter');
  await link('Host h1', 'Router r1');
  await lab.root.locator('[aria-label="Select and move"][aria-pressed="true"]').waitFor();
  // A link alone is no path from host to host.
  await lab.page.getByText(/^Draw a link from node to node/).waitFor();
  await link('Router r1', 'Host h2');
  const next = lab.page.getByText('Add a flow from one host to another.');
  await next.waitFor();
  await lab.button('Add flow').click();
  for (const host of ['Host h1', 'Host h2']) await lab.button(host).click();
  await next.waitFor({ state: 'detached' });
  expect((await lab.document()).flows).toHaveLength(1);
});

test('by key, an empty network in place of another one leaves the focus on its tools', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Host h1').focus();
  await lab.page.keyboard.press('n');
  await lab.button('Start empty').press('Enter');
  await lab.page.getByText(/^Add two hosts/).waitFor();
  await until(
    () =>
      lab.page.evaluate(() => document.activeElement?.closest('[role=toolbar]')?.getAttribute('aria-label')),
    (name) => name === 'Network tools',
  );
});

test('after the end of a run, a link can lead to a node that was added during it', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=10');
  await lab.button('Add host').press('Enter');
  await lab.button('Host h7').waitFor();
  await lab.button('Play').first().click();
  await lab.finish();
  await lab.button('Draw link').click();
  for (const end of ['Host h7', 'Router r1']) await lab.button(end).click();
  await lab
    .button(/^Link .* to .*,/)
    .and(lab.root.locator('[aria-pressed="true"]'))
    .waitFor();
  const { edits = [] } = await lab.document();
  expect(edits.map(({ atS, path }) => [atS > 0, path.split('/')[1]])).toEqual([
    [true, 'nodes'],
    [true, 'links'],
  ]);
  // The run begins again, with the last one behind it.
  await lab.button(/2 branches/).waitFor();
});

test('two additions in quick succession add two nodes', async ({ lab }) => {
  await lab.open();
  await lab.page.keyboard.press('n');
  await lab.button('Start empty').click();
  await lab.page.getByText(/^Add two hosts/).waitFor();
  await lab.button('Show as a table').click();
  // In one task, so that the second one is made before the first is answered.
  await lab.button('Add host').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await lab.button('Remove node h2').waitFor();
  const { nodes } = await lab.document();
  expect(nodes.map((n) => n.id)).toEqual(['h1', 'h2']);
  const places = nodes.map(({ x, y }) => `${x}, ${y}`);
  expect(new Set(places).size).toBe(2);
});

test('a template is chosen by its parameters, runs at once, and becomes the visitor’s work', async ({
  lab,
}) => {
  await lab.open();
  await lab.page.keyboard.press('n');
  const dialog = lab.page.getByRole('dialog', { name: 'New network' });
  await dialog.getByText('Parking lot', { exact: true }).click();
  const set = async (name: string, value: string) => {
    await dialog.getByRole('textbox', { name }).fill(value);
    await dialog.getByRole('textbox', { name }).press('Enter');
  };
  await set('Flows', '5');
  await set('Bottleneck', '12');
  await set('Round trip', '100');
  await set('Buffer', '0.5');
  // 12 Mb/s in 100 ms are 150,000 bytes: 100 packets of 1500 bytes.
  await dialog.getByText('BDP 100 packets; the buffer holds 50, up to 50 ms of queueing delay.').waitFor();
  await dialog.getByRole('button', { name: 'Create and run' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until(
    () => lab.title.inputValue(),
    (title) => title === 'Parking lot, 5 CUBIC flows',
  );
  await lab.button('Pause').waitFor();
  const { flows, links } = await lab.document();
  expect(flows.map((f) => f.name)).toEqual(['All hops', 'Hop 1', 'Hop 2', 'Hop 3', 'Hop 4']);
  for (const l of links.filter((l) => l.id.startsWith('hop')))
    expect([l.forward.rateMbps, l.forward.queue?.params?.limitPackets]).toEqual([12, 50]);
  await lab.page.reload();
  await lab.ready();
  expect(await lab.title.inputValue()).toBe('Parking lot, 5 CUBIC flows');
});

test('every second flow of a template may have another algorithm', async ({ lab }) => {
  await lab.open();
  await lab.page.keyboard.press('n');
  const dialog = lab.page.getByRole('dialog', { name: 'New network' });
  await dialog.getByText('Dumbbell', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Flows' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Flows' }).press('Enter');
  await dialog.getByText('Another algorithm for every second flow').click();
  await dialog.getByRole('button', { name: /^Algorithm of every second flow:/ }).click();
  await lab.page
    .getByRole('listbox', { name: 'Algorithm of every second flow' })
    .getByRole('option', { name: /^Vegas/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Create and run' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { title, flows } = await lab.document();
  expect(flows.map((f) => f.algorithm)).toEqual(['cubic', 'vegas', 'cubic']);
  expect(title).toBe('Dumbbell, 2 CUBIC and 1 Vegas flows');
});

test('after a network was created, Space pauses it instead of opening the dialog again', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const dialog = lab.page.getByRole('dialog', { name: 'New network' });
  const focused = (name: string) => lab.button(name).and(lab.page.locator(':focus')).waitFor();
  await lab.button('New').click();
  await lab.button('Create and run').click();
  await dialog.waitFor({ state: 'detached' });
  await focused('Pause');
  await lab.page.keyboard.press('Space');
  await focused('Play');
  expect(await dialog.count()).toBe(0);
  await lab.button('New').click();
  await lab.button('Start empty').click();
  await dialog.waitFor({ state: 'detached' });
  await focused('Select and move');
});

test('a link drawn between linked nodes adds none: the one that is there is selected', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  const { links } = await lab.document();
  await lab.button('Draw link').click();
  for (const end of ['Router r1', 'Host h1']) await lab.button(end).click();
  await lab.says('h1 and r1 are linked already.');
  await lab
    .button(/^Link h1 to r1,/)
    .and(lab.root.locator('[aria-pressed="true"]'))
    .waitFor();
  expect((await lab.document()).links).toEqual(links);
  // The next change takes the message with it.
  await lab.button('Draw link').click();
  for (const end of ['Host h1', 'Host h4']) await lab.button(end).click();
  await lab.button(/^Link h1 to h4,/).waitFor();
  await lab.root.getByText('are linked already').waitFor({ state: 'detached' });
  // The table adds parallel ones.
  await lab.button('Show as a table').click();
  await lab.button('Add link').click();
  await until(
    async () => (await lab.document()).links.length,
    (n) => n === links.length + 2,
  );
});

test('on a phone each step from an empty page has its button, clear of the nodes', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open();
  await lab.button('New').tap();
  await lab.button('Start empty').tap();
  const nodes = lab.page.locator('.drawing [data-node]');
  const hint = lab.page.locator('.drawing-next');
  const clear = async () => {
    const below = (await hint.boundingBox())?.y ?? 0;
    for (const node of await nodes.all()) {
      const box = await node.locator('rect').last().boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(below);
    }
  };
  for (const count of [1, 2]) {
    await lab.button('Add a host').tap();
    await until(
      () => nodes.count(),
      (n) => n === count,
    );
    await clear();
  }
  for (const step of ['Draw a link', 'Add a flow']) {
    await lab.button(step).tap();
    for (const node of await nodes.all()) await node.tap();
  }
  await until(
    async () => (await lab.document()).flows.length,
    (n) => n === 1,
  );
});
