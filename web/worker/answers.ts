/** The worker's side of requests: answers, progress and refusals. */
import type { Problem } from '../generated/types';
import { problemsOf } from './engine';
import type { AnswerOf, Calls, ProgressOf, Reply } from './requests';

interface RequestId<K> {
  type: K;
  id: number;
}

export class Answers<C extends Calls<C>> {
  private readonly post: (message: Reply<C>, transfer?: Transferable[]) => void;

  constructor(post: (message: Reply<C>, transfer?: Transferable[]) => void) {
    this.post = post;
  }

  answer<K extends keyof C>({ id }: RequestId<K>, answer: AnswerOf<C, K>, transfer?: Transferable[]): void {
    this.post({ type: 'answer', id, answer }, transfer);
  }

  /** Progress before the answer. */
  progress<K extends keyof C>(
    { id }: RequestId<K>,
    progress: ProgressOf<C, K>,
    transfer?: Transferable[],
  ): void {
    this.post({ type: 'progress', id, progress }, transfer);
  }

  refuse({ id }: RequestId<keyof C>, problems: Problem[]): void {
    this.post({ type: 'refused', id, problems });
  }

  /** The result of an engine call; undefined if the engine refused it, after the refusal was sent on. Other errors are thrown. */
  attempt<T>(request: RequestId<keyof C>, call: () => T): T | undefined {
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
