/** Entry of the worker that runs the scenario on screen. */
import * as wasm from '../generated/engine.js';
import { attach } from './attach';
import { RunLoop } from './run-loop';
import { wrapRunEngine } from './wasm-engine';

attach((module, host) => new RunLoop(wrapRunEngine(wasm, wasm.initSync({ module })), host));
