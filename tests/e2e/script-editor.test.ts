/** Writing a controller in the page: from the inspector to a run, a fault, a live change and a shared link. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../scripts/lib/shell.mjs';
import type { Scenario } from '../../web/generated/types';
import { readFragment } from '../../web/scenario/link';
import { overlap } from '../../web/views/plots/model/plane';
import { violations } from '../support/access';
import { runNatively, scoreNatively } from '../support/engine';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const SCRIPT = `let acks = 0;
fn on_ack() {
  acks += 1;
  if may_grow { cwnd += 2.0 * counted / cwnd; }
}
fn on_loss() {
  cwnd = max(cwnd / 2.0, 2.0);
  ssthresh = cwnd;
  print("window " + cwnd);
}`;

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Controller' });

/** Opens a new controller for the flow of a document at a standstill at 5 s. */
async function startWriting(lab: Lab): Promise<void> {
  await lab.open(`${await fragmentOf(sawtooth(20))}&t=5&play=0`);
  await lab.button(/^Flow SACK/).press('Enter');
  await lab.button('Write your own controller').press('Enter');
  await panelOf(lab.page).waitFor();
}

/** Replaces the text of the script by keys. */
async function write(page: Page, text: string): Promise<void> {
  const editor = panelOf(page).getByRole('textbox', { name: /^Script/ });
  await editor.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

async function documentIn(lab: Lab): Promise<Scenario> {
  const link = await lab.link();
  const content = await readFragment(link.slice(link.indexOf('#')));
  return JSON.parse(content?.document ?? '');
}

test('a controller is written, mended, run, changed live and shared', async ({ lab, visit }) => {
  // Text typed in place of a selection gets its colours from the browser, as a style that the page's policy refuses.
  lab.tolerated.push(/Applying inline style violates/);
  await startWriting(lab);
  const panel = panelOf(lab.page);
  // The plots are beside it, not below it.
  const left = (await panel.boundingBox())?.x ?? 0;
  await until(
    async () => {
      const plots = await lab.root.locator('.plots-area').boundingBox();
      return (plots?.x ?? 0) + (plots?.width ?? Number.POSITIVE_INFINITY);
    },
    (right) => right <= left + 1,
  );
  // An error stands under its line, and the script cannot run.
  await write(lab.page, SCRIPT.replace('counted', 'count'));
  await panel.getByText('Undefined variable: count').first().waitFor();
  await panel.getByRole('status').filter({ hasText: '1' }).first().waitFor();
  expect(await panel.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  // A draft that has not run is still there when the editor is opened again. Escape closes it outside the text.
  await panel.getByRole('tab', { name: 'Contest' }).press('Escape');
  await panel.waitFor({ state: 'detached' });
  await lab.button('Write your own controller').press('Enter');
  await panel.getByText('Undefined variable: count').first().waitFor();
  // So it is after a reload.
  await lab.page.reload();
  await lab.ready();
  await lab.button(/^Flow SACK/).press('Enter');
  await lab.button('Write your own controller').press('Enter');
  await panel.getByText('Undefined variable: count').first().waitFor();
  // Mended, it runs from now on. The editor stays as it was.
  await write(lab.page, SCRIPT);
  await panel.getByText('No errors').waitFor();
  const log = panel.getByRole('tab', { name: /^Log/ });
  await log.click();
  await panel.getByRole('button', { name: 'Run' }).click();
  await lab.button(/^Flow My AIMD/).waitFor();
  expect(await log.getAttribute('aria-selected')).toBe('true');
  // A run at a standstill goes on.
  await lab.button('Pause').first().waitFor();
  // Its state is among the plots, and its log has the simulated time.
  await lab.plot(/^My AIMD variables.* acks \d/).waitFor();
  await panel
    .getByRole('cell', { name: /^window \d/ })
    .first()
    .waitFor();
  // A change during the run.
  await lab.pause();
  await write(lab.page, SCRIPT.replace('2.0 * counted', '3.0 * counted'));
  await panel.getByText('No errors').waitFor();
  await lab.page.keyboard.press('Control+Enter');
  await lab.button(/^Undo: script of My AIMD/).waitFor();
  await panel.getByRole('button', { name: 'Close the controller' }).click();
  await panel.waitFor({ state: 'detached' });

  const document = await documentIn(lab);
  const paths = document.edits?.map(({ path }) => path);
  expect(paths?.filter((path) => path.startsWith('/controllers/'))).toHaveLength(2);
  const { digest } = await runNatively(document);
  await lab.endsWith(digest);
  const link = await lab.link();
  const theirs = await visit();
  await theirs.page.goto(link);
  await theirs.ready();
  await theirs.endsWith(digest);
  await theirs.says('The run is identical to the shared one');
});

test('the debugger goes from call to call, with lines and values', async ({ lab }) => {
  const scenario = sawtooth(20);
  const script = `let losses = 0;
fn on_ack() {
  if may_grow { cwnd += counted / cwnd; }
}
fn on_loss() {
  losses += 1;
  cwnd = cwnd / 2.0;
  ssthresh = cwnd;
}`;
  await lab.open(
    await fragmentOf({
      ...scenario,
      controllers: [{ id: 'own', name: 'Own', script }],
      flows: scenario.flows.map((flow) => ({ ...flow, algorithm: 'own' })),
    }),
  );
  await lab.pause();
  await lab.root.getByRole('slider', { name: 'Time in the run' }).press('Home');
  await lab.button(/^Flow Own/).press('Enter');
  await lab.button('Edit the script').press('Enter');
  const panel = panelOf(lab.page);
  await panel.getByRole('tab', { name: 'Debugger' }).press('Enter');
  const next = panel.getByRole('button', { name: 'Next call' });
  const status = panel.getByRole('tabpanel').getByRole('status');
  await next.press('Enter');
  await status.filter({ hasText: /^on_ack at \d/ }).waitFor();
  const ran = () =>
    panel
      .locator('.script-text')
      .evaluate((host) =>
        [...(host.shadowRoot?.querySelectorAll('.cm-ran') ?? [])].map((e) => e.textContent),
      );
  expect(await ran()).toEqual(['  if may_grow { cwnd += counted / cwnd; }']);
  await panel.getByRole('row', { name: /^counted \d.* packets$/ }).waitFor();
  const first = await status.textContent();
  await next.press('Enter');
  await until(
    () => status.textContent(),
    (text) => text !== first && /^on_ack at \d/.test(text ?? ''),
  );
  await panel.getByRole('button', { name: 'Previous call' }).press('Enter');
  await status.filter({ hasText: first ?? '' }).waitFor();
  // To the first loss, for which the run has to go on.
  await panel.getByRole('button', { name: 'Handler: Any handler' }).click();
  await lab.root.getByRole('option', { name: 'on_loss' }).click();
  await next.press('Enter');
  await status.filter({ hasText: /^on_loss at \d/ }).waitFor();
  expect(await ran()).toEqual(['  losses += 1;', '  cwnd = cwnd / 2.0;', '  ssthresh = cwnd;']);
  await panel.getByRole('row', { name: 'losses 0 1' }).waitFor();
  const cells = await panel.getByRole('row', { name: /^cwnd/ }).getByRole('cell').allTextContents();
  expect(Number(cells[1])).toBeCloseTo(Number(cells[0]) / 2, 3);
  // The whole page shows this moment.
  expect(Number(await lab.cwnd('Own'))).toBeCloseTo(Number(cells[1]), 0);
  expect(await violations(lab.page)).toEqual([]);
  // There is no loss before it, and the run stays where it is.
  const moment = lab.root.getByRole('slider', { name: 'Time in the run' });
  const at = await moment.getAttribute('aria-valuenow');
  await panel.getByRole('button', { name: 'Previous call' }).press('Enter');
  await status.filter({ hasText: 'There is no earlier call.' }).waitFor();
  expect(await moment.getAttribute('aria-valuenow')).toBe(at);
});

/** Scores what is written in the contest that is chosen. */
async function score(page: Page): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Test', exact: true }).click();
  await panel.getByRole('row', { name: /^My AIMD/ }).waitFor();
  await panel.getByRole('status').filter({ hasText: 'runs' }).waitFor({ state: 'detached' });
}

/** The score of a row. */
async function pointsOf(row: Locator): Promise<number> {
  const text = await row.getByRole('cell').first().textContent();
  return Number(text?.replace('−', '-'));
}

test('a contest scores what is written as the command line does, and each run can be opened', async ({
  lab,
}) => {
  lab.tolerated.push(/Applying inline style violates/);
  await startWriting(lab);
  const panel = panelOf(lab.page);
  await write(lab.page, SCRIPT);
  await panel.getByText('No errors').waitFor();
  await panel.getByRole('tab', { name: 'Contest' }).click();
  await score(lab.page);
  const own = panel.getByRole('row', { name: /^My AIMD/ });
  expect(await pointsOf(own)).toBeCloseTo(await scoreNatively('steady', SCRIPT), 2);
  // Two runs of the controller and of seven algorithms.
  expect(await panel.getByRole('row').count()).toBe(9);
  // All names stand in the plane, clear of each other, although four dots are nearly at one place.
  const names = await panel.locator('.contest-plane circle ~ text').evaluateAll((texts) =>
    texts.map((text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      return [left, top, right - left, bottom - top] as const;
    }),
  );
  expect(names).toHaveLength(8);
  names.forEach((name, i) => {
    for (const other of names.slice(0, i)) expect(overlap(name, other)).toBe(false);
  });
  expect(await violations(lab.page)).toEqual([]);
  // One of its runs, in another tab.
  await own.getByRole('button', { name: 'My AIMD' }).press('Enter');
  const link = panel.getByRole('link', { name: 'Buffer of 4 BDP, seed 1' });
  await until(
    () => link.getAttribute('href'),
    (href) => href !== null,
  );
  expect(await violations(lab.page)).toEqual([]);
  const [page] = await Promise.all([lab.page.waitForEvent('popup'), link.press('Enter')]);
  const theirs = new Lab(page);
  await theirs.ready();
  await theirs.button(/^Flow Entry/).waitFor();
  await theirs.finish();
  await theirs.says('The run is identical to the shared one');
});

test('a contest of one’s own is opened from a file, or refused with the places of its faults', async ({
  lab,
}) => {
  lab.tolerated.push(/Applying inline style violates/);
  const contest = JSON.parse(await readFile(join(root, 'public/contests/steady.json'), 'utf8'));
  await startWriting(lab);
  const panel = panelOf(lab.page);
  await write(lab.page, SCRIPT);
  await panel.getByText('No errors').waitFor();
  await panel.getByRole('tab', { name: 'Contest' }).click();
  const open = (document: unknown) =>
    panel.locator('input[type=file]').setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(document)),
    });
  await open({ ...contest, score: { delayWeight: -1 }, seeds: [] });
  const alert = panel.getByRole('alert');
  await alert.getByText('/score/delayWeight').waitFor();
  await alert.getByText('/seeds').waitFor();
  // Like those that ship.
  const [path] = contest.paths;
  await open({ ...contest, title: 'My contest', paths: [path], references: ['vegas'] });
  await panel.getByRole('button', { name: 'Contest: My contest' }).waitFor();
  await alert.waitFor({ state: 'detached' });
  await score(lab.page);
  expect(await panel.getByRole('row').count()).toBe(3);
  const shown = await pointsOf(panel.getByRole('row', { name: /^My AIMD/ }));
  expect(Number.isFinite(shown)).toBe(true);
});

test('the editor can be used by keys alone, and has no barriers that axe finds', async ({ lab }) => {
  await startWriting(lab);
  const panel = panelOf(lab.page);
  const editor = panel.getByRole('textbox', { name: /^Script/ });
  await editor.focus();
  // Tab indents here; Escape and then Tab leaves.
  await lab.page.keyboard.press('Escape');
  await lab.page.keyboard.press('Tab');
  expect(await editor.evaluate((e) => (e.getRootNode() as ShadowRoot).activeElement === e)).toBe(false);
  expect(await violations(lab.page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close the controller' }).press('Enter');
  await panel.waitFor({ state: 'detached' });
  expect(await lab.button('Write your own controller').evaluate((e) => e === document.activeElement)).toBe(
    true,
  );
});
