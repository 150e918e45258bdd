/**
 * The fluid model on the page: selected, rejected with an explanation, edited during a run, and beside the packet
 * model.
 */
import { expect } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { fluid } from '../support/scenarios';

const models = (lab: Lab) => lab.page.getByRole('radiogroup', { name: 'Model' });
/** The radio button itself is hidden, so its label is pressed. */
const modelWord = (lab: Lab, name: string) => models(lab).getByText(name, { exact: true });

test.for(['light', 'dark'] as const)(
  'both models are drawn together, with their deviation, %s',
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme });
    await lab.open('#g=three-algorithms');
    await modelWord(lab, 'Both').click();
    const key = lab.button('Fluid');
    await key.waitFor();
    await lab.finish();
    await lab.button('Undo: model: Both').waitFor();

    const table = lab.page.getByRole('table', { name: 'Packet and fluid model' });
    const busy = await table
      .getByRole('row', { name: /^Utilisation, %/ })
      .getByRole('cell')
      .allTextContents();
    const [packets = 0, byFluid = 0] = busy.map(Number);
    expect(packets).toBeGreaterThan(90);
    expect(byFluid).toBeGreaterThan(90);
    expect(busy[2]).toMatch(/%|within/);
    expect(await table.getByRole('row').count()).toBe(5);

    // The row of each flow has the values of both models, and its plot the lines of both.
    const row = lab.plot(/^cwnd/).getByRole('button', { name: 'CUBIC' });
    const values = await row.getByRole('status').allTextContents();
    expect(values.map(Number).every((v) => v > 5)).toBe(true);
    expect(values).toHaveLength(2);
    expect(await violations(lab.page)).toEqual([]);
    const canvas = lab.page.locator('.plots-canvas canvas').first();
    const picture = () => canvas.evaluate((c: HTMLCanvasElement) => c.toDataURL());
    const before = await picture();
    await key.click();
    await expect.poll(() => row.getByRole('status').count()).toBe(1);
    // A worker draws it: the description is there first.
    await expect.poll(picture).not.toBe(before);
  },
);

test('parts without a fluid form are named before and after the choice, and run in the packet model', async ({
  lab,
}) => {
  await lab.open('#g=media-rates');
  await lab.says('Packets only: TFRC, RAP and TFRCP have no fluid form.');
  for (const name of ['Fluid', 'Both'])
    expect(await models(lab).getByRole('radio', { name }).isDisabled()).toBe(true);

  await lab.follow('#g=three-algorithms');
  await lab.button('Flow Reno').waitFor();
  await modelWord(lab, 'Fluid').click();
  await lab.says('rates and queues, no packets');
  await lab.button('Flow Reno').press('Enter');
  const tfrc = await lab.row('Algorithm', 'Rate-based', 'TFRC');
  await tfrc.hover();
  await lab.says('No fluid model.');
  await (await lab.row('Algorithm', 'Loss-based', 'NewReno')).hover();
  await expect.poll(() => lab.page.getByText('No fluid model.').count()).toBe(0);
  await (await lab.row('Algorithm', 'Rate-based', 'TFRC')).click();
  await lab.says('TFRC has no fluid form.');
  await lab.button('Flow Reno').waitFor();
  await lab.button('Use the packet model').click();
  await lab.button('Flow TFRC').waitFor();
  const { engine } = await lab.document();
  expect(engine ?? 'packet').toBe('packet');
});

test('the synchronisation level can be edited during a run', async ({ lab }) => {
  const scenario = { ...fluid('fluid'), fluid: { level: 'fixed', m: 4 }, edits: [], durationS: 600 };
  await lab.open(await fragmentOf(scenario));
  await lab.button('Pause').waitFor();
  await lab.button('Settings').click();
  expect(await lab.page.locator('header.bar').boundingBox()).toMatchObject({ y: 0 });
  await lab.says('When the queue is full, 4 of 5 flows lose.');
  const slider = lab.page.getByRole('slider', { name: 'Number of flows' });
  await slider.press('End');
  await lab.says('When the queue is full, 5 of 5 flows lose.');
  await lab.button('Undo: m 4 → 5').waitFor();
  await lab.pause();
  const { edits } = await lab.document();
  expect(edits).toEqual([{ atS: expect.any(Number), path: '/fluid/m', value: 5 }]);
  expect(edits?.[0]?.atS).toBeGreaterThan(0);

  // A list of numbers is typed; an invalid entry stays to be corrected.
  await lab.button(/: A fixed number/).click();
  await lab.page.getByRole('option', { name: 'From a list' }).click();
  const field = lab.page.getByRole('textbox', { name: 'Numbers of flows' });
  await field.fill('2 x');
  await field.press('Enter');
  await lab.page
    .getByRole('alert')
    .filter({ hasText: /^Enter whole numbers from/ })
    .waitFor();
  expect(await field.inputValue()).toBe('2 x');
  await field.fill('2, 5');
  await field.press('Enter');
  await lab.says('When the queue is full, 2 to 5 of 5 flows lose.');
  expect(await violations(lab.page)).toEqual([]);
});

test('an hour is simulated at full speed, with the results that the fluid model has', async ({ lab }) => {
  await lab.open(await fragmentOf({ ...fluid('fluid'), edits: [], durationS: 3600 }));
  await lab.finish();
  await lab.says('0 to 3600.0 s');
  const results = lab.page.getByTestId('results');
  const heads = await until(
    () =>
      results.getByRole('table', { name: 'Results per flow' }).getByRole('columnheader').allTextContents(),
    (list) => list.length > 0,
  );
  // The fluid model has no retransmissions and no timeouts.
  expect(heads.map((h) => h.trim())).toEqual(['Flow', 'GoodputMb/s', 'Share%', 'Loss%', 'RTTms', 'Events']);
  await lab.says(/steps.*First congestion at/);
});

test('the fluid model is offered for a run that takes minutes in the packet model', async ({ lab }) => {
  const scenario = { ...fluid('packet'), edits: [], durationS: 36_000 };
  const rateMbps = 2000;
  const links = scenario.links.map((l) => ({ ...l, forward: { ...l.forward, rateMbps } }));
  await lab.open(await fragmentOf({ ...scenario, links }));
  await lab.says('A long run.');
  await lab.button('Use the fluid model').click();
  await lab.says('rates and queues, no packets');
  await expect.poll(() => lab.page.getByText('A long run.').count()).toBe(0);
});

test('a step is one of the solver, up to a round trip or a loss', async ({ lab }) => {
  await lab.open(await fragmentOf({ ...fluid('fluid'), edits: [] }));
  await lab.pause();
  // A step of the solver rarely ends at a whole nanosecond; then there is no digest.
  const where = () =>
    lab.page
      .getByTitle(/^Digest of the run so far|between two events at the same instant/)
      .getAttribute('title');
  for (const unit of ['event', 'RTT', 'loss']) {
    const before = await until(where, (now) => now !== null);
    await lab.button(unit).click();
    await expect.poll(where).not.toBe(before);
  }
});

test('the fluid model has no events, so Why? is not offered', async ({ lab }) => {
  await lab.open(await fragmentOf({ ...fluid('fluid'), edits: [] }));
  const why = lab.button('Why?');
  expect(await why.isDisabled()).toBe(true);
  expect(await why.getAttribute('title')).toContain('no single events');
  await lab.page.keyboard.press('w');
  expect(await lab.root.getByRole('region', { name: 'Why' }).count()).toBe(0);
});

test('on a phone the model is chosen in the sheet', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms');
  await lab.button(/Details/).tap();
  await modelWord(lab, 'Fluid').tap();
  await lab.page.getByRole('heading', { name: 'Fluid model' }).waitFor();
  expect(await violations(lab.page)).toEqual([]);
  await lab.button('Close').tap();
  await lab.says('Fluid, no packets');
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('beside the fluid model no column has values of another branch', async ({ lab }) => {
  await lab.open('#g=two-flows-converge&plots=cwnd,flight');
  await modelWord(lab, 'Both').click();
  await lab.finish();
  await lab.selectLink('r1 to r2');
  const buffer = lab.page.getByRole('textbox', { name: /^Buffer/ }).first();
  await buffer.fill('20');
  await buffer.press('Enter');
  await lab.finish();
  await lab.says('2 branches');
  const values = async (plot: RegExp) =>
    lab.plot(plot).locator('.readout-row').first().locator('output').count();
  expect(await values(/^cwnd/)).toBe(2);
  expect(await values(/^In flight/)).toBe(1);
});
