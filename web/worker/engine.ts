/** The engine as the run loop sees it: the wasm module, or a small stand-in in tests. */
import type { Problem } from '../generated/types';

export interface EngineLab {
  step(untilS: number, maxEvents: number): number;
  /** Runs the next event, for at most about so much work; whether there was one, or will never be. */
  stepEvent(maxEvents: number): boolean;
  /** Finishes the present moment, with at most about so much work; whether it is over. Edits are stamped with the time of a settled run. */
  settle(maxEvents: number): boolean;
  /** Whether the present moment is over, so that the document alone says what the run is like now. */
  settled(): boolean;
  /** Events so far: with the time the exact position. */
  events(): number;
  /** Runs up to a position, with at most about so much work; whether it is reached. */
  goTo(timeS: number, events: number, maxEvents: number): boolean;
  now(): number;
  /** Up to where it has been run, s: later than now, if it has gone back. */
  known(): number;
  /** Whether something is recorded of the future, which an edit forgets. */
  knowsLater(): boolean;
  /** Goes to the last snapshot before a time, unless the run stands between the two already; the time of the run, s. */
  seek(timeS: number): number;
  /** A run of its own with the same past, and no known future: `goTo` takes it to the present. */
  branch(): EngineLab;
  /** Keeps less of each series, so that all of them need about so many bytes. */
  limitSeries(bytes: number): void;
  /** Finds out what happened to a flow or a channel in a stretch. */
  trace(channel: boolean, number: number, fromS: number, toS: number, most: number): EngineTrace;
  /** What stands in the way of a run by the fluid model, as a JSON list of problems. */
  fluidObstacles(): string;
  /** A timed edit, at the time of a settled run or later; what was known of the future is forgotten. */
  edit(json: string): void;
  document(): string;
  directory(): string;
  directoryVersion(): number;
  plot(series: Uint32Array, t0: number, t1: number, columns: number): number;
  scene(): number;
  marks(from: number): number;
  /** A series, by number, in all the detail that is kept, as CSV. */
  csv(number: number): string;
  results(): string;
  digest(): string;
  /** Why the run ended before its time (its memory is full); empty if it did not. */
  stopped(): string;
  free(): void;
}

export interface EngineTrace {
  /** Goes on with at most about so much work; whether all is found out. */
  advance(maxEvents: number): boolean;
  /** What has been found: JSON list of Moment. */
  moments(): string;
  free(): void;
}

export interface Engine {
  catalogue(): string;
  normalize(json: string): string;
  load(json: string): EngineLab;
  /** The first `length` numbers of the section that was filled last. Memory may have grown: take it after each call. */
  section(lab: EngineLab, length: number): Float64Array;
}

/** A run among many: nobody looks at it while it goes on. */
export interface BatchLab
  extends Pick<EngineLab, 'step' | 'now' | 'directory' | 'digest' | 'stopped' | 'free'> {
  /** When the run ends, s. */
  end(): number;
  /** Every number of the results under its name, as a JSON list of [name, number]. */
  measures(): string;
  /** Minimum, maximum and last value of each of some equal spans of the run, for each series: into the section. */
  extremes(series: Uint32Array, columns: number): number;
}

/** A validated experiment at one of its sizes, and the outcomes of its runs so far. */
export interface EngineExperiment {
  document(): string;
  /** JSON list of numbers. */
  seeds(): string;
  /** JSON {digest, list of {at, identity}}. */
  variants(): string;
  scenario(point: number, seed: number): string;
  weight(point: number): number;
  start(point: number, seed: number): BatchLab;
  /** JSON Outcome of a run that has ended. */
  outcome(lab: BatchLab, point: number, seed: number): string;
  /** JSON list of Outcome. */
  add(outcomes: string): void;
  /** JSON ExperimentTable. */
  table(confidence: number): string;
  fingerprint(): string;
  free(): void;
}

/** The engine as experiments see it. */
export interface BatchEngine {
  load(json: string): BatchLab;
  experiment(json: string, quick: boolean): EngineExperiment;
  /** The same of a document that the engine has given, without making all of its variants once more. */
  experimentAgain(json: string, quick: boolean): EngineExperiment;
  /** Statistics of what several runs have for measures (a JSON list of those), as a JSON list of {metric, n, mean …}. */
  statistics(runs: string, confidence: number): string;
  section(lab: BatchLab, length: number): Float64Array;
}

/** A run with a capture of one link, as pcapng. */
export interface EngineCapture {
  /** Runs on, at most so many events; the time reached, s. */
  step(maxEvents: number): number;
  done(): boolean;
  /** Packets in the file so far. */
  packets(): number;
  /** The bytes of the file since this was asked last. */
  take(): Uint8Array<ArrayBuffer>;
  free(): void;
}

export interface CaptureEngine {
  /** Throws problems of the document, and where there is no such link or end. */
  capture(json: string, link: string, node: string, fromS: number, toS: number): EngineCapture;
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
