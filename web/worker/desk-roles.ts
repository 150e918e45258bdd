/** What the workers for experiments and captures do. */
import type { Host } from './attach';
import { BatchLoop } from './batch-loop';
import { CaptureLoop } from './capture-loop';
import { DeskLoop } from './desk-loop';
import type { BatchEngine, CaptureEngine } from './engine';
import type { Role } from './protocol';

export function startDeskRole(
  role: Role,
  engine: BatchEngine & CaptureEngine,
  host: Host,
): { handle(message: never): void } {
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
}
