/** Licence notices of the software that the site contains. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { siteDir } from '../../scripts/lib/site.mjs';
import { type Lab, test } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** Opens the notices from the help. */
async function licences(lab: Lab) {
  await lab.page.keyboard.press('?');
  const [page] = await Promise.all([
    lab.page.context().waitForEvent('page'),
    lab.root.getByRole('link', { name: 'Licences' }).click(),
  ]);
  await page.getByRole('heading', { name: 'Licences', exact: true }).waitFor();
  return page;
}

test('the help leads to the licences of everything that the site contains', async ({ lab }) => {
  await lab.open();
  const page = await licences(lab);
  const names = (await page.locator('li').allTextContents()).map((line) => line.replace(/ \S+: .*$/, ''));
  // Drawing, formulas, fonts, the engine, and the offline support.
  const some = [
    'react',
    'react-dom',
    'scheduler',
    'temml',
    '@observablehq/plot',
    'd3-force',
    'zustand',
    'vite',
  ];
  const engine = ['libm', 'serde_json', 'wasm-bindgen', 'The Rust standard library'];
  for (const name of [...some, '@fontsource-variable/inter', ...engine]) expect(names).toContain(name);
  const text = await page.locator('body').innerText();
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  // Workbox marks its parts.
  const files = (await readdir(siteDir)).filter((file) => /^(sw|workbox-.*)\.js$/.test(file));
  const code = (await Promise.all(files.map((file) => readFile(join(siteDir, file), 'utf8')))).join('\n');
  const parts = [...new Set([...code.matchAll(/workbox:([a-z-]+):/g)].map((found) => `workbox-${found[1]}`))];
  expect(parts).not.toEqual([]);
  expect(names).toEqual(expect.arrayContaining(parts));
});

test('the page in one file has them too', async ({ lab }) => {
  await lab.page.goto(pathToFileURL(join(siteDir, 'standalone.html')).href + (await fragmentOf(sawtooth(5))));
  await lab.ready();
  const page = await licences(lab);
  expect(await page.locator('body').innerText()).toContain('SIL OPEN FONT LICENSE Version 1.1');
});
