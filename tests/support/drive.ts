/** What a test does with the page's worker inside the browser: edits and promises of digests while the run goes as fast as it can. */
import type { Edit } from '../../web/generated/types';
import type { Edited, FromWorker, ToWorker } from '../../web/worker/protocol';

export interface Drive {
  /** Addresses of the page's own worker and engine. */
  worker: string;
  wasm: string;
  document: string;
  changes: { path: string; value: unknown }[];
}

export interface Driven {
  /** What the worker stamped, in the order in which it did. */
  edits: Edit[];
  /** Promises: the digest at a time, with so many of the edits. */
  shares: { now: number; digest: string; edits: number }[];
  /** Why there is nothing to compare; empty where there is. */
  trouble: string;
}

/** Runs in the page: it may use nothing from outside of itself. */
export async function drive({ worker: url, wasm, document, changes }: Drive): Promise<Driven> {
  const driven: Driven = { edits: [], shares: [], trouble: '' };
  const worker = new Worker(url);
  const heard: FromWorker[] = [];
  let tell = () => {};
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'frame') worker.postMessage({ type: 'buffer', buffer: data.buffer }, [data.buffer]);
    heard.push(data);
    tell();
  };
  const send = (message: ToWorker) => worker.postMessage(message);
  /** The first message, from now on, that is one of these. */
  const hear = async <T extends FromWorker['type']>(...types: T[]) => {
    for (;;) {
      const found = heard.find((message) => (types as string[]).includes(message.type));
      if (found) {
        heard.splice(0, heard.indexOf(found) + 1);
        return found as Extract<FromWorker, { type: T }>;
      }
      if (heard.some((message) => message.type === 'crashed')) throw new Error(JSON.stringify(heard.at(-1)));
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  try {
    const module = await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer());
    worker.postMessage({ type: 'start', role: 'lab', module });
    await hear('ready');
    send({ type: 'load', id: 0, ask: { run: 1, document, untilS: 0, playing: false } });
    if ((await hear('answer', 'refused')).type === 'refused') return { ...driven, trouble: 'refused' };
    for (const [id, change] of changes.entries()) {
      send({ type: 'play', speed: Number.POSITIVE_INFINITY });
      // Anywhere in a slice, or behind some of them.
      await wait((id * 7) % 23);
      send({ type: 'edit', id, ask: { changes: [change] } });
      const said = await hear('answer', 'refused');
      if (said.type === 'answer') driven.edits.push(...(said.answer as Edited).edits);
      await wait((id * 5) % 17);
      send({ type: 'pause' });
      heard.length = 0;
      send({ type: 'settle' });
      for (;;) {
        const { now, digest, stopped } = await hear('results');
        if (stopped) return { ...driven, trouble: stopped };
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
