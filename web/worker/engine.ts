/**
 * The engine as the loops use it: the wasm module, or a fake in tests. Classes and the types of JSON texts come from the declarations
 * that the modules are generated with.
 */
import type { Json } from '../generated/boundary';
import type * as RunModule from '../generated/engine.js';
import type * as DeskModule from '../generated/engine-desk.js';
import type * as ScriptModule from '../generated/engine-script.js';
import type { Problem } from '../generated/types';

export type EngineLab = RunModule.Lab;
/** A run of an experiment. */
export type EngineDeskLab = DeskModule.Lab;
/** A run whose engine runs scripts. */
export type EngineScriptLab = ScriptModule.Lab;
export type EngineTrace = RunModule.Trace;
export type EngineReconstruction = RunModule.Reconstruction;
/** An object of the engine that fills sections. */
export type Sectioned = Pick<EngineLab, 'sectionPtr'>;
export type EngineExperiment = DeskModule.Experiment;
export type EngineJudge = ScriptModule.Judge;
export type EngineCapture = DeskModule.Capture;

export interface Engine extends Pick<typeof RunModule, 'catalogue' | 'normalize'> {
  /** Throws an error that lists the problems; see `problemsOf`. */
  load(json: string): EngineLab;
  /** The first `length` numbers of the section filled last. Take it after every call, because the memory may have grown. */
  section(of: Sectioned, length: number): Float64Array;
}

/** The engine as experiments see it. */
export interface BatchEngine
  extends Pick<typeof DeskModule, 'statistics'>,
    Partial<Pick<typeof ScriptModule, 'scriptFaults'>> {
  /** Scores runs of a contest. Only an engine that runs scripts has it. */
  judge?(contest: string): EngineJudge;
  load(json: string): EngineDeskLab;
  experiment(json: string, quick: boolean): EngineExperiment;
  /** Opens a document that the engine wrote, without building all of its variants again. */
  reopenExperiment(json: string, quick: boolean): EngineExperiment;
  section(of: Sectioned, length: number): Float64Array;
}

export interface CaptureEngine {
  /** Throws the problems of the document, or that the link or its end does not exist. */
  capture(json: string, link: string, node: string, fromS: number, toS: number): EngineCapture;
}

/** Parses JSON that the engine wrote. */
export function read<T>(text: Json<T>): T {
  return JSON.parse(text);
}

/** Serializes a value for the engine. */
export function write<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** The problems listed in an error that the engine threw; undefined if the error is of another kind. */
export function problemsOf(error: unknown): Problem[] | undefined {
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return undefined;
  try {
    const list: unknown = JSON.parse(error.message);
    return Array.isArray(list) && list.every(isProblem) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The message of an error may be anything. */
function isProblem(value: unknown): value is Problem {
  const has = (key: keyof Problem) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
  return has('pointer') && has('problem') && has('expected');
}

/** The value of an engine call, or the problems for which the engine refused it. */
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
