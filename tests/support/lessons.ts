/** Runs lessons, to check the numbers in their texts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PlotColumn } from '../../web/generated/boundary';
import init, { Lab } from '../../web/generated/engine-script.js';
import type { Directory, Quantity, Results, Scenario } from '../../web/generated/types';
import { measureIn, quantityIn } from '../../web/views/lesson/measure';
import { read } from '../../web/worker/engine';
import { decodePlot } from '../../web/worker/sections';

const wasm = fileURLToPath(new URL('../../web/generated/engine-script_bg.wasm', import.meta.url));
let loaded: Promise<{ memory: WebAssembly.Memory }> | undefined;

/** A run of a document that returns results at any time. */
export class LessonRun {
  private readonly lab: Lab;
  private readonly memory: WebAssembly.Memory;

  private constructor(lab: Lab, memory: WebAssembly.Memory) {
    this.lab = lab;
    this.memory = memory;
  }

  static async of(document: Scenario): Promise<LessonRun> {
    loaded ??= readFile(wasm).then((bytes) => init({ module_or_path: bytes }));
    const { memory } = await loaded;
    return new LessonRun(new Lab(JSON.stringify(document)), memory);
  }

  private goTo(atS: number): void {
    if (this.lab.now() > atS) this.lab.seek(atS);
    while (this.lab.now() < atS && this.lab.stopped() === '') this.lab.step(atS, 1_000_000);
  }

  /** The results at a time, and the engine's list of all numbers in them by name. */
  at(atS: number): { results: Results; measures: [string, number][] } {
    this.goTo(atS);
    return { results: read(this.lab.results()), measures: read(this.lab.measures()) };
  }

  quantity(quantity: Quantity): number | null {
    return quantityIn(this.at(quantity.atS).results, quantity);
  }

  directory(): Directory {
    return read(this.lab.directory());
  }

  /** Values of a series at equal intervals, as in plots. */
  curve(series: number, fromS: number, toS: number, points: number): number[] {
    this.goTo(toS);
    const columns = points - 1;
    const length = this.lab.plot(new Uint32Array([series]), fromS, toS, columns);
    const section = new Float64Array(this.memory.buffer, this.lab.sectionPtr(), length).slice();
    const y = decodePlot(section, [series], columns).y(series) ?? [];
    return [...y].filter((_, i) => i % PlotColumn.size === PlotColumn.later);
  }

  free(): void {
    this.lab.free();
  }
}

export { measureIn };
