/** The engine in workers: one for the run on screen, others for experiments. */
import runUrl from '../generated/engine_bg.wasm?url';
import deskUrl from '../generated/engine-desk_bg.wasm?url';
import type { StartDrawer } from '../views/plots/easel';
import type { FromBatch, FromCapture, FromDesk, ToBatch, ToCapture, ToDesk } from '../worker/batch-protocol';
import DeskWorker from '../worker/desk-entry?worker';
import DrawingWorker from '../worker/drawing-entry?worker';
import type { FromDrawing } from '../worker/drawing-protocol';
import RunWorker from '../worker/entry?worker';
import type { FromWorker, Role, Start, ToWorker } from '../worker/protocol';
import type { Listen, Runner } from './runner';

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Compiled on the page, since a worker with an opaque origin may fetch nothing; kept for a restart. */
function engineModule(url: string): Promise<WebAssembly.Module> {
  let module = compiled.get(url);
  if (!module) {
    module = compile(url).catch((error: unknown) => {
      compiled.delete(url);
      throw error;
    });
    compiled.set(url, module);
  }
  return module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The engine could not be fetched (${response.status}).`);
  // Some static hosts serve .wasm as another type, which streaming compilation refuses.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** In a sandboxed frame `new Worker(url)` throws; a classic worker from a blob works there. */
async function createWorker({ Hosted, inline }: Script): Promise<Worker> {
  try {
    return new Hosted();
  } catch {
    const { default: Inline } = await inline();
    return new Inline();
  }
}

/** A worker's script, from the host or from a blob. */
interface Script {
  Hosted: new () => Worker;
  inline: () => Promise<{ default: new () => Worker }>;
}

/** With the engine that it drives. */
interface Kind extends Script {
  engine: string;
}

const runner: Kind = {
  Hosted: RunWorker,
  inline: () => import('../worker/entry?worker&inline'),
  engine: runUrl,
};
const desk: Kind = {
  Hosted: DeskWorker,
  inline: () => import('../worker/desk-entry?worker&inline'),
  engine: deskUrl,
};
const drawing: Script = {
  Hosted: DrawingWorker,
  inline: () => import('../worker/drawing-entry?worker&inline'),
};

/** The worker that draws plots. Null where canvases cannot leave the page. */
export const startDrawing: StartDrawer | null =
  typeof HTMLCanvasElement === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype
    ? (heard, failed) => {
        const worker = createWorker(drawing);
        worker.then((created) => {
          created.onmessage = ({ data }: MessageEvent<FromDrawing>) => heard(data);
          created.onerror = () => {
            created.terminate();
            failed();
          };
        }, failed);
        return {
          send: (message, transfer = []) => void worker.then((w) => w.postMessage(message, transfer)),
        };
      }
    : null;

/** The run on screen. */
export function startWorker(listen: Listen): Runner {
  return launch<ToWorker, FromWorker>('lab', listen, (message) => ({ type: 'crashed', run: 0, message }));
}

/** A worker that makes one run after the other. */
export function startBatchWorker(listen: Listen<FromBatch>): Runner<ToBatch> {
  return launch<ToBatch, FromBatch>('batch', listen, (message) => ({ type: 'crashed', message }));
}

/** The worker that does the bookkeeping of experiments. */
export function startDesk(listen: Listen<FromDesk>): Runner<ToDesk> {
  return launch<ToDesk, FromDesk>('desk', listen, (message) => ({ type: 'crashed', message }));
}

/** A worker that captures a link. */
export function startCapture(listen: Listen<FromCapture>): Runner<ToCapture> {
  return launch<ToCapture, FromCapture>('capture', listen, (message) => ({ type: 'crashed', message }));
}

function launch<To, From>(role: Role, listen: Listen<From>, crashed: (message: string) => From): Runner<To> {
  const kind = role === 'lab' ? runner : desk;
  let disposed = false;
  let worker: Worker | null = null;
  const waiting: { message: To; transfer: Transferable[] }[] = [];
  const fail = (message: string) => {
    if (!disposed) listen(crashed(message));
  };

  void (async () => {
    try {
      const [created, module] = await Promise.all([createWorker(kind), engineModule(kind.engine)]);
      if (disposed) {
        created.terminate();
        return;
      }
      created.onmessage = ({ data }: MessageEvent<From>) => {
        if (!disposed) listen(data);
      };
      created.onerror = (event) => fail(event.message || 'The worker could not be started.');
      created.onmessageerror = () => fail('A message from the worker could not be read.');
      created.postMessage({ type: 'start', role, module } satisfies Start);
      for (const { message, transfer } of waiting) created.postMessage(message, transfer);
      worker = created;
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  })();

  return {
    send(message, transfer = []) {
      if (worker) worker.postMessage(message, transfer);
      else waiting.push({ message, transfer });
    },
    dispose() {
      disposed = true;
      worker?.terminate();
    },
  };
}
