// Prepares the page for a screenshot: at a given time, paused, with nothing loading.

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 * @typedef {'desktop' | 'laptop' | 'phone' | 'landscape' | 'embed'} Size
 */

/**
 * @typedef {object} View
 * @property {string} name of its files
 * @property {string} [link] fragment of the address, without `#`
 * @property {number} [at] the simulated time that the link opens, s
 * @property {readonly Size[]} [sizes] all but embed by default
 * @property {Record<string, unknown>} [session] stored settings of the visitor
 * @property {unknown} [document] replaces the gallery entry `one-reno`
 * @property {boolean} [first] whether it is the visitor's first visit
 * @property {(page: Page, size: Size) => Promise<void>} [show] actions before the screenshot
 */

/** @type {Record<Size, import('playwright-core').BrowserContextOptions>} */
export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 600 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  landscape: { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true },
  embed: { viewport: { width: 600, height: 400 } },
};
/** Sizes of a view that names none. */
export const PAGE_SIZES = /** @type {const} */ (['desktop', 'laptop', 'phone', 'landscape']);
export const THEMES = /** @type {const} */ (['light', 'dark']);

/** Time limit for one action on a busy machine, ms. */
const TIMEOUT_MS = 20_000;
/** Maximum number of screenshots until two are equal. */
const MAX_PICTURES = 100;

/** A new visitor's page. @param {Browser} browser @param {View} view @param {string} size */
export async function newPage(browser, view, size) {
  const context = await browser.newContext({
    ...SIZES[/** @type {Size} */ (size)],
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (view.document)
    await context.route('**/gallery/one-reno.json', (route) => route.fulfill({ json: view.document }));
  await context.addInitScript(
    ({ first, session }) => {
      if (window.top !== window) return;
      if (!first) localStorage.setItem('droptail.tour', 'seen');
      if (session) localStorage.setItem('droptail.session', JSON.stringify(session));
    },
    { first: view.first, session: view.session },
  );
  return context.newPage();
}

/** Goes to a view. @param {Page} page @param {string} url @param {View} view @param {string} size */
export async function openView(page, url, view, size) {
  const embed = size === 'embed' && !view.link?.includes('embed=1') ? '&embed=1' : '';
  const link = view.link === undefined ? '' : `#${view.link}${embed}`;
  await page.goto(url + link);
  await page.locator('html[data-ready=true]').waitFor();
  if (view.at !== undefined) await waitForTime(page, view.at);
  await page.getByRole('progressbar', { name: 'Catching up' }).waitFor({ state: 'detached' });
  await view.show?.(page, /** @type {Size} */ (size));
}

/** Waits until the run is at a time, s, as shown by the timeline's handle, or by the clock if there is no timeline. @param {Page} page @param {number} atS */
export async function waitForTime(page, atS) {
  const moment = page.getByRole('slider', { name: 'Time in the run' });
  const clock = page.locator('.clock strong');
  await moment.or(clock).first().waitFor();
  if ((await moment.count()) === 0) return clock.getByText(`${atS.toFixed(2)} s`, { exact: true }).waitFor();
  await page.waitForFunction(
    ([slider, at]) => Math.abs(Number(slider?.getAttribute('aria-valuenow')) - Number(at)) < 0.01,
    /** @type {const} */ ([await moment.elementHandle(), atS]),
  );
}

/** Runs at full speed to the end. @param {Page} page */
export async function finish(page) {
  await page.getByRole('slider', { name: 'Speed' }).press('End');
  const play = page.getByRole('button', { name: 'Play', exact: true });
  if ((await play.count()) > 0) await play.first().click();
  await page.getByRole('button', { name: 'Play again from the start' }).waitFor();
}

/** Takes screenshots until two in a row are equal. @param {Page} page @param {'light' | 'dark'} colorScheme @param {string} path */
export async function picture(page, colorScheme, path) {
  await page.emulateMedia({ colorScheme });
  // Workers draw the new colours a few frames later.
  await page.waitForTimeout(300);
  await page.evaluate(() => document.fonts.ready);
  let before = '';
  for (let n = 0; n < MAX_PICTURES; n += 1) {
    const now = (await page.screenshot({ path, animations: 'disabled' })).toString('base64');
    if (now === before) return;
    before = now;
  }
  throw new Error('the page does not come to rest');
}
