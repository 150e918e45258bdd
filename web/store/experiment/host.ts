/** What experiments run on in a browser: as many workers as the machine has spare cores. */
import { startBatchWorker, startDesk } from '../../runner/worker-runner';
import { run } from '../run';
import type { ExperimentHost } from './connect';

/** A phone has many cores and little to cool them with. */
const MOST_ON_PHONES = 2;
/** Where one core has to do for everything, the laboratory has half of it while it runs. */
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

/** How many runs go on at once, and which share of the time each leaves to others. */
export function workersFor(
  { cores, phone }: Machine,
  laboratory: boolean,
): { workers: number; rest: number } {
  // One core is the page's own.
  const spare = Math.max(1, cores - 1);
  const usual = phone ? Math.min(MOST_ON_PHONES, spare) : spare;
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
