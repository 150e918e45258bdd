/** What experiments and ensembles run on: workers that make runs, one that keeps the books, and the browser's storage. */
import { Desk, type StartDesk } from './desk';
import { Pool, type PoolHost } from './pool';
import { Results } from './results';
import { experiment } from './store';

export interface ExperimentHost extends PoolHost {
  startDesk: StartDesk;
  /** Opens what is kept. */
  results?: (told: () => void) => Results;
  /** Calls back every so many ms. */
  every(call: () => void, ms: number): void;
}

const LOOK_MS = 500;

interface Connection {
  host: ExperimentHost;
  desk: Desk;
  pool: Pool;
  /** Opened when it is needed first. */
  results: Results | null;
}

let connection: Connection | null = null;
let recover: () => void = () => undefined;

/** Nothing is started before it is needed. */
export function connectExperiments(host: ExperimentHost): void {
  connection?.pool.dispose();
  const pool = new Pool(host);
  connection = { host, desk: new Desk(host.startDesk, () => recover()), pool, results: null };
  host.every(() => pool.look(), LOOK_MS);
}

/** Who tells the desk again what it knew, when it has crashed. */
export function whenDeskIsNew(call: () => void): void {
  recover = call;
}

export const desk = (): Desk => connected().desk;
export const pool = (): Pool => connected().pool;
export const clock = (): number => connected().host.clock();

export function results(): Results {
  const now = connected();
  const told = () => experiment.setState({ keeping: 'memory' });
  now.results ??= now.host.results ? now.host.results(told) : new Results(told);
  return now.results;
}

function connected(): Connection {
  if (!connection) throw new Error('experiments have nothing to run on');
  return connection;
}
