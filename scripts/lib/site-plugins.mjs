// What Vite adds to the built page only; the development server needs inline scripts for hot reloading.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, minify } from 'vite';
import { takesNoteOfPackages } from '../licences/npm.mjs';
import { root } from './shell.mjs';

/** All that the page may load or run. A host's own headers can only tighten it. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // A sandboxed embed cannot load a worker from its host and starts it from a blob.
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
      // Last, and before everything in the head: a policy governs only what comes after it.
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

// A sandboxed frame has no service workers: even looking for them throws. An embed leaves nothing on its reader's machine.
const registration = `if (!/[?#&]embed=1(&|$)/.test(location.href)) try {
  navigator.serviceWorker?.register('sw.js').catch((error) => console.info('not available offline:', error));
} catch {}
`;

/** Marks the copy of a module that only the figures use. */
const FIGURES = '?figures';

/**
 * Observable Plot gets a copy of D3 of its own. Each D3 module is one file, so with a shared copy a first visit would load all that Plot
 * uses of d3-scale, dates and color schemes included.
 * @returns {import('vite').Plugin}
 */
export function separateFigureLibraries() {
  return {
    name: 'separate-figure-libraries',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^d3(-|$)/.test(source) || !importer) return null;
      if (!importer.endsWith(FIGURES) && !importer.includes('/@observablehq/plot/')) return null;
      const found = await this.resolve(source, importer.replace(FIGURES, ''), { skipSelf: true });
      return found && { ...found, id: found.id + FIGURES };
    },
  };
}

/**
 * Registers the service worker from a file of its own, since the policy forbids inline scripts.
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
 * The script that says so when the page cannot start. It comes before the page's modules and waits for nothing.
 * @returns {import('vite').Plugin}
 */
export function sayWhatIsMissing() {
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

/** What course pages load: the element as one classic script without imports. @param {Set<string>} packages @returns {Promise<string>} */
async function elementScript(packages) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [takesNoteOfPackages(packages)],
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
 * The script of `<droptail-lab>` under a name that never changes, and the types of its messages.
 * @param {Set<string>} packages folders of those that the script has parts of are added
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
