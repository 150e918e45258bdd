/** The engine as the run loop sees it: the wasm module, or a small stand-in in tests. */
import type { Problem } from '../generated/types';

export interface EngineLab {
  step(untilS: number, maxEvents: number): number;
  stepEvent(): number;
  now(): number;
  edit(json: string): void;
  document(): string;
  directory(): string;
  directoryVersion(): number;
  plot(series: Uint32Array, t0: number, t1: number, columns: number): number;
  scene(): number;
  marks(from: number): number;
  results(): string;
  digest(): string;
  /** Why the run ended before its time (its memory is full); empty if it did not. */
  stopped(): string;
  free(): void;
}

export interface Engine {
  catalogue(): string;
  normalize(json: string): string;
  /** What stands in the way of a run by the fluid model, as a JSON list of problems. */
  fluidObstacles(json: string): string;
  load(json: string): EngineLab;
  /** The first `length` numbers of the section that was filled last. Memory may have grown: take it after each call. */
  section(lab: EngineLab, length: number): Float64Array;
}

/** The problems that the engine lists when it refuses a document; undefined where the error is of another kind. */
export function problemsOf(error: unknown): Problem[] | undefined {
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return undefined;
  try {
    const list: unknown = JSON.parse(error.message);
    return Array.isArray(list) ? (list as Problem[]) : undefined;
  } catch {
    return undefined;
  }
}
