/** Experiments on the page: those of papers, compared with published values, and the visitor's own. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { type Lab, test, until } from '../support/lab';

/** Opens the papers page from any view with the bar. */
async function openPapers(lab: Lab): Promise<void> {
  await lab.button('Papers').click();
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
}

/** Opens an experiment by the text of its card. */
async function openExperiment(lab: Lab, paper: string, words: string): Promise<void> {
  await lab.open();
  await openPapers(lab);
  const shelf = lab.page.getByRole('region', { name: paper, exact: true });
  await shelf
    .getByRole('link')
    .filter({ has: lab.page.getByText(words, { exact: true }) })
    .click();
  await lab.page.getByRole('region', { name: 'Runs', exact: true }).waitFor();
}

/** Runs everything that is not finished at the selected size. */
async function runAll(lab: Lab): Promise<void> {
  await lab.button('Run').click();
  await lab.page.getByText(/runs, all done$/).waitFor();
}

const figure = (lab: Lab) => lab.page.getByRole('region', { name: 'Figure', exact: true }).getByRole('img');
const table = (lab: Lab) => lab.page.getByRole('table', { name: 'Values of all variants' });

test('a table of a paper runs beside the published numbers, and can be copied and saved', async ({
  visit,
}) => {
  const lab = await visit({ permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
  await openExperiment(lab, 'Randomized TCP', 'Table III');
  await lab.says('No results yet. The round button below starts the runs.');
  await runAll(lab);
  expect(await lab.page.getByText('No results yet.').count()).toBe(0);
  expect(await figure(lab).getAttribute('aria-label')).toContain('Long share');
  expect(await figure(lab).getByText('published', { exact: true }).count()).toBeGreaterThan(0);
  // The paper's Table III: 119.81 packets/s for the long Reno flow at 2 Mb/s.
  const first = table(lab).getByRole('row').nth(1);
  expect(await first.getByRole('cell', { name: '119.81', exact: true }).count()).toBe(1);
  await lab.page.getByRole('region', { name: 'Claims' }).getByText('RT3.1', { exact: true }).waitFor();

  await lab.button('Copy table').click();
  await lab.says('Copied');
  const copied = await lab.page.evaluate(() => navigator.clipboard.readText());
  const [head = [], ...rows] = copied
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(head.slice(0, 4)).toEqual([
    'Bottleneck (Mb/s)',
    'Short flow',
    'runs',
    'Long throughput (packets/s)',
  ]);
  expect(rows).toHaveLength(4);
  expect(rows[0]?.[5]).toBe('119.81');
  for (const row of rows) expect(Number(row[3])).toBeGreaterThan(0);

  await lab.button('Export').click();
  const [svg] = await Promise.all([
    lab.page.waitForEvent('download'),
    lab.page.getByRole('menuitem', { name: 'Figure as SVG' }).click(),
  ]);
  const text = await readFile(await svg.path(), 'utf8');
  expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text).toContain('Phase effects of two flows');
});

test('a variant of a figure opens in the laboratory, and results are still there on return', async ({
  lab,
}) => {
  await openExperiment(lab, 'Start here', 'Buffers');
  await runAll(lab);
  await lab.button('Select Buffer 0.2 BDP, Flows 4').click();
  const picked = lab.page.getByRole('region', { name: 'Selected variant' });
  await picked.getByText(/Utilisation \d/).waitFor();
  await picked.getByRole('button', { name: 'Open in the laboratory' }).click();
  await lab.button('Pause').waitFor();
  expect((await lab.document()).flows).toHaveLength(4);

  await openPapers(lab);
  const card = lab.page.locator('[data-experiment=starter-buffers]');
  await card.getByText('quick size: done').waitFor();
  await card.click();
  await lab.page.getByText(/runs, all done$/).waitFor();
});

test('a rejected change shows its reason at the field, and an accepted one can be undone', async ({
  lab,
}) => {
  await openExperiment(lab, 'Start here', 'Fairness');
  await lab.page.getByRole('tab', { name: 'Setup' }).click();
  const seeds = lab.page.getByRole('textbox', { name: 'Seeds', exact: true });
  await seeds.fill('4');
  await seeds.press('Enter');
  await lab.page.getByText('28 variants, 112 runs').waitFor();

  const algorithms = lab.page.getByRole('textbox', { name: 'Values for /flows/*/algorithm' });
  await algorithms.fill('newreno, cubic, htcp, nonsense');
  await algorithms.press('Enter');
  await lab.page
    .getByRole('alert')
    .getByText(/nonsense/)
    .first()
    .waitFor();

  await lab.button('Undo: seeds').click();
  await until(
    () => seeds.inputValue(),
    (text) => text === '10',
  );
});

test('papers, an experiment, its runs and a variant work by keyboard', async ({ lab }) => {
  await lab.open();
  const { keyboard } = lab.page;
  const tabTo = async (name: RegExp | string) => {
    const named = { name, exact: typeof name === 'string' };
    const reached = lab.page
      .getByRole('button', named)
      .or(lab.page.getByRole('link', named))
      .and(lab.page.locator(':focus'));
    for (let presses = 0; presses < 120; presses += 1) {
      await keyboard.press('Tab');
      if ((await reached.count()) > 0) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo('Papers');
  await keyboard.press('Enter');
  await tabTo(/^Buffers/);
  await keyboard.press('Enter');
  await tabTo('Run');
  await keyboard.press('Enter');
  await lab.page.getByText(/runs, all done$/).waitFor();
  await tabTo('Select Buffer 0.1 BDP, Flows 1');
  await keyboard.press('Enter');
  await tabTo('Open in the laboratory');
  await keyboard.press('Enter');
  await lab.button('Pause').waitFor();
  await tabTo('Papers');
  await keyboard.press('Enter');
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
  await keyboard.press('Escape');
  await lab.button('Pause').or(lab.button('Play')).first().waitFor();
});

test('a phone shows papers and experiments without horizontal scrolling', async ({ visit }) => {
  const lab = await visit(phone);
  const width = () => lab.page.evaluate(() => document.documentElement.scrollWidth);
  await lab.open();
  await lab.button('Gallery').tap();
  await lab.button('Papers').tap();
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
  expect(await width()).toBeLessThanOrEqual(390);
  await lab.page.locator('[data-experiment=starter-buffers]').tap();
  await lab.button('Run').tap();
  await lab.page.getByText(/runs, all done$/).waitFor();
  // The figure is drawn again when the last run ends; for a short time there is none.
  const box = await until(
    () => figure(lab).boundingBox(),
    (found) => found !== null,
  );
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(await width()).toBeLessThanOrEqual(390);
  await lab.button(/About and setup/).tap();
  await lab.page.getByRole('tab', { name: 'Setup' }).tap();
  await lab.page.getByRole('textbox', { name: 'Name of axis 1' }).waitFor();
  expect(await width()).toBeLessThanOrEqual(390);
});

test.for(['light', 'dark'] as const)(
  'axe finds nothing in papers and experiments, %s',
  async (colorScheme, { visit }) => {
    const lab = await visit({ colorScheme });
    await lab.open();
    await openPapers(lab);
    // All eighty cards are alike, and checking each takes long.
    await lab.page.getByRole('searchbox', { name: 'Find an experiment' }).fill('Table III');
    await until(
      () => lab.page.locator('[data-experiment]').count(),
      (cards) => cards < 12,
    );
    expect.soft(await violations(lab.page), 'the papers').toEqual([]);
    await lab.page.locator('[data-experiment=randomized-table-3]').click();
    await runAll(lab);
    await lab
      .button(/^Select /)
      .first()
      .click();
    await lab.page.getByText('How it is judged').first().click();
    expect.soft(await violations(lab.page), 'an experiment that has run').toEqual([]);
    await lab.page.getByRole('tab', { name: 'Setup' }).click();
    await lab.button('Show as JSON').click();
    await lab.button('Explain every setting').click();
    expect.soft(await violations(lab.page), 'its setup').toEqual([]);
    await lab
      .button(/^Parameter of /)
      .first()
      .click();
    await lab.page.getByRole('listbox', { name: 'Parameter' }).waitFor();
    expect.soft(await violations(lab.page), 'the picker of parameters').toEqual([]);
  },
);
