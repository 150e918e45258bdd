/** The page's end of the desk: asks, and gets an answer or problems. */
import type { Problem } from '../generated/types';
import type { Runner } from '../runner/runner';
import type { DeskCall, DeskCalls, FromDesk, ToDesk } from '../worker/batch-protocol';

export type StartDesk = (listen: (message: FromDesk) => void) => Runner<ToDesk>;

/** What was asked is refused, and why. */
export class Refused extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems[0]?.problem ?? 'refused');
    this.problems = problems;
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Desk {
  private readonly start: StartDesk;
  private runner: Runner<ToDesk> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;
  /** Called before the first question after a crash: what was told before has to be told again. */
  private readonly recover: () => void;
  private crashed = false;

  constructor(start: StartDesk, recover: () => void = () => undefined) {
    this.start = start;
    this.recover = recover;
  }

  /** Throws `Refused`, or an error where the engine failed. */
  ask<Call extends DeskCall>(
    type: Call,
    ask: DeskCalls[Call]['ask'],
    transfer: Transferable[] = [],
  ): Promise<DeskCalls[Call]['answer']> {
    if (!this.runner) {
      this.runner = this.start((message) => this.receive(message));
      if (this.crashed) {
        this.crashed = false;
        this.recover();
      }
    }
    this.ids += 1;
    const id = this.ids;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.runner?.send({ type, id, ask } as ToDesk, transfer);
    });
  }

  private receive(message: FromDesk): void {
    if (message.type === 'crashed') {
      this.runner?.dispose();
      this.runner = null;
      this.crashed = true;
      const lost = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of lost) reject(new Error(`The engine stopped: ${message.message}`));
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new Refused(message.problems));
  }
}
