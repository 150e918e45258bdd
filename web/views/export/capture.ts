/** A capture of a link: the run once more, in a worker of its own, with somebody who looks on. */
import { startCapture } from '../../runner/worker-runner';
import type { ToCapture } from '../../worker/batch-protocol';

export interface Captured {
  file: Blob;
  packets: number;
}

export interface CaptureRun {
  /** Refused with words where the engine failed; null once it was cancelled. */
  done: Promise<Captured | null>;
  cancel(): void;
}

/** @param progress hears the simulated time reached, s, and the packets in the file so far */
export function captureLink(ask: ToCapture, progress: (now: number, packets: number) => void): CaptureRun {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let cancel = () => {};
  const done = new Promise<Captured | null>((resolve, reject) => {
    const runner = startCapture((message) => {
      if (message.type === 'crashed') {
        runner.dispose();
        reject(new Error(message.message));
        return;
      }
      pieces.push(message.bytes);
      progress(message.now, message.packets);
      if (!message.done) return;
      runner.dispose();
      resolve({ file: new Blob(pieces, { type: 'application/x-pcapng' }), packets: message.packets });
    });
    cancel = () => {
      runner.dispose();
      resolve(null);
    };
    runner.send(ask);
  });
  return { done, cancel: () => cancel() };
}
