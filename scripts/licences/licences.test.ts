/** Licences: which are allowed, whose notices the site has, and that none is forgotten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/shell.mjs';
import { checkNotices, isAllowed, SHIPPED, TOOLS } from './notice.mjs';
import { npmNotice, packageOf } from './npm.mjs';
import { noticesPage } from './page.mjs';
import { allCrates, engineNotices, readCopyright } from './rust.mjs';

interface Locked {
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

test('every npm package is under a licence of the list, and what the page may need under one that only asks for a notice', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(100);
  const wrong = packages.filter(([, { license = '', dev }]) => !isAllowed(license, dev ? TOOLS : SHIPPED));
  expect(wrong.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('every Rust crate is under a licence of the list', async () => {
  const crates = await allCrates();
  expect(crates.length).toBeGreaterThan(50);
  const wrong = crates.filter(({ license }) => !isAllowed(license ?? '', TOOLS));
  expect(wrong.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('of several licences one may be chosen, and all of those that hold together are needed', () => {
  for (const licence of ['MIT', 'MIT/Apache-2.0', 'GPL-3.0 OR MIT', '(MIT OR GPL-2.0) AND Unicode-3.0'])
    expect(isAllowed(licence, SHIPPED), licence).toBe(true);
  for (const licence of [
    '',
    'GPL-3.0',
    'MIT AND GPL-3.0',
    'SEE LICENSE IN licence.txt',
    'UNLICENSED',
    'MPL-2.0',
  ])
    expect(isAllowed(licence, SHIPPED), licence).toBe(false);
  expect(isAllowed('MPL-2.0', TOOLS)).toBe(true);
});

test('a package that may not be shipped, or has no licence text, fails the build', () => {
  const notice = { name: 'a', version: '1.0.0', licence: 'MIT', texts: ['words'] };
  expect(
    checkNotices([notice, { ...notice }, { ...notice, version: '0.9.0' }]).map((n) => n.version),
  ).toEqual(['0.9.0', '1.0.0']);
  expect(() => checkNotices([notice, { ...notice, name: 'b', licence: 'GPL-3.0' }])).toThrow(
    'b@1.0.0 (GPL-3.0)',
  );
  expect(() => checkNotices([{ ...notice, texts: [] }])).toThrow('without the text of their licence');
});

test('modules, style sheets and fonts are known by their packages', () => {
  const at = (path: string) => join('/project/node_modules', path);
  expect(packageOf(at('react-dom/cjs/react-dom-client.production.js'))).toBe(at('react-dom'));
  expect(packageOf(`${at('@fontsource-variable/inter/files/a.woff2')}?url`)).toBe(
    at('@fontsource-variable/inter'),
  );
  expect(packageOf(`\0${at('a/node_modules/b/index.js')}?commonjs-es-import`)).toBe(at('a/node_modules/b'));
  expect(packageOf('/project/web/main.ts')).toBeNull();
  expect(packageOf('\0vite/preload-helper.js')).toBe(join(root, 'node_modules/vite'));
  expect(npmNotice(join(root, 'node_modules/react')).name).toBe('react');
});

test('the engine has notices of exactly the crates that are compiled in', async () => {
  const notices = checkNotices(await engineNotices());
  const names = notices.map((n) => n.name);
  for (const name of [
    'libm',
    'rand_xoshiro',
    'serde_json',
    'wasm-bindgen',
    'dlmalloc',
    'The Rust standard library',
  ])
    expect(names).toContain(name);
  // Of tests, benchmarks, the command line, macros, other systems.
  for (const name of ['proptest', 'criterion', 'clap', 'syn', 'windows-sys', 'droptail-engine'])
    expect(names).not.toContain(name);
});

test('the compiler’s page of notices is read for what the target has', () => {
  const crate = (name: string) =>
    `<h3>📦 ${name}</h3><p><b>License:</b> MIT</p><details><pre>Of ${name} &#38; others</pre></details>`;
  const own = '<h2 id="in-tree-files">In-tree files</h2>\n<p>Copyright: <b>all</b></p>\n';
  const page = `${own}<h2 id="out-of-tree-dependencies">Others</h2>${crate('a-b-0.1.2')}${crate('wasi-0.11.1+wasi-snapshot')}`;
  expect(readCopyright(page, ['a_b', 'core'], ['MIT text'], '1.2.3')).toEqual([
    {
      name: 'The Rust standard library',
      version: '1.2.3',
      licence: '(MIT OR Apache-2.0) AND Unicode-3.0',
      texts: ['Copyright: all', 'MIT text'],
    },
    { name: 'a-b', version: '0.1.2', licence: 'MIT', texts: ['Of a-b-0.1.2 & others'] },
  ]);
  expect(() => readCopyright('<p>another page</p>', ['a_b'], [], '1')).toThrow('not as it was');
});

test('the page says each text once, with all that say it, and nothing in it is markup', () => {
  const [one, two] = ['a', 'b'].map((name) => ({
    name,
    version: '1',
    licence: 'MIT',
    texts: ['Same\r\n<script>', name],
  }));
  const page = noticesPage([one, two] as Parameters<typeof noticesPage>[0]);
  expect(page.split('Same\n&lt;script&gt;')).toHaveLength(2);
  expect(page).toContain('<h2>a 1, b 1</h2>');
  expect(page).not.toContain('<script');
});
