/** Captures a link in a run of its own; the file is sent in pieces while the run continues. */

import { Answers } from './answers';
import type { CaptureCalls, FromCapture, ToCapture } from './batch-protocol';
import type { CaptureEngine, EngineCapture } from './engine';
import type { Request } from './requests';

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
  private readonly answers: Answers<CaptureCalls>;

  constructor(engine: CaptureEngine, host: Host) {
    this.engine = engine;
    this.host = host;
    this.answers = new Answers(host.post);
  }

  handle(message: ToCapture): void {
    // Whoever wants no more of it ends the worker.
    if (message.type === 'abort') return;
    const { document, link, node, fromS, toS } = message.ask;
    this.guarded(message, () => this.go(message, this.engine.capture(document, link, node, fromS, toS)));
  }

  /** One slice; the next one follows when messages had their turn. */
  private go(message: Request<CaptureCalls>, capture: EngineCapture): void {
    const until = this.host.clock() + SLICE_MS;
    let now = 0;
    do {
      now = capture.step(EVENTS);
    } while (!capture.done() && this.host.clock() < until);
    const bytes = capture.take();
    const packets = capture.packets();
    this.answers.progress(message, { now, packets, bytes }, [bytes.buffer]);
    if (capture.done()) {
      capture.free();
      this.answers.answer(message, { packets });
    } else this.host.soon(() => this.guarded(message, () => this.go(message, capture)));
  }

  private guarded(message: Request<CaptureCalls>, act: () => void): void {
    try {
      this.answers.attempt(message, act);
    } catch (error) {
      this.host.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
