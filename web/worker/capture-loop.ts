/** A run of its own with a capture of one link: the file comes in pieces while it goes on. */

import type { FromCapture, ToCapture } from './batch-protocol';
import { type CaptureEngine, type EngineCapture, problemsOf } from './engine';

/** After so long the page hears how far it is. */
const SLICE_MS = 50;
const EVENTS = 20_000;

interface Host {
  post(message: FromCapture, transfer?: Transferable[]): void;
  clock(): number;
  soon(call: () => void): void;
}

export class CaptureLoop {
  private readonly engine: CaptureEngine;
  private readonly host: Host;

  constructor(engine: CaptureEngine, host: Host) {
    this.engine = engine;
    this.host = host;
  }

  handle({ document, link, node, fromS, toS }: ToCapture): void {
    this.guarded(() => this.go(this.engine.capture(document, link, node, fromS, toS)));
  }

  /** One slice; the next one follows when messages had their turn. */
  private go(capture: EngineCapture): void {
    const until = this.host.clock() + SLICE_MS;
    let now = 0;
    do {
      now = capture.step(EVENTS);
    } while (!capture.done() && this.host.clock() < until);
    const bytes = capture.take();
    const done = capture.done();
    this.host.post({ type: 'captured', now, packets: capture.packets(), bytes, done }, [bytes.buffer]);
    if (done) capture.free();
    else this.host.soon(() => this.guarded(() => this.go(capture)));
  }

  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      const problems = problemsOf(error);
      const words = error instanceof Error ? error.message : String(error);
      this.host.post({ type: 'crashed', message: problems?.[0]?.problem ?? words });
    }
  }
}
