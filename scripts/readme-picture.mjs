// npm run readme-picture [-- --built]: the moving picture of the README, docs/screenshots/laboratory.gif: the laboratory runs, and a buffer is
// made smaller on the way.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';
import { launchBrowser } from './lib/browser.mjs';
import { serve } from './lib/serve.mjs';
import { main, Problem, root, say } from './lib/shell.mjs';
import { buildSite, siteDir } from './lib/site.mjs';
import { newPage, openView } from './screenshots/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const OUT = join(root, 'docs/screenshots/laboratory.gif');
const SIZE = { width: 1200, height: 750 };
/** A limit, since a README should load quickly. */
const MAX_BYTES = 1_500_000;
const FRAMES = 60;
/** The frame before which the buffer is changed. */
const EDIT_FRAME = 18;
/** Time between two captured frames, and between two displayed ones, ms. */
const CAPTURE_INTERVAL_MS = 300;
const DISPLAY_MS = 120;
/** Display time of the last frame. */
const LAST_FRAME_MS = 1500;
const COLOURS = 128;

main(async () => {
  const { values } = parseArgs({ options: { built: { type: 'boolean' } } });
  if (!values.built) await buildSite();
  const frames = await record();
  const bytes = encode(frames);
  if (bytes.length > MAX_BYTES)
    throw new Problem(`the picture has ${bytes.length} bytes; ${MAX_BYTES} are allowed`);
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(OUT, bytes);
  say(`${OUT}: ${frames.length} frames, ${Math.round(bytes.length / 1000)} kB`);
});

/** Captures a run at regular intervals. */
async function record() {
  const site = await serve(siteDir);
  const browser = await launchBrowser();
  try {
    const view = { name: 'readme', link: 'g=three-algorithms&t=12&speed=2&select=link/core', at: 12 };
    const page = await newPage(browser, view, 'desktop');
    await page.setViewportSize(SIZE);
    await openView(page, site.url, view, 'desktop');
    await page.evaluate(() => document.fonts.ready);
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    /** @type {PNG[]} */
    const frames = [];
    const start = performance.now();
    while (frames.length < FRAMES) {
      if (frames.length === EDIT_FRAME) await changeBuffer(page);
      frames.push(PNG.sync.read(await page.screenshot()));
      await page.waitForTimeout(Math.max(0, start + frames.length * CAPTURE_INTERVAL_MS - performance.now()));
    }
    return frames;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** @param {Page} page */
async function changeBuffer(page) {
  const buffer = page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  await buffer.fill('10');
  await buffer.press('Enter');
}

/** Encodes a GIF. Each frame contains only the changed pixels; the rest is transparent. @param {readonly PNG[]} frames */
function encode(frames) {
  const { GIFEncoder, quantize, applyPalette } = gifenc;
  const { width, height } = SIZE;
  const some = frames.filter((_, i) => i % 10 === 0).map(({ data }) => data);
  // One colour is reserved for unchanged pixels.
  const palette = quantize(new Uint8Array(Buffer.concat(some)), COLOURS - 1);
  const transparentIndex = palette.length;
  const gif = GIFEncoder();
  /** @type {Uint8Array | undefined} */
  let before;
  frames.forEach((frame, i) => {
    const whole = applyPalette(new Uint8Array(frame.data), palette);
    const last = before;
    const changes = last ? whole.map((index, at) => (index === last[at] ? transparentIndex : index)) : whole;
    before = whole;
    gif.writeFrame(changes, width, height, {
      ...(i === 0 && { palette: [...palette, [0, 0, 0]] }),
      delay: i === frames.length - 1 ? LAST_FRAME_MS : DISPLAY_MS,
      transparent: i > 0,
      transparentIndex,
      dispose: 1,
    });
  });
  gif.finish();
  return gif.bytes();
}
