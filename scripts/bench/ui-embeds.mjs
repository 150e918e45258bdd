// Measures the memory of a course page with many running laboratories.
import { launchServer } from '../lib/browser.mjs';
import { memoryOf } from './memory-of.mjs';

const VIEWPORT = { width: 1440, height: 900 };
const TIMEOUT_MS = 120_000;
/** Interval between samples, of which the maximum is reported, s. */
const SAMPLE_PERIOD_S = 5;

/** A page like `course/` with a number of laboratories. @param {string} site @param {number} count */
export const coursePage = (
  site,
  count,
) => `<!doctype html><title>Course</title><link rel="icon" href="data:,">
<script src="${site}droptail-lab.js"></script>
<style>main{display:grid;grid-template-columns:1fr 1fr;gap:16px}droptail-lab{height:520px}</style>
<main>${'<droptail-lab link="#g=one-reno&duration=600" panels="network,plots,time" plots="cwnd,queue"></droptail-lab>'.repeat(count)}</main>`;

/**
 * Plays all laboratories of a page. Returns the memory of the browser's processes, at its maximum and at the end, MB, and the progress of the slowest run.
 * @param {string} url of the page @param {number} seconds
 * @returns {Promise<{ most_mb: number, total_mb: number, page_mb: number, simulated_s: number }>}
 */
export async function measureEmbeds(url, seconds) {
  const server = await launchServer();
  try {
    const context = await server.browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(url);
    await page.evaluate(async () => {
      const all = /** @type {any[]} */ ([...document.querySelectorAll('droptail-lab')]);
      await Promise.all(all.map((lab) => lab.play()));
    });
    let most = 0;
    let now = await memoryOf(server.pid);
    for (let at = 0; at < seconds; at += SAMPLE_PERIOD_S) {
      await page.waitForTimeout(1000 * Math.min(SAMPLE_PERIOD_S, seconds - at));
      now = await memoryOf(server.pid);
      most = Math.max(most, now.total);
    }
    const reached = await page.evaluate(async () => {
      const all = /** @type {any[]} */ ([...document.querySelectorAll('droptail-lab')]);
      const states = await Promise.all(all.map((lab) => lab.getState()));
      return Math.min(...states.map((state) => state.nowS));
    });
    return { most_mb: most, total_mb: now.total, page_mb: now.roles.renderer ?? 0, simulated_s: reached };
  } finally {
    await server.close();
  }
}
