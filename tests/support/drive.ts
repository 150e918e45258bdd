/** Drives the page's worker inside the browser: edits at full speed, and digests in between. */
import type { Edit } from '../../web/generated/types';
import type { EditResult, FromWorker, ToWorker } from '../../web/worker/protocol';

export interface Drive {
  /** Addresses of the page's own worker and engine. */
  worker: string;
  wasm: string;
  document: string;
  changes: { path: string; value: unknown }[];
}

export interface Driven {
  /** The edits with the times that the worker gave them, in order. */
  edits: Edit[];
  /** Digests: each at a time, after a number of edits. */
  shares: { now: number; digest: string; edits: number }[];
  /** Why there is nothing to compare; empty if there is something. */
  failure: string;
}

/** Runs in the page, so it cannot use anything outside itself. */
export async function drive({ worker: url, wasm, document, changes }: Drive): Promise<Driven> {
  const driven: Driven = { edits: [], shares: [], failure: '' };
  const worker = new Worker(url);
  const received: FromWorker[] = [];
  let notify = () => {};
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'frame') worker.postMessage({ type: 'buffer', buffer: data.buffer }, [data.buffer]);
    received.push(data);
    notify();
  };
  const send = (message: ToWorker) => worker.postMessage(message);
  /** Waits for the next message of one of these types. */
  const waitFor = async <T extends FromWorker['type']>(...types: T[]) => {
    for (;;) {
      const found = received.find((message) => (types as string[]).includes(message.type));
      if (found) {
        received.splice(0, received.indexOf(found) + 1);
        return found as Extract<FromWorker, { type: T }>;
      }
      if (received.some((message) => message.type === 'crashed'))
        throw new Error(JSON.stringify(received.at(-1)));
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  try {
    const module = await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer());
    worker.postMessage({ type: 'start', role: 'lab', module });
    await waitFor('ready');
    send({ type: 'load', id: 0, ask: { run: 1, document, untilS: 0, playing: false } });
    if ((await waitFor('answer', 'refused')).type === 'refused') return { ...driven, failure: 'refused' };
    for (const [id, change] of changes.entries()) {
      send({ type: 'play', speed: Number.POSITIVE_INFINITY });
      // The edit arrives within a slice or some slices later.
      await wait((id * 7) % 23);
      send({ type: 'edit', id, ask: { changes: [change] } });
      const said = await waitFor('answer', 'refused');
      if (said.type === 'answer') driven.edits.push(...(said.answer as EditResult).edits);
      await wait((id * 5) % 17);
      send({ type: 'pause' });
      received.length = 0;
      send({ type: 'settle' });
      for (;;) {
        const { now, digest, stopped } = await waitFor('results');
        if (stopped) return { ...driven, failure: stopped };
        if (digest === '') continue;
        driven.shares.push({ now, digest, edits: driven.edits.length });
        break;
      }
    }
    return driven;
  } finally {
    worker.terminate();
  }
}
