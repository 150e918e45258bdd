/** Asks the engine about a run that has been simulated. Like all requests these throw `Stopped` if the engine ends. */
import type { Moment, Results } from '../generated/types';
import { READ_TIMEOUT_MS } from '../runner/client';
import type { StateAt } from '../worker/protocol';
import { ask } from './connection';

/** The events of a flow or channel (by number) in a span that has been simulated. */
export function trace(
  what: { channel: boolean; number: number },
  fromS: number,
  toS: number,
  most = 2000,
  signal?: AbortSignal,
): Promise<Moment[]> {
  return ask(
    'trace',
    { ...what, fromS, toS, most },
    { timeoutMs: READ_TIMEOUT_MS, ...(signal ? { signal } : {}) },
  );
}

/** The network and the results of a run at another moment, no later than it is known. Null if the run is gone. */
export function stateAt(
  run: number,
  atS: number,
  results: boolean,
  signal: AbortSignal,
): Promise<StateAt | null> {
  return ask('state', { run, atS, results }, { timeoutMs: READ_TIMEOUT_MS, signal });
}

/** The results of a span of a run. Null if the run is gone, or another request about it came after. */
export function measure(run: number, fromS: number, toS: number): Promise<Results | null> {
  return ask('measure', { run, fromS, toS }, { timeoutMs: READ_TIMEOUT_MS });
}

/** All recorded points of series (by number), as one CSV text each. */
export function seriesCsv(series: readonly number[]): Promise<string[]> {
  return ask('csv', { series }, { timeoutMs: READ_TIMEOUT_MS });
}
