/** Captures the packets of a link. A separate worker simulates the run again. */
import { WorkerClient } from '../../runner/client';
import { needsScripts } from '../../runner/scripts';
import { startCapture } from '../../runner/worker-runner';
import type { Capture, CaptureCalls } from '../../worker/batch-protocol';

export interface Captured {
  file: Blob;
  packets: number;
}

/**
 * Rejects with an error if the engine fails or refuses, and with the signal's reason if aborted.
 *
 * @param progress receives the simulated time reached, s, and the number of packets captured so far
 */
export async function captureLink(
  ask: Capture,
  progress: (now: number, packets: number) => void,
  signal: AbortSignal,
): Promise<Captured> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const ignore = () => undefined;
  const worker = new WorkerClient<CaptureCalls>(startCapture, ignore, ignore, needsScripts(ask));
  try {
    const { packets } = await worker.ask('capture', ask, {
      signal,
      progress(piece) {
        pieces.push(piece.bytes);
        progress(piece.now, piece.packets);
      },
    });
    return { file: new Blob(pieces, { type: 'application/x-pcapng' }), packets };
  } finally {
    worker.dispose();
  }
}
