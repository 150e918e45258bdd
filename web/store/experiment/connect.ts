/** What experiments and ensembles run on: workers that make runs, one that keeps the books, and the browser's storage. */
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

/** Who tells the desk again what it knew, when it has crashed. */
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
