/** The wasm module as the loops see it. */
import * as wasm from '../generated/engine.js';
import type {
  BatchEngine,
  BatchLab,
  CaptureEngine,
  Engine,
  EngineCapture,
  EngineExperiment,
  EngineLab,
} from './engine';

/** @param exports of the module once it is there: its memory may grow */
export function wrap(exports: { memory: WebAssembly.Memory }): Engine & BatchEngine & CaptureEngine {
  return {
    catalogue: () => wasm.catalogue(),
    normalize: (json) => wasm.normalize(json),
    fluidObstacles: (json) => wasm.fluidObstacles(json),
    load: (json) => new wasm.Lab(json) as EngineLab & BatchLab,
    experiment: (json, quick) => new wasm.Experiment(json, quick) as unknown as EngineExperiment,
    experimentAgain: (json, quick) => wasm.Experiment.again(json, quick) as unknown as EngineExperiment,
    capture: (json, link, node, fromS, toS) =>
      new wasm.Capture(json, link, node, fromS, toS) as unknown as EngineCapture,
    statistics: (runs, confidence) => wasm.statistics(runs, confidence),
    section: (lab: EngineLab | BatchLab, length) =>
      new Float64Array(exports.memory.buffer, (lab as wasm.Lab).sectionPtr(), length),
  };
}
