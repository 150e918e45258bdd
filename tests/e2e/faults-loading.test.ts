/** Files of the page that do not load: the missing file is named, nothing is lost, and the visitor can continue. */
import { appendFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { siteDir } from '../../scripts/lib/site.mjs';
import { runInWasm } from '../support/engine';
import { type Lab, settled, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const SLOW = { timeout: 300_000 };
/** Every file is requested from the server each time, and none comes from a service worker's cache. */
const NO_CACHE = { serviceWorkers: 'block' } as const;
/** Files without which the page still works: it looks plainer, or does not work offline. */
const DISPENSABLE = /\.(woff2|svg|webmanifest|png)$|register-sw\.js$/;
/** Messages of browsers in the console about missing files. */
const MISSING = [
  /Service Worker registration blocked/,
  /Failed to load resource/,
  /net::ERR/,
  /Failed to fetch/,
  /Unable to preload/,
  /dynamically imported module/,
];

const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

type Missing = (url: string) => boolean;
/** The files that the server does not have at present, for each page. */
const missing = new WeakMap<Page, Set<Missing>>();

/** Removes a file of this name from the server. Returns a function that restores it. */
function removeFile(page: Page, name: string | RegExp): () => void {
  const files = missing.get(page);
  if (!files) throw new Error('the page does not come from `tolerant`');
  const file: Missing = (url) => (typeof name === 'string' ? nameOf(url) === name : name.test(nameOf(url)));
  files.add(file);
  return () => files.delete(file);
}

/** A page whose console may report missing files. */
async function tolerant(visit: (options: typeof NO_CACHE) => Promise<Lab>): Promise<Lab> {
  const lab = await visit(NO_CACHE);
  lab.tolerated.push(...MISSING);
  const files = new Set<Missing>();
  missing.set(lab.page, files);
  // Before the page is opened: a running page may bypass a new route for a while.
  await lab.page.route('**/*', (route) => {
    const lost = [...files].some((is) => is(route.request().url()));
    return lost ? route.fulfill({ status: 404, body: 'Not Found' }) : route.continue();
  });
  return lab;
}

/** Waits until the open work is stored. */
async function awaitSaved(lab: Lab): Promise<void> {
  await lab.root.getByText('edited', { exact: true }).waitFor();
  await until(
    () => lab.page.evaluate(() => localStorage.getItem('droptail.last')),
    (last) => last !== null,
  );
}

/** The files that a first visit of an address requests, besides the page itself. */
async function filesOfFirstVisit(lab: Lab, fragment: string): Promise<string[]> {
  const asked = new Set<string>();
  lab.page.on('request', (request) => {
    const name = nameOf(request.url());
    if (request.url().startsWith('http') && name !== '') asked.add(name);
  });
  await lab.open(fragment);
  // Parts that are loaded right after the first picture.
  await lab.page.waitForTimeout(1000);
  return [...asked].filter((name) => !DISPENSABLE.test(name));
}

/** What the page does without a file: it works, or names the file. */
async function outcome(lab: Lab, file: string): Promise<'works' | 'named'> {
  const named = lab.root.getByText(file).first();
  const looks = async () => {
    if (await named.isVisible()) return 'named';
    const ready = (await lab.root.locator('html[data-ready=true]').count()) > 0;
    return ready ? 'works' : '';
  };
  const seen = await until(looks, (is) => is !== '');
  if (seen === 'named') return 'named';
  // The report may appear a little later.
  await lab.page.waitForTimeout(1000);
  return (await looks()) === 'named' ? 'named' : 'works';
}

test(
  'every file of a first visit that is missing is named, and the page starts once it is there',
  SLOW,
  async ({ visit }) => {
    /** Each file, and an address that needs it. */
    const files = new Map<string, string>();
    for (const fragment of [await fragmentOf(sawtooth(30)), ''])
      for (const file of await filesOfFirstVisit(await tolerant(visit), fragment)) files.set(file, fragment);
    expect(files.size).toBeGreaterThan(10);
    const outcomes = new Map<string, string>();
    for (const [file, fragment] of files) {
      const lab = await tolerant(visit);
      const found = removeFile(lab.page, file);
      await lab.page.goto(inject('site') + fragment);
      const seen = await outcome(lab, file);
      outcomes.set(file, seen);
      if (seen === 'named') {
        const again = lab.button(/^(Try again|Reload the page)$/).first();
        await again.waitFor();
        found();
        await again.click();
      }
      await lab.ready();
      await lab.button('Pause').waitFor();
      await lab.page.close();
    }
    // The page draws plots itself if the drawing worker is missing; every other missing file is reported.
    const silently = [...outcomes].filter(([, seen]) => seen === 'works').map(([file]) => file);
    expect(silently.filter((file) => !/^drawing-entry|^pane|^startup\.js/.test(file))).toEqual([]);
  },
);

test('without its scripts the page is not blank', async ({ visit }) => {
  const lab = await tolerant(visit);
  removeFile(lab.page, /\.(js|css)$/);
  await lab.page.goto(inject('site'));
  await lab.says('Droptail has not started.');
});

test('an engine that fails to load damages no link and loses no work', async ({ visit }) => {
  const lab = await tolerant(visit);
  await lab.open();
  await lab.title.fill('My work');
  await lab.title.press('Enter');
  await awaitSaved(lab);
  const found = removeFile(lab.page, /^engine_bg/);
  await lab.page.reload();
  await lab.says('The engine could not be started.');
  await lab.says(/engine_bg.*\.wasm could not be loaded: the server returned 404/);
  expect(await lab.root.getByText(/is intact/).count()).toBe(0);
  // It is still missing, and is reported again.
  await Promise.all([lab.page.waitForResponse(/engine_bg/), lab.button('Try again').click()]);
  await lab.button('Try again').waitFor();
  found();
  await lab.button('Try again').click();
  await lab.ready();
  expect(await lab.title.inputValue()).toBe('My work');
  // A network error is not mistaken for a fault of the work.
  await lab.button('Pause').waitFor();

  const other = await tolerant(visit);
  const back = removeFile(other.page, /^entry-/);
  await other.page.goto(inject('site') + (await fragmentOf(sawtooth(20))));
  await other.says('The engine could not be started.');
  await other.says(/entry-.*\.js could not be loaded/);
  expect(await other.root.getByText(/This link/).count()).toBe(0);
  back();
  await other.button('Try again').click();
  await other.ready();
  await other.endsWith((await runInWasm(sawtooth(20))).digest);
});

/** Files that are loaded on demand: the file, what requests it, and what shows that it is there. */
const LAZY_PARTS: [
  what: string,
  file: RegExp,
  ask: (lab: Lab) => Promise<unknown>,
  there: (lab: Lab) => Promise<unknown>,
][] = [
  [
    'the gallery',
    /^Gallery-.*js$/,
    (lab) => lab.button('Gallery').click(),
    (lab) => lab.root.getByRole('heading', { name: 'Gallery' }).waitFor(),
  ],
  [
    'a form',
    /^Selected-.*js$/,
    (lab) => lab.button(/^Link r1 to r2,/).press('Enter'),
    (lab) => lab.root.getByRole('heading', { name: 'Queue' }).first().waitFor(),
  ],
  [
    'Why?',
    /^Why-.*js$/,
    (lab) => lab.page.keyboard.press('w'),
    (lab) => lab.root.getByRole('region', { name: 'Why' }).waitFor(),
  ],
  [
    'the export',
    /^export-.*js$/,
    (lab) => lab.button('Export').click(),
    (lab) => lab.button('cwnd as SVG').waitFor(),
  ],
  [
    'sharing',
    /^share-.*js$/,
    (lab) => lab.button('Share').click(),
    (lab) => lab.root.getByRole('textbox', { name: 'Link' }).waitFor(),
  ],
  [
    'the presentation',
    /^present-.*js$/,
    (lab) => lab.page.keyboard.press('p'),
    (lab) => lab.button('Leave the presentation').waitFor(),
  ],
  [
    'a style sheet of the presentation',
    /^present-.*css$/,
    (lab) => lab.page.keyboard.press('p'),
    (lab) => lab.button('Leave the presentation').waitFor(),
  ],
  [
    'the help',
    /^HelpCard-.*js$/,
    (lab) => lab.button('Help').click(),
    (lab) => lab.root.getByRole('heading', { name: 'How to use it' }).first().waitFor(),
  ],
];

test.for(LAZY_PARTS)(
  '%s that cannot be loaded is a message with a way to try again',
  async ([, file, ask, there], { visit }) => {
    const lab = await tolerant(visit);
    await lab.open(await fragmentOf(sawtooth(20)));
    const found = removeFile(lab.page, file);
    await ask(lab);
    const message = lab.root.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await message.waitFor();
    expect(await message.textContent()).toMatch(new RegExp(file.source.slice(1, -1)));
    // It is missing the second time as well.
    await message.getByRole('button', { name: 'Try again' }).click();
    await message.getByRole('button', { name: 'Reload the page' }).waitFor();
    found();
    await message.getByRole('button', { name: 'Try again' }).click();
    await there(lab);
  },
);

test('a page that cannot be loaded leaves the page at rest, and its title gets the focus once it is there', async ({
  visit,
}) => {
  const lab = await tolerant(visit);
  await lab.page.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    let frames = 0;
    window.requestAnimationFrame = (call) => {
      frames += 1;
      document.documentElement.dataset.frames = String(frames);
      return request(call);
    };
  });
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.pause();
  const found = removeFile(lab.page, /^Gallery-.*js$/);
  await lab.button('Gallery').click();
  const message = lab.root.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await message.waitFor();
  const root = lab.page.locator('html');
  await settled(
    () => root.getAttribute('data-frames'),
    (frames) => frames !== null,
  );
  found();
  await message.getByRole('button', { name: 'Try again' }).click();
  await lab.root.getByRole('heading', { name: 'Gallery', level: 1 }).waitFor();
  await until(
    () => lab.page.evaluate(() => document.activeElement?.textContent ?? ''),
    (words) => words === 'Gallery',
  );
});

test('a part without a view of its own reports its failure: tidying a network', async ({ visit }) => {
  const lab = await tolerant(visit);
  await lab.open(await fragmentOf(sawtooth(20)));
  const found = removeFile(lab.page, /^node-layout-.*js$/);
  await lab.button(/^Tidy/).click();
  await lab.says('The action failed.');
  await lab.says(/node-layout-.*\.js could not be loaded/);
  found();
  await lab.button(/^Tidy/).click();
  await lab.button(/^Undo: tidy/).waitFor();
});

test('without a network or a cache, the gallery says so, and appears when the network is back', async ({
  visit,
}) => {
  const lab = await tolerant(visit);
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.page.context().setOffline(true);
  await lab.button('Gallery').click();
  await lab.says('The gallery could not be loaded.');
  await lab.page.context().setOffline(false);
  await lab.button('Try again').click();
  await lab.root.getByRole('heading', { name: 'Gallery' }).waitFor();
});

test('an update during a run does not affect the run', async ({ lab, onTestFinished }) => {
  const site = await mkdtemp(join(tmpdir(), 'droptail-'));
  await cp(siteDir, site, { recursive: true });
  const server = await serve(site);
  onTestFinished(async () => {
    await server.close();
    await rm(site, { recursive: true });
  });
  // Long enough to be still loading when the other version is there.
  await lab.page.goto(server.url + (await fragmentOf(sawtooth(600))));
  await lab.ready();
  await lab.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((claimed) => navigator.serviceWorker.addEventListener('controllerchange', claimed));
  });
  if ((await lab.button('Pause').count()) === 0) await lab.play();
  // Another version: none of this page's files is left.
  const assets = join(site, 'assets');
  for (const name of await readdir(assets)) await rename(join(assets, name), join(assets, `new-${name}`));
  await appendFile(join(site, 'sw.js'), '// another version\n');
  await lab.page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await lab.button('Pause').waitFor();
  await lab.button('Export').click();
  await lab.button('cwnd as SVG').waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.endsWith((await runInWasm(sawtooth(600))).digest);
});
