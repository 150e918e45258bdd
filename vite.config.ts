import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { separateLanguages } from './scripts/lib/languages.mjs';
import {
  contentSecurityPolicy,
  embedScript,
  preloadApplication,
  registerServiceWorker,
  separateFigureLibraries,
  startupScript,
} from './scripts/lib/site-plugins.mjs';
import { recordPackages } from './scripts/licences/npm.mjs';
import { licencesPage } from './scripts/licences/page.mjs';

/** Folders of the packages that the site has parts of. */
const packages = new Set<string>();

export default defineConfig({
  root: 'web',
  // Relative addresses: the built site works under any path of any static host.
  base: './',
  publicDir: '../public',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The content-security policy loads nothing from data: addresses but images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What a first visit needs is one chunk with everything that it imports; small files compress worse.
        codeSplitting: {
          groups: [
            { name: 'main', test: /\/web\/main\.ts$/, priority: 1 },
            { name: 'application', test: /\/web\/app\/mount\.tsx$/ },
          ],
        },
      },
    },
  },
  // A sandboxed frame can start a classic worker from a blob, but no module worker.
  worker: { format: 'iife', plugins: () => [recordPackages(packages)] },
  plugins: [
    VitePWA({
      injectRegister: null,
      // A new version takes over once every tab is closed, never under a running simulation.
      registerType: 'prompt',
      workbox: {
        // The page of a first visit is looked after from then on: what it has not loaded yet comes from its own version, even when the
        // server has another one by then.
        clientsClaim: true,
        // Old revisions are fetched when a link asks for one; the present ones are the entries themselves.
        globIgnores: ['gallery/revisions/**'],
        globPatterns: ['**/*.{html,js,css,wasm,json,svg,png,woff2}'],
        maximumFileSizeToCacheInBytes: 8 * 2 ** 20,
      },
      manifest: {
        name: 'Droptail',
        short_name: 'Droptail',
        description: 'A congestion-control laboratory in a browser tab',
        display: 'standalone',
        // The colours of the bar, web/styles/tokens.css.
        theme_color: '#ffffff',
        background_color: '#ffffff',
        icons: [{ src: 'icon.svg', type: 'image/svg+xml', sizes: 'any' }],
      },
    }),
    separateLanguages(['app/mount.tsx', 'views/tour/index.tsx']),
    preloadApplication('app/mount.tsx'),
    startupScript(),
    separateFigureLibraries(),
    contentSecurityPolicy(),
    registerServiceWorker(),
    embedScript(packages),
    licencesPage(packages),
  ],
});
