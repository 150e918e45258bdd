/** The worker whose engine runs the controllers of documents, for every role that has an engine. */
import engine from '../generated/engine-script_bg.wasm?url';
import Hosted from '../worker/script-entry?worker';
import url from '../worker/script-entry?worker&url';
import type { Script } from './worker-runner';

export const scriptWorker: Script = {
  Hosted,
  inline: () => import('../worker/script-entry?worker&inline'),
  url,
  engine,
};
