/**
 * The digests of runs in the page's engines, which are wasm: for each line of standard input, `{ "document": …, "untilS": … }`, a line. Like the page,
 * it takes the engine with scripts only for documents that define controllers.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as plain from '../../../web/generated/engine.js';
import * as scripts from '../../../web/generated/engine-script.js';

const EVENTS_PER_CALL = 100_000;
const wasm = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../web/generated/${name}_bg.wasm`, import.meta.url));

await plain.default({ module_or_path: wasm('engine') });
await scripts.default({ module_or_path: wasm('engine-script') });

for await (const line of createInterface({ input: process.stdin })) {
  const { document, untilS } = JSON.parse(line);
  const { Lab } =
    'controllers' in document || JSON.stringify(document.edits ?? '').includes('/controllers')
      ? scripts
      : plain;
  const lab = new Lab(JSON.stringify(document));
  while (lab.now() < untilS && lab.stopped() === '') lab.step(untilS, EVENTS_PER_CALL);
  console.log(lab.digest());
  lab.free();
}
