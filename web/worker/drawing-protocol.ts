/** The messages between the page and the worker that draws plots. */
import type { Footage, Look, Shot } from '../views/plots/sheet';

export type ToDrawing =
  /** A canvas to draw on from now on. */
  | { type: 'board'; board: number; canvas: OffscreenCanvas }
  /** A sheet on it, under a name. */
  | { type: 'hang'; id: string; board: number }
  | { type: 'look'; id: string; look: Look }
  /** A frame's pictures, all of them together. The sections' buffers come back. */
  | { type: 'draw'; footage: Footage; shots: readonly { id: string; shot: Shot }[] }
  | { type: 'remove'; id: string }
  | { type: 'clear'; board: number };

export type FromDrawing =
  | { type: 'ready' }
  /** Workers of this browser cannot draw. */
  | { type: 'unable' }
  /** The pictures are there. */
  | { type: 'drawn'; ids: readonly string[]; buffers: ArrayBuffer[] };
