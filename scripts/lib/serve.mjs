import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder under a sub-path on a free port, like a plain static host: no rewriting, no isolation
 * headers, only the `Access-Control-Allow-Origin: *` that sandboxed frames need to load modules.
 * @param {string} folder
 * @param {{ base?: string, pages?: Record<string, string>, open?: boolean }} [options] `pages`: further HTML pages by path, such
 *   as one that embeds the laboratory; two servers are two origins; `open: false`: without that header
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folder, { base = '/lab/', pages = {}, open = true } = {}) {
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (open) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-cache');
    const page = pages[path];
    if (page !== undefined) {
      response.writeHead(200, { 'Content-Type': types['.html'] }).end(page);
      return;
    }
    const file = path.startsWith(base) && fileOf(folder, path.slice(base.length));
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} folder @param {string} path */
function fileOf(folder, path) {
  // Normalised as an absolute path, it cannot leave the folder.
  let file = join(folder, normalize(`/${path}`));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
  return existsSync(file) && file;
}
