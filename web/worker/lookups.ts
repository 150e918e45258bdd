/**
 * Requests about other times of a run: the trace of a span, and the state at a moment. The engine computes both on copies, so they do not
 * affect the run. They share the worker's time with it.
 */

import { PlotColumn } from '../generated/boundary';
import type { Answers } from './answers';
import { type Engine, type EngineLab, type EngineReconstruction, type EngineTrace, read } from './engine';
import type { RunCalls, ScriptCalls } from './protocol';
import type { Request } from './requests';
import type { WorkerRun } from './worker-run';

/** Repeats a call until it returns true or the time is up. Returns whether it did. */
type Repeat = (call: () => boolean) => boolean;

interface Parts {
  engine: Engine;
  answers: Answers<RunCalls & ScriptCalls>;
  /** The run on screen, or another branch, by its number. */
  find: (run: number) => WorkerRun | undefined;
}

interface Measured {
  lab: EngineLab;
  state: EngineReconstruction;
  /** The request that is not answered yet. */
  request: Request<RunCalls, 'measure'> | null;
}

/** Packet events between two checks of the clock. */
const EVENTS = 1000;

export class Lookups {
  private readonly parts: Parts;
  private traces: { request: Request<RunCalls, 'trace'>; trace: EngineTrace }[] = [];
  private asked: Request<RunCalls, 'state'> | null = null;
  /** The last state and its run. The next state often is a little later and continues from it. */
  private last: { lab: EngineLab; state: EngineReconstruction } | null = null;
  /** Runs whose results are measured over a span of their own. The next span often ends a little later, and continues from there. */
  private readonly measured = new Map<number, Measured>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  trace(request: Request<RunCalls, 'trace'>, lab: EngineLab): void {
    const { channel, number, fromS, toS, most } = request.ask;
    this.traces.push({ request, trace: lab.trace(channel, number, fromS, toS, most) });
  }

  /** Starts to compute a state. An earlier request that is still pending is answered with null. */
  state(request: Request<RunCalls, 'state'>): void {
    if (this.asked) this.parts.answers.answer(this.asked, null);
    this.asked = request;
    const { run, atS } = request.ask;
    const lab = this.parts.find(run)?.lab;
    if (this.last && this.last.lab !== lab) this.forgetState();
    // The engine takes ownership of the last state.
    if (lab) this.last = { lab, state: lab.reconstruct(atS, this.last?.state) };
  }

  /** Starts to measure a span of a run. */
  measure(request: Request<RunCalls, 'measure'>): void {
    const { run, fromS, toS } = request.ask;
    for (const number of [...this.measured.keys()])
      if (this.measured.get(number)?.lab !== this.parts.find(number)?.lab) this.forgetMeasured(number);
    const lab = this.parts.find(run)?.lab;
    const before = this.measured.get(run);
    if (before?.request) this.parts.answers.answer(before.request, null);
    // The engine takes ownership of the last state.
    if (lab) this.measured.set(run, { lab, state: lab.measure(fromS, toS, before?.state), request });
    else this.parts.answers.answer(request, null);
  }

  private goOnMeasuring(repeat: Repeat): boolean {
    for (const [run, measured] of this.measured) {
      const { lab, state, request } = measured;
      if (!request) continue;
      if (this.parts.find(run)?.lab !== lab) this.forgetMeasured(run);
      else {
        if (!repeat(() => state.advance(EVENTS))) return true;
        measured.request = null;
        this.parts.answers.answer(request, read(state.results()));
      }
    }
    return false;
  }

  private forgetMeasured(run: number): void {
    const { request, state } = this.measured.get(run) ?? {};
    if (request) this.parts.answers.answer(request, null);
    state?.free();
    this.measured.delete(run);
  }

  /** Continues the pending requests. Returns whether there is more to do. */
  goOn(repeat: Repeat): boolean {
    this.goOnWithState(repeat);
    const [first] = this.traces;
    if (!this.asked && first && repeat(() => first.trace.advance(EVENTS))) {
      this.traces.shift();
      this.parts.answers.answer(first.request, read(first.trace.moments()));
      first.trace.free();
    }
    return this.asked !== null || this.traces.length > 0 || this.goOnMeasuring(repeat);
  }

  private goOnWithState(repeat: Repeat): void {
    const { asked, last } = this;
    const { answers, engine, find } = this.parts;
    if (!asked) return;
    const run = find(asked.ask.run);
    const lab = run?.lab;
    if (!lab || last?.lab !== lab) {
      // The run was replaced or removed.
      this.asked = null;
      this.forgetState();
      answers.answer(asked, null);
      return;
    }
    const { state } = last;
    if (!repeat(() => state.advance(EVENTS))) return;
    this.asked = null;
    const scene = engine.section(state, state.scene()).slice();
    const same = state.directoryVersion() === lab.directoryVersion();
    const directory = same ? null : read(lab.directoryAt(state));
    const results = asked.ask.results ? read(state.results()) : null;
    const atS = state.now();
    const values = this.valuesAt(run, atS);
    answers.answer(asked, { atS, scene, values, directory, results }, [scene.buffer, values.buffer]);
  }

  /** The recorded values of all series of a run at a time, by number. */
  private valuesAt({ lab, directory, removedAtS }: WorkerRun, atS: number): Float64Array<ArrayBuffer> {
    const series = Uint32Array.from(directory.series.keys());
    // One column, of a nanosecond: its later value is that at its time. The first column is that of the times.
    const section = this.parts.engine.section(lab, lab.plot(series, atS, atS + 1e-9, 1));
    const later = (n: number) => section[PlotColumn.size * (n + 2) - 1] ?? Number.NaN;
    return Float64Array.from(directory.series, ({ owner }, n) =>
      atS > (removedAtS.get(owner) ?? Number.POSITIVE_INFINITY) ? Number.NaN : later(n),
    );
  }

  /** Drops a request. */
  abort(id: number): void {
    if (this.asked?.id === id) this.asked = null;
    for (const measured of this.measured.values()) if (measured.request?.id === id) measured.request = null;
    const place = this.traces.findIndex(({ request }) => request.id === id);
    if (place >= 0) this.traces.splice(place, 1)[0]?.trace.free();
  }

  private forgetState(): void {
    this.last?.state.free();
    this.last = null;
  }
}
