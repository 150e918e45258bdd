/** What the page asks about the scripts of controllers. Loads when it is first needed. */
import type { Fault, Printed, ScriptedController } from '../generated/types';
import { READ_TIMEOUT_MS, WorkerClient } from '../runner/client';
import { startDesk } from '../runner/worker-runner';
import type { DeskCalls } from '../worker/batch-protocol';
import type { AnswerOf, AskOf } from '../worker/requests';
import { ask } from './connection';
import { latestFrame, subscribeFrame } from './frames';
import { run } from './run';
import { seek } from './run-actions';

/** Answers what takes no long time, while the run on screen goes on. */
let desk: WorkerClient<DeskCalls> | null = null;

/** Asks an engine that runs scripts. Rejects if none answers. */
export function askDesk<K extends keyof DeskCalls>(
  call: K,
  about: AskOf<DeskCalls, K>,
  signal?: AbortSignal,
): Promise<AnswerOf<DeskCalls, K>> {
  desk ??= new WorkerClient<DeskCalls>(
    startDesk,
    () => {
      desk = null;
    },
    () => undefined,
    true,
  );
  return desk.ask(call, about, { timeoutMs: READ_TIMEOUT_MS, ...(signal ? { signal } : {}) });
}

/** What is wrong with the script of a controller, by place; empty: it can run. Rejects if no engine answers. */
export function scriptFaults(controller: ScriptedController, signal?: AbortSignal): Promise<Fault[]> {
  return askDesk('faults', { controller }, signal);
}

/** The last lines that the script of a flow, by number, has printed. */
export async function printedLines(flow: number, signal?: AbortSignal): Promise<Printed[]> {
  // Only an engine that has such controllers knows the request.
  if (!run.getState().directory?.algorithms) return [];
  return ask('printed', { flow }, { timeoutMs: READ_TIMEOUT_MS, ...(signal ? { signal } : {}) });
}

/** Two times that differ by less are the same, s. */
const SAME_S = 0.6e-9;

export const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < SAME_S;

/** Goes to a moment of a run at a standstill, for which it is simulated if necessary. Resolves once it is on screen. */
export async function goTo(atS: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (isSameTime(latestFrame()?.now ?? Number.NaN, atS)) return;
  await new Promise<void>((resolve, reject) => {
    const end = (then: () => void) => {
      stop();
      signal.removeEventListener('abort', abort);
      then();
    };
    const abort = () => end(() => reject(signal.reason));
    const stop = subscribeFrame(({ now }) => {
      if (isSameTime(now, atS)) end(resolve);
    });
    signal.addEventListener('abort', abort);
    seek(atS);
  });
}
