/** The page's side of the desk worker, which starts on first use, and again after a crash. */
import { type PlainOptions, type StartWith, WorkerClient } from '../../runner/client';
import { needsScripts } from '../../runner/scripts';
import type { DeskCall, DeskCalls } from '../../worker/batch-protocol';

export type StartDesk = StartWith<DeskCalls, never, never>;

export class Desk {
  private readonly start: StartDesk;
  private worker: WorkerClient<DeskCalls> | null = null;
  /** Called before the first request to another worker, after a crash for example, to send the state again. */
  private readonly recover: () => void;
  private crashed = false;

  constructor(start: StartDesk, recover: () => void = () => undefined) {
    this.start = start;
    this.recover = recover;
  }

  ask<C extends DeskCall>(
    call: C,
    ask: DeskCalls[C]['ask'],
    options?: PlainOptions,
  ): Promise<DeskCalls[C]['answer']> {
    if (!this.worker) {
      this.worker = new WorkerClient<DeskCalls>(
        this.start,
        () => {
          this.worker = null;
          this.crashed = true;
        },
        () => this.recover(),
        needsScripts(ask),
      );
      if (this.crashed) {
        this.crashed = false;
        this.recover();
      }
    }
    return this.worker.ask(call, ask, options);
  }
}
