/** Reads experiment documents and makes tables and bands off the main thread. Answers one request after another. */

import type { AlgorithmInfo } from '../generated/types';
import { Answers } from './answers';
import { computeBands } from './bands';
import type { DeskCall, DeskCalls, EnsembleRun, FromDesk, OpenedExperiment, ToDesk } from './batch-protocol';
import { type BatchEngine, type EngineExperiment, type EngineJudge, read, write } from './engine';
import type { Request } from './requests';

type Post = (message: FromDesk, transfer?: Transferable[]) => void;

export class DeskLoop {
  private readonly engine: BatchEngine;
  private readonly post: Post;
  private readonly answers: Answers<DeskCalls>;
  private experiment: EngineExperiment | null = null;
  private members: EnsembleRun[] = [];
  private judging: { contest: string; judge: EngineJudge } | null = null;

  constructor(engine: BatchEngine, post: Post) {
    this.engine = engine;
    this.post = post;
    this.answers = new Answers(post);
  }

  handle(message: ToDesk): void {
    // Calls are synchronous, so there is nothing to abort.
    if (message.type === 'abort') return;
    try {
      const said = this.answers.attempt(message, () => this.answer(message));
      if (said) this.answers.answer(message, said.answer, said.transfer);
    } catch (error) {
      this.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  private answer(message: Request<DeskCalls>): {
    answer: DeskCalls[DeskCall]['answer'];
    transfer?: Transferable[];
  } {
    switch (message.type) {
      case 'check': {
        const checked = this.engine.experiment(message.ask.document, false);
        const answer = read(checked.document());
        checked.free();
        return { answer };
      }
      case 'open': {
        const { document, quick } = message.ask;
        const opened = this.engine.experiment(document, quick);
        const { digest, list } = read(opened.variants());
        const answer: OpenedExperiment = {
          document: read(opened.document()),
          seeds: read(opened.seeds()),
          variants: list,
          algorithms: this.rowsOf(opened),
          digest,
        };
        this.replace(opened);
        return { answer };
      }
      case 'reopen':
        this.replace(this.engine.reopenExperiment(message.ask.document, message.ask.quick));
        return { answer: null };
      case 'weights':
        return { answer: Array.from({ length: message.ask.count }, (_, point) => this.open.weight(point)) };
      case 'scenario':
        return { answer: this.open.scenario(message.ask.point, message.ask.seed) };
      case 'add':
        this.open.add(write(message.ask.outcomes));
        return { answer: null };
      case 'table': {
        const table = read(this.open.table(message.ask.confidence));
        return { answer: { table, fingerprint: this.open.fingerprint() } };
      }
      case 'member':
        if (message.ask.first) this.members = [];
        this.members.push(message.ask.member);
        return { answer: null };
      case 'bands': {
        const bands = computeBands(this.members);
        const runs = `[${this.members.map((m) => m.measures).join()}]`;
        const statistics = read(this.engine.statistics(runs, message.ask.confidence));
        return { answer: { bands, statistics }, transfer: bands ? [bands.values.buffer] : [] };
      }
      case 'faults': {
        const { scriptFaults } = this.engine;
        if (!scriptFaults) throw new Error('this engine runs no scripts');
        return { answer: read(scriptFaults(write(message.ask.controller))) };
      }
      case 'contest': {
        const judge = this.judgeOf(message.ask.contest);
        return { answer: { contest: read(judge.contest()), formula: judge.formula() } };
      }
      case 'outcome': {
        const { contest, path, seed, entrant } = message.ask;
        return { answer: read(this.judgeOf(contest).outcome(path, seed, write(entrant))) };
      }
      case 'contestScenario': {
        const { contest, path, seed, entrant } = message.ask;
        return { answer: this.judgeOf(contest).scenario(path, seed, write(entrant)) };
      }
    }
  }

  /** The judge of a contest, which keeps the results of its baselines. */
  private judgeOf(contest: string): EngineJudge {
    if (this.judging?.contest === contest) return this.judging.judge;
    const { judge } = this.engine;
    if (!judge) throw new Error('this engine runs no scripts');
    const next = judge(contest);
    this.judging?.judge.free();
    this.judging = { contest, judge: next };
    return next;
  }

  /** Rows of the controllers that an experiment's scenario defines. Only an engine that runs scripts has accepted any. */
  private rowsOf(opened: EngineExperiment): AlgorithmInfo[] {
    const [seed] = read(opened.seeds());
    if (!this.engine.scriptFaults || seed === undefined) return [];
    const lab = opened.start(0, seed);
    const { algorithms = [] } = read(lab.directory());
    lab.free();
    return algorithms;
  }

  private get open(): EngineExperiment {
    if (!this.experiment) throw new Error('no experiment is open');
    return this.experiment;
  }

  private replace(experiment: EngineExperiment): void {
    this.experiment?.free();
    this.experiment = experiment;
  }
}
