/** The messages between the page and the worker that draws plots. */
import type { FrameData, PaneData, PaneLayout } from './pane';

export type ToDrawing =
  | { type: 'addCanvas'; canvas: number; offscreen: OffscreenCanvas }
  | { type: 'removeCanvas'; canvas: number }
  | { type: 'addPane'; id: string; canvas: number }
  | { type: 'removePane'; id: string }
  | { type: 'layout'; id: string; layout: PaneLayout }
  /** All panes of a frame, together. The sections' buffers are returned. */
  | { type: 'draw'; frame: FrameData; panes: readonly { id: string; data: PaneData }[] };

export type FromDrawing =
  | { type: 'ready' }
  /** Workers of this browser cannot draw. */
  | { type: 'unable' }
  /** A frame has been drawn. */
  | { type: 'drawn'; ids: readonly string[]; buffers: ArrayBuffer[] };
