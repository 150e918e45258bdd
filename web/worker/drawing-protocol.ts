/** The messages between the page and the worker that draws plots. */
import type { Footage, Look, Shot } from '../views/plots/sheet';

export type ToDrawing =
  /** A canvas to draw on from now on, under a name. */
  | { type: 'hang'; id: string; canvas: OffscreenCanvas }
  | { type: 'look'; id: string; look: Look }
  /** A frame's pictures, all of them together. The sections' buffers come back. */
  | { type: 'draw'; footage: Footage; shots: readonly { id: string; shot: Shot }[] }
  | { type: 'remove'; id: string };

export type FromDrawing =
  | { type: 'ready' }
  /** Workers of this browser cannot draw. */
  | { type: 'unable' }
  /** The pictures are there. */
  | { type: 'drawn'; ids: readonly string[]; buffers: ArrayBuffer[] };
