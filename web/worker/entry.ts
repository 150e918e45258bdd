/** The worker of the run on screen. */
import * as wasm from '../generated/engine.js';
import { attach } from './attach';
import { RunLoop } from './run-loop';
import { wrap } from './wasm-engine';

attach((module, host) => new RunLoop(wrap(wasm, wasm.initSync({ module })), host));
