/** Entry of all workers for documents with controllers. They use the engine module that runs scripts. */
import * as wasm from '../generated/engine-script.js';
import { attach } from './attach';
import { startDeskRole } from './desk-roles';
import { ScriptLoop } from './script-loop';
import { wrapRunEngine, wrapScriptEngine } from './wasm-engine';

attach((module, host, role) => {
  const exports = wasm.initSync({ module });
  if (role === 'lab') return new ScriptLoop(wrapRunEngine(wasm, exports), host);
  return startDeskRole(role, wrapScriptEngine(wasm, exports), host);
});
