/** Sends requests to a run loop in process and collects its answers. */
import type { Problem } from '../../generated/types';
import type { FromWorker, RunCalls, ToWorker } from '../protocol';
import type { AnswerOf, AskOf } from '../requests';

export interface Asked<K extends keyof RunCalls> {
  id: number;
  /** What it was answered; undefined: nothing yet. */
  answer(): AnswerOf<RunCalls, K> | undefined;
  /** Why it was refused. */
  problems(): Problem[] | undefined;
  /** Its place among the messages; -1: it has not ended. */
  place(): number;
}

/** @param messages all that the loop says, in order */
export function asking(send: (message: ToWorker) => void, messages: readonly FromWorker[]) {
  let ids = 0;
  return <K extends keyof RunCalls>(call: K, ask: AskOf<RunCalls, K>): Asked<K> => {
    ids += 1;
    const id = ids;
    send({ type: call, id, ask } as ToWorker);
    const place = () => messages.findIndex((m) => 'id' in m && m.id === id);
    return {
      id,
      place,
      answer() {
        const message = messages[place()];
        return message?.type === 'answer' ? (message.answer as AnswerOf<RunCalls, K>) : undefined;
      },
      problems() {
        const message = messages[place()];
        return message?.type === 'refused' ? message.problems : undefined;
      },
    };
  };
}
