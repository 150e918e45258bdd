// Vite plugins for the built page only; the development server needs inline scripts for hot reloading.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, minify } from 'vite';
import { recordPackages } from '../licences/npm.mjs';
import { root } from './shell.mjs';

/** The content security policy of the page, which a host's headers can only tighten. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // A sandboxed embed cannot load a worker from its host, so it starts it from a blob.
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');

/** @returns {import('vite').Plugin} */
export function contentSecurityPolicy() {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      // Runs last and prepends to the head, because a policy applies only to what comes after it.
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

// In a sandboxed frame, accessing service workers throws. An embed stores nothing on its reader's machine.
const registration = `if (!/[?#&]embed=1(&|$)/.test(location.href)) try {
  navigator.serviceWorker?.register('sw.js').catch((error) => console.info('not available offline:', error));
} catch {}
`;

/** Marks a copy of a module that only the figures use. */
const FIGURES_QUERY = '?figures';

/**
 * Gives Observable Plot its own copy of D3. Each D3 module is one file, so with a shared copy a first visit would load everything that Plot
 * uses of d3-scale, including dates and color schemes.
 * @returns {import('vite').Plugin}
 */
export function separateFigureLibraries() {
  return {
    name: 'separate-figure-libraries',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^d3(-|$)/.test(source) || !importer) return null;
      if (!importer.endsWith(FIGURES_QUERY) && !importer.includes('/@observablehq/plot/')) return null;
      const found = await this.resolve(source, importer.replace(FIGURES_QUERY, ''), { skipSelf: true });
      return found && { ...found, id: found.id + FIGURES_QUERY };
    },
  };
}

/**
 * Preloads the application's files, although `main.ts` imports them only once the strings have been loaded.
 * @param {string} application module below web/
 * @returns {import('vite').Plugin}
 */
export function preloadApplication(application) {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk: entry }) => {
        const chunks = new Map(
          Object.values(bundle).flatMap((output) =>
            output.type === 'chunk' ? [[output.fileName, output]] : [],
          ),
        );
        const known = withImports(chunks, entry?.fileName);
        const start = [...chunks.values()].find(({ moduleIds }) =>
          moduleIds.includes(join(root, 'web', application)),
        );
        const files = [...withImports(chunks, start?.fileName)].filter((file) => !known.has(file));
        const styles = new Set(
          files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]),
        );
        const link = (/** @type {string} */ rel) => (/** @type {string} */ file) =>
          /** @type {const} */ ({
            tag: 'link',
            attrs: { rel, crossorigin: true, href: `./${file}` },
            injectTo: 'head',
          });
        return [...files.map(link('modulepreload')), ...[...styles].map(link('stylesheet'))];
      },
    },
  };
}

/**
 * A chunk and its static imports.
 * @param {Map<string, import('vite').Rollup.OutputChunk>} chunks
 * @param {string | undefined} first
 */
function withImports(chunks, first) {
  const found = new Set(first ? [first] : []);
  for (const file of found) for (const name of chunks.get(file)?.imports ?? []) found.add(name);
  return found;
}

/**
 * Registers the service worker from a separate file, since the policy forbids inline scripts.
 * @returns {import('vite').Plugin}
 */
export function registerServiceWorker() {
  return {
    name: 'register-service-worker',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'register-sw.js', source: registration });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: './register-sw.js', defer: true }, injectTo: 'head' }],
    },
  };
}

/**
 * The script that reports why the page cannot start. It comes before the page's modules and depends on nothing.
 * @returns {import('vite').Plugin}
 */
export function startupScript() {
  return {
    name: 'say-what-is-missing',
    apply: 'build',
    async generateBundle() {
      const { code } = await minify('startup.js', await readFile(join(root, 'web/startup.js'), 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'startup.js', source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: './startup.js' }, injectTo: 'head-prepend' }],
    },
  };
}

/** The script for course pages: the element as one classic script without imports. @param {Set<string>} packages @returns {Promise<string>} */
async function elementScript(packages) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [recordPackages(packages)],
    build: {
      write: false,
      lib: { entry: join(root, 'web/embed/element.ts'), formats: ['iife'], name: 'droptailLab' },
    },
  });
  const [bundle] = /** @type {import('vite').Rollup.RollupOutput[]} */ (result);
  const script = bundle?.output[0];
  if (!script) throw new Error('the script of <droptail-lab> came out empty');
  return script.code;
}

const protocol = () => readFile(join(root, 'web/embed/protocol.ts'), 'utf8');

/** @type {Record<string, { type: string, make: (packages: Set<string>) => Promise<string> }>} */
const embedFiles = {
  'droptail-lab.js': { type: 'text/javascript', make: elementScript },
  'droptail-lab.d.ts': { type: 'text/plain', make: protocol },
};

/**
 * Emits the script of `<droptail-lab>` under a fixed name, and the types of its messages.
 * @param {Set<string>} packages receives the folders of the packages in the script
 * @returns {import('vite').Plugin}
 */
export function embedScript(packages) {
  return {
    name: 'embed-script',
    configureServer(server) {
      for (const [name, { type, make }] of Object.entries(embedFiles))
        server.middlewares.use(`/${name}`, (_request, response, next) => {
          make(packages).then((text) => response.setHeader('Content-Type', type).end(text), next);
        });
    },
    async generateBundle() {
      for (const [fileName, { make }] of Object.entries(embedFiles))
        this.emitFile({ type: 'asset', fileName, source: await make(packages) });
    },
  };
}
