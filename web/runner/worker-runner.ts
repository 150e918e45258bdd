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
import { Heartbeat, HeartbeatMonitor, type SilentWorker, silentWorkers } from './heartbeat';
import type { Listen, Runner } from './runner';
import { runnerTexts as t } from './texts';

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Compiled on the page, since a worker with an opaque origin cannot fetch; reused after a restart. */
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
    // Some static hosts serve .wasm with another MIME type, which streaming compilation refuses.
    if (response.headers.get('content-type')?.startsWith('application/wasm'))
      return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(t.notRunnable(name, messageOf(error)));
  }
}

/** The name of a file, for messages. An inlined one has none. */
const fileOf = (url: string): string =>
  url.startsWith('data:') || url === '' ? t.unnamed : (url.split(/[?#]/)[0]?.split('/').at(-1) ?? url);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
export interface Script {
  Hosted: new () => Worker;
  inline: () => Promise<{ default: new () => Worker }>;
  /** Its address on the host. */
  url: string;
  /** The engine that it loads. */
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
 * Workers that are ended automatically after this time of silence, ms: others take over their work, and nothing is lost. About
 * other workers, the visitor decides.
 */
const REPLACE_AFTER_MS: Partial<Record<Role, number>> = { batch: 10_000, drawing: 10_000 };

const monitor = new HeartbeatMonitor();

/** Starts the worker that draws plots; null if the browser cannot transfer canvases. */
export const startDrawing: StartDrawing | null =
  typeof HTMLCanvasElement === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype
    ? (heard, failed) => launch<ToDrawing, FromDrawing>('drawing', heard, { failed })
    : null;

/** Starts the worker of the run on screen. */
export const startWorker = startFor<ToWorker, FromWorker>('lab');

/** Starts a worker that makes one run after another. */
export const startBatchWorker = startFor<ToBatch, FromBatch>('batch');

/** Starts the worker that does the bookkeeping of experiments. */
export const startDesk = startFor<ToDesk, FromDesk>('desk');

/** Starts a worker that captures a link. */
export const startCapture = startFor<ToCapture, FromCapture>('capture');

/** Starts workers that answer requests. Their end and their silence are reported as messages. */
function startFor<To, From>(
  role: Role,
): (listen: Listen<From | Crashed | Silent>, scripts?: boolean) => Runner<To> {
  return (listen, scripts) =>
    launch<To, From>(role, listen, {
      scripts,
      failed: (message) => listen({ type: 'crashed', message }),
      waits: (ms, responded) => listen({ type: 'silent', ms, responded }),
    });
}

interface LaunchOptions {
  /** Its engine runs the controllers of documents. */
  scripts?: boolean | undefined;
  failed(message: string): void;
  /** The last ping has been unanswered for some time, ms. */
  waits?(ms: number, hasAnswered: boolean): void;
}

/** Starts a worker. After it has failed, nothing more is reported. */
function launch<To, From>(
  role: Role,
  listen: Listen<From>,
  { scripts: runsScripts, failed, waits: unanswered }: LaunchOptions,
): Runner<To> {
  let script = scripts[role];
  const replaceAfterMs = REPLACE_AFTER_MS[role];
  let ended = false;
  let worker: Worker | null = null;
  let started = false;
  const queued: { message: To; transfer: Transferable[] }[] = [];
  const fail = (message: string) => {
    if (ended) return;
    failed(message);
    end();
  };
  const stop = () => fail(t.silent);
  const silent: SilentWorker = { role, stop };
  const listSilent = (is: boolean) => {
    const others = silentWorkers.getState().list.filter((other) => other !== silent);
    silentWorkers.setState({ list: is ? [...others, silent] : others });
  };
  const ping = () => worker?.postMessage({ type: 'ping' } satisfies Ping);
  const heartbeat = new Heartbeat(
    {
      ping,
      unanswered: unanswered,
      silent: replaceAfterMs === undefined ? listSilent : (is) => is && stop(),
    },
    replaceAfterMs,
  );
  const end = () => {
    if (ended) return;
    ended = true;
    worker?.terminate();
    monitor.remove(heartbeat);
    listSilent(false);
    // An engine that failed to load is fetched again next time.
    if (!started && script.engine !== undefined) compiled.delete(script.engine);
  };
  const create = async (): Promise<Worker> => {
    const created = await createWorker(script);
    worker = created;
    if (ended) created.terminate();
    created.onerror = (event) => fail(event.message || t.noWorker(fileOf(script.url)));
    created.onmessageerror = () => fail(t.unreadable);
    created.onmessage = ({ data }: MessageEvent<From | Pong>) => {
      if (ended) return;
      if ((data as Pong).type === 'pong') heartbeat.answered();
      else listen(data as From);
    };
    return created;
  };

  const load = async () => {
    if (runsScripts) script = (await import('./script-worker')).scriptWorker;
    return Promise.all([create(), script.engine === undefined ? null : engineModule(script.engine)]);
  };

  monitor.add(heartbeat);
  void load().then(
    ([created, module]) => {
      if (ended) return;
      started = true;
      if (module) created.postMessage({ type: 'start', role, module } satisfies Start);
      for (const { message, transfer } of queued.splice(0)) created.postMessage(message, transfer);
      ping();
    },
    (error: unknown) => fail(messageOf(error)),
  );

  return {
    send(message, transfer = []) {
      if (worker && started) worker.postMessage(message, transfer);
      else if (!ended) queued.push({ message, transfer });
    },
    dispose: end,
  };
}
