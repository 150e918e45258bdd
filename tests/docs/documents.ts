/** The documentation as its tests read it. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A block of code between fences, with what follows the opening fence. */
export interface Block {
  info: string;
  text: string;
}

export interface Document {
  /** From the root of the repository. */
  path: string;
  /** Words without code. */
  prose: string;
  blocks: Block[];
  /** Code between backticks in a line, of prose and tables. */
  spans: string[];
}

/** Folders of builds, tools and results, which are not part of the repository. */
const OUTSIDE = new Set([
  '.git',
  'node_modules',
  'dist',
  'screenshots',
  'engine-wasm/target',
  'web/generated',
]);

function filesIn(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (OUTSIDE.has(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** Every file of the repository, but for those that are generated. */
export const files: ReadonlySet<string> = new Set(filesIn(''));

/** Every folder that has a file in it. */
export const folders: ReadonlySet<string> = new Set(
  [...files].flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  }),
);

export const read = (path: string): string => readFileSync(root + path, 'utf8');

export function parse(path: string, text: string): Document {
  const blocks: Block[] = [];
  const words = text.replace(/^```(.*)\n([\s\S]*?)^```$/gm, (_, info: string, code: string) => {
    blocks.push({ info: info.trim(), text: code });
    return '';
  });
  const spans: string[] = [];
  const prose = words.replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, __, code: string) => {
    spans.push(code);
    return '';
  });
  return { path, prose, blocks, spans };
}

/** All pages of the documentation. Of the changelog, only what is about to be released has to be true today. */
export const documents: readonly Document[] = [...files]
  .filter((file) => file.endsWith('.md'))
  .map((path) => parse(path, path === 'CHANGELOG.md' ? (read(path).split(/^## /m)[1] ?? '') : read(path)));

/** The anchors of a page, as GitHub makes them of headings. */
export function anchors(markdown: string): Set<string> {
  const found = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading = ''] of markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ +(.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    found.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return found;
}

/** Where a short path may begin: pages about the engine leave its folders out. */
const beginnings = ['', 'engine-wasm/', 'engine-wasm/engine/', 'engine-wasm/engine/src/'];

/** The file or folder that a text in backticks names, from the root of the repository. */
export function placeOf(name: string, page: string): string | undefined {
  const plain = name.replace(/\/$/, '');
  const all = [...beginnings, `${posix.dirname(page)}/`].map((start) => posix.normalize(start + plain));
  const found = all.find((path) => (name.endsWith('/') ? folders.has(path) : files.has(path)));
  if (found !== undefined || plain.includes('/')) return found;
  return [...files].find((file) => posix.basename(file) === plain);
}

/** Code without comments, with one space between any two words. */
export const plainCode = (code: string): string =>
  code
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
