/** The worker's end of requests. */
import type { Problem } from '../generated/types';
import { problemsOf } from './engine';
import type { AnswerOf, Calls, ProgressOf, Reply } from './requests';

interface Asked<K> {
  type: K;
  id: number;
}

export class Answers<C extends Calls<C>> {
  private readonly post: (message: Reply<C>, transfer?: Transferable[]) => void;

  constructor(post: (message: Reply<C>, transfer?: Transferable[]) => void) {
    this.post = post;
  }

  answer<K extends keyof C>({ id }: Asked<K>, answer: AnswerOf<C, K>, transfer?: Transferable[]): void {
    this.post({ type: 'answer', id, answer }, transfer);
  }

  /** Progress before the answer. */
  progress<K extends keyof C>({ id }: Asked<K>, progress: ProgressOf<C, K>, transfer?: Transferable[]): void {
    this.post({ type: 'progress', id, progress }, transfer);
  }

  refuse({ id }: Asked<keyof C>, problems: Problem[]): void {
    this.post({ type: 'refused', id, problems });
  }

  /** Gives what a call of the engine gives; undefined: the engine has refused it, and so has this. Other errors are the loop's. */
  attempt<T>(request: Asked<keyof C>, call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.refuse(request, problems);
      return undefined;
    }
  }
}
