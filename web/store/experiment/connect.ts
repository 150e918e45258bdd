/** Connects experiments and ensembles to what they run on: workers for runs, the desk worker, and the browser's storage. */
import { Desk, type StartDesk } from './desk';
import type { PoolHost } from './pool';
import type { Results } from './results';

export interface ExperimentHost extends PoolHost {
  startDesk: StartDesk;
  /** Opens what is kept. */
  results?: (told: () => void) => Results;
  /** Real time in ms. */
  clock(): number;
  /** Calls back every so many ms. */
  every(call: () => void, ms: number): void;
}

interface Connection {
  host: ExperimentHost;
  desk: Desk;
}

let connection: Connection | null = null;
let recover: () => void = () => undefined;

/** Nothing is started before it is needed. */
export function connectExperiments(host: ExperimentHost): void {
  connection = { host, desk: new Desk(host.startDesk, () => recover()) };
}

/** Sends the state to the desk again after a crash. */
export function whenDeskIsNew(call: () => void): void {
  recover = call;
}

export const desk = (): Desk => connected().desk;
export const host = (): ExperimentHost => connected().host;
export const clock = (): number => connected().host.clock();

function connected(): Connection {
  if (!connection) throw new Error('experiments have nothing to run on');
  return connection;
}
