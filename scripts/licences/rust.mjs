// Notices of the Rust crates in the engine's modules, and of the standard library.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { engineDir, output, Problem } from '../lib/shell.mjs';
import { licenceTexts } from './notice.mjs';

/** @import { Notice } from './notice.mjs' */

const TARGET = 'wasm32-unknown-unknown';

/**
 * Crates of which no part is in a module, which xtask checks. Rhai depends on smartstring (MPL-2.0), but uses compact_str in its place.
 */
const UNUSED = ['smartstring'];

/**
 * The parts of cargo's metadata that are used. The kind of a dependency is null if it is compiled in, and not only for tests or building.
 * @typedef {{ id: string, name: string, version: string, license: string | null, manifest_path: string, source: string | null,
 *   targets: { kind: string[] }[] }} Crate
 * @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node
 * @typedef {{ packages: Crate[], resolve: { nodes: Node[] } }} Metadata
 */

/** All crates of the workspace and their dependencies on a platform. @param {string} platform @returns {Promise<Metadata>} */
async function metadata(platform) {
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', platform];
  return JSON.parse(await output('cargo', args, { cwd: engineDir }));
}

/** Runs rustc for information. @param {string[]} args */
const rustc = async (...args) => (await output('rustc', args, { cwd: engineDir })).trim();

/** All third-party crates that the workspace uses on this machine, for programs, tools and tests. */
export async function allCrates() {
  const host = /^host: (.*)$/m.exec(await rustc('-vV'))?.[1] ?? '';
  return (await metadata(host)).packages.filter((crate) => crate.source !== null);
}

/** Notices of the crates in the page's engine. @returns {Promise<Notice[]>} */
export async function engineNotices() {
  const { packages, resolve } = await metadata(TARGET);
  const crates = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const visit = (/** @type {string | undefined} */ id) => {
    const crate = id === undefined ? undefined : crates.get(id);
    // Procedural macros generate code but are not part of it.
    if (
      !crate ||
      UNUSED.includes(crate.name) ||
      found.has(crate) ||
      crate.targets.some((t) => t.kind.includes('proc-macro'))
    )
      return;
    found.add(crate);
    for (const { pkg, dep_kinds } of nodes.get(crate.id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(packages.find((crate) => crate.name === 'droptail-bindings')?.id);
  const others = [...found].filter((crate) => crate.source !== null);
  return [...others.map(crateNotice), ...(await standardLibrary())];
}

/** @param {Crate} crate @returns {Notice} */
function crateNotice({ name, version, license, manifest_path }) {
  return { name, version, licence: license ?? '', texts: licenceTexts(dirname(manifest_path)) };
}

/** Notices of the standard library and its dependencies, from the compiler's own notices. @returns {Promise<Notice[]>} */
async function standardLibrary() {
  const [sysroot, version] = await Promise.all([rustc('--print', 'sysroot'), rustc('--version')]);
  const folder = join(sysroot, 'share/doc/rust');
  const libraries = join(sysroot, 'lib/rustlib', TARGET, 'lib');
  try {
    const page = readFileSync(join(folder, 'COPYRIGHT-library.html'), 'utf8');
    const there = readdirSync(libraries).flatMap(
      (file) => /^lib(\w+)-[0-9a-f]+\.rlib$/.exec(file)?.[1] ?? [],
    );
    const licence = (/** @type {string} */ id) => readFileSync(join(folder, 'licenses', `${id}.txt`), 'utf8');
    const texts = ['MIT', 'Apache-2.0', 'Unicode-3.0'].map(licence);
    return readCopyright(page, there, texts, version.split(' ')[1] ?? '');
  } catch (error) {
    throw new Problem(
      `the compiler's notices cannot be read (${error instanceof Error ? error.message : error}); install the toolchain by rustup, which brings them`,
    );
  }
}

/**
 * Reads the compiler's page of notices.
 * @param {string} page
 * @param {string[]} there libraries of the target, as crate names with underscores
 * @param {string[]} texts of the library's own licences
 * @param {string} version
 * @returns {Notice[]}
 */
export function readCopyright(page, there, texts, version) {
  const [, own = '', crates = ''] = page.split(/<h2 id="(?:in-tree-files|out-of-tree-dependencies)">/);
  const words = decodeHtml(own)
    .replace(/^.*\n/, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  const library = {
    name: 'The Rust standard library',
    version,
    licence: '(MIT OR Apache-2.0) AND Unicode-3.0',
    texts: [words, ...texts],
  };
  const others = crates.split('<h3>').flatMap((part) => {
    const [, name = '', number = ''] = /^\D*?([\w-]+?)-(\d[^<]*)<\/h3>/.exec(part) ?? [];
    if (!there.includes(name.replaceAll('-', '_'))) return [];
    const licence = decodeHtml(/<b>License:<\/b>([^<]*)</.exec(part)?.[1] ?? '').trim();
    const notices = [...part.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map((found) => decodeHtml(found[1] ?? ''));
    return [{ name, version: number, licence, texts: notices }];
  });
  if (words === '' || others.length === 0) throw new Error('COPYRIGHT-library.html is not as it was');
  return [library, ...others];
}

/** @param {string} html */
function decodeHtml(html) {
  const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => signs[/** @type {keyof typeof signs} */ (name)]);
}
