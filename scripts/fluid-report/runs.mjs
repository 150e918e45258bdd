// Many documents under many seeds, as many at a time as the machine has processors.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, say } from '../lib/shell.mjs';

/** @typedef {import('../../web/generated/types').Results} Results */
/** A mean with half of its 95 % interval; nothing where no run gave a value. @typedef {{ mean: number, half: number } | null} Stat */

/** Student's t, 97.5 %, by degrees of freedom from 1 on. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/** @param {(number | null | undefined)[]} values @returns {Stat} */
export function stat(values) {
  const known = values.filter((x) => x !== null && x !== undefined);
  const n = known.length;
  if (n === 0) return null;
  const mean = known.reduce((a, b) => a + b, 0) / n;
  if (n === 1) return { mean, half: 0 };
  const variance = known.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  return { mean, half: (T[n - 2] ?? 1.96) * Math.sqrt(variance / n) };
}

/** Runs documents by the command line. */
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

  /**
   * The results of a document under seeds from 1 on; of those runs that saw what they measure.
   * @param {object} document
   * @param {number} seeds
   * @returns {Promise<Results[]>}
   */
  async sweep(document, seeds) {
    const number = this.#count++;
    const folder = await this.folder;
    const [file, out] = [join(folder, `${number}.json`), join(folder, `${number}-results.json`)];
    await writeFile(file, JSON.stringify(document));
    await this.#turn(() =>
      output(this.droptail, [
        'sweep',
        file,
        '--seeds',
        `1..${seeds}`,
        '--jobs',
        '1',
        '--interval',
        'z',
        '--json',
        out,
      ]),
    );
    if (number % 50 === 49) say(`${number + 1} points …`);
    const { points } = JSON.parse(await readFile(out, 'utf8'));
    await Promise.all([rm(file), rm(out)]);
    return points[0].runs.map((/** @type {{ results: Results }} */ run) => run.results);
  }

  /** The results of a document as it is. @param {object} document @returns {Promise<Results>} */
  async run(document) {
    const file = join(await this.folder, `${this.#count++}.json`);
    await writeFile(file, JSON.stringify(document));
    return JSON.parse(await this.#turn(() => output(this.droptail, ['run', file, '--json'])));
  }

  /** Waits for a processor. @template T @param {() => Promise<T>} work */
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

  async end() {
    await rm(await this.folder, { recursive: true });
  }
}

/**
 * What the figures show of a point: utilisation in percent, Jain's index, shares in percent, events, level of synchronization.
 * @param {Results[]} all
 */
export function measures(all) {
  // A run by fluid that saw no congestion has nothing to count from.
  const results = all.filter((r) => !r.fluid || r.fluid.firstCongestionS != null);
  const core = results.map((r) => r.queues.find((q) => q.id === 'core/forward'));
  return {
    u: stat(core.map((q) => q && 100 * q.utilisation)),
    jain: stat(results.map((r) => r.jain)),
    events: stat(core.map((q) => q?.congestionEvents)),
    level: stat(core.map((q) => q?.synchronization)),
    first: stat(results.map((r) => r.fluid?.firstCongestionS)),
    shares: (results[0]?.flows ?? []).map((_, i) => stat(results.map((r) => r.flows[i]?.sharePercent))),
  };
}

/** @typedef {ReturnType<typeof measures>} Measures */
