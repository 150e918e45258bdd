/**
 * Draws the panes of plots in a worker, so that drawing does not delay the page. If the browser cannot do that or the worker fails, the
 * page draws them itself.
 */
import type { FrameData, Pane, PaneData, PaneLayout, PlotCanvas } from './pane';
import type { FromDrawing, ToDrawing } from './protocol';

/** A pane on a canvas. */
export interface PaneHandle {
  /** Takes effect with the pane's next frame. */
  setLayout(layout: PaneLayout): void;
  /** Draws together with all other panes of the same frame. */
  draw(data: PaneData, frame: FrameData): void;
  remove(): void;
}

/** A canvas in the page that has panes. */
export interface CanvasHandle {
  /** @param name prefix of the pane's name in the worker */
  addPane(name: string): PaneHandle;
  remove(): void;
}

/** The drawing worker as seen by the renderer. */
interface DrawingWorker {
  send(message: ToDrawing, transfer?: Transferable[]): void;
  /** Terminates it; it sends no more messages. */
  dispose(): void;
}

/** Starts a worker. `heard` gets its messages; `failed` is called if it does not start or fails later. */
export type StartDrawing = (
  onMessage: (message: FromDrawing) => void,
  onFailure: () => void,
) => DrawingWorker;

/** The code that draws on the page, loaded only where it is needed. */
type Drawing = Pick<typeof import('./pane'), 'PlotCanvas' | 'Pane'>;

/** Maximum number of frames in the worker at a time: a busy page learns late that they are drawn. */
const MAX_PENDING = 3;

interface KnownCanvas {
  id: number;
  element: HTMLCanvasElement;
  /**
   * Creates a new element in place of the old one, because a canvas that was transferred to a worker cannot
   * be taken back.
   */
  renew: () => HTMLCanvasElement;
  /** Set if the page draws. */
  local: PlotCanvas | null;
}

interface KnownPane {
  id: string;
  canvas: KnownCanvas;
  layout: PaneLayout | null;
  /** Set if the page draws. */
  local: Pane | null;
}

export class PlotRenderer {
  private readonly start: StartDrawing | null;
  private readonly onLoss: () => void;
  private readonly load: () => Promise<Drawing>;
  /** Set if the page draws. */
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
   * @param load loads the code that draws on the page
   */
  constructor(start: StartDrawing | null, lost: () => void, load = (): Promise<Drawing> => import('./pane')) {
    this.start = start;
    this.onLoss = lost;
    this.load = load;
  }

  /** Starts the worker. Not called by an embed that has not been visible. */
  open(): void {
    if (this.worker || this.state !== 'starting') return;
    if (!this.start) {
      void this.drawOnPage();
      return;
    }
    this.worker = this.start(
      (message) => this.receive(message),
      () => this.fail(),
    );
  }

  /** Terminates the worker. All canvases and panes have been removed before. */
  close(): void {
    if (this.state === 'page') return;
    this.worker?.dispose();
    this.worker = null;
    this.state = 'starting';
    this.pending = 0;
    this.requests = [];
    this.buffers = [];
  }

  /** @param createPane makes the canvas, and later a new one in its place */
  addCanvas(createPane: () => HTMLCanvasElement): CanvasHandle {
    const canvas: KnownCanvas = { id: this.count++, element: createPane(), renew: createPane, local: null };
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
        // Sent when the page has handled all panes: one message has the whole frame.
        if (this.requests.length === 0) queueMicrotask(() => this.drawFrame(frame));
        this.requests.push({ id: pane.id, data });
      },
      remove: () => {
        this.panes.delete(pane.id);
        if (this.state === 'worker') this.worker?.send({ type: 'removePane', id: pane.id });
      },
    };
  }

  /** Whether a frame would be drawn soon. If not, `again` is called when it would. */
  ready(again: () => void): boolean {
    if (this.state !== 'starting' && this.pending < MAX_PENDING) return true;
    this.waiting.add(again);
    return false;
  }

  /** Draws the requested panes of a frame. The sections are copied when they leave the page. */
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

  private receive(message: FromDrawing): void {
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

  /** From now on the page draws. What the worker had is lost. */
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
    this.onLoss();
  }

  /** A canvas is transferred only once the worker runs, because it cannot be returned. */
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

  /** Copies into a returned buffer if one has the right size. */
  private copy(data: Float64Array): Float64Array {
    const transferCanvas = this.buffers.findIndex((b) => b.byteLength === data.byteLength);
    if (transferCanvas < 0) return data.slice();
    const [buffer] = this.buffers.splice(transferCanvas, 1);
    const copy = new Float64Array(buffer as ArrayBuffer);
    copy.set(data);
    return copy;
  }
}
