/** The run loop without a worker, for tests that control the time. */
import type { Engine } from '../worker/engine';
import type { FromWorker } from '../worker/protocol';
import { RunLoop } from '../worker/run-loop';
import type { Listen, Runner } from './runner';

export interface InProcessRunner extends Runner {
  /** Lets real time pass in steps of 1 ms, running what comes due. */
  pass(ms: number): void;
  /** Lets real time pass within a call, as an engine does that is slow. */
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
    soon: (call) => due.push({ at: clock, call }),
    later: (call, ms) => due.push({ at: clock + ms, call }),
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
