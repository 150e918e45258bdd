// Drives the built page in Chromium and measures it with the browser's own tracing.
import { figures, percentile } from './ui-trace.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 */

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'v8',
  'v8.execute',
];
/** The gallery entry in whose place the page loads the document. */
const ENTRY = 'one-reno';
const LOAD_TIMEOUT_MS = 180_000;
const VIEWPORT = { width: 1440, height: 900 };

/** Runs in the page before its own scripts. Counts drawings of plots, and records input latencies, the progress of the run and the answers to seeks. */
function instrumentPage() {
  const counts = /** @type {Record<string, number>} */ ({});
  const inputs = /** @type {number[]} */ ([]);
  const seeks = /** @type {{ at: number, sent: number, took: number }[]} */ ([]);
  const bench = { counts, inputs, seeks, now: 0 };
  Object.assign(globalThis, { bench });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId) inputs.push(entry.duration);
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }));
  const { postMessage } = Worker.prototype;
  const listened = new WeakSet();
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ transfer) {
    if (!listened.has(this)) {
      listened.add(this);
      this.addEventListener('message', ({ data }) => {
        // A drawing counts when it is finished, not when it is requested.
        for (const id of data.type === 'drawn' ? data.ids : []) {
          const plot = id.split('/')[0];
          counts[plot] = (counts[plot] ?? 0) + 1;
        }
        const asked = seeks.at(-1);
        if (data.type === 'frame') bench.now = data.now;
        if (data.type !== 'frame' || !asked || asked.took >= 0) return;
        // The frame belongs to the requested time, to the engine's resolution of a nanosecond.
        if (Math.abs(data.now - asked.at) < 1e-6) asked.took = performance.now() - asked.sent;
      });
    }
    if (message?.type === 'seek') seeks.push({ at: message.atS, sent: performance.now(), took: -1 });
    return postMessage.call(this, message, transfer);
  };
}

/**
 * Opens the laboratory with a document at full speed.
 * @param {Browser} browser @param {string} url @param {unknown} document @param {Record<string, unknown>} session
 */
export async function openPage(browser, url, document, session) {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
  context.setDefaultTimeout(LOAD_TIMEOUT_MS);
  await context.route(`**/gallery/${ENTRY}.json`, (route) => route.fulfill({ json: document }));
  await context.addInitScript((kept) => {
    localStorage.setItem('droptail.session', kept);
  }, JSON.stringify(session));
  await context.addInitScript(instrumentPage);
  const page = await context.newPage();
  await page.goto(`${url}#g=${ENTRY}`);
  await page.locator('html[data-ready=true]').waitFor();
  return page;
}

/** Drawings of each plot so far. @param {Page} page @returns {Promise<Record<string, number>>} */
const drawings = (page) => page.evaluate(() => ({ .../** @type {any} */ (globalThis).bench.counts }));

/** Plots of which more than half is visible. @param {Page} page @returns {Promise<string[]>} */
const visiblePlots = (page) =>
  page.evaluate(
    () =>
      new Promise((tell) => {
        const plots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-plot]')]);
        const observer = new IntersectionObserver(
          (entries) => {
            observer.disconnect();
            const seen = entries.filter((e) => e.intersectionRatio > 0.5);
            tell(seen.map((e) => /** @type {HTMLElement} */ (e.target).dataset.plot ?? ''));
          },
          { threshold: 0.5 },
        );
        for (const plot of plots) observer.observe(plot);
      }),
  );

/**
 * Measures a run for some seconds: the work of the page's main thread, the drawings of each plot, and input latencies.
 * @param {Browser} browser @param {Page} page @param {{ seconds: number, slowdown: number }} options
 */
export async function measureRun(browser, page, { seconds, slowdown }) {
  const chrome = await page.context().newCDPSession(page);
  await page.getByRole('slider', { name: 'Crosshair', exact: true }).waitFor();
  // Measures the steady state, after compilation, layout and the start of the flows.
  await page.waitForTimeout(3000);
  if (slowdown > 1) {
    await chrome.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.waitForTimeout(1500);
  }
  // Plots that are scrolled out of view are not drawn.
  const visible = await visiblePlots(page);
  // First without tracing, which itself takes time, and then with it.
  const free = await measureWhile(page, visible, () => sendInputs(page, seconds));
  await browser.startTracing(page, { categories: CATEGORIES });
  const traced = await measureWhile(page, visible, () => sendInputs(page, seconds));
  const trace = await browser.stopTracing();
  const { busy_cpu_ms, ...of } = figures(JSON.parse(trace.toString()).traceEvents);
  return {
    ...of,
    plots: await page.locator('[data-plot]').count(),
    plots_in_sight: visible.length,
    plot_frames_per_s: free.rate,
    simulated_s_per_s: free.speed,
    // From all work of the main thread, drawing included: the rate on an idle processor, however busy this one was.
    cpu_ms_per_plot_frame: busy_cpu_ms / (traced.rate * traced.seconds),
    frames_per_cpu_s: (1000 * traced.rate * traced.seconds) / busy_cpu_ms,
    inputs: free.inputs.length,
    input_p95_ms: percentile(free.inputs, 0.95),
  };
}

/**
 * The lowest drawing rate of any plot, the simulated seconds per second, and the input latencies, ms.
 * @param {Page} page @param {readonly string[]} plots @param {() => Promise<number>} act says how many inputs it made
 */
async function measureWhile(page, plots, act) {
  /** @returns {Promise<number>} */
  const reached = () => page.evaluate(() => /** @type {any} */ (globalThis).bench.now);
  const before = await drawings(page);
  const start = await reached();
  const from = performance.now();
  const made = await act();
  const seconds = (performance.now() - from) / 1000;
  const after = await drawings(page);
  const speed = ((await reached()) - start) / seconds;
  /** @type {number[]} */
  const inputs = await page.evaluate(() => [.../** @type {any} */ (globalThis).bench.inputs]);
  // Inputs that the browser does not report took less than two frames.
  while (inputs.length < made) inputs.push(16);
  const rate = Math.min(...plots.map((id) => ((after[id] ?? 0) - (before[id] ?? 0)) / seconds));
  return { rate, seconds, speed, inputs };
}

/** Moves the crosshair by keyboard and pointer; returns the number of key presses. @param {Page} page @param {number} seconds */
async function sendInputs(page, seconds) {
  const area = page.getByRole('slider', { name: 'Crosshair', exact: true });
  const box = await area.boundingBox();
  if (!box) throw new Error('the plots have no place');
  await area.focus();
  await page.evaluate(() => /** @type {any} */ (globalThis).bench.inputs.splice(0));
  const until = performance.now() + 1000 * seconds;
  let presses = 0;
  for (let i = 0; performance.now() < until; i += 1) {
    if (i % 4 === 3) await page.mouse.click(box.x + box.width * (0.2 + 0.1 * (i % 7)), box.y + 50);
    else await page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
    presses += 1;
    await page.waitForTimeout(120);
  }
  return presses;
}

/**
 * Times from a seek until its frame, in a run that has ended.
 * @param {Page} page @param {readonly number[]} shares of the run
 */
export async function measureRewind(page, shares) {
  await page.getByRole('button', { name: 'Play again from the start' }).waitFor({ timeout: 600_000 });
  const slider = page.getByRole('slider', { name: 'Time in the run' });
  const line = await page.getByTestId('timeline').locator('canvas').boundingBox();
  const handle = await slider.boundingBox();
  if (!line || !handle) throw new Error('the timeline has no place');
  // A click on the axis seeks; above it, a drag would move the visible span.
  const y = handle.y + handle.height / 2;
  for (const share of shares) {
    const asked = await page.evaluate(() => /** @type {any} */ (globalThis).bench.seeks.length);
    await page.mouse.click(line.x + share * line.width, y);
    await page.waitForFunction((n) => {
      const { seeks } = /** @type {any} */ (globalThis).bench;
      return seeks.length > n && seeks.at(-1).took >= 0;
    }, asked);
  }
  /** @type {{ at: number, took: number }[]} */
  const seeks = await page.evaluate(() => /** @type {any} */ (globalThis).bench.seeks);
  return seeks.filter((s) => s.took >= 0);
}
