/** The wasm modules as the loops see them. */

import type * as RunModule from '../generated/engine.js';
import type * as DeskModule from '../generated/engine-desk.js';
import type { BatchEngine, CaptureEngine, Engine, EngineLab } from './engine';

/** What both modules have. */
type Runs = Pick<typeof RunModule, 'catalogue' | 'normalize' | 'Lab'>;

/** @param exports of the module once it is there: its memory may grow */
export function wrap(wasm: Runs, exports: { memory: WebAssembly.Memory }): Engine {
  return {
    catalogue: () => wasm.catalogue(),
    normalize: (json) => wasm.normalize(json),
    load: (json) => new wasm.Lab(json),
    section: (lab, length) => section(exports, lab, length),
  };
}

/** The same with what experiments and captures need. */
export function wrapDesk(
  wasm: typeof DeskModule,
  exports: { memory: WebAssembly.Memory },
): BatchEngine & CaptureEngine {
  return {
    load: (json) => new wasm.Lab(json),
    experiment: (json, quick) => new wasm.Experiment(json, quick),
    experimentAgain: (json, quick) => wasm.Experiment.again(json, quick),
    capture: (json, link, node, fromS, toS) => new wasm.Capture(json, link, node, fromS, toS),
    statistics: (runs, confidence) => wasm.statistics(runs, confidence),
    section: (lab, length) => section(exports, lab, length),
  };
}

function section(exports: { memory: WebAssembly.Memory }, lab: EngineLab, length: number) {
  return new Float64Array(exports.memory.buffer, lab.sectionPtr(), length);
}
