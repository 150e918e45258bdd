// Runs in a worker of Node and of Chromium alike, so it imports nothing.

/**
 * @typedef {{ hops: number, seconds: number[], bareHops: number, bareSeconds: number[], peakBytes: number }} Measured
 * @typedef {{ engine: WebAssembly.Module, bare: WebAssembly.Module, document: string, scenario: number, repeats: number }} Task
 * @typedef {typeof import('../../web/generated/engine.js')} EngineModule
 */

/** As many events as the page's worker may ask for between two looks at its messages. */
const chunk = 1_000_000;

/**
 * Takes turns between bare loop and engine, so that a machine that slows down slows both.
 * @param {EngineModule} engine
 * @param {Task} task
 * @returns {Promise<Measured>}
 */
export async function measure(engine, { engine: engineWasm, bare: bareWasm, document, scenario, repeats }) {
  const { memory } = await engine.default({ module_or_path: engineWasm });
  const bare = await WebAssembly.instantiate(bareWasm);
  const bareRun = /** @type {(scenario: number) => number} */ (bare.exports.bare_run);
  const { durationS: until, engine: model } = JSON.parse(document);
  // The bare loop knows packets alone.
  const bareTurn = () => (model === 'fluid' ? 0 : bareRun(scenario));
  /** @type {Measured} */
  const measured = { hops: 0, seconds: [], bareHops: 0, bareSeconds: [], peakBytes: 0 };
  for (let i = 0; i < repeats; i += 1) {
    const start = performance.now();
    measured.bareHops = bareTurn();
    const between = performance.now();
    const lab = new engine.Lab(document);
    while (lab.now() < until) lab.step(until, chunk);
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
