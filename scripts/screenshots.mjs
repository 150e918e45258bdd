// npm run screenshots [-- --all | --only NAME,… --sizes NAME,… --out DIR]: takes screenshots of the built page, each in light and dark.
// By default those of the README, into docs/screenshots; otherwise into screenshots/, which is not committed.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './lib/browser.mjs';
import { serve } from './lib/serve.mjs';
import { main, Problem, root, say } from './lib/shell.mjs';
import { buildSite, siteDir } from './lib/site.mjs';
import { newPage, openView, PAGE_SIZES, picture, SIZES, THEMES } from './screenshots/page.mjs';
import { README_SIZES, README_VIEWS, VIEWS } from './screenshots/views.mjs';

main(async () => {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      only: { type: 'string' },
      sizes: { type: 'string' },
      out: { type: 'string' },
      built: { type: 'boolean' },
    },
  });
  const chosen = values.all || values.only;
  const views = values.all ? VIEWS : named(values.only?.split(',') ?? README_VIEWS);
  const sizes = values.sizes?.split(',') ?? (chosen ? Object.keys(SIZES) : README_SIZES);
  const folder = chosen ? 'screenshots' : 'docs/screenshots';
  const out = values.out ? resolve(process.env.INIT_CWD ?? '.', values.out) : join(root, folder);
  if (!values.built) await buildSite();
  mkdirSync(out, { recursive: true });
  const site = await serve(siteDir);
  const browser = await launchBrowser();
  const failed = [];
  try {
    for (const view of views)
      for (const size of (view.sizes ?? PAGE_SIZES).filter((s) => sizes.includes(s))) {
        const page = await newPage(browser, view, size);
        try {
          await openView(page, site.url, view, size);
          for (const theme of THEMES) {
            const path = join(out, `${view.name}-${size}-${theme}.png`);
            await picture(page, theme, path);
            say(path);
          }
        } catch (error) {
          failed.push(`${view.name}, ${size}: ${error instanceof Error ? error.message : error}`);
          await page.screenshot({ path: join(out, `${view.name}-${size}-failed.png`) });
        }
        await page.context().close();
      }
  } finally {
    await browser.close();
    await site.close();
  }
  if (failed.length > 0) throw new Problem(`not every view could be shown:\n${failed.join('\n')}`);
});

/** @param {readonly string[]} names */
function named(names) {
  return names.map((name) => {
    const view = VIEWS.find((v) => v.name === name);
    if (!view)
      throw new Problem(`no view is called ${name}; there are ${VIEWS.map((v) => v.name).join(', ')}`);
    return view;
  });
}
