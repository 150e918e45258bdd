/** The pool of workers, in a module of its own because it loads only when runs are made. */
import { type ExperimentHost, host } from './connect';
import { Pool } from './pool';

const UPDATE_MS = 500;

let made: { host: ExperimentHost; pool: Pool } | null = null;

export function pool(): Pool {
  const now = host();
  if (made?.host !== now) {
    made?.pool.dispose();
    const fresh = new Pool(now);
    now.every(() => fresh.update(), UPDATE_MS);
    made = { host: now, pool: fresh };
  }
  return made.pool;
}
