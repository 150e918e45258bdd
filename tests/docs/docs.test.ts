/** What the documentation names is there: files, commands, links, constants, code. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  anchors,
  type Document,
  documents,
  files,
  folders,
  parse,
  placeOf,
  plainCode,
  read,
} from './documents';

/** Not in the repository: made by a build, or by a command in somebody's own folder. */
const MADE = [
  /^(dist|node_modules|screenshots|public\/gallery\/pictures)\/$/,
  /^web\/generated\/.*/,
  /^(course|licences|fuzz-failures)\/$/,
  /^(engine|engine-desk|engine-script)\.(js|d\.ts)$/,
  /^(licences|standalone)\.html$/,
  /^droptail-lab\.(js|d\.ts)$/,
  /^(runs|runs-2-of-8)\.jsonl$/,
  /^experiment\.json$/,
  // Kinds of things that a link selects.
  /^(flow|link|node)\/$/,
];

const FILE =
  /^(?:[\w@.*-]+\/)*[\w@*-][\w@.*-]*\.(?:rs|tsx?|mjs|js|json|jsonl|md|css|html|toml|ya?ml|txt|py|csv|svg|png|webp|gif|tcl|cc)$/;
const FOLDER = /^(?:[\w@.-]+\/)+$/;

/** Paths in the words of a code span, or of a command line. Patterns and placeholders are none. */
function pathsIn(code: string): string[] {
  const words = code.split(/[\s=,:;'"()]+/).map((word) => word.replace(/^(?:\.\.\/|\.\/)+/, ''));
  return words.filter((word) => (FILE.test(word) || FOLDER.test(word)) && !word.includes('*'));
}

const codeOf = ({ spans, blocks }: Document): string[] => [
  ...spans,
  ...blocks.filter(({ info }) => info === 'sh').map(({ text }) => text),
];

const missingPaths = (page: Document): string[] =>
  codeOf(page)
    .flatMap(pathsIn)
    .filter((name) => !MADE.some((made) => made.test(name)) && placeOf(name, page.path) === undefined);

const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
const suites = read('scripts/test.mjs');
const program = read('engine-wasm/cli/src/main.rs');

function unknownCommands(page: Document): string[] {
  const code = [...codeOf(page), page.prose].join('\n');
  const named = [...code.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)];
  const unknown = named.map(([, run, own]) => run ?? own ?? '').filter((name) => !scripts.includes(name));
  const parts = [...code.matchAll(/\bnpm test (?:-- )?([a-z]+\d*)\b/g)].map(([, part]) => part);
  const calls = [
    ...codeOf(page)
      .join('\n')
      .matchAll(/(?:^|\n|droptail -- |\s)droptail (?:-- )?([a-z]+)\b/g),
  ];
  const subcommands = calls.map(([, name = '']) => `${name[0]?.toUpperCase()}${name.slice(1)}`);
  return [
    ...unknown.map((name) => `npm run ${name}`),
    ...parts.filter((part) => !suites.includes(`'${part}'`)).map((part) => `npm test ${part}`),
    ...subcommands.filter((name) => !new RegExp(`^ {4}${name}\\b`, 'm').test(program)),
  ];
}

function brokenLinks(page: Document): string[] {
  const links = /\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g;
  const targets = [...page.prose.matchAll(links)].map(([, target, source]) => target ?? source ?? '');
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
    if (!files.has(file)) return anchor !== undefined || !folders.has(file.replace(/\/$/, ''));
    return anchor !== undefined && !anchors(read(file)).has(anchor);
  });
}

/** Constants that a line names together with their file: "`A`, `B` in `file`". */
function missingConstants(page: Document): string[] {
  const claims = [...read(page.path).matchAll(/((?:`[A-Z][A-Z_]+`, )*`[A-Z][A-Z_]+`) in `([^`]+)`/g)];
  return claims.flatMap(([, names = '', name = '']) => {
    const file = placeOf(name, page.path);
    const text = file === undefined ? '' : read(file);
    return [...names.matchAll(/[A-Z][A-Z_]+/g)]
      .map(([constant]) => constant)
      .filter((constant) => !new RegExp(`\\bconst ${constant}\\b`).test(text))
      .map((constant) => `${constant} in ${name}`);
  });
}

/** Quotations name their file after the language: "```rust path". Rust without one is nobody's. */
function falseQuotations(page: Document): string[] {
  const quotations = page.blocks.filter(({ info }) => /^(rust|ts)\b/.test(info));
  return quotations.flatMap(({ info, text }) => {
    const path = info.split(' ')[1];
    if (path === undefined || !files.has(path)) return [`${info}: no such file`];
    const source = plainCode(read(path));
    // What is left out between two parts of a quotation is an empty line there.
    const parts = text.split(/\n\s*\n/);
    return parts.map(plainCode).filter((part) => !source.includes(part));
  });
}

const CHECKS: readonly [string, (page: Document) => string[]][] = [
  ['names files that exist', missingPaths],
  ['names commands that exist', unknownCommands],
  ['has no broken link', brokenLinks],
  ['names constants where they are', missingConstants],
  ['quotes code as it is', falseQuotations],
];

describe.each(documents)('$path', (page) => {
  test.each(CHECKS)('%s', (_, check) => {
    expect(check(page)).toEqual([]);
  });
});

describe('errors are found', () => {
  const page = (text: string) => parse('docs/page.md', text);

  test('a file', () => {
    expect(missingPaths(page('`core/no-such.rs`, `no-such/`, `core/event.rs`, `docs/`'))).toEqual([
      'core/no-such.rs',
      'no-such/',
    ]);
  });

  test('a command', () => {
    expect(
      unknownCommands(page('`npm run nothing`, `npm test nowhere`, `droptail fly`, `droptail run F`')),
    ).toEqual(['npm run nothing', 'npm test nowhere', 'Fly']);
  });

  test('a link', () => {
    const text =
      '[a](nowhere.md) [b](model.md#nowhere) [c](../README.md#start) [d](https://example.org) <img src="nothing.png">';
    expect(brokenLinks(page(text))).toEqual(['nowhere.md', 'model.md#nowhere', 'nothing.png']);
  });

  test('a quotation', () => {
    const quoted = (code: string) => page(`\`\`\`rust engine-wasm/engine/src/units.rs\n${code}\n\`\`\`\n`);
    expect(falseQuotations(quoted('pub struct Time(pub u32);'))).toHaveLength(1);
    expect(falseQuotations(quoted('pub struct Time(pub u64);'))).toEqual([]);
    expect(falseQuotations(page('```rust\nlet x = 1;\n```\n'))).toHaveLength(1);
  });
});
