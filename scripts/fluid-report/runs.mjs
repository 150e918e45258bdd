// Runs documents with the command line, as many at a time as the machine has processors.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { output } from '../lib/shell.mjs';

/** @typedef {import('../../web/generated/types').Results} Results */

export class Runs {
  /** @type {(() => void)[]} */
  #waiting = [];
  #free = availableParallelism();
  #count = 0;

  /** @param {string} droptail path of the command line */
  constructor(droptail) {
    this.droptail = droptail;
    this.folder = mkdtemp(join(tmpdir(), 'droptail-fluid-report-'));
  }

  /** The results of a document. @param {object} document @returns {Promise<Results>} */
  async run(document) {
    const file = join(await this.folder, `${this.#count++}.json`);
    await writeFile(file, JSON.stringify(document));
    return JSON.parse(await this.#turn(() => output(this.droptail, ['run', file, '--json'])));
  }

  /** Waits for a free processor, then does the work. @template T @param {() => Promise<T>} work */
  async #turn(work) {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async close() {
    await rm(await this.folder, { recursive: true });
  }
}
