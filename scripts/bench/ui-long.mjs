// Measures the page's memory after long use: long runs at full speed, and many scenarios one after another.
import { launchServer } from '../lib/browser.mjs';
import { memoryOf } from './memory-of.mjs';
import { openPage } from './ui-page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Record<string, number>} Figures */

const OPEN_TIMEOUT_MS = 60_000;

/**
 * Memory of the page's processes, MB: the page with its workers, and the browser around it.
 * @param {number} pid of the browser
 */
async function memoryNow(pid) {
  const { total, roles } = await memoryOf(pid);
  return { page_mb: roles.renderer ?? 0, total_mb: total };
}

/**
 * A run at full speed, to its end or for some seconds.
 * @param {string} site @param {{ document: { durationS: number }, session: Record<string, unknown>, seconds: number }} options
 * @returns {Promise<Figures>}
 */
export async function measureLongRun(site, { document, session, seconds }) {
  const server = await launchServer();
  try {
    const page = await openPage(server.browser, site, document, session);
    const now = () => page.evaluate(() => /** @type {any} */ (globalThis).bench.now);
    const from = performance.now();
    const spent = () => (performance.now() - from) / 1000;
    let halfway = 0;
    while (spent() < seconds && (await now()) < document.durationS) {
      await page.waitForTimeout(1000);
      const half = (await now()) > document.durationS / 2 || spent() > seconds / 2;
      if (halfway === 0 && half) halfway = (await memoryNow(server.pid)).page_mb;
    }
    return {
      simulated_s: await now(),
      seconds: spent(),
      page_mb_halfway: halfway,
      ...(await memoryNow(server.pid)),
    };
  } finally {
    await server.close();
  }
}

/**
 * Opens gallery entries one after another in one page, each until it plays.
 * @param {string} site @param {readonly string[]} entries @param {number} openings
 * @returns {Promise<Figures>}
 */
export async function measureGallery(site, entries, openings) {
  const server = await launchServer();
  try {
    const context = await server.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(OPEN_TIMEOUT_MS);
    await page.goto(`${site}#g=${entries[0]}`);
    await page.locator('html[data-ready=true]').waitFor();
    let halfway = 0;
    for (let n = 1; n <= openings; n += 1) {
      const title = await page.getByRole('textbox', { name: 'Title' }).inputValue();
      await page.goto(`${site}#g=${entries[n % entries.length]}`);
      await page.waitForFunction((before) => {
        const field = /** @type {HTMLInputElement | null} */ (
          document.querySelector('input[aria-label="Title"]')
        );
        return field?.value !== before;
      }, title);
      await page.waitForTimeout(150);
      if (n === Math.round(openings / 2)) halfway = (await memoryNow(server.pid)).page_mb;
    }
    return { openings, page_mb_halfway: halfway, ...(await memoryNow(server.pid)) };
  } finally {
    await server.close();
  }
}
