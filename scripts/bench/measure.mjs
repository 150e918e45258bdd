// Runs in workers of both Node and Chromium, so it imports nothing.

/**
 * @typedef {{ hops: number, seconds: number[], bareHops: number, bareSeconds: number[], peakBytes: number }} Measured
 * @typedef {{ engine: WebAssembly.Module, bare: WebAssembly.Module, document: string, scenario: number, repeats: number }} Task
 * @typedef {typeof import('../../web/generated/engine.js')} EngineModule
 */

/** The number of events that the page's worker may request between two checks of its messages. */
const maxEvents = 1_000_000;

/**
 * Alternates between the bare loop and the engine, so that a slower machine slows down both.
 * @param {EngineModule} engine
 * @param {Task} task
 * @returns {Promise<Measured>}
 */
export async function measure(engine, { engine: engineWasm, bare: bareWasm, document, scenario, repeats }) {
  const { memory } = await engine.default({ module_or_path: engineWasm });
  const bare = await WebAssembly.instantiate(bareWasm);
  const bareRun = /** @type {(scenario: number) => number} */ (bare.exports.bare_run);
  const { durationS: until, engine: model } = JSON.parse(document);
  // The bare loop has no fluid model.
  const bareTurn = () => (model === 'fluid' ? 0 : bareRun(scenario));
  /** @type {Measured} */
  const measured = { hops: 0, seconds: [], bareHops: 0, bareSeconds: [], peakBytes: 0 };
  for (let i = 0; i < repeats; i += 1) {
    const start = performance.now();
    measured.bareHops = bareTurn();
    const between = performance.now();
    const lab = new engine.Lab(document);
    while (lab.now() < until) lab.step(until, maxEvents);
    const end = performance.now();
    measured.hops = lab.hops();
    lab.free();
    measured.bareSeconds.push((between - start) / 1000);
    measured.seconds.push((end - between) / 1000);
  }
  // Wasm memory never shrinks.
  measured.peakBytes = memory.buffer.byteLength;
  return measured;
}
