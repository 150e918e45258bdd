// A first visit loads the strings of one language. In the sources, a texts file contains its strings in every language. In the built
// site, the texts files of a first visit form one chunk per language, and modules that import a texts file get it from the chunk of the page's
// language. The texts of lazily loaded parts stay with them, in every language.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './shell.mjs';
import { translationsOf } from './strings.mjs';

/** Marks a copy of a texts file in one language. */
const LANGUAGE_QUERY = '?language=';
const web = join(root, 'web');
const loader = join(web, 'language/load.ts');
const isTexts = /(^|[/-])texts\.tsx?$/;
/** @param {string} language */
const chunkOf = (language) => join(web, `language/texts-${language}.js`);

/**
 * @param {readonly string[]} entries modules of a first visit, with which their static imports are loaded
 * @returns {import('vite').Plugin}
 */
export function separateLanguages(entries) {
  /** @type {string[]} Texts files of a first visit. */
  let files = [];
  /** @type {string[]} */
  let languages = [];
  return {
    name: 'separate-languages',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const modules = await staticImports(
        entries.map((entry) => join(web, entry)),
        async (source, importer) => (await this.resolve(source, importer))?.id,
      );
      files = modules.filter((file) => isTexts.test(file)).sort();
      const codes = await Promise.all(
        files.map(async (file) => translationsOf(file, await readFile(file, 'utf8'))),
      );
      languages = [...new Set(codes.flat().map(({ language }) => language))];
    },
    async resolveId(source, importer) {
      if (
        source.startsWith(web) &&
        (source.includes(LANGUAGE_QUERY) || languages.some((l) => source === chunkOf(l)))
      )
        return source;
      // Between texts files, imports stay within the language.
      const [file, language] = importer?.split(LANGUAGE_QUERY) ?? [];
      if (!language) return null;
      const found = await this.resolve(source, file, { skipSelf: true });
      return found && files.includes(found.id) ? found.id + LANGUAGE_QUERY + language : found;
    },
    async load(id) {
      if (id === loader) return loaderCode(languages);
      const whole = languages.find((language) => id === chunkOf(language));
      if (whole) return chunkCode(files, whole);
      const [file, language] = id.split(LANGUAGE_QUERY);
      if (file && language) return inOneLanguage(file, await readFile(file, 'utf8'), language);
      return files.includes(id)
        ? lookupCode(id, await readFile(id, 'utf8'), files.indexOf(id), languages)
        : null;
    },
  };
}

/**
 * The project's modules that are loaded with some entries.
 * @param {string[]} entries
 * @param {(source: string, importer: string) => Promise<string | undefined>} resolve
 */
async function staticImports(entries, resolve) {
  const found = new Set(entries);
  for (const file of found) {
    const { staticImports, staticExports } = parseSync(file, await readFile(file, 'utf8')).module;
    const sources = [
      ...staticImports.filter(({ entries: names }) => names.length === 0 || names.some((n) => !n.isType)),
      ...staticExports.flatMap(({ entries: names }) => names.filter((n) => n.moduleRequest && !n.isType)),
    ].map(({ moduleRequest }) => moduleRequest?.value ?? '');
    for (const source of sources.filter((name) => name.startsWith('.'))) {
      const id = await resolve(source, file);
      if (id?.startsWith(web) && /\.tsx?$/.test(id)) found.add(id);
    }
  }
  return [...found];
}

/** @param {readonly string[]} languages */
function loaderCode(languages) {
  const imports = languages.map(
    (language) => `${language}: () => import(${JSON.stringify(chunkOf(language))})`,
  );
  return `const languages = { ${imports.join(', ')} };
const loaded = {};
export async function loadTexts(language) { loaded[language] ??= (await languages[language]()).default; }
export const textsIn = (language, file) => loaded[language][file];
`;
}

/** All texts files in one language. @param {string[]} files @param {string} language */
function chunkCode(files, language) {
  const names = files.map((_, place) => `file${place}`);
  const imports = files.map(
    (file, place) => `import * as ${names[place]} from ${JSON.stringify(file + LANGUAGE_QUERY + language)};`,
  );
  return `${imports.join('\n')}\nexport default [${names.join(', ')}];\n`;
}

/**
 * The exports of a texts file, looked up in the loaded chunks.
 * @param {string} file
 * @param {string} code
 * @param {number} place
 * @param {readonly string[]} languages
 */
function lookupCode(file, code, place, languages) {
  const names = parseSync(file, code).module.staticExports.flatMap(({ entries }) =>
    entries.filter((entry) => !entry.isType).map((entry) => entry.exportName.name),
  );
  const strings = (/** @type {string | null} */ name) =>
    languages.map((of) => `get ${of}() { return textsIn('${of}', ${place}).${name}; }`).join(', ');
  return `import { textsIn } from ${JSON.stringify(loader)};
import { texts } from ${JSON.stringify(join(web, 'language/language.ts'))};
${names.map((name) => `export const ${name} = texts({ ${strings(name)} });`).join('\n')}
`;
}

/** A texts file with the strings of one language in place of each `texts` call. @param {string} file @param {string} code @param {string} language */
export function inOneLanguage(file, code, language) {
  let kept = '';
  let end = 0;
  for (const { language: of, strings, call } of translationsOf(file, code)) {
    if (of !== language) continue;
    kept += `${code.slice(end, call.start)}(${code.slice(strings.start, strings.end)})`;
    end = call.end;
  }
  return kept + code.slice(end);
}
