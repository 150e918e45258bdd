// Notices of npm packages whose modules, style sheets or fonts are part of a build.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/shell.mjs';
import { licenceTexts } from './notice.mjs';

/** @import { Plugin } from 'vite' */
/** @import { Notice } from './notice.mjs' */

/** Virtual modules that tools generate, and the packages that their code comes from. */
const VIRTUAL_MODULES = [
  { prefix: '\0vite/', name: 'vite' },
  { prefix: '\0rolldown/', name: 'rolldown' },
];

/** The folder of the package that a module or file belongs to; null for the project's own. @param {string} id @returns {string | null} */
export function packageOf(id) {
  const made = VIRTUAL_MODULES.find(({ prefix }) => id.startsWith(prefix));
  if (made) return join(root, 'node_modules', made.name);
  const path = id.replace(/^\0/, '').replace(/[?#].*$/, '');
  const inside = path.replaceAll('\\', '/').lastIndexOf('/node_modules/');
  if (inside < 0) return null;
  const [scope = '', name = ''] = path.slice(inside + '/node_modules/'.length).split(/[\\/]/);
  return join(path.slice(0, inside), 'node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope);
}

/**
 * Vite's own `build.license` covers the modules of the page. This also covers workers, the script for course pages, style sheets and fonts.
 * @param {Set<string>} folders receives the folders of the packages in this build
 * @returns {Plugin}
 */
export function recordPackages(folders) {
  return {
    name: 'takes-note-of-packages',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const ids =
          part.type === 'chunk'
            ? part.moduleIds
            : part.originalFileNames.map((file) => resolve(root, 'web', file));
        for (const id of ids) {
          const folder = packageOf(id);
          if (folder) folders.add(folder);
        }
      }
    },
  };
}

/** @param {string} folder of a package @returns {Notice} */
export function npmNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, licence: license ?? '', texts: licenceTexts(folder) };
}

/** The folder of a package that is installed. @param {string} name */
export function installed(name) {
  return join(root, 'node_modules', name);
}
