// All views and how to reach them. Runs are paused at a fixed time, so that screenshots are reproducible.
import { dumbbell } from '../bench/ui-scenarios.mjs';
import { finish, PAGE_SIZES, waitForTime } from './page.mjs';

/**
 * @typedef {import('./page.mjs').View} View
 * @typedef {import('playwright-core').Page} Page
 */

/** Views that the README and the documents show, and in which sizes. */
export const README_VIEWS = ['laboratory'];
export const README_SIZES = ['desktop', 'phone', 'embed'];

/** @type {import('./page.mjs').Size[]} */
const EVERYWHERE = [...PAGE_SIZES, 'embed'];

/** @param {Page} page @param {string | RegExp} name */
const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();
/** @param {import('./page.mjs').Size} size */
const handheld = (size) => size === 'phone' || size === 'landscape';
/** @param {Page} page @param {string | RegExp} name */
const press = (page, name) => button(page, name).click();
/** @param {Page} page @param {string | RegExp} name */
const dialog = (page, name) => page.getByRole('dialog', { name }).waitFor();

/** A view of the default scenario at 24 s. @param {string} name @param {string} link @param {Partial<View>} [more] @returns {View} */
const lab = (name, link, more) => ({ name, link: `g=three-algorithms&t=24&${link}`, at: 24, ...more });
/** A single plot. @param {string} id @param {string} [link] @returns {View} */
const plot = (id, link = '') => lab(`plot-${id}`, `plots=${id}${link}`, { sizes: EVERYWHERE });

const crowd = dumbbell({ flows: 50, rateMbps: 100, durationS: 30 });

const SCRIPT = `// Adds one packet per round trip, and keeps a share of the window on a loss.
let losses = 0;
let largest = 0.0;

fn on_ack() {
    if !may_grow { return; }
    if cwnd < ssthresh {
        cwnd += counted;             // slow start
    } else {
        cwnd += counted / cwnd;
    }
    largest = max(largest, cwnd);
}

fn on_loss() {
    losses += 1;
    ssthresh = max(kept * cwnd, 2.0);
    cwnd = ssthresh;
    print("window " + cwnd);
}
`;
const twoFlows = dumbbell({ flows: 2, rateMbps: 20, durationS: 30 });
const scripted = {
  ...twoFlows,
  controllers: [
    {
      id: 'own',
      name: 'My AIMD',
      summary: 'Adds one packet per round trip and keeps a share of the window on a loss.',
      params: [{ id: 'kept', help: 'Share of the window kept on a loss', min: 0.1, max: 0.9, default: 0.5 }],
      script: SCRIPT,
    },
  ],
  flows: twoFlows.flows.map((flow, i) => (i === 0 ? { ...flow, algorithm: 'own' } : flow)),
};

/** @type {View[]} */
export const VIEWS = [
  lab('laboratory', '', { sizes: EVERYWHERE }),
  {
    name: 'tour',
    first: true,
    show: (page) =>
      page
        .getByText('1 of 5')
        .waitFor()
        .then(() => pauseEarly(page)),
  },
  plot('cwnd'),
  plot('queue'),
  plot('throughput'),
  plot('rtt'),
  plot('flight'),
  plot('fairness', '&measures=jain,jainRtt,maxMin'),
  plot('variables', '&select=flow/f1'),
  plot('phase'),
  plot('plane'),
  plot('synchronization'),
  plot('covariance'),
  lab('plot-sequence', 'plots=sequence&select=flow/f1', {
    sizes: EVERYWHERE,
    show: (page) => page.getByRole('img', { name: /^Time–sequence/ }).waitFor(),
  }),
  lab('zoomed', 'zoom=14.5-19', { session: { plotUnits: { queue: 'ms', cwnd: 'kB' } } }),
  {
    name: 'crosshair',
    link: 'g=three-algorithms&t=24',
    at: 24,
    sizes: ['desktop', 'phone', 'embed'],
    show: async (page) => {
      const area = await page.getByRole('slider', { name: 'Crosshair', exact: true }).boundingBox();
      if (area) await page.mouse.move(area.x + 0.4 * area.width, area.y + 60);
    },
  },
  zooming('zoom-time', [0.7, 60]),
  zooming('zoom-box', [0.7, 110]),
  { name: 'crowd', document: crowd, link: 'g=one-reno&t=20', at: 20, sizes: EVERYWHERE },
  {
    name: 'crowd-groups',
    document: crowd,
    link: 'g=one-reno&t=20&select=flow/f3',
    at: 20,
    session: { groupFlows: true },
  },
  { name: 'crowd-matrix', document: crowd, link: 'g=one-reno&t=20&plots=synchronization', at: 20 },
  lab('branches', 'select=link/core', {
    show: async (page, size) => {
      await press(page, 'Fork');
      await button(page, /2 branches/).waitFor();
      if (size === 'phone') await press(page, /Details$/);
      if (size === 'landscape') await press(page, 'Inspector');
      const buffer = page.getByRole('textbox', { name: 'Buffer, packets' }).first();
      await buffer.fill('40');
      await buffer.press('Enter');
      if (handheld(size)) await press(page, 'Close');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await finish(page);
      // Back to where the fork is in view. A key moves it by a hundredth of the run of 60 s.
      const moment = page.getByRole('slider', { name: 'Time in the run' });
      for (let presses = 0; presses < 35; presses += 1) await moment.press('ArrowLeft');
      await waitForTime(page, 39);
    },
  }),
  lab('branches-list', 'select=link/core', {
    show: async (page) => {
      await press(page, 'Fork');
      await press(page, /2 branches/);
      await dialog(page, 'Branches of this run');
    },
  }),
  {
    name: 'why',
    link: 'g=one-reno&t=10',
    at: 10,
    show: async (page) => {
      await page.getByRole('slider', { name: 'Crosshair', exact: true }).waitFor();
      await press(page, /loss$/);
      await button(page, 'Why?').waitFor();
      await page.keyboard.press('w');
      await page
        .getByRole('region', { name: 'Why' })
        .getByRole('img', { name: /Time–sequence/ })
        .waitFor();
    },
  },
  { name: 'fan-in', link: 'g=window-covariance&t=20', at: 20, sizes: EVERYWHERE },
  {
    name: 'network-20',
    document: dumbbell({ flows: 9, rateMbps: 20, durationS: 30 }),
    link: 'g=one-reno&t=10',
    at: 10,
    sizes: EVERYWHERE,
  },
  { name: 'parking-lot', link: 'g=parking-lot&t=20', at: 20, sizes: EVERYWHERE },
  lab('inspector-flow', 'select=flow/f1&inspector=1'),
  lab('inspector-link', 'select=link/core&inspector=1'),
  lab('inspector-node', 'select=node/r1&inspector=1'),
  lab('inspector-scenario', 'inspector=1'),
  lab('picker', 'select=flow/f1&inspector=1', {
    show: async (page) => {
      await page.getByRole('option', { name: /^Delay-based / }).click();
    },
  }),
  script('script'),
  script('script-fault', async (page) => {
    await page.getByRole('textbox', { name: /^Script/ }).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('fn on_timeout() { cwnd = count; }');
    await page.getByText('Undefined variable: count').first().waitFor();
  }),
  script('script-log', (page) => page.getByRole('tab', { name: /^Log \(/ }).click()),
  script('script-debugger', async (page) => {
    await page.getByRole('tab', { name: 'Debugger' }).click();
    await press(page, 'Handler: Any handler');
    await page.getByRole('option', { name: 'on_loss' }).click();
    await press(page, 'Previous call');
    await page.getByText(/^on_loss at \d/).waitFor();
  }),
  script('script-contest', async (page) => {
    await page.getByRole('tab', { name: 'Contest' }).click();
    await press(page, 'Test');
    await page.locator('.contest-tools button:enabled', { hasText: /^Test$/ }).waitFor({ timeout: 120_000 });
    await page.locator('.is-own .contest-name').click();
    await page.locator('.contest-run a[href]').nth(1).waitFor();
    await page.locator('.contest-plane').scrollIntoViewIfNeeded();
  }),
  lab('several', '', {
    sizes: ['desktop'],
    show: async (page) => {
      await page.keyboard.press('Control+a');
      await page.getByText('8 nodes', { exact: true }).waitFor();
    },
  }),
  lab('network-tools', '', {
    show: async (page, size) => {
      if (handheld(size)) await press(page, 'Edit the network');
      await button(page, 'Show as a table').waitFor();
    },
  }),
  lab('table-editor', '', {
    show: async (page, size) => {
      if (handheld(size)) await press(page, 'Edit the network');
      await press(page, 'Show as a table');
      await page.getByRole('heading', { name: 'Network as a table' }).waitFor();
    },
  }),
  lab('new', '', {
    show: async (page) => {
      await page.keyboard.press('n');
      await dialog(page, 'New network');
    },
  }),
  lab('empty', '', {
    show: async (page) => {
      await page.keyboard.press('n');
      await press(page, 'Start empty');
      await page.getByText(/^Add two hosts/).waitFor();
    },
  }),
  lab('add-plot', '', {
    show: async (page) => {
      await press(page, 'Add');
      await page.getByLabel('File with measurements').waitFor({ state: 'attached' });
    },
  }),
  lab('plot-menu', '', {
    show: async (page) => {
      await press(page, 'More for plot cwnd');
      await page.getByRole('menu').waitFor();
    },
  }),
  lab('gallery', '', { show: (page) => toGallery(page) }),
  lab('gallery-tag', '', {
    show: async (page) => {
      await toGallery(page);
      await page.getByRole('button', { name: /^fluid \d/ }).click();
    },
  }),
  lab('papers', '', { show: (page) => toPapers(page) }),
  { name: 'experiment', link: 'e=starter-buffers' },
  {
    name: 'experiment-figure',
    link: 'e=starter-buffers',
    show: async (page) => {
      await runAll(page);
      await press(page, 'Select Buffer 0.2 BDP, Flows 4');
      await page.getByRole('region', { name: 'Selected variant' }).waitFor();
    },
  },
  { name: 'experiment-table', link: 'e=randomized-table-3', show: (page) => runAll(page) },
  { name: 'experiment-claims', link: 'e=randomized-table-3', show: (page, size) => tab(page, size, 'About') },
  { name: 'experiment-setup', link: 'e=starter-duel', show: (page, size) => tab(page, size, 'Setup') },
  {
    name: 'ensemble',
    link: 'g=web-transfers&t=0',
    show: async (page) => {
      await press(page, 'Ensemble');
      await button(page, 'Remove the ensemble').waitFor();
      await finish(page);
    },
  },
  { name: 'fluid', link: 'g=fluid-scalable-aimd&t=200', at: 200, sizes: EVERYWHERE },
  { name: 'both-models', link: 'g=models-agree&t=20', at: 20, sizes: EVERYWHERE },
  { name: 'lesson', link: 'g=lesson-sawtooth', sizes: EVERYWHERE, show: (page) => step(page, 1) },
  { name: 'lesson-question', link: 'g=lesson-sawtooth', sizes: EVERYWHERE, show: (page) => step(page, 2) },
  {
    name: 'lesson-answered',
    link: 'g=lesson-sawtooth',
    sizes: EVERYWHERE,
    show: async (page) => {
      await step(page, 2);
      await page.getByRole('textbox', { name: /^How large is the window/ }).fill('60');
      await press(page, 'Answer');
      await page.getByText('The answer is 84 packets.').waitFor();
    },
  },
  { name: 'lesson-sketch', link: 'g=lesson-sawtooth', sizes: EVERYWHERE, show: (page) => step(page, 3) },
  { name: 'lesson-check', link: 'g=lesson-sawtooth', sizes: EVERYWHERE, show: (page) => step(page, 6) },
  {
    name: 'lesson-summary',
    link: 'g=lesson-sawtooth',
    sizes: EVERYWHERE,
    show: async (page) => {
      await step(page, 6);
      await press(page, 'Summary');
      await page.getByRole('heading', { name: 'Summary', level: 2 }).waitFor();
    },
  },
  {
    name: 'lesson-editor',
    link: 'g=lesson-sawtooth',
    // A phone held sideways has no room for the editor.
    sizes: ['desktop', 'laptop', 'phone'],
    show: async (page) => {
      await step(page, 2);
      await press(page, 'Edit');
      await page.getByRole('textbox', { name: 'Heading', exact: true }).waitFor();
    },
  },
  lab('share', '', {
    show: async (page) => {
      await press(page, 'Share');
      await dialog(page, 'Share this scenario');
    },
  }),
  lab('share-qr', '', {
    show: async (page) => {
      await press(page, 'Share');
      await press(page, /QR/);
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
    },
  }),
  lab('share-embed', '', {
    show: async (page) => {
      await press(page, 'Share');
      await page.getByRole('tab', { name: 'Embed in a page' }).click();
      const frame = page.locator('iframe');
      await frame.scrollIntoViewIfNeeded();
      await frame.contentFrame().locator('html[data-ready=true]').waitFor();
      await frame.contentFrame().getByRole('button', { name: 'Play' }).first().waitFor();
    },
  }),
  lab('export', '', {
    show: async (page, size) => {
      if (size === 'phone') {
        await press(page, 'More');
        await page.getByRole('menuitem', { name: 'Export' }).click();
      } else await press(page, 'Export');
      await button(page, 'cwnd as SVG').waitFor();
    },
  }),
  lab('measurements', '', {
    show: async (page) => {
      await press(page, 'Add');
      await page.getByLabel('File with measurements').setInputFiles({
        name: 'testbed.csv',
        mimeType: 'text/plain',
        buffer: Buffer.from(MEASURED),
      });
      await button(page, 'Remove testbed.csv').waitFor();
    },
  }),
  lab('present', '', {
    show: async (page) => {
      await page.keyboard.press('p');
      await button(page, 'Leave the presentation').waitFor();
    },
  }),
  lab('keys', '', {
    sizes: ['desktop'],
    show: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  }),
  ...Object.entries({
    damaged: 's=100000000AAAA',
    newer: 's=2deadbeef',
    missing: 'g=gone',
    wrong: 'g=one-reno&set=/links/core/forward/rateMbps:-3',
  }).map(/** @returns {View} */ ([fault, link]) => ({ name: `broken-${fault}`, link, sizes: EVERYWHERE })),
  { name: 'refused', link: 'g=models-agree&t=20&select=flow/f1&inspector=1', at: 20, show: refused },
  {
    name: 'offline',
    link: 'g=three-algorithms&t=24',
    at: 24,
    show: async (page) => {
      // Only the gallery fails to load, as if the rest came from a service worker.
      await page.route('**/gallery/index.json', (route) => route.abort());
      await press(page, 'Gallery');
      await page.getByText('The gallery is not available.').waitFor();
    },
  },
  ...['network', 'plots', 'notes', 'results', 'controls', 'time'].map(
    /** @returns {View} */ (panel) => ({
      name: `embed-${panel}`,
      link: `g=three-algorithms&t=24&embed=1&panels=${panel}&allow=/links/core/forward/rateMbps`,
      sizes: ['embed'],
    }),
  ),
  {
    name: 'embed-controls-and-all',
    link: 'g=three-algorithms&t=24&embed=1&panels=network,plots,controls,results,notes,time&allow=/links/core/forward/rateMbps&allow=/flows/f1/algorithm',
    sizes: EVERYWHERE,
  },
  { name: 'course', show: (page) => course(page) },
];

const MEASURED = `time_s,cwnd,rtt_ms\n${Array.from({ length: 48 }, (_, i) => `${i / 2},${40 + 30 * ((i % 12) / 12)},${80 + i}`).join('\n')}\n`;

/** Pauses 1.8 s after the start, where packets are on their way. @param {Page} page */
async function pauseEarly(page) {
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await waitForTime(page, 0);
  const moment = page.getByRole('slider', { name: 'Time in the run' });
  // A key moves it by a hundredth of the run of 60 s.
  for (let presses = 1; presses <= 3; presses += 1) {
    await moment.press('ArrowRight');
    await waitForTime(page, 0.6 * presses);
  }
}

/** @param {Page} page */
async function toGallery(page) {
  await press(page, 'Gallery');
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await page.locator('[data-entry]').first().waitFor();
}

/** @param {Page} page */
async function toPapers(page) {
  if ((await button(page, 'Papers').count()) === 0) await toGallery(page);
  await press(page, 'Papers');
  await page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
  await page.locator('[data-experiment]').first().waitFor();
}

/** @param {Page} page */
async function runAll(page) {
  await press(page, 'Run');
  await page.getByText(/runs, all done$/).waitFor({ timeout: 120_000 });
}

/** @param {Page} page @param {import('./page.mjs').Size} size @param {string} name */
async function tab(page, size, name) {
  if (handheld(size)) await press(page, /About and setup$/);
  await page.getByRole('tab', { name }).click();
}

/** Goes to a step of the lesson. @param {Page} page @param {number} number */
async function step(page, number) {
  for (let n = 1; n < number; n += 1) await button(page, /^(Next|Skip)$/).click();
  await page
    .getByText(new RegExp(`^Step ${number} of \\d+$`))
    .first()
    .waitFor();
}

/** Selects an algorithm without a fluid form. @param {Page} page @param {import('./page.mjs').Size} size */
async function refused(page, size) {
  await page.getByRole('option', { name: /^Rate-based / }).click();
  await page.getByRole('option', { name: /^TFRC / }).click();
  if (size === 'phone') await press(page, 'Close');
  await button(page, 'Use the packet model').waitFor();
}

/** The editor of a flow's own controller. @param {string} name @param {(page: Page) => Promise<void>} [show] @returns {View} */
function script(name, show) {
  return {
    name,
    document: scripted,
    link: 'g=one-reno&t=20&select=flow/f0&inspector=1',
    at: 20,
    show: async (page) => {
      await press(page, 'Edit the script');
      await page.getByRole('textbox', { name: /^Script/ }).waitFor();
      await show?.(page);
    },
  };
}

/** A drag in the plots, from a third of their width and 60 px to another point, which selects a range. @param {string} name @param {[number, number]} to @returns {View} */
function zooming(name, [share, down]) {
  return lab(name, '', {
    sizes: ['desktop'],
    show: async (page) => {
      const area = await page.getByRole('slider', { name: 'Crosshair', exact: true }).boundingBox();
      if (!area) throw new Error('there are no plots to drag in');
      await page.mouse.move(area.x + 0.4 * area.width, area.y + 60);
      await page.mouse.down();
      await page.mouse.move(area.x + share * area.width, area.y + down, { steps: 8 });
      await page.locator(name === 'zoom-box' ? '.zoom-box' : '.zoom-band').waitFor();
    },
  });
}

/** @param {Page} page */
async function course(page) {
  await page.goto(new URL('course/', page.url()).href);
  for (const frame of await page.locator('iframe, droptail-lab').all()) await frame.waitFor();
}
