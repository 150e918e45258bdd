/**
 * The engine as the loops see it: the wasm module, or a small stand-in in tests. Its classes, and what their text is of, are those that
 * the modules' own declarations say.
 */
import type { Json } from '../generated/boundary';
import type * as RunModule from '../generated/engine.js';
import type * as DeskModule from '../generated/engine-desk.js';
import type { Problem } from '../generated/types';

export type EngineLab = RunModule.Lab;
export type EngineTrace = RunModule.Trace;
export type EngineExperiment = DeskModule.Experiment;
export type EngineCapture = DeskModule.Capture;

export interface Engine extends Pick<typeof RunModule, 'catalogue' | 'normalize'> {
  /** Throws problems. */
  load(json: string): EngineLab;
  /** The first `length` numbers of the section that was filled last. Memory may have grown: take it after each call. */
  section(lab: EngineLab, length: number): Float64Array;
}

/** The engine as experiments see it. */
export interface BatchEngine extends Pick<typeof DeskModule, 'statistics'> {
  load(json: string): EngineLab;
  experiment(json: string, quick: boolean): EngineExperiment;
  /** The same of a document that the engine has given, without making all of its variants once more. */
  experimentAgain(json: string, quick: boolean): EngineExperiment;
  section(lab: EngineLab, length: number): Float64Array;
}

export interface CaptureEngine {
  /** Throws problems of the document, and where there is no such link or end. */
  capture(json: string, link: string, node: string, fromS: number, toS: number): EngineCapture;
}

/** What a text of the engine's says. */
export function read<T>(text: Json<T>): T {
  return JSON.parse(text);
}

/** A value as the engine reads it. */
export function write<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** The problems that the engine lists when it refuses a document; undefined where the error is of another kind. */
export function problemsOf(error: unknown): Problem[] | undefined {
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return undefined;
  try {
    const list: unknown = JSON.parse(error.message);
    return Array.isArray(list) && list.every(isProblem) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Errors come as words of any kind. */
function isProblem(value: unknown): value is Problem {
  const has = (key: keyof Problem) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
  return has('pointer') && has('problem') && has('expected');
}

/** What the engine answers, or the problems for which it refuses. */
export function attempt<T>(
  call: () => T,
): { value: T; problems: null } | { value: null; problems: Problem[] } {
  try {
    return { value: call(), problems: null };
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    return { value: null, problems };
  }
}
