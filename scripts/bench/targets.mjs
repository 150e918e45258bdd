// The targets of the benchmark. Each measurement runs in its own process or worker, and so has its own memory.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker as NodeWorker } from 'node:worker_threads';
import { launchBrowser } from '../lib/browser.mjs';
import { serve } from '../lib/serve.mjs';
import { output } from '../lib/shell.mjs';

/**
 * @typedef {import('./build.mjs').Bench} Bench
 * @typedef {import('./measure.mjs').Measured} Measured
 */

/** @type {Record<string, (bench: Bench, scenario: string, repeats: number) => Promise<Measured>>} */
export const targets = { native, node, chromium };

/** @param {Bench} bench @param {string} scenario @param {number} repeats */
async function native(bench, scenario, repeats) {
  return JSON.parse(await output(bench.program, ['measure', scenario, String(repeats)]));
}

/** @param {Bench} bench @param {string} scenario @param {number} repeats @returns {Promise<Measured>} */
async function node(bench, scenario, repeats) {
  const [engine, bare] = await Promise.all(
    [join(bench.engineDir, 'engine_bg.wasm'), bench.bareWasm].map((path) =>
      WebAssembly.compile(readFileSync(path)),
    ),
  );
  const task = { engine, bare, ...numbered(bench, scenario), repeats };
  const worker = new NodeWorker(new URL('node-worker.mjs', import.meta.url), {
    workerData: { engineUrl: join(bench.engineDir, 'engine.js'), task },
  });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

/** @param {Bench} bench @param {string} scenario @param {number} repeats @returns {Promise<Measured>} */
async function chromium(bench, scenario, repeats) {
  const folder = mkdtempSync(join(tmpdir(), 'droptail-bench-'));
  const put = (/** @type {string | URL} */ from, /** @type {string} */ name) =>
    cpSync(from, join(folder, name));
  put(join(bench.engineDir, 'engine.js'), 'engine.js');
  put(join(bench.engineDir, 'engine_bg.wasm'), 'engine.wasm');
  put(bench.bareWasm, 'bare.wasm');
  put(new URL('measure.mjs', import.meta.url), 'measure.js');
  put(new URL('browser-worker.js', import.meta.url), 'worker.js');
  const site = await serve(folder, { pages: { '/lab/': '<!doctype html><title>Benchmark</title>' } });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const task = { ...numbered(bench, scenario), repeats };
    const { measured, error } = await page.evaluate(runInWorker, task);
    if (!measured) throw new Error(`in Chromium: ${error}`);
    return measured;
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Bench} bench @param {string} scenario */
function numbered(bench, scenario) {
  const document = bench.documents[scenario] ?? '';
  return { document, scenario: Object.keys(bench.documents).indexOf(scenario) };
}

/**
 * Runs in the page.
 * @param {Pick<import('./measure.mjs').Task, 'document' | 'scenario' | 'repeats'>} task
 * @returns {Promise<{ measured?: Measured, error?: string }>}
 */
async function runInWorker(task) {
  const compile = (/** @type {string} */ url) => WebAssembly.compileStreaming(fetch(url));
  const [engine, bare] = await Promise.all(['engine.wasm', 'bare.wasm'].map(compile));
  const worker = new Worker('worker.js');
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage({ engine, bare, ...task });
  });
}
