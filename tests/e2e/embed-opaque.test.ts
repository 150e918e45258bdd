/**
 * Embeds in pages without an origin (sandboxed notebooks, frames of course systems, files), and promises of the
 * element that must settle.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { siteDir } from '../../scripts/lib/site.mjs';
import type { State } from '../../web/embed/protocol';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const site = inject('site');
const head = '<!doctype html><title>Course</title><link rel="icon" href="data:,">';
const escaped = (text: string) => text.replaceAll('&', '&amp;');
const sandboxed = `${head}<iframe sandbox="allow-scripts" width="900" height="600" src="inner"></iframe>`;

interface Stage {
  messages: { droptail: 1; id?: string; ok?: boolean; event?: string; value?: State; error?: object }[];
}

/** A page with a laboratory that any page may control. */
async function driverPage(): Promise<string> {
  const src = `${site}${await fragmentOf(sawtooth(20), { embed: true })}&api=*`;
  return `${head}<script>
const stage = window.stage = { messages: [] };
addEventListener('message', ({ data }) => { stage.messages.push(data); });
</script><iframe title="Droptail" width="800" height="500" src="${escaped(src)}"></iframe>`;
}

async function elementPage(): Promise<string> {
  const link = escaped(await fragmentOf(sawtooth(20)));
  return `${head}<script src="${site}droptail-lab.js"></script><droptail-lab link="${link}"></droptail-lab>`;
}

async function serveOrigin(pages: Record<string, string>, done: (call: () => Promise<void>) => void) {
  const empty = await mkdtemp(join(tmpdir(), 'droptail-'));
  const server = await serve(empty, { base: '/files/', pages });
  done(async () => {
    await server.close();
    await rm(empty, { recursive: true });
  });
  return new URL(server.url).origin;
}

const innerOf = (page: Page) =>
  until(
    async () => page.frames().find((f) => f.url().endsWith('/inner')) as Frame,
    (found) => found !== undefined,
  );

/** Sends calls one after another, and waits for all answers. */
async function callInOrder(page: Frame | Page, calls: readonly object[]): Promise<Stage['messages']> {
  const received = () => page.evaluate(() => (window as unknown as { stage: Stage }).stage.messages);
  await until(received, (all) => all.some((m) => m.event === 'ready'));
  await page.evaluate((all) => {
    for (const [i, call] of all.entries())
      window.frames[0]?.postMessage({ droptail: 1, id: String(i), ...call }, '*');
  }, calls);
  const all = await until(received, (list) => list.filter((m) => m.id !== undefined).length === calls.length);
  return all.filter((m) => m.id !== undefined);
}

const CALLS = [
  { call: 'getState' },
  { call: 'no such call' },
  { call: 'seek', atS: 3 },
  { call: 'getState' },
];

/** Checks that the calls were answered in order and had their effects. */
function expectAnswered(list: Stage['messages']): void {
  expect(list.map((m) => [m.id, m.ok])).toEqual([
    ['0', true],
    ['1', false],
    ['2', true],
    ['3', true],
  ]);
  expect(list[3]?.value?.nowS).toBe(3);
}

test('a sandboxed page controls a laboratory that any page may control', async ({ lab, onTestFinished }) => {
  const home = await serveOrigin({ '/outer': sandboxed, '/inner': await driverPage() }, onTestFinished);
  await lab.page.goto(`${home}/outer`);
  expectAnswered(await callInOrder(await innerOf(lab.page), CALLS));
});

test('a page from a file controls a laboratory that any page may control', async ({
  lab,
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'course.html'), await driverPage());
  await lab.page.goto(`file://${join(folder, 'course.html')}`);
  expectAnswered(await callInOrder(lab.page, CALLS));
});

test('the element works in a sandboxed page and in a page from a file', async ({ lab, onTestFinished }) => {
  const drive = (page: Frame | Page) =>
    page.evaluate(async () => {
      const one = document.querySelector('droptail-lab') as HTMLElementTagNameMap['droptail-lab'];
      await one.seek(3);
      return (await one.getState()).nowS;
    });
  const home = await serveOrigin({ '/outer': sandboxed, '/inner': await elementPage() }, onTestFinished);
  await lab.page.goto(`${home}/outer`);
  expect(await drive(await innerOf(lab.page))).toBe(3);

  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'course.html'), await elementPage());
  await lab.page.goto(`file://${join(folder, 'course.html')}`);
  expect(await drive(lab.page)).toBe(3);
});

/** Calls the element without waiting. The outcome is in `window.said`. */
const callLater = (lab: Lab) =>
  lab.page.evaluate(() => {
    const stage = window as unknown as { said: string[] };
    stage.said = [];
    const one = document.querySelector('droptail-lab') as HTMLElementTagNameMap['droptail-lab'];
    one.getState().then(
      ({ nowS }) => stage.said.push(`at ${nowS}`),
      (error: Error) => stage.said.push(error.message),
    );
  });
const said = (lab: Lab) => lab.page.evaluate(() => (window as unknown as { said: string[] }).said);

test('a call fails when the element is removed before the laboratory has loaded', async ({
  lab,
  onTestFinished,
}) => {
  const home = await serveOrigin({ '/course': await elementPage() }, onTestFinished);
  await lab.page.route(`${site}index.html`, () => undefined);
  await lab.page.route(site, () => undefined);
  await lab.page.goto(`${home}/course`, { waitUntil: 'domcontentloaded' });
  await callLater(lab);
  await lab.page.evaluate(() => document.querySelector('droptail-lab')?.remove());
  expect(
    await until(
      () => said(lab),
      (list) => list.length > 0,
    ),
  ).toEqual(['The laboratory was removed from the page.']);
});

test('a call ends when the laboratory never loads', async ({ lab, onTestFinished }) => {
  const home = await serveOrigin({ '/course': await elementPage() }, onTestFinished);
  await lab.page.clock.install();
  await lab.page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  lab.tolerated.push(/ERR_FAILED/, /could not be loaded|Failed to load/);
  await lab.page.goto(`${home}/course`);
  await callLater(lab);
  await lab.page.clock.fastForward(100_000);
  expect(
    await until(
      () => said(lab),
      (list) => list.length > 0,
    ),
  ).toMatchObject([expect.stringContaining('did not load within 60 s')]);
});

test('a call fails when the frame is reloaded, and the next one is answered', async ({
  lab,
  onTestFinished,
}) => {
  const home = await serveOrigin({ '/course': await elementPage() }, onTestFinished);
  await lab.page.addInitScript(() => {
    // Registered before the laboratory's listener: listeners of a window are called in order.
    addEventListener('message', (event) => {
      if ('deaf' in window) event.stopImmediatePropagation();
    });
  });
  await lab.page.goto(`${home}/course`);
  await callLater(lab);
  expect(
    await until(
      () => said(lab),
      (list) => list.length > 0,
    ),
  ).toEqual(['at 0']);
  const frame = lab.page.frames().find((f) => f.url().startsWith(site));
  if (!frame) throw new Error('no frame');
  // It receives no more messages, so the call waits.
  await frame.evaluate(() => Object.assign(window, { deaf: true }));
  await callLater(lab);
  await frame.evaluate(() => location.reload()).catch(() => undefined);
  const words = await until(
    () => said(lab),
    (list) => list.length > 0,
  );
  expect(words[0]).toContain('reloaded');
  await callLater(lab);
  expect(
    await until(
      () => said(lab),
      (list) => list.length > 0,
    ),
  ).toEqual(['at 0']);
});

test('in a sandbox, a laboratory that its host does not allow says what is missing', async ({
  lab,
  onTestFinished,
}) => {
  const pages: Record<string, string> = {};
  const host = await serve(siteDir, { pages, open: false });
  onTestFinished(host.close);
  pages['/course'] =
    `${head}<iframe sandbox="allow-scripts" width="600" height="400" src="${host.url}#g=one-reno&amp;embed=1"></iframe>`;
  lab.tolerated.push(/CORS|ERR_FAILED/);
  await lab.page.goto(new URL('/course', host.url).href);
  await lab.page.frameLocator('iframe').getByText('Access-Control-Allow-Origin').waitFor();
});

test('an embed that is not visible is not drawn, and continues', async ({ lab, onTestFinished }) => {
  const link = escaped(await fragmentOf(sawtooth(60)));
  const page = `${head}<script src="${site}droptail-lab.js"></script><p style="height:3000px">Far above</p>
<droptail-lab link="${link}"></droptail-lab>`;
  const home = await serveOrigin({ '/course': page }, onTestFinished);
  await lab.page.goto(`${home}/course`);
  const now = () =>
    lab.page.evaluate(async () => {
      const one = document.querySelector('droptail-lab') as HTMLElementTagNameMap['droptail-lab'];
      return (await one.getState()).nowS;
    });
  await lab.page.evaluate(() =>
    (document.querySelector('droptail-lab') as HTMLElementTagNameMap['droptail-lab']).play(1),
  );
  await until(now, (s) => s > 0.5);
  const frame = lab.page.frameLocator('iframe');
  expect(await frame.locator('canvas').count()).toBe(0);
  await lab.page.evaluate(() => scrollTo(0, 3000));
  await frame.locator('canvas').first().waitFor();
  const seen = await now();
  await lab.page.evaluate(() => scrollTo(0, 0));
  await frame.locator('canvas').first().waitFor({ state: 'detached' });
  // It pauses while it is not visible, and is drawn and continues when it is visible again.
  const left = await now();
  expect(left).toBeGreaterThanOrEqual(seen);
  await lab.page.evaluate(() => scrollTo(0, 3000));
  await frame.locator('canvas').first().waitFor();
  await until(now, (s) => s > left);
});
