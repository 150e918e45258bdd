import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import type { Scenario } from '../../web/generated/types';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** A page of another origin, where somebody is about to type while the laboratory opens below. */
function course(src: string): string {
  return `<!doctype html><title>Course</title><link rel="icon" href="data:,">
<input aria-label="Answer" autofocus>
<iframe title="Droptail" sandbox="allow-scripts" width="600" height="400" src="${src.replaceAll('&', '&amp;')}"></iframe>`;
}

test('an embed waits for its play button, in a sandbox of another origin', async ({
  lab,
  onTestFinished,
}) => {
  const src = inject('site') + (await fragmentOf(sawtooth(), { embed: true }));
  const empty = await mkdtemp(join(tmpdir(), 'droptail-'));
  const other = await serve(empty, { base: '/files/', pages: { '/course': course(src) } });
  onTestFinished(async () => {
    await other.close();
    await rm(empty, { recursive: true });
  });
  await lab.page.goto(new URL('/course', other.url).href);
  const frame = await until(
    async () => lab.page.frame({ url: (url) => url.href.startsWith(inject('site')) }),
    (found) => found !== null,
  );
  if (!frame) throw new Error('no frame');
  const embed = new Lab(lab.page, frame);
  await embed.ready();

  // It stands still at the start, and whoever types goes on typing.
  expect(await embed.button('Play').count()).toBe(2);
  await embed.says('0.00 s');
  await lab.page.keyboard.type('two BDP');
  expect(await lab.page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('two BDP');
  // Nothing in it can be changed.
  expect(await embed.title.count()).toBe(0);
  expect(await embed.button(/^Host/).count()).toBe(0);

  await embed.play();
  await embed.says(/^[1-9]\d*\.\d\d s$/);
  await embed.pause();
});

/** Presses "Open in full" once it leads to what `like` says. */
async function inFull(lab: Lab, like: RegExp): Promise<Lab> {
  const full = lab.page.getByRole('link', { name: 'Open in full' });
  await until(
    async () => (await full.getAttribute('href')) ?? '',
    (href) => like.test(href),
  );
  const [page] = await Promise.all([lab.page.context().waitForEvent('page'), full.click()]);
  const opened = new Lab(page);
  await opened.ready();
  return opened;
}

test('an embed opens in full', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(), { embed: true }));
  const opened = await inFull(lab, /#s=/);
  await until(
    () => opened.title.inputValue(),
    (title) => title === 'One sawtooth',
  );
  await opened.button('Pause').waitFor();
});

test('an embed opens in full with its branches, its moment and its look', async ({ lab }) => {
  const main = sawtooth(60);
  const other: Scenario = {
    ...main,
    edits: [{ atS: 4, path: '/links/core/forward/rateMbps', value: 5 }],
  };
  const first = { name: 'Main', colour: 0, parent: null, atS: 0, drawn: true, source: main };
  const branches = {
    active: 0,
    list: [first, { ...first, name: 'Half the rate', colour: 1, parent: 0, atS: 4, source: other }],
  };
  await lab.open(`${await fragmentOf(main, { embed: true, branches })}&plots=queue,rtt&log=queue&t=6`);
  await lab.plot(/^Queue, packets, logarithmic scale/).waitFor();
  const opened = await inFull(lab, /&f=.*&t=6&.*plots=queue,rtt.*&log=queue/);
  await opened.plot(/^Queue, packets, logarithmic scale/).waitFor();
  expect(await opened.plot(/^cwnd/).count()).toBe(0);
  await opened.button('Play').first().waitFor();
  await opened.button('2 branches').click();
  await opened.page.getByRole('row', { name: /Half the rate/ }).waitFor();
});

test('a long formula stays in its box', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  const formula = `W_{max} = ${Array.from({ length: 12 }, (_, i) => `\\frac{a_{${i}}}{b_{${i}}}`).join(' + ')}`;
  const notes = `In a line $${formula}$ of text.\n\n$$${formula}$$\n\n- in a list $${formula}$`;
  const question = { ask: notes, options: [{ text: `$${formula}$`, right: true }, { text: 'No' }] };
  const lesson = { steps: [{ id: 'a', title: 'Long', text: notes, question }] };
  for (const [document, box] of [
    [{ ...sawtooth(), notes }, '.embed .side'],
    [{ ...sawtooth(), lesson }, '.lesson-body'],
  ] as const) {
    await lab.open(await fragmentOf(document, { embed: true }));
    await lab.page.reload();
    await lab.ready();
    await lab.page.locator(`${box} li math`).first().waitFor({ state: 'attached' });
    const around = lab.page.locator(box);
    // The column itself does not scroll sideways; what is too long in it does, and its end can be reached.
    expect(await around.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const hidden = await around.locator('math').evaluateAll((all) =>
      all.map((math) => {
        let scrolls: Element | null = math;
        while (scrolls && getComputedStyle(scrolls).overflowX !== 'auto') scrolls = scrolls.parentElement;
        if (!scrolls) return 'nothing scrolls';
        scrolls.scrollLeft = scrolls.scrollWidth;
        const end = math.getBoundingClientRect().right - scrolls.getBoundingClientRect().right;
        return end > 1 ? `${end} px are out of reach` : '';
      }),
    );
    expect(hidden.length).toBeGreaterThan(2);
    expect(hidden.filter(Boolean)).toEqual([]);
  }
});

test('play and time alone have the whole width', async ({ lab }) => {
  await lab.page.setViewportSize({ width: 600, height: 400 });
  await lab.open('#g=one-reno&t=5&embed=1&panels=time');
  // It is drawn: so low it has room for no handles.
  const line = await lab.page.locator('.timeline').boundingBox();
  expect(line?.width).toBeGreaterThan(300);
  const title = await lab.page.getByText('One Reno flow', { exact: true }).boundingBox();
  expect(title?.width).toBeGreaterThan(80);
});

test('a parameter that the scenario does not have is named', async ({ lab }) => {
  await lab.open('#g=one-reno&embed=1&allow=/links/nowhere/forward/rateMbps');
  await lab.says('This scenario has no parameter /links/nowhere/forward/rateMbps.');
});

test('the embed builder says which tasks of a lesson its locks forbid', async ({ lab }) => {
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Share').click();
  await lab.page.getByRole('tab', { name: 'Embed in a page' }).or(lab.button('Embed in a page')).click();
  const warning = lab.page.getByText(/^The lesson has tasks that need changes \(step 6\)/);
  await warning.waitFor();
  await lab.button(/^Readers may: /).click();
  await lab.page.getByText('Change everything', { exact: true }).click();
  // An embedded lesson shows neither the network nor the inspector, so nothing could be changed.
  await warning.waitFor();
  await lab.button(/^Readers may: /).click();
  await lab.page.getByText('Change some parameters', { exact: true }).click();
  await warning.waitFor();
  await lab.button('Readers may change: Add a parameter').click();
  await lab.page.getByRole('option').first().click();
  await warning.waitFor({ state: 'detached' });
});
