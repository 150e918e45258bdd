/**
 * Draws the panes of plots in a worker, so that drawing does not delay the page. If the browser cannot do that or the worker fails, the
 * page draws them itself.
 */
import type { FrameData, Pane, PaneData, PaneLayout, PlotCanvas } from './pane';
import type { FromDrawing, ToDrawing } from './protocol';

/** A pane on a canvas. */
export interface PaneHandle {
  /** Takes effect with the pane's next picture. */
  setLayout(layout: PaneLayout): void;
  /** Draws, together with all other panes of the same frame. */
  draw(data: PaneData, frame: FrameData): void;
  remove(): void;
}

/** A canvas in the page that has panes. */
export interface CanvasHandle {
  /** @param name begins the name under which the worker knows the pane */
  addPane(name: string): PaneHandle;
  remove(): void;
}

/** The worker that draws, as the renderer sees it. */
interface DrawingWorker {
  send(message: ToDrawing, transfer?: Transferable[]): void;
  /** Ends it for good; no more messages come from it. */
  dispose(): void;
}

/** Starts a worker: `heard` gets its messages, `failed` is called if it does not start, or fails later. */
export type StartDrawing = (heard: (message: FromDrawing) => void, failed: () => void) => DrawingWorker;

/** What draws on the page: loaded where it is needed. */
type Drawing = Pick<typeof import('./pane'), 'PlotCanvas' | 'Pane'>;

/** Frames that the worker may have at once: a busy page hears late that they are drawn. */
const MAX_PENDING = 3;

interface KnownCanvas {
  id: number;
  element: HTMLCanvasElement;
  /** Makes a new element in place of the old one: a canvas that was transferred to a worker cannot be taken back. */
  renew: () => HTMLCanvasElement;
  /** Set where the page draws. */
  local: PlotCanvas | null;
}

interface KnownPane {
  id: string;
  canvas: KnownCanvas;
  layout: PaneLayout | null;
  /** Set where the page draws. */
  local: Pane | null;
}

export class PlotRenderer {
  private readonly start: StartDrawing | null;
  private readonly lost: () => void;
  private readonly load: () => Promise<Drawing>;
  /** Set where the page draws. */
  private drawing: Drawing | null = null;
  private worker: DrawingWorker | null = null;
  private state: 'starting' | 'worker' | 'page' = 'starting';
  private readonly canvases = new Set<KnownCanvas>();
  private readonly panes = new Map<string, KnownPane>();
  private count = 0;
  private pending = 0;
  private readonly waiting = new Set<() => void>();
  private requests: { id: string; data: PaneData }[] = [];
  private buffers: ArrayBuffer[] = [];

  /**
   * @param start null: the page draws
   * @param lost called when all pictures are lost and must be drawn again
   * @param load loads what the page draws with
   */
  constructor(start: StartDrawing | null, lost: () => void, load = (): Promise<Drawing> => import('./pane')) {
    this.start = start;
    this.lost = lost;
    this.load = load;
  }

  /** Starts the worker. An embed that has not been visible does not call this. */
  open(): void {
    if (this.worker || this.state !== 'starting') return;
    if (!this.start) {
      void this.drawOnPage();
      return;
    }
    this.worker = this.start(
      (message) => this.hear(message),
      () => this.fail(),
    );
  }

  /** Ends the worker. All canvases and panes have been removed before. */
  close(): void {
    if (this.state === 'page') return;
    this.worker?.dispose();
    this.worker = null;
    this.state = 'starting';
    this.pending = 0;
    this.requests = [];
    this.buffers = [];
  }

  /** @param create makes the canvas, and later a new one in its place */
  addCanvas(create: () => HTMLCanvasElement): CanvasHandle {
    const canvas: KnownCanvas = { id: this.count++, element: create(), renew: create, local: null };
    this.canvases.add(canvas);
    this.place(canvas);
    return {
      addPane: (name) => this.addPane(canvas, name),
      remove: () => {
        this.canvases.delete(canvas);
        if (this.state === 'worker') this.worker?.send({ type: 'removeCanvas', canvas: canvas.id });
      },
    };
  }

  private addPane(canvas: KnownCanvas, name: string): PaneHandle {
    const pane: KnownPane = { id: `${name}/${this.count++}`, canvas, layout: null, local: null };
    this.panes.set(pane.id, pane);
    this.create(pane);
    return {
      setLayout: (layout) => {
        pane.layout = layout;
        this.sendLayout(pane);
      },
      draw: (data, frame) => {
        // Sent when the page has gone through all panes: one message takes the whole frame.
        if (this.requests.length === 0) queueMicrotask(() => this.drawFrame(frame));
        this.requests.push({ id: pane.id, data });
      },
      remove: () => {
        this.panes.delete(pane.id);
        if (this.state === 'worker') this.worker?.send({ type: 'removePane', id: pane.id });
      },
    };
  }

  /** Whether a frame would be drawn soon; if not, `again` is called once it would. */
  ready(again: () => void): boolean {
    if (this.state !== 'starting' && this.pending < MAX_PENDING) return true;
    this.waiting.add(again);
    return false;
  }

  /** Draws what was asked for of a frame. The sections are copied when they leave the page. */
  private drawFrame(frame: FrameData): void {
    const panes = this.requests;
    this.requests = [];
    if (this.state === 'page') {
      for (const { id, data } of panes) this.panes.get(id)?.local?.draw(data, frame);
      return;
    }
    if (this.state !== 'worker') return;
    const { sections: lent, ...rest } = frame;
    const sections = lent.map(({ data, series, columns }) => ({ data: this.copy(data), series, columns }));
    this.pending += 1;
    this.worker?.send(
      { type: 'draw', frame: { ...rest, sections }, panes },
      sections.map((s) => s.data.buffer as ArrayBuffer),
    );
  }

  private hear(message: FromDrawing): void {
    if (message.type === 'ready') this.begin('worker');
    else if (message.type === 'unable') void this.drawOnPage();
    else if (this.state === 'worker') {
      this.pending -= 1;
      this.buffers = message.buffers;
      this.callWaiting();
    }
  }

  private begin(state: 'worker' | 'page'): void {
    if (this.state !== 'starting') return;
    this.state = state;
    for (const canvas of this.canvases) this.place(canvas);
    for (const pane of this.panes.values()) this.create(pane);
    this.callWaiting();
  }

  /** The page draws from now on. What the worker had is lost. */
  private fail(): void {
    if (this.state === 'page') return;
    if (this.state === 'worker') {
      this.state = 'starting';
      this.pending = 0;
      this.buffers = [];
      for (const canvas of this.canvases) canvas.element = canvas.renew();
    }
    void this.drawOnPage();
  }

  private async drawOnPage(): Promise<void> {
    const drawing = await this.load();
    if (this.state !== 'starting') return;
    this.drawing = drawing;
    this.begin('page');
    this.lost();
  }

  /** A canvas is transferred only once the worker runs: it cannot come back. */
  private place(canvas: KnownCanvas): void {
    if (this.drawing) canvas.local = new this.drawing.PlotCanvas(canvas.element);
    if (this.state !== 'worker') return;
    const offscreen = canvas.element.transferControlToOffscreen();
    this.worker?.send({ type: 'addCanvas', canvas: canvas.id, offscreen }, [offscreen]);
  }

  private create(pane: KnownPane): void {
    const { id, canvas } = pane;
    if (this.state === 'worker') this.worker?.send({ type: 'addPane', id, canvas: canvas.id });
    if (this.drawing && canvas.local) pane.local = new this.drawing.Pane(canvas.local);
    this.sendLayout(pane);
  }

  private sendLayout({ id, layout, local }: KnownPane): void {
    if (!layout) return;
    local?.setLayout(layout);
    if (this.state === 'worker') this.worker?.send({ type: 'layout', id, layout });
  }

  private callWaiting(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const again of waiting) again();
  }

  /** Copies into a buffer that has come back, if one has the size. */
  private copy(data: Float64Array): Float64Array {
    const place = this.buffers.findIndex((b) => b.byteLength === data.byteLength);
    if (place < 0) return data.slice();
    const [buffer] = this.buffers.splice(place, 1);
    const copy = new Float64Array(buffer as ArrayBuffer);
    copy.set(data);
    return copy;
  }
}
