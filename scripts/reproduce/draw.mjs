// Draws figures and the pictures on cards with the page's code, outside a browser.
import { Window } from 'happy-dom';
import { createServer } from 'vite';
import { root } from '../lib/shell.mjs';

/** @import { ExperimentTable } from '../../web/generated/types' */
/** @import { Document } from '../papers/build.mjs' */

/** px */
const WIDTH = 800;

/** Draws an experiment's figure as SVG, or nothing if it is only a table, and the picture for its card. Call `end` when done. */
export async function startDrawing() {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const { drawFigure, hasFigure } = await vite.ssrLoadModule('/web/views/experiment/figure.ts');
  const { previewOf } = await vite.ssrLoadModule('/web/views/experiment/previews.ts');
  const doc = new Window().document;
  return {
    /** @param {Document} document @param {ExperimentTable} table @returns {string | undefined} */
    draw(document, table) {
      if (!hasFigure(document)) return undefined;
      const figure = drawFigure(document, table, { width: WIDTH, dark: false, doc });
      figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      return `${figure.outerHTML}\n`;
    },
    /** The picture on an experiment's card, if there is one. @param {Document} document @param {ExperimentTable} table @returns {unknown} */
    preview: (document, table) => previewOf(document, table),
    end: () => vite.close(),
  };
}
