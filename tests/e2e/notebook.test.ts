/** The Python package's widget (engine-wasm/python/package/droptail/static/lab.js) in Chromium: the page from the kernel, and two-way state. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { siteDir } from '../../scripts/lib/site.mjs';
import type { State } from '../../web/embed/protocol';
import type { Scenario } from '../../web/generated/types';
import { runInWasm } from '../support/engine';
import { test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const RATE = '/links/core/forward/rateMbps';
const widget = fileURLToPath(
  new URL('../../engine-wasm/python/package/droptail/static/lab.js', import.meta.url),
);

/** What a notebook gives a widget: traits, and messages to the kernel, which has the page and stores what is sent. */
interface Kernel {
  set(traits: Record<string, unknown>): void;
  get(name: string): unknown;
  /** Messages to the kernel, but for requests for the page. */
  sent: { kind: string; call: string; number: number; error?: { code: string; problems: unknown[] } }[];
  /** A message to the widget. */
  tell(message: object): void;
  /** Number of times a trait was saved. */
  saved: number;
  chunks: number;
  remove(): void;
}

/** Runs in the page: anywidget's model, and a kernel behind it. */
async function startKernel(traits: Record<string, unknown>): Promise<void> {
  const CHUNK = 256_000;
  const compressed = new Uint8Array(await (await fetch('/page.html.gz')).arrayBuffer());
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  const fire = (name: string, ...args: unknown[]) => {
    for (const listen of [...(listeners.get(name) ?? [])]) listen(...args);
  };
  const values = { ...traits };
  // As in ipywidgets, an equal value is no change.
  const set = (name: string, value: unknown) => {
    const changed = JSON.stringify(values[name]) !== JSON.stringify(value);
    values[name] = value;
    if (changed) fire(`change:${name}`);
  };
  const kernel: Kernel = {
    set: (all) => {
      for (const [name, value] of Object.entries(all)) set(name, value);
    },
    get: (name) => values[name],
    sent: [],
    tell: (message) => fire('msg:custom', message, []),
    saved: 0,
    chunks: 0,
    remove: () => undefined,
  };
  const model = {
    get: (name: string) => values[name],
    set,
    save_changes: () => {
      kernel.saved += 1;
    },
    on: (name: string, listen: (...args: unknown[]) => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listen));
    },
    off: (name: string, listen: (...args: unknown[]) => void) => listeners.get(name)?.delete(listen),
    send: (message: { kind: string; from: number; id: string }) => {
      if (message.kind !== 'page') {
        kernel.sent.push(message as never);
        return;
      }
      kernel.chunks += 1;
      const chunk = compressed.slice(message.from, message.from + CHUNK);
      const answer = { kind: 'page', id: message.id, total: compressed.length };
      setTimeout(() => fire('msg:custom', answer, [new DataView(chunk.buffer)]));
    },
  };
  const el = document.querySelector('#cell') as HTMLElement;
  Object.assign(window, { kernel });
  const { widget } = window as unknown as { widget: { render: (view: object) => Promise<() => void> } };
  kernel.remove = await widget.render({ model, el });
}

const kernel = <T>(page: Page, use: (kernel: Kernel) => T): Promise<T> =>
  page.evaluate(`(${use})(window.kernel)`) as Promise<T>;

const stateOf = (page: Page) => kernel(page, (k) => k.get('state') as State);
const scenarioOf = (page: Page) => kernel(page, (k) => k.get('scenario') as Scenario);

const call = (page: Page, number: number, name: string, args: object = {}) =>
  page.evaluate((message) => (window as unknown as { kernel: Kernel }).kernel.tell(message), {
    kind: 'call',
    call: name,
    number,
    args,
  });

const answer = (page: Page, number: number) =>
  until(
    () => kernel(page, (k) => k.sent).then((sent) => sent.find((one) => one.number === number)),
    (found) => found !== undefined,
  );

test('a widget shows the page of the kernel, and both follow each other', async ({ lab, onTestFinished }) => {
  const { page } = lab;
  const compressed = await promisify(gzip)(await readFile(join(siteDir, 'standalone.html')));
  const server = await serve(siteDir, {
    base: '/none/',
    pages: {
      '/notebook':
        '<!doctype html><title>Notebook</title><link rel="icon" href="data:,"><div id="cell"></div>',
    },
  });
  onTestFinished(() => server.close());
  const origin = new URL(server.url).origin;
  await page.route('**/page.html.gz', (route) =>
    route.fulfill({ body: compressed, contentType: 'application/octet-stream' }),
  );
  await page.route('**/widget.js', async (route) =>
    route.fulfill({ body: await readFile(widget), contentType: 'text/javascript' }),
  );
  await page.goto(`${origin}/notebook`);
  await page.addScriptTag({
    type: 'module',
    content: "import widget from '/widget.js'; window.widget = widget;",
  });
  await page.waitForFunction(() => 'widget' in window);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  const given = sawtooth(20);
  await page.evaluate(startKernel, {
    scenario: given,
    link: await fragmentOf(given),
    state: {},
    sample: {},
    height: 480,
    every_ms: 50,
    options: [
      ['allow', 'everything'],
      ['panels', 'plots,time'],
    ],
  });

  // The page came in several chunks, and the browser asked nobody else.
  expect(await kernel(page, (k) => k.chunks)).toBe(Math.ceil(compressed.length / 256_000));
  expect(asked.filter((url) => /^https?:/.test(url) && !url.endsWith('/page.html.gz'))).toEqual([]);
  expect((await stateOf(page)).durationS).toBe(given.durationS);
  const frame = page.frameLocator('iframe[title="Droptail"]');
  await frame.getByRole('contentinfo').getByRole('button', { name: 'Play', exact: true }).waitFor();

  // The kernel drives the page.
  await call(page, 1, 'seek', { atS: 5 });
  expect(await answer(page, 1)).not.toHaveProperty('error');
  expect((await stateOf(page)).nowS).toBe(5);
  await call(page, 2, 'set', { path: RATE, value: 7 });
  expect(await answer(page, 2)).not.toHaveProperty('error');
  const edited = await scenarioOf(page);
  expect(edited.edits).toMatchObject([{ path: RATE, value: 7 }]);
  await call(page, 3, 'set', { path: RATE, value: -1 });
  expect(await answer(page, 3)).toMatchObject({ error: { code: 'refused' } });

  // The reader plays: the kernel sees time, samples and a digest, which is that of the document that it has.
  await call(page, 4, 'play', { speed: 100_000 });
  const ended = await until(
    () => stateOf(page),
    (state) => state.ended && state.digestAtS === state.durationS,
  );
  expect(ended.digest).toBe((await runInWasm(await scenarioOf(page))).digest);
  expect(await kernel(page, (k) => (k.get('sample') as { nowS: number }).nowS)).toBeGreaterThan(0);

  // The kernel sets another scenario: it is opened, once, and is not sent back as another change.
  const other: Scenario = { ...given, title: 'Another', seed: 77 };
  await page.evaluate(
    (scenario) => (window as unknown as { kernel: Kernel }).kernel.set({ scenario }),
    other,
  );
  await until(
    () => stateOf(page),
    (state) => state.title === 'Another' && !state.ended,
  );
  expect((await scenarioOf(page)).seed).toBe(77);
  expect((await kernel(page, (k) => k.sent)).filter((one) => one.call === 'load')).toHaveLength(1);

  // A view that is removed leaves nothing behind.
  await kernel(page, (k) => k.remove());
  expect(await page.locator('iframe').count()).toBe(0);
  const saved = await kernel(page, (k) => k.saved);
  await call(page, 5, 'pause');
  expect(await kernel(page, (k) => k.saved)).toBe(saved);
});
