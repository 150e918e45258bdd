/** The run loop without a worker, for tests that control the time. */
import type { Engine } from '../worker/engine';
import type { FromWorker } from '../worker/protocol';
import { RunLoop } from '../worker/run-loop';
import type { Listen, Runner } from './runner';

export interface InProcessRunner extends Runner {
  /** Advances the clock in steps of 1 ms and runs what becomes due. */
  pass(ms: number): void;
  /** Advances the clock within a call, as a slow engine does. */
  tick(ms: number): void;
}

export function startInProcess(engine: Engine, listen: Listen): InProcessRunner {
  let clock = 0;
  let disposed = false;
  let due: { at: number; call: () => void }[] = [];
  const loop = new RunLoop(engine, {
    post: (message: FromWorker) => {
      if (!disposed) listen(message);
    },
    clock: () => clock,
    queueTask: (call) => due.push({ at: clock, call }),
    delay: (call, ms) => due.push({ at: clock + ms, call }),
  });
  return {
    send: (message) => loop.handle(message),
    dispose: () => {
      disposed = true;
    },
    tick(ms) {
      clock += ms;
    },
    pass(ms) {
      const end = clock + ms;
      while (clock < end) {
        clock += 1;
        const ready = due.filter((d) => d.at <= clock);
        due = due.filter((d) => d.at > clock);
        for (const { call } of ready) call();
      }
    },
  };
}
