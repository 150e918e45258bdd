/** The worker that draws plots, so that strokes keep neither the page nor the run waiting. */
import { Board, Sheet } from '../views/plots/sheet';
import { listen } from './attach';
import type { FromDrawing, ToDrawing } from './drawing-protocol';

const scope = self as unknown as {
  postMessage(message: FromDrawing, transfer?: Transferable[]): void;
};
const boards = new Map<number, Board>();
const sheets = new Map<string, Sheet>();

listen<ToDrawing>((data) => {
  switch (data.type) {
    case 'board':
      boards.set(data.board, new Board(data.canvas));
      return;
    case 'clear':
      boards.delete(data.board);
      return;
    case 'hang': {
      const board = boards.get(data.board);
      if (board) sheets.set(data.id, new Sheet(board));
      return;
    }
    case 'look':
      sheets.get(data.id)?.look(data.look);
      return;
    case 'remove':
      sheets.delete(data.id);
      return;
    case 'draw': {
      try {
        for (const { id, shot } of data.shots) sheets.get(id)?.draw(shot, data.footage);
      } finally {
        // Whatever happens: the page waits for it.
        const buffers = data.footage.sections.map((s) => s.data.buffer as ArrayBuffer);
        scope.postMessage({ type: 'drawn', ids: data.shots.map((s) => s.id), buffers }, buffers);
      }
    }
  }
});
const able = typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d');
scope.postMessage({ type: able ? 'ready' : 'unable' });
