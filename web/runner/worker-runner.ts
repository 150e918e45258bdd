/** Workers: one for the run on screen, one for its plots, others for experiments. */

import DrawingWorker from '../drawing/drawing-entry?worker';
import drawingScript from '../drawing/drawing-entry?worker&url';
import type { FromDrawing, ToDrawing } from '../drawing/protocol';
import type { StartDrawing } from '../drawing/renderer';
import runUrl from '../generated/engine_bg.wasm?url';
import deskUrl from '../generated/engine-desk_bg.wasm?url';
import type { FromBatch, FromCapture, FromDesk, ToBatch, ToCapture, ToDesk } from '../worker/batch-protocol';
import DeskWorker from '../worker/desk-entry?worker';
import deskScript from '../worker/desk-entry?worker&url';
import RunWorker from '../worker/entry?worker';
import runScript from '../worker/entry?worker&url';
import type { FromWorker, Ping, Pong, Role, Start, ToWorker } from '../worker/protocol';
import type { Crashed, Silent } from '../worker/requests';
import { Heartbeat, type SilentWorker, silentWorkers, Watch } from './heartbeat';
import type { Listen, Runner } from './runner';
import { runnerTexts as t } from './texts';

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
  const name = fileOf(url);
  const response = await fetch(url).catch(() => {
    throw new Error(t.unreachable(name));
  });
  if (!response.ok) throw new Error(t.status(name, response.status));
  try {
    // Some static hosts serve .wasm as another type, which streaming compilation refuses.
    if (response.headers.get('content-type')?.startsWith('application/wasm'))
      return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(t.notRunnable(name, wordsOf(error)));
  }
}

/** The name of a file, for messages. One that lies in the page has none. */
const fileOf = (url: string): string =>
  url.startsWith('data:') || url === '' ? t.unnamed : (url.split(/[?#]/)[0]?.split('/').at(-1) ?? url);

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
  /** Where the host has it. */
  url: string;
  /** The engine that it drives. */
  engine?: string;
}

const desk: Script = {
  Hosted: DeskWorker,
  inline: () => import('../worker/desk-entry?worker&inline'),
  url: deskScript,
  engine: deskUrl,
};

const scripts: Record<Role, Script> = {
  lab: {
    Hosted: RunWorker,
    inline: () => import('../worker/entry?worker&inline'),
    url: runScript,
    engine: runUrl,
  },
  batch: desk,
  desk,
  capture: desk,
  drawing: {
    Hosted: DrawingWorker,
    inline: () => import('../drawing/drawing-entry?worker&inline'),
    url: drawingScript,
  },
};

/**
 * Workers that come to an end by themselves when they are silent for so long, ms: others take over what they did, and nothing is lost. Of
 * the rest, the visitor decides.
 */
const REPLACED_MS: Partial<Record<Role, number>> = { batch: 10_000, drawing: 10_000 };

const watch = new Watch();

/** The worker that draws plots. Null where canvases cannot leave the page. */
export const startDrawing: StartDrawing | null =
  typeof HTMLCanvasElement === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype
    ? (heard, failed) => launch<ToDrawing, FromDrawing>('drawing', heard, { failed })
    : null;

/** The run on screen. */
export const startWorker = startFor<ToWorker, FromWorker>('lab');

/** A worker that makes one run after the other. */
export const startBatchWorker = startFor<ToBatch, FromBatch>('batch');

/** The worker that does the bookkeeping of experiments. */
export const startDesk = startFor<ToDesk, FromDesk>('desk');

/** A worker that captures a link. */
export const startCapture = startFor<ToCapture, FromCapture>('capture');

/** Starts workers that answer requests. Their end and their silence are reported along with their messages. */
function startFor<To, From>(role: Role): (listen: Listen<From | Crashed | Silent>) => Runner<To> {
  return (listen) =>
    launch<To, From>(role, listen, {
      failed: (message) => listen({ type: 'crashed', message }),
      waits: (ms, begun) => listen({ type: 'silent', ms, begun }),
    });
}

interface Fate {
  failed(message: string): void;
  /** It has not answered a ping for so long. */
  waits?(ms: number, begun: boolean): void;
}

/** Starts a worker. Once it has failed it is gone, and nothing more is heard of it. */
function launch<To, From>(role: Role, listen: Listen<From>, { failed, waits }: Fate): Runner<To> {
  const script = scripts[role];
  const patience = REPLACED_MS[role];
  let over = false;
  let worker: Worker | null = null;
  let started = false;
  const waiting: { message: To; transfer: Transferable[] }[] = [];
  const fail = (message: string) => {
    if (over) return;
    failed(message);
    end();
  };
  const stop = () => fail(t.silent);
  const silent: SilentWorker = { role, stop };
  const tell = (is: boolean) => {
    const others = silentWorkers.getState().list.filter((other) => other !== silent);
    silentWorkers.setState({ list: is ? [...others, silent] : others });
  };
  const ping = () => worker?.postMessage({ type: 'ping' } satisfies Ping);
  const beat = new Heartbeat(
    { ping, waits, silent: patience === undefined ? tell : (is) => is && stop() },
    patience,
  );
  const end = () => {
    if (over) return;
    over = true;
    worker?.terminate();
    watch.remove(beat);
    tell(false);
    // An engine that never came is asked for again.
    if (!started && script.engine !== undefined) compiled.delete(script.engine);
  };
  const create = async (): Promise<Worker> => {
    const created = await createWorker(script);
    worker = created;
    if (over) created.terminate();
    created.onerror = (event) => fail(event.message || t.noWorker(fileOf(script.url)));
    created.onmessageerror = () => fail(t.unreadable);
    created.onmessage = ({ data }: MessageEvent<From | Pong>) => {
      if (over) return;
      if ((data as Pong).type === 'pong') beat.answered();
      else listen(data as From);
    };
    return created;
  };

  watch.add(beat);
  void Promise.all([create(), script.engine === undefined ? null : engineModule(script.engine)]).then(
    ([created, module]) => {
      if (over) return;
      started = true;
      if (module) created.postMessage({ type: 'start', role, module } satisfies Start);
      for (const { message, transfer } of waiting.splice(0)) created.postMessage(message, transfer);
      ping();
    },
    (error: unknown) => fail(wordsOf(error)),
  );

  return {
    send(message, transfer = []) {
      if (worker && started) worker.postMessage(message, transfer);
      else if (!over) waiting.push({ message, transfer });
    },
    dispose: end,
  };
}
