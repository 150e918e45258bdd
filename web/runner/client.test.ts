import { expect, test } from 'vitest';
import type { Abort, Crashed, Reply, Request, Silent } from '../worker/requests';
import { READ_TIMEOUT_MS, Refused, Stopped, TimedOut, WORKER_TIMEOUT_MS, WorkerClient } from './client';

interface FakeCalls {
  read: { ask: { place: number }; answer: string; progress: number };
  change: { ask: { to: string }; answer: null };
}
interface DocumentCalls {
  load: { ask: { document: string }; answer: string };
}
type Notice = { type: 'buffer'; buffer: ArrayBuffer };
type StreamMessage = { type: 'frame'; buffer: ArrayBuffer };

/** A worker that sends what a test tells it to. */
function setUp() {
  const worker = {
    heard: [] as (Notice | Request<FakeCalls> | Abort)[],
    transferred: [] as Transferable[],
    disposed: 0,
    say: (_: StreamMessage | Reply<FakeCalls> | Crashed | Silent) => {},
  };
  const received: (StreamMessage | Crashed)[] = [];
  const client = new WorkerClient<FakeCalls, Notice, StreamMessage>(
    (listen) => {
      worker.say = listen;
      return {
        send(message, transfer = []) {
          worker.heard.push(structuredClone(message));
          worker.transferred.push(...transfer);
        },
        dispose: () => {
          worker.disposed += 1;
        },
      };
    },
    (message) => received.push(message),
  );
  return { client, worker, received };
}

/** The result of a request; undefined while it is pending. */
function track<T>(promise: Promise<T>): { outcome: T | Error | undefined } {
  const watched: { outcome: T | Error | undefined } = { outcome: undefined };
  promise.then(
    (answer) => {
      watched.outcome = answer;
    },
    (error: Error) => {
      watched.outcome = error;
    },
  );
  return watched;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The ways in which a worker can fail to answer a request, and how the request then ends. */
const failures: {
  name: string;
  happens(set: ReturnType<typeof setUp>): void;
  error: unknown;
  again: boolean;
}[] = [
  {
    name: 'says that it crashed, or whoever runs it does',
    happens: ({ worker }) => worker.say({ type: 'crashed', message: 'unreachable' }),
    error: new Stopped('unreachable'),
    again: false,
  },
  {
    name: 'is replaced',
    happens: ({ client }) => client.dispose('It was restarted.'),
    error: new Stopped('It was restarted.'),
    again: false,
  },
  {
    name: 'is silent until the time-out of the request',
    happens: ({ worker }) => worker.say({ type: 'silent', ms: READ_TIMEOUT_MS, responded: true }),
    error: new TimedOut(),
    again: true,
  },
  {
    name: 'never responds',
    happens: ({ worker }) => worker.say({ type: 'silent', ms: WORKER_TIMEOUT_MS, responded: false }),
    error: new Stopped('It did not answer and was stopped.'),
    again: false,
  },
  {
    name: 'refuses',
    happens: ({ worker }) => {
      const id = worker.heard.flatMap((m) => (m.type === 'read' ? [m.id] : [])).at(-1) ?? 0;
      worker.say({ type: 'refused', id, problems: [{ pointer: '/a', problem: 'no', expected: 'yes' }] });
    },
    error: new Refused([{ pointer: '/a', problem: 'no', expected: 'yes' }]),
    again: true,
  },
];

test.for(failures)('a request ends where the worker $name', async ({ happens, error, again }) => {
  const set = setUp();
  const { client, worker } = set;
  const progress: number[] = [];
  const asked = track(
    client.ask('read', { place: 1 }, { timeoutMs: READ_TIMEOUT_MS, progress: (p) => progress.push(p) }),
  );
  worker.say({ type: 'progress', id: 1, progress: 0.5 });
  await nextTask();
  expect(asked.outcome).toBeUndefined();
  happens(set);
  await nextTask();
  expect(asked.outcome).toEqual(error);
  expect(asked.outcome).toBeInstanceOf((error as Error).constructor);
  expect(progress).toEqual([0.5]);
  // A late answer is ignored, and so is progress.
  worker.say({ type: 'progress', id: 1, progress: 0.9 });
  worker.say({ type: 'answer', id: 1, answer: 'late' });
  expect(progress).toEqual([0.5]);
  // Later requests are not affected.
  const next = track(client.ask('read', { place: 2 }));
  worker.say({ type: 'answer', id: 2, answer: 'two' });
  await nextTask();
  if (again) expect(next.outcome).toBe('two');
  else expect(next.outcome).toBeInstanceOf(Stopped);
  expect(worker.disposed).toBe(again ? 0 : 1);
});

test('each request gets its own answer, in whatever order they come', async () => {
  const { client, worker } = setUp();
  const asked = [client.ask('read', { place: 1 }), client.ask('read', { place: 2 })];
  worker.say({ type: 'answer', id: 2, answer: 'two' });
  worker.say({ type: 'answer', id: 1, answer: 'one' });
  expect(await Promise.all(asked)).toEqual(['one', 'two']);
});

test('an answer is delivered before any later message of the worker', () => {
  const { client, worker, received } = setUp();
  const seen: unknown[] = [];
  client.request('change', { to: 'a' }, ({ answer }) => seen.push(answer, received.length));
  worker.say({ type: 'answer', id: 1, answer: null });
  worker.say({ type: 'frame', buffer: new ArrayBuffer(8) });
  expect(seen).toEqual([null, 0]);
  expect(received).toHaveLength(1);
});

test('streams pass through unchanged, with their buffers', () => {
  const { client, worker, received } = setUp();
  const frame: StreamMessage = { type: 'frame', buffer: new ArrayBuffer(8) };
  worker.say(frame);
  expect(received[0]).toBe(frame);
  client.send({ type: 'buffer', buffer: frame.buffer }, [frame.buffer]);
  expect(worker.transferred).toEqual([frame.buffer]);
  client.dispose();
  client.send({ type: 'buffer', buffer: frame.buffer });
  worker.say(frame);
  expect(worker.heard).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test('a crash is reported to the listener before pending requests end', async () => {
  const order: string[] = [];
  let say: (message: Crashed) => void = () => {};
  const client = new WorkerClient<FakeCalls>(
    (listen) => {
      say = listen;
      return { send: () => {}, dispose: () => {} };
    },
    () => order.push('crash'),
  );
  client.request('change', { to: 'a' }, () => order.push('request'));
  say({ type: 'crashed', message: '' });
  say({ type: 'crashed', message: '' });
  expect(order).toEqual(['crash', 'request']);
});

test('a view that is closed cancels its request', async () => {
  const { client, worker } = setUp();
  const left = new AbortController();
  const asked = track(client.ask('read', { place: 1 }, { signal: left.signal }));
  left.abort();
  await nextTask();
  expect(asked.outcome).toMatchObject({ name: 'AbortError' });
  expect(worker.heard.at(-1)).toEqual({ type: 'abort', id: 1 });
  const late = track(client.ask('read', { place: 1 }, { signal: left.signal }));
  await nextTask();
  expect(late.outcome).toMatchObject({ name: 'AbortError' });
  expect(worker.heard).toHaveLength(2);
});

test('aborting after the answer sends nothing', () => {
  const { client, worker } = setUp();
  const left = new AbortController();
  void client.ask('read', { place: 1 }, { signal: left.signal });
  worker.say({ type: 'answer', id: 1, answer: '' });
  left.abort();
  expect(worker.heard).toHaveLength(1);
});

test('only silence counts: a worker that answers pings may take as long as it needs', async () => {
  const { client, worker } = setUp();
  worker.say({ type: 'silent', ms: READ_TIMEOUT_MS - 1000, responded: true });
  // The request is sent when the worker has already been silent for a while.
  const asked = track(client.ask('read', { place: 1 }, { timeoutMs: READ_TIMEOUT_MS }));
  worker.say({ type: 'silent', ms: READ_TIMEOUT_MS, responded: true });
  // It has answered, and is silent again.
  for (let ms = 1000; ms < READ_TIMEOUT_MS; ms += 1000) worker.say({ type: 'silent', ms, responded: true });
  // Its script is loading, which takes as long as the network needs.
  worker.say({ type: 'silent', ms: 2 * READ_TIMEOUT_MS, responded: false });
  await nextTask();
  expect(asked.outcome).toBeUndefined();
  worker.say({ type: 'answer', id: 1, answer: 'slow' });
  await nextTask();
  expect(asked.outcome).toBe('slow');
});

test('a change does not time out alone, because its late answer would belong to another run than the page shows', async () => {
  const { client, worker, received } = setUp();
  const asked = track(client.ask('change', { to: 'a' }));
  worker.say({ type: 'silent', ms: WORKER_TIMEOUT_MS - 1, responded: true });
  await nextTask();
  expect(asked.outcome).toBeUndefined();
  worker.say({ type: 'silent', ms: WORKER_TIMEOUT_MS, responded: true });
  await nextTask();
  expect(asked.outcome).toBeInstanceOf(Stopped);
  expect(received).toEqual([{ type: 'crashed', message: 'It did not answer and was stopped.' }]);
  expect(worker.disposed).toBe(1);
});

test('a silent worker without pending requests keeps running', () => {
  const { worker } = setUp();
  worker.say({ type: 'silent', ms: 2 * WORKER_TIMEOUT_MS, responded: true });
  expect(worker.disposed).toBe(0);
});

test('a request that cannot be cloned is rejected', async () => {
  const { client } = setUp();
  const asked = client.ask('change', { to: (() => '') as unknown as string });
  await expect(asked).rejects.toThrow(/could not be cloned/);
});

test('a worker that crashes while it starts is disposed of', async () => {
  let disposed = 0;
  const client = new WorkerClient<FakeCalls>(
    (listen) => {
      listen({ type: 'crashed', message: 'no such file' });
      return { send: () => {}, dispose: () => (disposed += 1) };
    },
    () => undefined,
  );
  expect(disposed).toBe(1);
  await expect(client.ask('read', { place: 1 })).rejects.toThrow('no such file');
});

test('a worker that needs scripts is replaced, and the new one gets what was not answered', async () => {
  const workers: { scripts: boolean; heard: unknown[]; say: (reply: Reply<DocumentCalls>) => void }[] = [];
  const client: WorkerClient<DocumentCalls> = new WorkerClient<DocumentCalls>(
    (listen, scripts) => {
      const worker = { scripts, heard: [] as unknown[], say: listen };
      workers.push(worker);
      return { send: (message) => worker.heard.push(message), dispose: () => worker.heard.push('disposed') };
    },
    () => undefined,
    () => void client.ask('load', { document: 'restored' }),
  );
  const pending = track(client.ask('load', { document: '{}' }));
  void client.ask('load', { document: '{"controllers":[{"id":"own"}]}' });
  void client.ask('load', { document: '{"controllers":[{"id":"other"}]}' });
  expect(workers.map(({ scripts }) => scripts)).toEqual([false, true]);
  expect(workers[0]?.heard.at(-1)).toBe('disposed');
  expect(workers[1]?.heard.map((message) => (message as { ask: { document: string } }).ask.document)).toEqual(
    ['restored', '{}', '{"controllers":[{"id":"own"}]}', '{"controllers":[{"id":"other"}]}'],
  );
  const [, second] = (workers[1]?.heard ?? []) as { id: number }[];
  workers[1]?.say({ type: 'answer', id: second?.id ?? 0, answer: 'loaded' });
  await nextTask();
  expect(pending.outcome).toBe('loaded');
});
