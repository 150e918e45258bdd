/**
 * Makes one run after another as fast as possible. It works in short slices, so that it notices a pause or an abort at once.
 *
 * Like the run loop it does not depend on workers or wasm: the host provides the clock, scheduling and messages.
 */
import { Extremes } from '../generated/boundary';
import { Answers } from './answers';
import type { BatchCalls, EnsembleRun, FromBatch, Task, TaskResult, ToBatch } from './batch-protocol';
import { type BatchEngine, type EngineDeskLab, type EngineExperiment, read } from './engine';
import type { Request } from './requests';
import type { LoopHost } from './schedule';
import { SliceRunner } from './slice-runner';

export interface BatchHost extends LoopHost {
  post(message: FromBatch, transfer?: Transferable[]): void;
}

const SLICE_MS = 20;
const PROGRESS_MS = 250;
/** Columns of a series in an ensemble: about one a pixel of a wide plot. */
const MAX_COLUMNS = 1500;
const MIN_COLUMNS = 64;

interface Running {
  request: Request<BatchCalls>;
  lab: EngineDeskLab;
  end: number;
  /** Real time used so far, ms, rests included. */
  ms: number;
}

export class BatchLoop {
  private readonly engine: BatchEngine;
  private readonly host: BatchHost;
  private readonly answers: Answers<BatchCalls>;
  private readonly slices = new SliceRunner();
  private experiment: EngineExperiment | null = null;
  private running: Running | null = null;
  private paused = false;
  private restShare = 0;
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
        this.experiment = this.engine.reopenExperiment(message.document, message.quick);
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
        this.restShare = message.share;
        return;
      case 'abort':
        if (this.running?.request.id === message.id) this.discardRun();
        return;
      case 'crash':
        throw new WebAssembly.RuntimeError('unreachable (asked for by a test)');
    }
  }

  private start(request: Request<BatchCalls>): void {
    this.discardRun();
    const lab = this.answers.attempt(request, () => this.load(request.ask));
    if (!lab) return;
    this.running = { request, lab, end: lab.end(), ms: 0 };
    this.lastProgress = this.host.clock();
    this.wake();
  }

  private load(task: Task): EngineDeskLab {
    if (task.kind === 'member') return this.engine.load(task.document);
    if (!this.experiment) throw new Error('a run of an experiment that was never prepared');
    return this.experiment.start(task.point, task.seed);
  }

  private discardRun(): void {
    this.running?.lab.free();
    this.running = null;
  }

  private wake(): void {
    if (this.scheduled || this.paused || !this.running) return;
    this.scheduled = true;
    this.host.queueTask(() => this.tick());
  }

  private tick(): void {
    this.scheduled = false;
    if (this.dead || this.paused || !this.running) return;
    this.guard(() => this.work(this.running as Running));
  }

  private work(running: Running): void {
    const { lab } = running;
    const start = this.host.clock();
    const reached = this.slices.run(lab, running.end, SLICE_MS, () => this.host.clock());
    const now = this.host.clock();
    const worked = now - start;
    const pause = (worked * this.restShare) / (1 - this.restShare);
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
    if (pause > 0) this.host.delay(() => this.tick(), pause);
    else this.host.queueTask(() => this.tick());
  }

  private finish({ request, lab, ms }: Running): void {
    const result = this.readResult(request.ask, lab);
    this.discardRun();
    const transfer = result.kind === 'member' ? [result.member.values.buffer] : [];
    this.answers.answer(request, { result, ms }, transfer);
  }

  private readResult(task: Task, lab: EngineDeskLab): TaskResult {
    if (task.kind === 'member') return { kind: 'member', member: this.readEnsembleRun(lab, task.numbers) };
    const outcome = (this.experiment as EngineExperiment).outcome(lab, task.point, task.seed);
    return { kind: 'run', outcome: read(outcome) };
  }

  private readEnsembleRun(lab: EngineDeskLab, numbers: number): EnsembleRun {
    const all = read(lab.directory()).series;
    // If both models run, the band shows packets: the fluid model has no randomness.
    const wanted = all.flatMap((s, number) => (s.fluid ? [] : [number]));
    const fitting = Math.floor(numbers / (Extremes.size * Math.max(1, wanted.length)));
    const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, fitting));
    const length = lab.extremes(Uint32Array.from(wanted), columns);
    return {
      digest: lab.digest(),
      measures: lab.measures(),
      series: wanted.map((number) => all[number] as EnsembleRun['series'][number]),
      columns,
      values: Float32Array.from(this.engine.section(lab, length)),
    };
  }

  /** After a failure the engine's state cannot be trusted, so it is not called again. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.dead = true;
      this.host.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
