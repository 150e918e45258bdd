/** The worker: a loop around the wasm engine, for what the page has started it for. */
import * as wasm from '../generated/engine.js';
import { BatchLoop } from './batch-loop';
import { CaptureLoop } from './capture-loop';
import { DeskLoop } from './desk-loop';
import type { BatchEngine, CaptureEngine, Engine } from './engine';
import type { Role, Start } from './protocol';
import { RunLoop } from './run-loop';
import { shareOf } from './share';
import { wrap } from './wasm-engine';

const scope = self as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
};

/** What a loop makes of a message; each knows its own. */
let handle: ((message: never) => void) | null = null;

scope.onmessage = ({ data }: MessageEvent) => {
  if (data.type === 'start') start(data);
  else handle?.(data as never);
};

function start({ module, role }: Start): void {
  const post = (message: unknown, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
  try {
    handle = loopFor(role, wrap(wasm.initSync({ module })), post);
  } catch (error) {
    post({ type: 'crashed', run: 0, message: error instanceof Error ? error.message : String(error) });
  }
}

function loopFor(
  role: Role,
  engine: Engine & BatchEngine & CaptureEngine,
  post: (message: unknown, transfer?: Transferable[]) => void,
): (message: never) => void {
  const host = {
    post,
    clock: () => performance.now(),
    soon: yieldOnce(),
    later: (call: () => void, ms: number) => {
      setTimeout(call, ms);
    },
  };
  const loops = {
    lab: () => new RunLoop(engine, host, shareOf(1, navigator.hardwareConcurrency)),
    batch: () => new BatchLoop(engine, host),
    desk: () => new DeskLoop(engine, post),
    capture: () => new CaptureLoop(engine, host),
  };
  const loop = loops[role]();
  return (message) => loop.handle(message);
}

/** A message to ourselves stands in line behind those from the page, and is not clamped to 4 ms as timers are. */
function yieldOnce(): (call: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return (call) => {
    waiting.push(call);
    channel.port2.postMessage(null);
  };
}
