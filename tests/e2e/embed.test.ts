import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import type { Scenario } from '../../web/generated/types';
import { readCatalogue, runInWasm } from '../support/engine';
import { Lab, settled, test, until } from '../support/lab';
import { fragmentOf, readLink } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** A page of another origin in which a visitor is about to type while the laboratory opens below. */
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

  // It is paused at the start, and the visitor can continue to type.
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

/** Presses "Open in full" once its link matches `like`. */
async function openInFull(lab: Lab, like: RegExp): Promise<Lab> {
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
  const opened = await openInFull(lab, /#s=/);
  await until(
    () => opened.title.inputValue(),
    (title) => title === 'One sawtooth',
  );
  await opened.button('Pause').waitFor();
});

test('an embed opens in full with its branches, time and view', async ({ lab }) => {
  const main = sawtooth(60);
  const other: Scenario = {
    ...main,
    edits: [{ atS: 4, path: '/links/core/forward/rateMbps', value: 5 }],
  };
  const first = { name: 'Main', parent: null, atS: 0, drawn: true, source: main };
  const branches = {
    active: 0,
    list: [first, { ...first, name: 'Half the rate', parent: 0, atS: 4, source: other }],
  };
  await lab.open(`${await fragmentOf(main, { embed: true, branches })}&plots=queue,rtt&log=queue&t=6`);
  await lab.plot(/^Queue, packets, logarithmic scale/).waitFor();
  const opened = await openInFull(lab, /&f=.*&t=6&.*plots=queue,rtt.*&log=queue/);
  await opened.plot(/^Queue, packets, logarithmic scale/).waitFor();
  expect(await opened.plot(/^cwnd/).count()).toBe(0);
  await opened.button('Play').first().waitFor();
  await opened.button('2 branches').click();
  const list = opened.page.getByRole('dialog', { name: 'Branches of this run' });
  await list.getByRole('row', { name: /Half the rate/ }).waitFor();
});

const BUFFER = '/links/core/forward/queue/params/limitPackets';

test('a long formula stays within its column', async ({ visit }) => {
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
    // The column does not scroll horizontally; a formula that is too wide does, and its end can be reached.
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

test.for(['en', 'de'])(
  'a question below the fold can be reached from the buttons, in %s',
  async (locale, { visit }) => {
    const lab = await visit({ viewport: { width: 600, height: 400 }, locale });
    await lab.open('#g=lesson-bbr&embed=1');
    const question = lab.page.locator('.lesson-question');
    const foot = lab.page.locator('.lesson-foot');
    const answer = lab.button(/^(Answer|Antworten)$/);
    await lab.button(/^(To the question|Zur Frage)$/).waitFor();
    const body = await lab.page.locator('.lesson-body').boundingBox();
    const end = async () => {
      const box = await question.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) - (body?.y ?? 0) - (body?.height ?? 0);
    };
    const fits = () => foot.evaluate((row) => row.scrollWidth - row.clientWidth);
    await until(end, (below) => below > 0);
    // The button changes once the browser has reported what is in view.
    await until(
      () => answer.count(),
      (buttons) => buttons === 0,
    );
    await until(fits, (beyond) => beyond === 0);
    await lab.button(/^(To the question|Zur Frage)$/).press('Enter');
    await answer.waitFor();
    await until(end, (below) => below <= 0);
    await until(fits, (beyond) => beyond === 0);
    // The keyboard focus moves to the question.
    await lab.page.keyboard.press(' ');
    await answer.and(lab.page.locator(':enabled')).waitFor();
  },
);

test.for(['en', 'de'])(
  'a task below the fold can be reached from the buttons, in %s',
  async (locale, { visit }) => {
    const lab = await visit({ viewport: { width: 600, height: 400 }, locale });
    await lab.open('#g=lesson-sawtooth&embed=1');
    for (let step = 2; step <= 6; step += 1) {
      await lab.button(/^(Next|Skip|Weiter|Überspringen)$/).click();
      await lab.page.getByText(new RegExp(`^(Step ${step} of|Schritt ${step} von) 6$`)).waitFor();
    }
    const foot = lab.page.locator('.lesson-foot');
    const task = lab.page.locator('.lesson-checks');
    const to = lab.button(/^(To the task|Zur Aufgabe)$/);
    const end = async () => {
      const box = await task.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) - ((await foot.boundingBox())?.y ?? 0);
    };
    await to.waitFor();
    await until(end, (below) => below > 0);
    expect(await foot.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    await to.press('Enter');
    // The task is whole, with what the locks mean for it, and the keyboard is at its check.
    await until(end, (below) => below <= 0);
    await to.waitFor({ state: 'detached' });
    await lab.page.keyboard.press('Enter');
    await task
      .getByRole('status')
      .getByText(/Met|Erfüllt|met|erfüllt/)
      .waitFor();
  },
);

test('notes in an embed say what cannot be changed here, and lead to the laboratory', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  const link = lab.page.getByRole('link', { name: 'Open in the laboratory' });
  for (const [options, words] of [
    ['', 'Nothing can be changed here.'],
    [`&allow=${BUFFER}`, 'Only the values above can be changed here.'],
  ]) {
    await lab.page.goto('about:blank');
    await lab.open(`#g=three-algorithms&embed=1${options}`);
    await lab.says(words ?? '');
    await link.scrollIntoViewIfNeeded();
    const [opened] = await Promise.all([lab.page.context().waitForEvent('page'), link.click()]);
    await opened.getByRole('button', { name: 'Gallery', exact: true }).waitFor();
    await opened.close();
  }
});

test('play and time without other panels have the whole width', async ({ lab }) => {
  await lab.page.setViewportSize({ width: 600, height: 400 });
  await lab.open('#g=one-reno&t=5&embed=1&panels=time');
  // The timeline is drawn: at this height there is no space for handles.
  const line = await lab.page.locator('.timeline').boundingBox();
  expect(line?.width).toBeGreaterThan(300);
  const title = await lab.page.getByText('One Reno flow', { exact: true }).boundingBox();
  expect(title?.width).toBeGreaterThan(80);
});

test('a parameter that the scenario does not have is named', async ({ lab }) => {
  await lab.open('#g=one-reno&embed=1&allow=/links/nowhere/forward/rateMbps');
  await lab.says('This scenario has no parameter /links/nowhere/forward/rateMbps.');
});

/** Code for embedding with its paths unescaped; it also contains other per cent signs. */
const plain = (code: string) => code.replaceAll('%2F', '/');

test('the embed builder unlocks what the tasks of a lesson need, and says which tasks its locks prevent', async ({
  lab,
}) => {
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Share').click();
  await lab.page.getByRole('tab', { name: 'Embed in a page' }).or(lab.button('Embed in a page')).click();
  const code = lab.page.getByRole('textbox', { name: 'Code for embedding' });
  const opens = (open: boolean) =>
    until(
      () => code.inputValue(),
      (text) => text !== '' && plain(text).includes(`allow=${BUFFER}`) === open,
    );
  await opens(true);
  const warning = lab.page.getByText(/^The lesson has tasks that need changes \(step 6\)/);
  expect(await warning.count()).toBe(0);
  const readersMay = async (what: string) => {
    await lab.button(/^Readers may: /).click();
    await lab.page.getByText(what, { exact: true }).click();
  };
  await readersMay('Play and view');
  await warning.waitFor();
  await opens(false);
  await lab.button('Open what the tasks need').click();
  await warning.waitFor({ state: 'detached' });
  await opens(true);
  await lab.button(/^Slider for: /).click();
  await lab.page
    .getByRole('option', { name: /buffer, Link r1 – r2/ })
    .or(lab.page.getByText(/^B, buffer, Link r1 – r2$/).last())
    .first()
    .click();
  await until(
    () => code.inputValue(),
    (text) => plain(text).includes(`slider=${BUFFER}`),
  );
  // If everything may be changed, the embed has controls for the parameters that the tasks name.
  await readersMay('Change everything');
  expect(await warning.count()).toBe(0);
});

test('the embed of a lesson shows the network where there is room, also after its size has changed', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 800, height: 520 } });
  await lab.openLesson('?embed=1#g=lesson-sawtooth', 'A path, and what fits on it');
  const network = lab.page.locator('.topology-area');
  await network.waitFor();
  for (const plot of ['Throughput', 'Queue']) {
    const box = await lab.plot(new RegExp(`^${plot}`)).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(80);
  }
  await lab.page.setViewportSize({ width: 600, height: 400 });
  await network.waitFor({ state: 'detached' });
});

test('in a small embed the verdict on an answer comes into view, and the text leads back to the start', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.openLesson('?embed=1#g=lesson-sawtooth', 'A path, and what fits on it');
  for (const title of [
    'How high does it go?',
    'Draw the next teeth',
    'How long is a tooth?',
    'Twice as far',
  ]) {
    await lab.button('Next').or(lab.button('Skip')).click();
    await lab.lessonStep(title);
  }
  await lab.page.getByRole('radio', { name: /^Twice as long/ }).check();
  await lab.button('Answer').click();
  const verdict = lab.page.getByText('Not correct.');
  const bottom = async () => {
    const box = await verdict.boundingBox();
    const foot = await lab.page.locator('.lesson-foot').boundingBox();
    return box && foot ? foot.y - (box.y + box.height) : Number.NaN;
  };
  await until(bottom, (room) => room >= 0);
  await lab.button('Back to the start').click();
  await lab.button('Start the run').waitFor();
});

test('the code of an embed has the view without its zoom, which a link has', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=24&zoom=12-18&hide=f1');
  await lab.button('Share').click();
  const fieldOf = (name: string) => lab.page.getByRole('textbox', { name, exact: true });
  await until(
    () => fieldOf('Link').inputValue(),
    (text) => text.includes('&zoom=12-18') && text.includes('&hide=f1'),
  );
  await lab.page.getByRole('tab', { name: 'Embed in a page' }).or(lab.button('Embed in a page')).click();
  const code = await until(
    () => fieldOf('Code for embedding').inputValue(),
    (text) => text.includes('hide=f1'),
  );
  expect(code).not.toContain('zoom=');
});

test('a lesson in an embed has the fields of the step on screen, so that others leave room for its text', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 390, height: 400 } });
  const paths = ['/links/core/forward/delayMs', '/links/core/backward/delayMs'];
  await lab.open(`#g=lesson-slow-start&embed=1${paths.map((path) => `&allow=${path}`).join('')}`);
  await lab.lessonStep('From zero to the rate of the path');
  const fields = lab.root.getByRole('textbox', { name: /delay/i });
  expect(await fields.count()).toBe(0);
  const skip = lab.page.getByRole('button', { name: 'Skip', exact: true });
  while (await skip.isVisible()) await skip.click();
  await lab.lessonStep('Faster without a faster link');
  await fields.first().waitFor();
});

test('an embed shows its results at every width, and plots without a network name their flows', async ({
  visit,
}) => {
  for (const width of [390, 600]) {
    const lab = await visit({ viewport: { width, height: 400 } });
    for (const panels of ['results', 'results,time', 'notes,results,time']) {
      await lab.page.goto('about:blank');
      await lab.open(`#g=rtt-unfairness&t=24&embed=1&panels=${panels}`);
      const box = await lab.root.getByTestId('results').boundingBox();
      expect(box?.width, `${panels} at ${width}`).toBeGreaterThan(
        panels.startsWith('notes') ? 180 : 0.9 * width,
      );
    }
    await lab.page.goto('about:blank');
    await lab.open('#g=rtt-unfairness&t=24&embed=1&panels=plots,time');
    const key = lab.plot(/^cwnd/).locator('.plot-key');
    await key.getByText('NewReno 2').waitFor();
    expect(await lab.root.locator('.plot-key').count()).toBe(1);
  }
});

test('a lesson with a slider has room for a whole plot on 390 by 400 pixels', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 390, height: 400 } });
  await lab.open(`#g=lesson-sawtooth&embed=1&allow=${BUFFER}&slider=${BUFFER}`);
  await lab.page.getByRole('slider', { name: 'B, buffer, Link r1 – r2: slider' }).waitFor();
  const plots = lab.root.locator('.plots-scroll');
  const [high, content] = await until(
    () => plots.evaluate((e) => [e.clientHeight, e.scrollHeight] as const),
    ([height]) => height >= 75,
  );
  // Nothing is below it that a scroll would show instead.
  expect(content).toBe(high);
});

/** The value that the slider's field shows. */
const bufferOf = (lab: Lab) => lab.root.getByRole('textbox', { name: /^B, buffer, Link r1 – r2/ });

test('a slider with marks changes a parameter during the run, by keys', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.open(`#g=three-algorithms&t=8&embed=1&allow=${BUFFER}&slider=${BUFFER}`);
  const slider = lab.page.getByRole('slider', { name: 'B, buffer, Link r1 – r2: slider' });
  await slider.waitFor();
  await lab.says('now 60');
  await lab.says('BDP 135');
  const box = await slider.boundingBox();
  expect((box?.y ?? 400) + (box?.height ?? 0)).toBeLessThanOrEqual(352);
  await slider.focus();
  for (let k = 0; k < 12; k += 1) await lab.page.keyboard.press('ArrowLeft');
  // The field shows every key press: only the last value stays.
  const value = await settled(
    async () => Number(await bufferOf(lab).inputValue()),
    (now) => now < 55,
  );
  await lab.says(`now ${value}`);
  await lab.says('start 60');
  expect(await slider.getAttribute('aria-valuetext')).toBe(`${value} packets`);
  // Each key press is an edit at the current time, like any other.
  const full = lab.page.getByRole('link', { name: 'Open in full' });
  await expect
    .poll(async () => (await readLink((await full.getAttribute('href')) ?? '')).document.edits?.at(-1))
    .toEqual({ atS: 8, path: BUFFER, value });
});

test('Play right after the slider plays, and the slider keeps its value', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 390, height: 400 } });
  await lab.open(`#g=three-algorithms&embed=1&allow=${BUFFER}&slider=${BUFFER}`);
  const slider = lab.page.getByRole('slider', { name: 'B, buffer, Link r1 – r2: slider' });
  await slider.waitFor();
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  await lab.page.mouse.click(box.x + 0.8 * box.width, box.y + box.height / 2);
  const packets = await until(
    () => bufferOf(lab).inputValue(),
    (value) => value !== '60',
  );
  await lab.button('Play').first().click();
  await lab.button('Pause').waitFor();
  expect(await bufferOf(lab).inputValue()).toBe(packets);
});

test('a finger moves the slider of an embed, on a phone', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 390, height: 600 }, isMobile: true, hasTouch: true });
  await lab.open(
    `#g=three-algorithms&t=8&embed=1&allow=${BUFFER}&slider=${BUFFER}&panels=plots,controls,time`,
  );
  const slider = lab.page.getByRole('slider', { name: 'B, buffer, Link r1 – r2: slider' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  expect(box.height).toBeGreaterThanOrEqual(44);
  await lab.page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height / 2);
  await until(
    async () => Number(await bufferOf(lab).inputValue()),
    (now) => now > 200,
  );
  await lab.says('start 60');
  expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an embed, which has no column of values, shows them at the crosshair', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.open('#g=three-algorithms&t=8&embed=1');
  const values = lab.page.locator('.plot-values text');
  await lab.page
    .getByRole('slider', { name: 'Crosshair', exact: true })
    .hover({ position: { x: 60, y: 30 } });
  // The windows of three flows, and the queue.
  await until(
    () => values.allTextContents(),
    (texts) => texts.length === 4 && texts.every((text) => Number(text) >= 0),
  );
  await lab.page.mouse.move(500, 200);
  await until(
    () => values.count(),
    (n) => n === 0,
  );
});

test('the bar of an embed says that the run is identical to the shared one, and nothing covers the network', async ({
  visit,
}) => {
  const { digest } = await runInWasm(sawtooth(20));
  const linkDigest = { digest, atS: null, modelVersion: (await readCatalogue()).modelVersion };
  const fragment = await fragmentOf(sawtooth(20), { embed: true, linkDigest });
  for (const width of [390, 600]) {
    const lab = await visit({ viewport: { width, height: 400 } });
    await lab.open(`${fragment}&speed=max`);
    const plots = lab.root.locator('.plots-area');
    const room = await plots.boundingBox();
    await lab.button('Play').first().click();
    const words = lab.page.getByTitle(`The run is identical to the shared one: digest ${digest}`);
    await words.waitFor();
    const [bar, box] = [await lab.root.locator('.bar').boundingBox(), await words.boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await plots.boundingBox()).toEqual(room);
    expect(await lab.root.locator('.message').count()).toBe(0);
  }
});
