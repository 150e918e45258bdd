// Measures the engine's memory over a run, in a separate thread, because the memory of a module never shrinks.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ engineDir: string, document: string }} */
const { engineDir, document } = workerData;
const engine = await import(pathToFileURL(`${engineDir}/engine.js`).href);
const module = await WebAssembly.compile(readFileSync(`${engineDir}/engine_bg.wasm`));
const { memory } = await engine.default({ module_or_path: module });
const { durationS } = JSON.parse(document);
const lab = new engine.Lab(document);
const all = Uint32Array.from(JSON.parse(lab.directory()).series, (_, i) => i);
for (let next = 0; lab.now() < durationS; ) {
  lab.step(durationS, 200_000);
  // What the page does continuously: curves, picture, table.
  if (lab.now() < next) continue;
  next = lab.now() + durationS / 200;
  lab.plot(all, 0, durationS, 400);
  lab.scene();
  lab.results();
}
const [snapshots, snapshotBytes] = lab.snapshots();
parentPort?.postMessage({ bytes: memory.buffer.byteLength, hops: lab.hops(), snapshots, snapshotBytes });
