/** Embeds controlled from other origins, through the element and through messages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import type { EventMessage, Reply, Sample, State } from '../../web/embed/protocol';
import type { Flow } from '../../web/generated/types';
import { runInWasm } from '../support/engine';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { dumbbell, sawtooth } from '../support/scenarios';

const site = inject('site');
const BUFFER = '/links/core/forward/queue/params/limitPackets';
const RATE = '/links/core/forward/rateMbps';

/** What a page stores for these tests. */
interface Stage {
  replies: Reply[];
  events: EventMessage[];
}

const head = '<!doctype html><title>Course</title><link rel="icon" href="data:,">';
const escaped = (text: string) => text.replaceAll('&', '&amp;');

/** A page with frames, which records their messages. */
function framePage(frames: readonly string[]): string {
  const list = frames.map(
    (src, i) => `<iframe title="frame ${i}" width="600" height="400" src="${escaped(src)}"></iframe>`,
  );
  return `${head}<script>
const stage = window.stage = { replies: [], events: [] };
addEventListener('message', ({ data }) => { (data.event ? stage.events : stage.replies).push(data); });
</script>${list.join('')}`;
}

/** Serves pages at their own origin. Returns its address. */
async function serveOrigin(pages: Record<string, string>, done: (call: () => Promise<void>) => void) {
  const empty = await mkdtemp(join(tmpdir(), 'droptail-'));
  const server = await serve(empty, { base: '/files/', pages });
  done(async () => {
    await server.close();
    await rm(empty, { recursive: true });
  });
  return new URL(server.url).origin;
}

/** Sends a call to a frame as a script of the page would. Returns the reply. */
async function ask(page: Page, frame: number, call: string, args: object = {}): Promise<Reply> {
  const id = `${call} ${Math.random()}`;
  await page.evaluate(([at, message]) => window.frames[at as number]?.postMessage(message, '*'), [
    frame,
    { droptail: 1, id, call, ...args },
  ] as const);
  const reply = await until(
    () =>
      page.evaluate(
        (wanted) => (window as unknown as { stage: Stage }).stage.replies.find((r) => r.id === wanted),
        id,
      ),
    (found) => found !== undefined,
  );
  return reply as Reply;
}

const value = (reply: Reply): State => {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value as State;
};

const bufferOf = (state: State): unknown =>
  (state.scenario as ReturnType<typeof sawtooth>).links.find((l) => l.id === 'core')?.forward.queue?.params
    ?.limitPackets;

const listens = (page: Page, frames: number) =>
  until(
    () => page.evaluate(() => (window as unknown as { stage: Stage }).stage.events.length),
    (n) => n >= frames,
  );

test('two elements on a page of another origin, controlled by its script', async ({
  lab,
  onTestFinished,
}) => {
  const fragment = await fragmentOf(sawtooth(20));
  const page = `${head}<script src="${site}droptail-lab.js"></script>
<droptail-lab id="a" link="${escaped(fragment)}" allow="play"></droptail-lab>
<droptail-lab id="b" link="${escaped(fragment)}" allow="${BUFFER}" decimals="comma"></droptail-lab>`;
  const home = await serveOrigin({ '/course': page }, onTestFinished);
  await lab.page.goto(`${home}/course`);

  const said = await lab.page.evaluate(
    async ([buffer]) => {
      const a = document.querySelector('#a') as HTMLElementTagNameMap['droptail-lab'];
      const b = document.querySelector('#b') as HTMLElementTagNameMap['droptail-lab'];
      const samples: Sample[] = [];
      const kinds: string[] = [];
      b.addEventListener('sample', (e) => samples.push((e as CustomEvent<Sample>).detail));
      b.addEventListener('mark', (e) => kinds.push((e as CustomEvent<{ kind: string }>).detail.kind));
      await Promise.all([a.seek(5), b.seek(3)]);
      const loss = await a.step('loss');
      const locked = await a.set(buffer, 10).catch((error) => error.code);
      await b.subscribe(['sample', 'state', 'mark'], 16);
      const before = await b.getState();
      const changed = await b.set(buffer, 10);
      const refused = await b.set(buffer, -1).catch((error) => [error.code, error.problems.length]);
      await b.fork();
      const forked = await b.getState();
      const ended = new Promise<State>((resolve) =>
        b.addEventListener('state', (e) => {
          const { detail } = e as CustomEvent<State>;
          if (detail.ended && detail.digestAtS === detail.durationS) resolve(detail);
        }),
      );
      await b.play(100_000);
      const end = await ended;
      // The last frame is reported after the state, and the whole step can be a single frame.
      for (let n = 0; n < 100 && !kinds.includes('loss'); n += 1) await new Promise((r) => setTimeout(r, 50));
      return { loss, locked, before, changed, refused, forked, end, samples, kinds };
    },
    [BUFFER] as const,
  );
  expect(said.loss.nowS).toBeGreaterThan(5);
  expect(said.locked).toBe('locked');
  expect([said.before.nowS, bufferOf(said.before)]).toEqual([3, bufferOf(said.before)]);
  // The change has a time, so that a link to it gives the same run.
  const edits = (said.changed.scenario as ReturnType<typeof sawtooth>).edits ?? [];
  expect(edits).toEqual([{ atS: 3, path: BUFFER, value: 10 }]);
  expect(said.refused).toEqual(['refused', 1]);
  expect(said.forked.futures).toHaveLength(2);
  expect(said.end.digest).toBe((await runInWasm({ ...sawtooth(20), edits })).digest);
  const last = said.samples.at(-1);
  expect(last?.nowS).toBe(20);
  expect(last?.flows[0]?.cwnd).toBeGreaterThan(0);
  expect(said.kinds.join()).toContain('loss');
  // The other one has been paused all the time, and numbers are formatted for the page's language.
  const [, second] = lab.page.frames().slice(1);
  await second?.getByText('20,00 s').first().waitFor();
  const first = await lab.page.evaluate(() =>
    (document.querySelector('#a') as HTMLElementTagNameMap['droptail-lab']).getState(),
  );
  expect([first.nowS, first.playing]).toEqual([said.loss.nowS, false]);
});

test('scripts of other origins and in sibling frames are rejected', async ({ visit, onTestFinished }) => {
  const frame = `${site}${await fragmentOf(sawtooth(20), { embed: true })}`;
  const pages: Record<string, string> = {};
  const home = await serveOrigin(pages, onTestFinished);
  const elsewhere = await serveOrigin(
    {
      // A frame beside the laboratory tries to control it.
      '/beside': `${head}<script>parent.frames[0].postMessage({ droptail: 1, id: 1, call: 'play' }, '*'); document.title = 'sent';</script>`,
      '/stranger': framePage([`${frame}&api=${home}`]),
    },
    onTestFinished,
  );
  pages['/course'] = framePage([`${frame}&api=${home}`]);

  const friend = await visit();
  await friend.page.goto(`${home}/course`);
  await listens(friend.page, 1);
  const before = value(await ask(friend.page, 0, 'seek', { atS: 2 }));
  await friend.page.evaluate((src) => {
    const beside = document.createElement('iframe');
    beside.src = src;
    document.body.append(beside);
    return new Promise((resolve) => beside.addEventListener('load', resolve));
  }, `${elsewhere}/beside`);
  const after = value(await ask(friend.page, 0, 'getState'));
  expect([after.nowS, after.playing]).toEqual([before.nowS, false]);
  // Neither another version nor an unknown call has any effect.
  const other = await ask(friend.page, 0, 'play', { droptail: 2 });
  expect(other).toMatchObject({ ok: false, error: { code: 'version' } });
  expect(await ask(friend.page, 0, 'destroy')).toMatchObject({ ok: false, error: { code: 'call' } });
  expect(await ask(friend.page, 0, 'seek', { atS: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'call' },
  });

  const stranger = await visit();
  await stranger.page.goto(`${elsewhere}/stranger`);
  const embedded = await until(
    async () => stranger.page.frames()[1],
    (found) => found !== undefined,
  );
  await new Lab(stranger.page, embedded).ready();
  for (const call of ['play', 'getState', 'load'])
    expect(await ask(stranger.page, 0, call, { link: '#g=one-reno' })).toMatchObject({
      ok: false,
      error: { code: 'origin' },
    });
  expect(await stranger.page.evaluate(() => (window as unknown as { stage: Stage }).stage.events)).toEqual(
    [],
  );
  await new Lab(stranger.page, embedded).says('0.00 s');
});

test('what is locked stays locked, by keyboard, message and undo', async ({ lab, onTestFinished }) => {
  const fragment = await fragmentOf(sawtooth(20), { embed: true });
  const pages: Record<string, string> = {};
  const home = await serveOrigin(pages, onTestFinished);
  pages['/course'] = framePage([
    `${site}${fragment}&api=${home}`,
    `${site}${fragment}&api=${home}&allow=${RATE}`,
  ]);
  await lab.page.goto(`${home}/course`);
  await listens(lab.page, 2);
  const scenarios = async () =>
    Promise.all([0, 1].map(async (i) => value(await ask(lab.page, i, 'getState')).scenario));
  const [closed, open] = lab.page.frames().slice(1);
  const keys = async (frame: typeof closed, ...names: string[]) => {
    await frame?.locator('.embed .title').click();
    for (const name of names) await lab.page.keyboard.press(name);
  };

  await ask(lab.page, 0, 'seek', { atS: 1 });
  await ask(lab.page, 1, 'seek', { atS: 1 });
  const before = await scenarios();
  // Only playing is allowed: no change, no fork, no undo.
  for (const change of [
    { path: RATE, value: 5 },
    { path: '/title', value: 'Mine' },
    { path: '/edits', value: [] },
  ])
    expect(await ask(lab.page, 0, 'set', change)).toMatchObject({ ok: false, error: { code: 'locked' } });
  expect(await ask(lab.page, 0, 'fork')).toMatchObject({ ok: false, error: { code: 'locked' } });
  await keys(closed, 'f', 'Control+z', 'Control+Shift+z', 'Delete');
  expect(value(await ask(lab.page, 0, 'getState')).futures).toHaveLength(1);

  // Only the rate is unlocked: not its ancestors or siblings, nor both in one step.
  for (const changes of [
    [{ path: BUFFER, value: 7 }],
    [{ path: '/links/core', value: null }],
    [{ path: '/links/core/forward', value: { rateMbps: 3, delayMs: 1 } }],
    [{ path: '/links/core/backward/rateMbps', value: 3 }],
    [{ path: '/flows/f1/algorithm', value: 'cubic' }],
    [
      { path: RATE, value: 3 },
      { path: '/seed', value: 9 },
    ],
    [{ path: '/__proto__/polluted', value: 1 }],
  ])
    expect(await ask(lab.page, 1, 'set', { changes })).toMatchObject({
      ok: false,
      error: { code: 'locked' },
    });
  expect(await scenarios()).toEqual(before);

  const rate = (await open?.getByRole('textbox', { name: 'Rate, Link r1 – r2, Mb/s' })) ?? null;
  await rate?.fill('5');
  await rate?.press('Enter');
  const edited = await until(
    async () => value(await ask(lab.page, 1, 'getState')),
    (state) => ((state.scenario as ReturnType<typeof sawtooth>).edits ?? []).length === 1,
  );
  expect((edited.scenario as ReturnType<typeof sawtooth>).edits).toEqual([{ atS: 1, path: RATE, value: 5 }]);
  // Undo reverts unlocked changes and nothing more.
  await keys(open, 'Control+z', 'Control+z');
  await until(scenarios, ([, second]) => JSON.stringify(second) === JSON.stringify(before[1]));
  // Another scenario is opened under the same lock.
  value(await ask(lab.page, 1, 'load', { link: '#g=one-reno' }));
  expect(await ask(lab.page, 1, 'set', { path: BUFFER, value: 7 })).toMatchObject({
    error: { code: 'locked' },
  });
  expect(await ask(lab.page, 1, 'load', { scenario: { version: 1 } })).toMatchObject({
    error: { code: 'refused' },
  });
  expect(value(await ask(lab.page, 1, 'getState')).title).toBe('One Reno flow');
});

test('nothing runs before it is visible, and nothing is stored', async ({ lab, onTestFinished }) => {
  const fragment = await fragmentOf(sawtooth(20), { embed: true });
  const far = `${head}<p style="height:4000px">Far above</p><iframe title="lab" width="600" height="400" src="${escaped(site + fragment)}&amp;play=1"></iframe>`;
  const home = await serveOrigin({ '/course': far }, onTestFinished);
  const fetched: string[] = [];
  lab.page.on('request', (request) => fetched.push(request.url()));
  await lab.page.goto(`${home}/course`);
  const frame = await until(
    async () => lab.page.frames()[1],
    (found) => found !== undefined,
  );
  // The page is loaded but has nothing to draw.
  await frame?.locator('#startup').waitFor({ state: 'detached' });
  expect(await frame?.locator('.embed').count()).toBe(0);
  expect(lab.page.workers()).toEqual([]);
  expect(fetched.filter((url) => url.endsWith('.wasm'))).toEqual([]);

  await lab.page.getByTitle('lab').scrollIntoViewIfNeeded();
  const embed = new Lab(lab.page, frame);
  await embed.ready();
  // It plays as its address says, pauses while it is not visible, and continues.
  await embed.button('Pause').waitFor();
  await lab.page.evaluate(() => scrollTo(0, 0));
  await embed.button('Play').first().waitFor({ state: 'attached' });
  const still = await frame?.evaluate(() => [localStorage.length, document.cookie]);
  expect(still).toEqual([0, '']);
  expect(await frame?.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
    0,
  );
  const host = new URL(site).host;
  expect(fetched.filter((url) => ![host, new URL(home).host].includes(new URL(url).host))).toEqual([]);
  await lab.page.getByTitle('lab').scrollIntoViewIfNeeded();
  await embed.button('Pause').waitFor();
});

test('hostile links run no script', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const page = window as unknown as { violations: string[] };
    page.violations = [];
    addEventListener('securitypolicyviolation', (e) => page.violations.push(e.violatedDirective));
  });
  const script = '<img src=x onerror="seized=1"><script>seized=1</script><svg onload=seized=1>';
  const scenario = {
    ...sawtooth(20),
    title: script,
    notes: `${script}\n\n[a](javascript:seized=1) <a href="javascript:seized=1">b</a> **bold**`,
  };
  scenario.flows = scenario.flows.map((flow) => ({ ...flow, name: script }));
  const more = `&plots=${encodeURIComponent(script)},cwnd&hide=${encodeURIComponent(script)}&api=javascript:seized=1,*&theme=${encodeURIComponent('"><script>seized=1</script>')}&select=flow/${encodeURIComponent(script)}`;
  for (const embed of [true, false]) {
    await lab.page.goto('about:blank');
    await lab.open(`${await fragmentOf(scenario, { embed })}${more}`);
    await lab.page.getByText('bold', { exact: true }).waitFor();
    const found = await lab.page.evaluate(() => {
      const page = window as unknown as { violations: string[]; seized?: number };
      return [page.violations, page.seized ?? null];
    });
    expect(found).toEqual([[], null]);
    const dangerous = 'body script, [onerror], [onload], a[href^="javascript" i]';
    expect(await lab.page.locator(dangerous).count()).toBe(0);
  }
});

test('the example of a course page controls two laboratories', async ({ lab }) => {
  await lab.page.goto(`${site}course/index.html`);
  const [left, right] = await until(
    async () => lab.page.frames().slice(1),
    (frames) => frames.length === 2,
  );
  for (const frame of [left, right]) await new Lab(lab.page, frame).ready();
  await lab.button('Play both').click();
  for (const side of ['left', 'right'])
    await expect.poll(() => lab.page.locator(`#${side}-losses`).textContent()).not.toBe('0');
  await lab.button('Pause both').click();
  for (const frame of [left, right]) await new Lab(lab.page, frame).button('Play').first().waitFor();

  await lab.page.getByRole('slider', { name: 'Buffer on the right' }).press('End');
  await right?.getByText(/^\d+ of 200$/).waitFor();
  expect(await left?.getByText(/^\d+ of 42$/).count()).toBe(1);
});

test('the builder writes what its preview shows', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.button('Share').click();
  const card = lab.root.getByRole('dialog', { name: 'Share this scenario' });
  await card.getByRole('tab', { name: 'Embed in a page' }).click();
  const code = card.getByRole('textbox', { name: 'Code for embedding' });
  await expect.poll(() => code.inputValue()).toMatch(/^<iframe src="http.*#s=.*&amp;embed=1/);
  const preview = new Lab(
    lab.page,
    await until(
      async () => lab.page.frames()[1] as Frame,
      (frame) => frame !== undefined,
    ),
  );
  await preview.ready();
  await preview.root.getByText('Locked').waitFor();

  await card.getByText('Notes', { exact: true }).click();
  await card.getByRole('button', { name: /Readers may/ }).click();
  await lab.root.getByRole('option', { name: /Change some parameters/ }).click();
  await card.getByRole('button', { name: /Add a parameter/ }).click();
  await lab.root
    .getByRole('group', { name: 'Link r1 – r2', exact: true })
    .getByRole('option', { name: /^Rate/ })
    .click();
  await preview.root.getByRole('textbox', { name: 'Rate, Link r1 – r2, Mb/s' }).waitFor();
  await card.getByRole('button', { name: /^Code: / }).click();
  await lab.root.getByRole('option', { name: /^Element/ }).click();
  await expect.poll(() => code.inputValue()).toContain(`allow="${RATE}"`);
  const element = await code.inputValue();
  expect(element).toContain(`<script src="${site}droptail-lab.js" async></script>`);
  expect(element).not.toContain('embed=1');
  expect(element).toContain('panels=network,plots,controls,time');
});

test('the builder finds any parameter of a large network, and readers get it', async ({ lab }) => {
  const many = { ...sawtooth(), ...dumbbell(20, { rateMbps: 10, delayMs: 21 }) };
  const flows = many.nodes
    .filter((n) => /^s\d/.test(n.id))
    .map(({ id }) => ({
      ...(sawtooth().flows[0] as Flow),
      id: `f${id.slice(1)}`,
      from: id,
      to: `d${id.slice(1)}`,
    }));
  await lab.open(await fragmentOf({ ...many, flows }));
  await lab.button('Share').click();
  const card = lab.root.getByRole('dialog', { name: 'Share this scenario' });
  await card.getByRole('tab', { name: 'Embed in a page' }).click();
  await card.getByRole('button', { name: /Readers may/ }).click();
  await lab.root.getByRole('option', { name: /Change some parameters/ }).click();
  for (const [words, group, option] of [
    ['delay s17', 'Link s17 – r1', /^Delay/],
    ['algorithm f19', 'Flow f19', /^Algorithm/],
  ] as const) {
    await card.getByRole('button', { name: /Add a parameter/ }).click();
    await lab.root.getByRole('combobox', { name: 'Find: Add a parameter' }).fill(words);
    await lab.root
      .getByRole('group', { name: group, exact: true })
      .getByRole('option', { name: option })
      .click();
  }
  const code = card.getByRole('textbox', { name: 'Code for embedding' });
  await expect
    .poll(() => code.inputValue())
    .toContain('allow=/links/in17/forward/delayMs&amp;allow=/flows/f19/algorithm');
  const preview = lab.page.frameLocator('iframe[title=Preview]');
  await preview.getByRole('textbox', { name: 'Delay, Link s17 – r1, ms' }).waitFor();
  await preview.getByRole('button', { name: /Algorithm, Flow f19/ }).waitFor();
});
