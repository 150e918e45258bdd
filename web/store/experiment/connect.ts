/** What experiments and ensembles run on: workers for runs, the desk worker, and the browser's storage. */
import { Desk, type StartDesk } from './desk';
import type { PoolHost } from './pool';
import type { Results } from './results';

export interface ExperimentHost extends PoolHost {
  startDesk: StartDesk;
  /** Opens the stored results. */
  results?: (told: () => void) => Results;
  /** Real time in ms. */
  clock(): number;
  /** Calls back periodically. */
  every(call: () => void, ms: number): void;
}

interface Connection {
  host: ExperimentHost;
  desk: Desk;
}

let connection: Connection | null = null;
let recover: () => void = () => undefined;

/** Sets the host; workers start when they are first needed. */
export function connectExperiments(host: ExperimentHost): void {
  connection = { host, desk: new Desk(host.startDesk, () => recover()) };
}

/** Sets what to do after the desk has crashed: send it the state again. */
export function onDeskRestart(call: () => void): void {
  recover = call;
}

export const desk = (): Desk => connected().desk;
export const host = (): ExperimentHost => connected().host;
export const clock = (): number => connected().host.clock();

function connected(): Connection {
  if (!connection) throw new Error('experiments have nothing to run on');
  return connection;
}
