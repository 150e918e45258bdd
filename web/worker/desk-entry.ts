/** Entry of the workers for experiments and captures. They use the larger engine module and load when first needed. */
import * as wasm from '../generated/engine-desk.js';
import { attach } from './attach';
import { startDeskRole } from './desk-roles';
import { wrapDeskEngine } from './wasm-engine';

attach((module, host, role) => startDeskRole(role, wrapDeskEngine(wasm, wasm.initSync({ module })), host));
