/** Adapts the wasm modules to the interfaces of `engine.ts`. */

import type * as RunModule from '../generated/engine.js';
import type * as DeskModule from '../generated/engine-desk.js';
import type * as ScriptModule from '../generated/engine-script.js';
import type { BatchEngine, CaptureEngine, Engine, Sectioned } from './engine';

/** What all modules export. */
type SharedExports = Pick<typeof RunModule, 'catalogue' | 'normalize' | 'Lab'>;

/** @param exports of the instantiated module; its memory may grow */
export function wrapRunEngine(wasm: SharedExports, exports: { memory: WebAssembly.Memory }): Engine {
  return {
    catalogue: () => wasm.catalogue(),
    normalize: (json) => wasm.normalize(json),
    load: (json) => new wasm.Lab(json),
    section: (of, length) => section(exports, of, length),
  };
}

/** The same, with what experiments and captures need. */
export function wrapDeskEngine(
  wasm: Pick<typeof DeskModule, 'Lab' | 'Experiment' | 'Capture' | 'statistics'>,
  exports: { memory: WebAssembly.Memory },
): BatchEngine & CaptureEngine {
  return {
    load: (json) => new wasm.Lab(json),
    experiment: (json, quick) => new wasm.Experiment(json, quick),
    reopenExperiment: (json, quick) => wasm.Experiment.again(json, quick),
    capture: (json, link, node, fromS, toS) => new wasm.Capture(json, link, node, fromS, toS),
    statistics: (runs, confidence) => wasm.statistics(runs, confidence),
    section: (of, length) => section(exports, of, length),
  };
}

/** The same, with the compiler of scripts. */
export function wrapScriptEngine(
  wasm: typeof ScriptModule,
  exports: { memory: WebAssembly.Memory },
): BatchEngine & CaptureEngine {
  return {
    ...wrapDeskEngine(wasm, exports),
    scriptFaults: (controller) => wasm.scriptFaults(controller),
    judge: (contest) => new wasm.Judge(contest),
  };
}

function section(exports: { memory: WebAssembly.Memory }, of: Sectioned, length: number) {
  return new Float64Array(exports.memory.buffer, of.sectionPtr(), length);
}
