/** Every view has an address, and the browser's Back and Forward move between views. */
import { expect } from 'vitest';
import { type Lab, test, until } from '../support/lab';

const hash = (lab: Lab) => new URL(lab.page.url()).hash;
const at = (lab: Lab, wanted: RegExp) =>
  until(
    async () => hash(lab),
    (text) => wanted.test(text),
  );
const titled = (lab: Lab, title: string) =>
  until(
    () => lab.title.inputValue(),
    (text) => text === title,
  );
const gallery = (lab: Lab) => lab.page.getByRole('heading', { name: 'Gallery', exact: true });

test('Back and Forward go from an entry to the gallery and on to the laboratory', async ({ lab }) => {
  await lab.open();
  await titled(lab, 'Three algorithms, one buffer');
  expect(hash(lab)).toBe('');
  await lab.button('Gallery').click();
  await gallery(lab).waitFor();
  expect(hash(lab)).toBe('#gallery');
  const entry = lab.page.getByText('One Reno flow', { exact: true });
  await lab.page.getByRole('link').filter({ has: entry }).click();
  await at(lab, /^#g=one-reno$/);

  await lab.page.goBack();
  await gallery(lab).waitFor();
  await lab.page.goBack();
  await titled(lab, 'Three algorithms, one buffer');
  expect(hash(lab)).toBe('');
  await lab.page.goForward();
  await gallery(lab).waitFor();
  await lab.page.goForward();
  await titled(lab, 'One Reno flow');
});

test('Back and a reload restore a changed scenario', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.title.fill('My flow');
  await lab.title.press('Enter');
  await at(lab, /^#w=/);
  const mine = hash(lab);
  await lab.button('Papers').click();
  await at(lab, /^#papers$/);
  await lab.page.goBack();
  await titled(lab, 'My flow');
  expect(hash(lab)).toBe(mine);
  // Undo is still available: nothing was opened again.
  expect(await lab.button(/^Undo/).isEnabled()).toBe(true);

  await lab.button('Gallery').click();
  await gallery(lab).waitFor();
  const entry = lab.page.getByText('Parking lot', { exact: true });
  await lab.page.getByRole('link').filter({ has: entry }).click();
  await titled(lab, 'Parking lot');
  await lab.page.goBack();
  await gallery(lab).waitFor();
  await lab.page.goBack();
  await titled(lab, 'My flow');
  await lab.page.reload();
  await lab.ready();
  await titled(lab, 'My flow');
});

const clock = (lab: Lab) => lab.root.getByRole('slider', { name: 'Time in the run' });
const shownTime = async (lab: Lab) => Number(await clock(lab).getAttribute('aria-valuenow'));
const buffer = (lab: Lab) => lab.root.getByRole('textbox', { name: 'Buffer, packets' }).first();

test('Back returns to a scenario as it was: its moment, branches and undo, paused', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=12&select=link/core');
  await lab.button('Fork').click();
  await lab.setBuffer(40);
  await lab.button(/^Undo: buffer 60 → 40/).waitFor();
  await at(lab, /^#w=/);
  await lab.button('New').click();
  const dialog = lab.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create and run' }).click();
  await lab.button('Pause').waitFor();

  await lab.page.goBack();
  await titled(lab, 'Three algorithms, one buffer');
  await lab.button(/2 branches/).waitFor();
  await until(
    () => shownTime(lab),
    (t) => t === 12,
  );
  await lab.button('Play').first().waitFor();
  await until(
    () => buffer(lab).inputValue(),
    (text) => text === '40',
  );
  await lab.button(/^Undo: buffer 60 → 40/).click();
  await until(
    () => buffer(lab).inputValue(),
    (text) => text === '60',
  );
});

test('a reload goes on from the moment of the visitor’s work, with its branches and its undo', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=12&select=link/core');
  await lab.button('Fork').click();
  await lab.setBuffer(40);
  await at(lab, /^#w=/);
  await lab.page.reload();
  await lab.ready();
  await lab.button(/2 branches/).waitFor();
  await until(
    () => shownTime(lab),
    (t) => t === 12,
  );
  await lab.button('Play').first().waitFor();
  await until(
    () => buffer(lab).inputValue(),
    (value) => value === '40',
  );
  await lab.button(/^Undo: buffer/).click();
  await until(
    () => buffer(lab).inputValue(),
    (value) => value === '60',
  );
});

test('Back from a sweep of the opening scenario leads to the laboratory', async ({ lab }) => {
  await lab.open();
  await lab.pause();
  await lab.button('Sweep…').click();
  await titled(lab, 'Three algorithms, one buffer: sweep');
  await lab.page.goBack();
  await titled(lab, 'Three algorithms, one buffer');
  await lab.button('Why?').waitFor();
});

test('Back from a new network leads to the opening scenario, where it was left', async ({ lab }) => {
  await lab.open();
  await lab.pause();
  const left = await shownTime(lab);
  await lab.button('New').click();
  await lab.page.getByRole('dialog').getByRole('button', { name: 'Create and run' }).click();
  await at(lab, /^#w=/);
  await lab.page.goBack();
  await titled(lab, 'Three algorithms, one buffer');
  await until(
    () => shownTime(lab),
    (t) => Math.abs(t - left) < 0.01,
  );
  await lab.button('Play').first().waitFor();
});

test.for(['#gallery', '#papers', '#g=one-reno', '#e=starter-buffers'])(
  'from a link that is refused, Back leads to %s, which is still open',
  async (good, { lab }) => {
    lab.tolerated.push(/404 .*nonexistent/);
    await lab.open(good);
    const heading = lab.page.getByRole('heading', { level: 1 });
    const shown = async () => (await heading.textContent()) || heading.locator('input').inputValue();
    await heading.waitFor();
    const before = await shown();
    await lab.follow('#g=nonexistent');
    await lab.says('This link has no target');
    await lab.page.goBack();
    await until(shown, (title) => title === before);
    expect(hash(lab)).toBe(good);
    // Typed, instead of going back.
    await lab.follow('#s=1broken');
    await lab.says('This link is damaged');
    await lab.follow(good);
    await until(shown, (title) => title === before);
    expect(hash(lab)).toBe(good);
  },
);

test('after a reload of a sweep, its scenario is not offered, and the arrow leads back to the laboratory', async ({
  lab,
}) => {
  await lab.open('#g=one-reno');
  await lab.pause();
  await lab.button('Sweep…').click();
  await titled(lab, 'One Reno flow: sweep');
  await lab.button('Use the laboratory’s scenario').waitFor();
  await lab.page.reload();
  await titled(lab, 'One Reno flow: sweep');
  await lab.root.getByText('The laboratory has no open scenario').waitFor();
  expect(await lab.button('Use the laboratory’s scenario').count()).toBe(0);
  await lab.button('Back to the laboratory').click();
  await titled(lab, 'One Reno flow');
  await at(lab, /^#g=one-reno$/);
});

test('the arrow of an experiment leads to the page that it was opened from', async ({ lab }) => {
  await lab.open('#papers');
  await lab.page.locator('[data-experiment=starter-buffers]').click();
  await lab.button('Back to the papers').click();
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
});

test('an experiment, the papers and the gallery open at their addresses', async ({ lab }) => {
  await lab.open('#papers');
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
  await lab.page.locator('[data-experiment=starter-buffers]').click();
  await lab.button('Run').waitFor();
  await at(lab, /^#e=starter-buffers$/);
  await lab.page.goBack();
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
  await lab.page.goForward();
  await lab.button('Run').waitFor();
  await lab.open('#gallery');
  await gallery(lab).waitFor();
});

test('a reload opens the document of a file again', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  const scenario = { ...(await lab.document()), title: 'From a file' };
  await lab.page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'mine.json'));
    const target = document.querySelector('.page') as Element;
    target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, JSON.stringify(scenario));
  await titled(lab, 'From a file');
  await lab.page.reload();
  await titled(lab, 'From a file');
});

test('the address of a work that another browser stores says that it is not stored here', async ({ lab }) => {
  await lab.open('#w=abc123');
  await lab.says('It is not stored in this browser, or no longer.');
  await titled(lab, 'Three algorithms, one buffer');
});
