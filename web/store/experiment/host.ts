/** Runs experiments in the browser, in as many workers as the machine has spare cores. */
import { startBatchWorker, startDesk } from '../../runner/worker-runner';
import { run } from '../run';
import type { ExperimentHost } from './connect';

/** A phone has many cores but overheats. */
const MAX_ON_PHONES = 2;
/** If there is only one spare core, the laboratory has half of it while it runs. */
const SHARED_REST = 0.5;

export function browserHost(): ExperimentHost {
  return {
    start: startBatchWorker,
    startDesk,
    limit: () => workersFor(machine(), laboratoryRuns()).workers,
    rest: () => workersFor(machine(), laboratoryRuns()).rest,
    clock: () => performance.now(),
    every: (call, ms) => {
      setInterval(call, ms);
    },
  };
}

interface Machine {
  cores: number;
  phone: boolean;
}

/** How many runs are made at the same time, and the share of time that each leaves to others. */
export function workersFor(
  { cores, phone }: Machine,
  laboratory: boolean,
): { workers: number; rest: number } {
  // One core is left to the page.
  const spare = Math.max(1, cores - 1);
  const usual = phone ? Math.min(MAX_ON_PHONES, spare) : spare;
  if (!laboratory) return { workers: usual, rest: 0 };
  return usual > 1 ? { workers: usual - 1, rest: 0 } : { workers: 1, rest: SHARED_REST };
}

function machine(): Machine {
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } };
  const phone = userAgentData?.mobile ?? /Android|iPhone|iPad/.test(navigator.userAgent);
  return { cores: navigator.hardwareConcurrency || 2, phone };
}

function laboratoryRuns(): boolean {
  const { playing, replayTo } = run.getState();
  return playing || replayTo !== null;
}
