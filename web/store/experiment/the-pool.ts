/** The workers that make runs, in a module that loads only when runs are made. */
import { type ExperimentHost, host } from './connect';
import { Pool } from './pool';

const LOOK_MS = 500;

let made: { host: ExperimentHost; pool: Pool } | null = null;

export function pool(): Pool {
  const now = host();
  if (made?.host !== now) {
    made?.pool.dispose();
    const fresh = new Pool(now);
    now.every(() => fresh.look(), LOOK_MS);
    made = { host: now, pool: fresh };
  }
  return made.pool;
}
