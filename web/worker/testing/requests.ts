/** Sends requests to a run loop in process and collects its answers. */
import type { Problem } from '../../generated/types';
import type { FromWorker, RunCalls, ToWorker } from '../protocol';
import type { AnswerOf, AskOf } from '../requests';

export interface PendingRequest<K extends keyof RunCalls> {
  id: number;
  /** The answer; undefined until it has come. */
  answer(): AnswerOf<RunCalls, K> | undefined;
  /** The problems for which it was refused. */
  problems(): Problem[] | undefined;
  /** The position of the reply among the messages; -1: there is none. */
  index(): number;
}

/** @param messages everything that the loop sends, in order */
export function requester(send: (message: ToWorker) => void, messages: readonly FromWorker[]) {
  let ids = 0;
  return <K extends keyof RunCalls>(call: K, ask: AskOf<RunCalls, K>): PendingRequest<K> => {
    ids += 1;
    const id = ids;
    send({ type: call, id, ask } as ToWorker);
    const index = () => messages.findIndex((m) => 'id' in m && m.id === id);
    return {
      id,
      index,
      answer() {
        const message = messages[index()];
        return message?.type === 'answer' ? (message.answer as AnswerOf<RunCalls, K>) : undefined;
      },
      problems() {
        const message = messages[index()];
        return message?.type === 'refused' ? message.problems : undefined;
      },
    };
  };
}
