/** The page without a network, across an update, and from a file. */
import { appendFile, cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { siteDir } from '../../scripts/lib/site.mjs';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** Waits until the page's service worker has cached everything and controls the page. */
async function awaitServiceWorker(lab: Lab): Promise<void> {
  await lab.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((claimed) => navigator.serviceWorker.addEventListener('controllerchange', claimed));
  });
}

test('after one visit the laboratory, its gallery and its exports need no network', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(5)));
  const digest = await lab.finish();
  await awaitServiceWorker(lab);
  const context = lab.page.context();
  await context.setOffline(true);

  const again = new Lab(await context.newPage());
  await again.open(await fragmentOf(sawtooth(5)));
  expect(await again.finish()).toBe(digest);
  await again.button('Gallery').click();
  await again.root
    .getByRole('link', { name: /One Reno flow/ })
    .first()
    .click();
  await until(
    () => again.title.inputValue(),
    (title) => title === 'One Reno flow',
  );
  await again.button('Export').click();
  await again.button('cwnd as SVG').waitFor();
});

test('the page can be installed', async ({ lab }) => {
  await lab.open();
  await awaitServiceWorker(lab);
  const devtools = await lab.page.context().newCDPSession(lab.page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window, as every test's page is, installs nothing.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(others).toEqual([]);
});

test('an update does not affect an open page, which later loads files of its own version', async ({
  lab,
  onTestFinished,
}) => {
  const site = await mkdtemp(join(tmpdir(), 'droptail-'));
  await cp(siteDir, site, { recursive: true });
  const server = await serve(site);
  onTestFinished(async () => {
    await server.close();
    await rm(site, { recursive: true });
  });
  await lab.page.goto(server.url + (await fragmentOf(sawtooth(5))));
  await lab.ready();
  await awaitServiceWorker(lab);

  // Another version: files that the page has not loaded yet are gone from the server.
  const assets = join(site, 'assets');
  for (const name of await readdir(assets))
    if (/^(export|experiment|papers)-/.test(name))
      await rename(join(assets, name), join(assets, `new-${name}`));
  await appendFile(join(site, 'sw.js'), '// another version\n');
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Another version</title>');
  const waiting = await lab.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const fresh = registration.installing ?? registration.waiting;
    while (fresh && fresh.state === 'installing')
      await new Promise((changed) => fresh.addEventListener('statechange', changed, { once: true }));
    return { found: fresh?.state, active: registration.active?.state };
  });
  // The new one waits until the page is closed.
  expect(waiting).toEqual({ found: 'installed', active: 'activated' });

  const missing = lab.page.waitForEvent('pageerror', { timeout: 1000 }).catch(() => null);
  await lab.button('Export').click();
  await lab.button('cwnd as SVG').waitFor();
  expect(await missing).toBeNull();
  await lab.page.reload();
  await lab.ready();
});

test('a scenario in one file runs from a folder, with the same digest', async ({
  lab,
  visit,
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await lab.open(await fragmentOf(sawtooth(5)));
  const digest = await lab.finish();
  await lab.button('Export').click();
  const [download] = await Promise.all([
    lab.page.waitForEvent('download'),
    lab.button('Scenario as HTML').click(),
  ]);
  expect(download.suggestedFilename()).toBe('one-sawtooth-page.html');
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);

  const away = await visit();
  const asked: string[] = [];
  away.page.on('request', (request) => asked.push(request.url()));
  await away.page.goto(pathToFileURL(file).href);
  await away.ready();
  expect(await away.title.inputValue()).toBe('One sawtooth');
  expect(await away.finish()).toBe(digest);
  // It can be edited like any other, and records captures.
  await away.selectLink('s1 to r1');
  await away.button('Export').click();
  const [capture] = await Promise.all([
    away.page.waitForEvent('download', { timeout: 60_000 }),
    away.button('pcapng').click(),
  ]);
  expect(capture.suggestedFilename()).toBe('one-sawtooth-in1.pcapng');
  // No requests outside the file.
  const outside = asked.filter((url) => !/^(file|data|blob):/.test(url));
  expect(outside).toEqual([]);
  expect(
    new Set(asked.filter((url) => url.startsWith('file:')).map((url) => url.replace(/#.*/, ''))).size,
  ).toBe(1);
});
