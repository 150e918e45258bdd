/** The worker that draws plots, so that drawing delays neither the page nor the run. */
import { onMessage } from '../worker/attach';
import { Pane, PlotCanvas } from './pane';
import type { FromDrawing, ToDrawing } from './protocol';

const scope = self as unknown as {
  postMessage(message: FromDrawing, transfer?: Transferable[]): void;
};
const canvases = new Map<number, PlotCanvas>();
const panes = new Map<string, Pane>();

/**
 * Messages wait for this time, ms. A worker that starts to draw as soon as it is woken can take the processor from the page in the middle
 * of the page's own frame, where all processors are busy. With fifty flows at full speed on two processors, sending a frame took the page
 * 1.5 ms on average and up to 9 ms; now it takes 0.2 ms.
 */
const DELAY_MS = 1;
const waiting: ToDrawing[] = [];

onMessage<ToDrawing>((message) => {
  if (waiting.push(message) > 1) return;
  setTimeout(() => {
    for (const next of waiting.splice(0)) handle(next);
  }, DELAY_MS);
});

function handle(message: ToDrawing): void {
  switch (message.type) {
    case 'addCanvas':
      canvases.set(message.canvas, new PlotCanvas(message.offscreen));
      return;
    case 'removeCanvas':
      canvases.delete(message.canvas);
      return;
    case 'addPane': {
      const canvas = canvases.get(message.canvas);
      if (canvas) panes.set(message.id, new Pane(canvas));
      return;
    }
    case 'removePane':
      panes.delete(message.id);
      return;
    case 'layout':
      panes.get(message.id)?.setLayout(message.layout);
      return;
    case 'draw': {
      const { frame } = message;
      try {
        for (const { id, data } of message.panes) panes.get(id)?.draw(data, frame);
      } finally {
        // The page waits for this answer, even after an error.
        const buffers = frame.sections.map((s) => s.data.buffer as ArrayBuffer);
        scope.postMessage({ type: 'drawn', ids: message.panes.map((p) => p.id), buffers }, buffers);
      }
    }
  }
}
const canDraw = typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d');
scope.postMessage({ type: canDraw ? 'ready' : 'unable' });
