/** Captures the packets of a link. A worker of its own simulates the run again. */
import { WorkerClient } from '../../runner/client';
import { startCapture } from '../../runner/worker-runner';
import type { Capture, CaptureCalls } from '../../worker/batch-protocol';

export interface Captured {
  file: Blob;
  packets: number;
}

/**
 * Ends with an error's words where the engine failed or refused, and with the signal's reason.
 *
 * @param progress hears the simulated time reached, s, and the packets in the file so far
 */
export async function captureLink(
  ask: Capture,
  progress: (now: number, packets: number) => void,
  signal: AbortSignal,
): Promise<Captured> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const worker = new WorkerClient<CaptureCalls>(startCapture, () => undefined);
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
