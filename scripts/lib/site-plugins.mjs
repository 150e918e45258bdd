// What Vite adds to the built page only; the development server needs inline scripts for hot reloading.
import { createHash } from 'node:crypto';

/** react-aria inserts these style sheets from JavaScript; named by their hashes, no other may be inserted. */
export const insertedStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** All that the page may load or run. A host's own headers can only tighten it. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // A sandboxed embed cannot load a worker from its host and starts it from a blob.
  "worker-src 'self' blob:",
  `style-src 'self' ${insertedStyles.join(' ')}`,
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

// A sandboxed frame has no service workers: even looking for them throws.
const registration = `try {
  navigator.serviceWorker?.register('sw.js').catch((error) => console.info('not available offline:', error));
} catch {}
`;

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
