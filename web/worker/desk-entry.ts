/** Entry of the workers for experiments and captures. They use the larger engine module and load when first needed. */
import * as wasm from '../generated/engine-desk.js';
import { attach } from './attach';
import { BatchLoop } from './batch-loop';
import { CaptureLoop } from './capture-loop';
import { DeskLoop } from './desk-loop';
import { wrapDeskEngine } from './wasm-engine';

attach((module, host, role) => {
  const engine = wrapDeskEngine(wasm, wasm.initSync({ module }));
  switch (role) {
    case 'batch':
      return new BatchLoop(engine, host);
    case 'desk':
      return new DeskLoop(engine, host.post);
    case 'capture':
      return new CaptureLoop(engine, host);
    case 'lab':
    case 'drawing':
      throw new Error('the run on screen and its plots have workers of their own');
  }
});
