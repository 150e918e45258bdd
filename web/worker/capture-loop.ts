/** Captures a link in a run of its own, and sends the file in parts while the run continues. */

import { Answers } from './answers';
import type { CaptureCalls, FromCapture, ToCapture } from './batch-protocol';
import type { CaptureEngine, EngineCapture } from './engine';
import type { Request } from './requests';
import type { LoopHost } from './schedule';

/** How often the page gets a part of the file and the progress. */
const SLICE_MS = 50;
const EVENTS = 20_000;

interface Host extends Omit<LoopHost, 'delay'> {
  post(message: FromCapture, transfer?: Transferable[]): void;
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
    // There is no abort: the page ends the worker.
    if (message.type === 'abort') return;
    const { document, link, node, fromS, toS } = message.ask;
    this.guard(message, () => this.runSlice(message, this.engine.capture(document, link, node, fromS, toS)));
  }

  /** Runs one slice; the next one follows once waiting messages have been handled. */
  private runSlice(message: Request<CaptureCalls>, capture: EngineCapture): void {
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
    } else this.host.queueTask(() => this.guard(message, () => this.runSlice(message, capture)));
  }

  private guard(message: Request<CaptureCalls>, act: () => void): void {
    try {
      this.answers.attempt(message, act);
    } catch (error) {
      this.host.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
