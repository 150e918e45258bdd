/** The worker: the run loop around the wasm engine. */
import * as wasm from '../generated/engine.js';
import type { Engine, EngineLab } from './engine';
import type { FromWorker, ToWorker } from './protocol';
import { RunLoop } from './run-loop';

const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let loop: RunLoop | null = null;

scope.onmessage = ({ data }) => {
  if (data.type === 'start') start(data.module);
  else loop?.handle(data);
};

function start(module: WebAssembly.Module): void {
  const post = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
  try {
    loop = new RunLoop(wrap(wasm.initSync({ module })), {
      post,
      clock: () => performance.now(),
      soon: yieldOnce(),
      later: (call, ms) => {
        setTimeout(call, ms);
      },
    });
  } catch (error) {
    post({ type: 'crashed', run: 0, message: error instanceof Error ? error.message : String(error) });
  }
}

function wrap(exports: { memory: WebAssembly.Memory }): Engine {
  return {
    catalogue: () => wasm.catalogue(),
    normalize: (json) => wasm.normalize(json),
    fluidObstacles: (json) => wasm.fluidObstacles(json),
    load: (json) => new wasm.Lab(json) as EngineLab,
    section: (lab, length) => new Float64Array(exports.memory.buffer, (lab as wasm.Lab).sectionPtr(), length),
  };
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
