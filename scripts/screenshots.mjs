// npm run screenshots [-- --out DIR]: pictures of the built page, as the README shows it.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './lib/browser.mjs';
import { serve } from './lib/serve.mjs';
import { main, root, say } from './lib/shell.mjs';
import { buildSite, siteDir } from './lib/site.mjs';

const views = [
  { name: 'desktop', width: 1440, height: 900, query: '' },
  { name: 'phone', width: 390, height: 844, query: '' },
  { name: 'embed', width: 600, height: 400, query: '?embed=1' },
];
const themes = /** @type {const} */ (['light', 'dark']);
/** Long enough for the plots to show a few round trips of every flow. */
const watched = 6_000;

main(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const out = values.out ? resolve(process.env.INIT_CWD ?? '.', values.out) : join(root, 'docs/screenshots');
  await buildSite();
  mkdirSync(out, { recursive: true });
  const site = await serve(siteDir);
  const browser = await launchBrowser();
  try {
    for (const { name, width, height, query } of views) {
      for (const colorScheme of themes) {
        const page = await browser.newPage({ viewport: { width, height }, colorScheme });
        // The pictures show the laboratory, not its first visit.
        await page.addInitScript(() => localStorage.setItem('droptail.tour', 'seen'));
        await page.goto(site.url + query);
        await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
        await page.waitForTimeout(watched);
        const path = join(out, `${name}-${colorScheme}.png`);
        await page.screenshot({ path });
        await page.close();
        say(path);
      }
    }
  } finally {
    await browser.close();
    await site.close();
  }
});
