/**
 * Makes one run after the other, as fast as it goes, in short slices, so that a pause or an end is heard at once.
 *
 * Like the run loop it knows neither workers nor wasm: the host gives it a clock, a way to yield and a way to answer.
 */
import { Extremes } from '../generated/boundary';
import { Answers } from './answers';
import type { BatchCalls, EnsembleRun, FromBatch, Task, TaskResult, ToBatch } from './batch-protocol';
import { type BatchEngine, type EngineExperiment, type EngineLab, read } from './engine';
import { Pieces } from './pieces';
import type { Request } from './requests';

export interface BatchHost {
  post(message: FromBatch, transfer?: Transferable[]): void;
  /** Real time in ms. */
  clock(): number;
  /** Calls back after waiting messages were handled. */
  soon(call: () => void): void;
  /** Calls back after some ms. */
  later(call: () => void, ms: number): void;
}

const SLICE_MS = 20;
const PROGRESS_MS = 250;
/** Columns of a series that an ensemble keeps: about a point a pixel of a wide plot. */
const MOST_COLUMNS = 1500;
const LEAST_COLUMNS = 64;

interface Running {
  request: Request<BatchCalls>;
  lab: EngineLab;
  end: number;
  /** Real time that it has had, ms, with the rests. */
  ms: number;
}

export class BatchLoop {
  private readonly engine: BatchEngine;
  private readonly host: BatchHost;
  private readonly answers: Answers<BatchCalls>;
  private readonly pieces = new Pieces();
  private experiment: EngineExperiment | null = null;
  private running: Running | null = null;
  private paused = false;
  private rest = 0;
  private scheduled = false;
  private lastProgress = 0;
  private dead = false;

  constructor(engine: BatchEngine, host: BatchHost) {
    this.engine = engine;
    this.host = host;
    this.answers = new Answers(host.post);
    host.post({ type: 'ready' });
  }

  handle(message: ToBatch): void {
    if (!this.dead) this.guard(() => this.dispatch(message));
  }

  private dispatch(message: ToBatch): void {
    switch (message.type) {
      case 'prepare':
        this.experiment?.free();
        this.experiment = this.engine.experimentAgain(message.document, message.quick);
        return;
      case 'task':
        this.start(message);
        return;
      case 'pause':
        this.paused = true;
        return;
      case 'resume':
        this.paused = false;
        this.wake();
        return;
      case 'rest':
        this.rest = message.share;
        return;
      case 'abort':
        if (this.running?.request.id === message.id) this.end();
        return;
      case 'crash':
        throw new WebAssembly.RuntimeError('unreachable (asked for by a test)');
    }
  }

  private start(request: Request<BatchCalls>): void {
    this.end();
    const lab = this.answers.attempt(request, () => this.load(request.ask));
    if (!lab) return;
    this.running = { request, lab, end: lab.end(), ms: 0 };
    this.lastProgress = this.host.clock();
    this.wake();
  }

  private load(task: Task): EngineLab {
    if (task.kind === 'member') return this.engine.load(task.document);
    if (!this.experiment) throw new Error('a run of an experiment that was never prepared');
    return this.experiment.start(task.point, task.seed);
  }

  private end(): void {
    this.running?.lab.free();
    this.running = null;
  }

  private wake(): void {
    if (this.scheduled || this.paused || !this.running) return;
    this.scheduled = true;
    this.host.soon(() => this.tick());
  }

  private tick(): void {
    this.scheduled = false;
    if (this.dead || this.paused || !this.running) return;
    this.guard(() => this.work(this.running as Running));
  }

  private work(running: Running): void {
    const { lab } = running;
    const start = this.host.clock();
    const reached = this.pieces.run(lab, running.end, SLICE_MS, () => this.host.clock());
    const now = this.host.clock();
    const worked = now - start;
    const pause = (worked * this.rest) / (1 - this.rest);
    running.ms += worked + pause;
    if (reached >= running.end || lab.stopped() !== '') {
      this.finish(running);
      return;
    }
    if (now - this.lastProgress >= PROGRESS_MS) {
      this.lastProgress = now;
      const share = running.end > 0 ? reached / running.end : 0;
      this.answers.progress(running.request, { share, ms: running.ms });
    }
    this.scheduled = true;
    if (pause > 0) this.host.later(() => this.tick(), pause);
    else this.host.soon(() => this.tick());
  }

  private finish({ request, lab, ms }: Running): void {
    const result = this.resultOf(request.ask, lab);
    this.end();
    const transfer = result.kind === 'member' ? [result.member.values.buffer] : [];
    this.answers.answer(request, { result, ms }, transfer);
  }

  private resultOf(task: Task, lab: EngineLab): TaskResult {
    if (task.kind === 'member') return { kind: 'member', member: this.ensembleRunOf(lab, task.numbers) };
    const outcome = (this.experiment as EngineExperiment).outcome(lab, task.point, task.seed);
    return { kind: 'run', outcome: read(outcome) };
  }

  private ensembleRunOf(lab: EngineLab, numbers: number): EnsembleRun {
    const all = read(lab.directory()).series;
    // Where both models run, the band is of packets: fluid knows no chance.
    const wanted = all.flatMap((s, number) => (s.fluid ? [] : [number]));
    const fitting = Math.floor(numbers / (Extremes.size * Math.max(1, wanted.length)));
    const columns = Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, fitting));
    const length = lab.extremes(Uint32Array.from(wanted), columns);
    return {
      digest: lab.digest(),
      measures: lab.measures(),
      series: wanted.map((number) => all[number] as EnsembleRun['series'][number]),
      columns,
      values: Float32Array.from(this.engine.section(lab, length)),
    };
  }

  /** An engine that failed is suspect: it is not called again. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.dead = true;
      this.host.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
