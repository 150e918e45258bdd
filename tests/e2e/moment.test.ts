/** The whole page shows one time, that of the crosshair: network, tables, timeline, values and *Why?*. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { galleryScenario } from '../support/engine';
import { type Lab, settled, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';

const area = (lab: Lab): Locator => lab.root.getByRole('slider', { name: 'Crosshair', exact: true });
const flag = (lab: Lab): Locator => lab.root.getByTestId('moment-flag');
const timeline = (lab: Lab): Locator => lab.root.getByRole('slider', { name: 'Time in the run' });
const overview = (lab: Lab): Locator => lab.root.getByRole('img', { name: /^Overview of the run/ });
const span = async (lab: Lab) =>
  (await lab.root.getByTestId('results').locator('.results-head').textContent()) ?? '';

/** Everything that the network shows about flows and queues, and its picture of packets and queues. */
async function drawing(lab: Lab): Promise<{ words: string[]; packets: string }> {
  const topology = lab.root.getByTestId('topology');
  const words = await topology.locator('[data-live]').allTextContents();
  const canvas = topology.locator('canvas').last();
  return { words, packets: await canvas.evaluate((c: HTMLCanvasElement) => c.toDataURL()) };
}

/** The network when it no longer changes: the last frame of a run arrives a little after its end. */
async function drawingAtRest(lab: Lab) {
  for (let before = await drawing(lab); ; ) {
    await lab.page.waitForTimeout(300);
    const now = await drawing(lab);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

async function hoverAt(lab: Lab, share: number): Promise<void> {
  const box = await area(lab).boundingBox();
  if (!box) throw new Error('the plots are not on screen');
  await lab.page.mouse.move(box.x + share * box.width, box.y + 80);
}

const away = (lab: Lab) => lab.page.mouse.move(10, 10);

/** Runs to the end; 30 s to 60 s are shown. */
async function runToEnd(lab: Lab, entry: string): Promise<void> {
  await lab.open(`#g=${entry}`);
  await lab.finish();
}

/** Goes to 30 s, halfway, and pauses there. */
async function goHalfway(lab: Lab): Promise<void> {
  await timeline(lab).press('Home');
  for (let at = 0; at <= 30; at += 6) {
    if (at > 0) await timeline(lab).press('Shift+ArrowRight');
    await until(
      async () => Number(await timeline(lab).getAttribute('aria-valuenow')),
      (t) => Math.abs(t - at) < 1e-6,
    );
  }
  // A recent drop is no longer shown.
  await lab.page.waitForTimeout(2500);
}

const says = (lab: Lab, words: RegExp) => flag(lab).filter({ hasText: words }).waitFor();

// The queue of the second entry has classes.
for (const [entry, flows] of [
  ['three-algorithms', 3],
  ['l4s', 2],
] as const) {
  test(`a pinned time in ${entry} looks as the run did at that time`, async ({ lab }) => {
    await runToEnd(lab, entry);
    await goHalfway(lab);
    const was = await drawing(lab);
    await timeline(lab).press('End');
    await lab.page.waitForTimeout(2500);
    const end = await drawing(lab);
    expect(end).not.toEqual(was);

    // The crosshair set by key: at the start of the visible span, 30 s.
    await area(lab).focus();
    await lab.page.keyboard.press('Home');
    await says(lab, /^at 30\.00? s/);
    await expect.poll(() => drawing(lab)).toEqual(was);
    await expect.poll(() => span(lab)).toContain('to 30.0 s');
    expect(await overview(lab).getAttribute('aria-label')).toMatch(/crosshair at 30\.0/);
    // The values beside the plots are those of the network.
    const cwnd = (await lab.plot(/^cwnd/).getByRole('status').allTextContents()).map(Number);
    const drawn = was.words.flatMap((w) => /^cwnd (\d+)/.exec(w)?.[1] ?? []).map(Number);
    expect(drawn.length).toBe(flows);
    for (const value of drawn) expect(cwnd.some((c) => Math.abs(c - value) <= 0.5)).toBe(true);

    // The tools of the network cover no part of it.
    const tools = await lab.root.getByRole('toolbar', { name: 'Network tools' }).boundingBox();
    const back = await lab.button('Back to now').boundingBox();
    expect((back?.x ?? Number.NaN) + (back?.width ?? 0)).toBeLessThanOrEqual(tools?.x ?? 0);
    await lab.button('Back to now').click();
    await flag(lab).waitFor({ state: 'detached' });
    await expect.poll(() => drawing(lab)).toEqual(end);
    await expect.poll(() => span(lab)).toContain('to 60.0 s');
  });
}

test('RTTs at a pinned time are those of that time, as a fork there shows them', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=30&play=0');
  await expect.poll(() => timeline(lab).getAttribute('aria-valuenow')).toBe('30');
  const rtts = async () =>
    (await lab.plot(/^RTT/).getByRole('status').allTextContents()).filter((text) => text !== '').join(' ');
  const box = await area(lab).boundingBox();
  if (!box) throw new Error('the plots are not on screen');
  // Reno's RTT is 90 ms there, and 95 ms in the same column of the plot.
  await lab.page.mouse.click(box.x + 0.593 * box.width, box.y + 80);
  await says(lab, /^at 22\./);
  const numbers = (words: string) => words.split(' ').map(Number);
  const pinned = numbers(await settled(rtts, (words) => words.split(' ').length === 3));
  await lab.button('Fork').click();
  // Beside each value stands that of the other branch, which is the same at the fork.
  const both = numbers(await settled(rtts, (words) => words.split(' ').length === 6));
  pinned.forEach((rtt, i) => {
    expect(Math.abs(rtt - (both[2 * i] ?? Number.NaN)), `${pinned} and ${both}`).toBeLessThan(2);
  });
});

test('a change at a pinned time is made at that time, as a fork is', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=30&play=0&select=link/core');
  await expect.poll(() => timeline(lab).getAttribute('aria-valuenow')).toBe('30');
  const box = await area(lab).boundingBox();
  if (!box) throw new Error('the plots are not on screen');
  await lab.page.mouse.click(box.x + 0.5 * box.width, box.y + 80);
  await says(lab, /^at \d/);
  const pinned = Number.parseFloat(((await flag(lab).textContent()) ?? '').replace('at ', ''));
  expect(pinned).toBeGreaterThan(5);
  expect(pinned).toBeLessThan(25);
  await lab.setBuffer(20);
  await lab.root
    .getByTestId('fork-line')
    .getByText(/^Fork at [.\d]+ s: buffer 60 → 20$/)
    .waitFor();
  // The drawing says the time in hundredths.
  await until(
    async () => Number(await timeline(lab).getAttribute('aria-valuenow')),
    (now) => Math.abs(now - pinned) < 0.02,
  );
  const { edits } = await lab.document();
  expect(edits).toHaveLength(1);
  expect(Math.abs((edits?.[0]?.atS ?? 0) - pinned)).toBeLessThan(0.02);
});

test('in the table of branches the values of a measure are below each other', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=12&select=link/core');
  await lab.button('Fork').click();
  await lab.setBuffer(20);
  await lab.button(/2 branches/).click();
  const cells = lab.page.locator('.branch-table td[data-name="drops"]');
  const ends = () =>
    cells.evaluateAll((all) =>
      all.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.firstChild ?? cell);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
  await until(ends, (all) => all.length === 2 && all[0] === all[1]);
});

test('a later time is shown as far as the run is known', async ({ lab }) => {
  await runToEnd(lab, 'three-algorithms');
  const end = await drawing(lab);
  await goHalfway(lab);
  await hoverAt(lab, 0.9);
  await until(
    async () => (await flag(lab).textContent()) ?? '',
    (text) => Number.parseFloat(text.replace('at ', '')) > 30,
  );
  expect((await drawing(lab)).words).not.toEqual(end.words);
  await away(lab);
  await flag(lab).waitFor({ state: 'detached' });
});

test('hovering shows its time in the network and in the table, leaving shows the current time', async ({
  lab,
}) => {
  await runToEnd(lab, 'three-algorithms');
  await lab.page.waitForTimeout(2500);
  const end = await drawing(lab);
  await hoverAt(lab, 0.5);
  await says(lab, /^at 45\.0/);
  await until(
    async () => (await drawing(lab)).words,
    (words) => words.join() !== end.words.join(),
  );
  const hovered = await drawing(lab);
  await away(lab);
  await flag(lab).waitFor({ state: 'detached' });
  await expect.poll(() => drawing(lab)).toEqual(end);

  // The same in the table.
  await lab.root.getByRole('button', { name: 'Table' }).click();
  const live = () => lab.root.locator('.network-tables [data-live=window]').allTextContents();
  await until(live, (values) => values.length === 3 && values.every((v) => /^\d+$/.test(v)));
  const now = await live();
  await hoverAt(lab, 0.5);
  await says(lab, /^at 45\.0/);
  await until(live, (values) => values.join() !== now.join());
  const windows = hovered.words.flatMap((w) => /^cwnd (\d+)/.exec(w)?.[1] ?? []);
  expect(await live()).toEqual(windows);
});

test('the page shows the time that Why? explains, and follows each step to another', async ({ lab }) => {
  await runToEnd(lab, 'three-algorithms');
  await hoverAt(lab, 0.5);
  await says(lab, /^at 45\.0/);
  await lab.page.keyboard.press('w');
  const why = lab.root.getByRole('region', { name: 'Why' });
  const time = async () =>
    Number.parseFloat((await why.locator('.why-subject .numeric').textContent()) ?? '');
  const same = async () => {
    await why.locator('.why-steps').first().waitFor();
    const at = await until(time, Number.isFinite);
    await until(
      async () => Number.parseFloat(((await flag(lab).textContent()) ?? '').replace('at ', '')),
      (t) => Math.abs(t - at) <= 0.05,
    );
    return at;
  };
  await away(lab);
  const first = await same();
  expect(Math.abs(first - 45)).toBeLessThan(1);
  await why
    .getByRole('button', { name: 'Next', exact: true })
    .or(why.getByRole('button', { name: 'Next event' }))
    .first()
    .click();
  await until(time, (t) => t > first);
  await same();
  await why.getByRole('button', { name: 'Close' }).click();
  await flag(lab).waitFor({ state: 'detached' });
});

test('going to a time shows it, whatever was pinned', async ({ lab }) => {
  await runToEnd(lab, 'three-algorithms');
  await area(lab).focus();
  await lab.page.keyboard.press('Home');
  await flag(lab).waitFor();
  await timeline(lab).press('ArrowLeft');
  await flag(lab).waitFor({ state: 'detached' });
});

test('earlier times can be shown in the fluid model as well', async ({ lab }) => {
  await lab.open('#g=fluid-late-starter');
  await lab.finish();
  const end = await drawingAtRest(lab);
  await hoverAt(lab, 0.3);
  await flag(lab).waitFor();
  await until(
    async () => (await drawing(lab)).words,
    (words) => words.join() !== end.words.join(),
  );
  await away(lab);
  await expect.poll(() => drawing(lab)).toEqual(end);
});

test('what a lesson hides stays hidden at another time once the run has gone on', async ({ lab }) => {
  await lab.open('#g=lesson-sawtooth');
  for (const step of [1, 2]) {
    await lab.button('Next').or(lab.button('Skip')).click();
    await lab.root
      .getByText(`${step + 1} of 6`)
      .first()
      .waitFor();
  }
  await lab.root.getByRole('heading', { name: 'Draw the next teeth' }).waitFor();
  const topology = lab.root.getByTestId('topology');
  await lab.plot(/^cwnd/).getByText('Hidden until you have answered').waitFor();
  // The past is not hidden.
  await hoverAt(lab, 0.2);
  await says(lab, /^at 32\.0/);
  await expect
    .poll(() => topology.locator('[data-live=cwnd]').allTextContents())
    .toEqual([expect.stringMatching(/^cwnd \d+$/)]);
  await lab.button('event').click();
  await lab.plot(/^cwnd/).waitFor({ state: 'detached' });
  await lab.plot(/^Queue/).waitFor();
  await hoverAt(lab, 0.21);
  await says(lab, /^at 32\.1/);
  await lab.page.waitForTimeout(500);
  expect(await topology.locator('[data-live=cwnd]').allTextContents()).toEqual(['cwnd –']);
  expect((await topology.locator('[data-live=backlog]').allTextContents()).join()).toMatch(/\d+ of 42/);
});

test('hovering changes nothing in a run at full speed', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const digest = await lab.finish();
  await lab.open('#g=three-algorithms');
  await lab.root.getByRole('slider', { name: 'Speed' }).press('Home');
  await until(
    async () => Number(await timeline(lab).getAttribute('aria-valuenow')),
    (t) => t >= 0,
  );
  const finished = lab.finish();
  for (let i = 0; i < 40; i += 1) {
    await hoverAt(lab, 0.1 + 0.02 * (i % 40));
    await lab.page.waitForTimeout(20);
  }
  expect(await finished).toBe(digest);
});

test('a drawing of a time outside the plots says which', async ({ lab }) => {
  await lab.open('#g=one-reno&t=20&zoom=2-12&play=0');
  const outside = lab.root.getByTestId('outside-flag');
  await outside.filter({ hasText: /^at 20\.\d+ s, outside the plots$/ }).waitFor();
  await hoverAt(lab, 0.5);
  await flag(lab).waitFor();
  expect(await outside.count()).toBe(0);
  await away(lab);
  await outside.waitFor();
});

test('the network of a moment has what was removed since, and not what was added', async ({ lab }) => {
  const scenario = await galleryScenario('rtt-unfairness');
  const core = scenario.links.find((link) => link.id === 'core');
  const edits = [
    { atS: 6, path: '/links/core', value: null },
    { atS: 9, path: '/links/again', value: { ...core, id: 'again', forward: { rateMbps: 20, delayMs: 15 } } },
  ];
  await lab.open(`${await fragmentOf({ ...scenario, edits })}&t=12&zoom=0-12&play=0`);
  const later = lab.button('Link r1 to r2, 20 Mb/s, 15 ms');
  const before = lab.button('Link r1 to r2, 10 Mb/s, 6 ms');
  await later.waitFor({ state: 'attached' });
  expect(await before.count()).toBe(0);
  await hoverAt(lab, 0.4);
  await before.waitFor({ state: 'attached' });
  expect(await later.count()).toBe(0);
  await hoverAt(lab, 0.68);
  await before.waitFor({ state: 'detached' });
  expect(await later.count()).toBe(0);
  await away(lab);
  await later.waitFor({ state: 'attached' });
});
