/**
 * Where the plots' sheets are drawn: by a worker, so that strokes, which the processor draws on many machines, keep the page's own thread
 * from nothing; where the browser cannot, the worker does not start or comes to an end, on the page.
 */
import type { FromDrawing, ToDrawing } from '../../worker/drawing-protocol';
import type { Board, Footage, Look, Sheet, Shot } from './sheet';

/** A sheet that hangs on a board. */
export interface Hanging {
  /** From its next picture on. */
  look(look: Look): void;
  /** Draws, together with all others of the same frame. */
  draw(shot: Shot, footage: Footage): void;
  remove(): void;
}

/** A canvas in the page that sheets hang on. */
export interface Hook {
  /** @param name begins the name under which the worker knows the sheet */
  hang(name: string): Hanging;
  remove(): void;
}

/** A worker that draws: created by the page, told by the easel. */
interface Drawer {
  send(message: ToDrawing, transfer?: Transferable[]): void;
  /** Ends it for good; nothing is heard of it any more. */
  dispose(): void;
}

/** Starts a worker: `heard` gets its messages, `failed` is called where it does not start, or fails later. */
export type StartDrawer = (heard: (message: FromDrawing) => void, failed: () => void) => Drawer;

/** What draws on the page: loaded where it is needed. */
type Drawing = Pick<typeof import('./sheet'), 'Board' | 'Sheet'>;

/** So many frames may be on their way: a page that is busy hears late that they are drawn. */
const MOST_AWAY = 3;

interface KeptBoard {
  id: number;
  canvas: HTMLCanvasElement;
  /** A new canvas in its place: one that has left for a worker cannot be taken again. */
  renew: () => HTMLCanvasElement;
  /** Where the page draws itself. */
  own: Board | null;
}

interface Kept {
  id: string;
  board: KeptBoard;
  seen: Look | null;
  sheet: Sheet | null;
}

export class Easel {
  private readonly start: StartDrawer | null;
  private readonly lost: () => void;
  private readonly load: () => Promise<Drawing>;
  /** Where the page draws. */
  private drawing: Drawing | null = null;
  private drawer: Drawer | null = null;
  private state: 'starting' | 'worker' | 'page' = 'starting';
  private readonly boards = new Set<KeptBoard>();
  private readonly kept = new Map<string, Kept>();
  private count = 0;
  private away = 0;
  private readonly waiting = new Set<() => void>();
  private shots: { id: string; shot: Shot }[] = [];
  private buffers: ArrayBuffer[] = [];

  /**
   * @param start null: the page draws itself
   * @param lost all pictures are, and asked for again
   * @param load brings what the page draws with
   */
  constructor(start: StartDrawer | null, lost: () => void, load = (): Promise<Drawing> => import('./sheet')) {
    this.start = start;
    this.lost = lost;
    this.load = load;
  }

  /** From now on there is something to draw: an embed that nobody has seen starts no worker. */
  open(): void {
    if (this.drawer || this.state !== 'starting') return;
    if (!this.start) {
      void this.byPage();
      return;
    }
    this.drawer = this.start(
      (message) => this.hear(message),
      () => this.fail(),
    );
  }

  /** For now there is nothing to draw: boards and sheets have been removed, and the worker ends. */
  close(): void {
    if (this.state === 'page') return;
    this.drawer?.dispose();
    this.drawer = null;
    this.state = 'starting';
    this.away = 0;
    this.shots = [];
    this.buffers = [];
  }

  /** @param create makes a canvas, in place of the one that it made before */
  board(create: () => HTMLCanvasElement): Hook {
    const board: KeptBoard = { id: this.count++, canvas: create(), renew: create, own: null };
    this.boards.add(board);
    this.place(board);
    return {
      hang: (name) => this.hang(board, name),
      remove: () => {
        this.boards.delete(board);
        if (this.state === 'worker') this.drawer?.send({ type: 'clear', board: board.id });
      },
    };
  }

  private hang(board: KeptBoard, name: string): Hanging {
    const kept: Kept = { id: `${name}/${this.count++}`, board, seen: null, sheet: null };
    this.kept.set(kept.id, kept);
    this.pin(kept);
    return {
      look: (look) => {
        kept.seen = look;
        this.tellLook(kept);
      },
      draw: (shot, footage) => {
        // Once the page is through with the frame: one message takes all of it.
        if (this.shots.length === 0) queueMicrotask(() => this.show(footage));
        this.shots.push({ id: kept.id, shot });
      },
      remove: () => {
        this.kept.delete(kept.id);
        if (this.state === 'worker') this.drawer?.send({ type: 'remove', id: kept.id });
      },
    };
  }

  /** Whether a frame would be drawn soon; else `again` is called as soon as one is. */
  ready(again: () => void): boolean {
    if (this.state !== 'starting' && this.away < MOST_AWAY) return true;
    this.waiting.add(again);
    return false;
  }

  /** Draws what was asked for of a frame. The sections are copied where they leave the page. */
  private show(footage: Footage): void {
    const shots = this.shots;
    this.shots = [];
    if (this.state === 'page') {
      for (const { id, shot } of shots) this.kept.get(id)?.sheet?.draw(shot, footage);
      return;
    }
    if (this.state !== 'worker') return;
    const { sections: lent, ...moment } = footage;
    const sections = lent.map(({ data, series, columns }) => ({ data: this.copy(data), series, columns }));
    this.away += 1;
    this.drawer?.send(
      { type: 'draw', footage: { ...moment, sections }, shots },
      sections.map((s) => s.data.buffer as ArrayBuffer),
    );
  }

  private hear(message: FromDrawing): void {
    if (message.type === 'ready') this.begin('worker');
    else if (message.type === 'unable') void this.byPage();
    else if (this.state === 'worker') {
      this.away -= 1;
      this.buffers = message.buffers;
      this.tell();
    }
  }

  private begin(state: 'worker' | 'page'): void {
    if (this.state !== 'starting') return;
    this.state = state;
    for (const board of this.boards) this.place(board);
    for (const kept of this.kept.values()) this.pin(kept);
    this.tell();
  }

  /** From now on the page draws. What the worker had is lost with it. */
  private fail(): void {
    if (this.state === 'page') return;
    if (this.state === 'worker') {
      this.state = 'starting';
      this.away = 0;
      this.buffers = [];
      for (const board of this.boards) board.canvas = board.renew();
    }
    void this.byPage();
  }

  private async byPage(): Promise<void> {
    const drawing = await this.load();
    if (this.state !== 'starting') return;
    this.drawing = drawing;
    this.begin('page');
    this.lost();
  }

  /** A canvas goes to the worker only once that is there: it cannot come back. */
  private place(board: KeptBoard): void {
    if (this.drawing) board.own = new this.drawing.Board(board.canvas);
    if (this.state !== 'worker') return;
    const canvas = board.canvas.transferControlToOffscreen();
    this.drawer?.send({ type: 'board', board: board.id, canvas }, [canvas]);
  }

  private pin(kept: Kept): void {
    const { id, board } = kept;
    if (this.state === 'worker') this.drawer?.send({ type: 'hang', id, board: board.id });
    if (this.drawing && board.own) kept.sheet = new this.drawing.Sheet(board.own);
    this.tellLook(kept);
  }

  private tellLook({ id, seen: look, sheet }: Kept): void {
    if (!look) return;
    sheet?.look(look);
    if (this.state === 'worker') this.drawer?.send({ type: 'look', id, look });
  }

  private tell(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const again of waiting) again();
  }

  /** Into a buffer that has come back, if one is large enough. */
  private copy(data: Float64Array): Float64Array {
    const place = this.buffers.findIndex((b) => b.byteLength === data.byteLength);
    if (place < 0) return data.slice();
    const [buffer] = this.buffers.splice(place, 1);
    const copy = new Float64Array(buffer as ArrayBuffer);
    copy.set(data);
    return copy;
  }
}
