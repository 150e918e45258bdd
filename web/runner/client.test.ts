import { expect, test } from 'vitest';
import type { Abort, Crashed, Reply, Request, Silent } from '../worker/requests';
import { GIVEN_UP_MS, READING_MS, Refused, Stopped, TimedOut, WorkerClient } from './client';

interface FakeCalls {
  read: { ask: { place: number }; answer: string; progress: number };
  change: { ask: { to: string }; answer: null };
}
type Notice = { type: 'buffer'; buffer: ArrayBuffer };
type Said = { type: 'frame'; buffer: ArrayBuffer };

/** A worker that sends what a test tells it to. */
function setUp() {
  const worker = {
    heard: [] as (Notice | Request<FakeCalls> | Abort)[],
    transferred: [] as Transferable[],
    disposed: 0,
    say: (_: Said | Reply<FakeCalls> | Crashed | Silent) => {},
  };
  const received: (Said | Crashed)[] = [];
  const client = new WorkerClient<FakeCalls, Notice, Said>(
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
function watch<T>(promise: Promise<T>): { outcome: T | Error | undefined } {
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

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** How a worker can fail to answer a request, and how the request then ends. */
const ends: { name: string; happens(set: ReturnType<typeof setUp>): void; error: unknown; again: boolean }[] =
  [
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
      name: 'is silent for as long as somebody would wait',
      happens: ({ worker }) => worker.say({ type: 'silent', ms: READING_MS, begun: true }),
      error: new TimedOut(),
      again: true,
    },
    {
      name: 'never said anything',
      happens: ({ worker }) => worker.say({ type: 'silent', ms: GIVEN_UP_MS, begun: false }),
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

test.for(ends)('a request ends where the worker $name', async ({ happens, error, again }) => {
  const set = setUp();
  const { client, worker } = set;
  const progress: number[] = [];
  const asked = watch(
    client.ask('read', { place: 1 }, { patienceMs: READING_MS, progress: (p) => progress.push(p) }),
  );
  worker.say({ type: 'progress', id: 1, progress: 0.5 });
  await turn();
  expect(asked.outcome).toBeUndefined();
  happens(set);
  await turn();
  expect(asked.outcome).toEqual(error);
  expect(asked.outcome).toBeInstanceOf((error as Error).constructor);
  expect(progress).toEqual([0.5]);
  // A late answer is ignored, and so is progress.
  worker.say({ type: 'progress', id: 1, progress: 0.9 });
  worker.say({ type: 'answer', id: 1, answer: 'late' });
  expect(progress).toEqual([0.5]);
  // Later requests are not affected.
  const next = watch(client.ask('read', { place: 2 }));
  worker.say({ type: 'answer', id: 2, answer: 'two' });
  await turn();
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

test('an answer is there before anything that the worker says after it', () => {
  const { client, worker, received } = setUp();
  const seen: unknown[] = [];
  client.request('change', { to: 'a' }, ({ answer }) => seen.push(answer, received.length));
  worker.say({ type: 'answer', id: 1, answer: null });
  worker.say({ type: 'frame', buffer: new ArrayBuffer(8) });
  expect(seen).toEqual([null, 0]);
  expect(received).toHaveLength(1);
});

test('streams pass through as they are, with their buffers', () => {
  const { client, worker, received } = setUp();
  const frame: Said = { type: 'frame', buffer: new ArrayBuffer(8) };
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

test('whoever hears of a crash hears of it before those who asked', async () => {
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
  const asked = watch(client.ask('read', { place: 1 }, { signal: left.signal }));
  left.abort();
  await turn();
  expect(asked.outcome).toMatchObject({ name: 'AbortError' });
  expect(worker.heard.at(-1)).toEqual({ type: 'abort', id: 1 });
  const late = watch(client.ask('read', { place: 1 }, { signal: left.signal }));
  await turn();
  expect(late.outcome).toMatchObject({ name: 'AbortError' });
  expect(worker.heard).toHaveLength(2);
});

test('a view that goes away after the answer tells nobody', () => {
  const { client, worker } = setUp();
  const left = new AbortController();
  void client.ask('read', { place: 1 }, { signal: left.signal });
  worker.say({ type: 'answer', id: 1, answer: '' });
  left.abort();
  expect(worker.heard).toHaveLength(1);
});

test('only silence counts: a worker that answers pings may take as long as it likes', async () => {
  const { client, worker } = setUp();
  worker.say({ type: 'silent', ms: READING_MS - 1000, begun: true });
  // The request is sent when the worker has already been silent for a while.
  const asked = watch(client.ask('read', { place: 1 }, { patienceMs: READING_MS }));
  worker.say({ type: 'silent', ms: READING_MS, begun: true });
  // It has answered, and is silent again.
  for (let ms = 1000; ms < READING_MS; ms += 1000) worker.say({ type: 'silent', ms, begun: true });
  // Its script is loading, which takes as long as the network needs.
  worker.say({ type: 'silent', ms: 2 * READING_MS, begun: false });
  await turn();
  expect(asked.outcome).toBeUndefined();
  worker.say({ type: 'answer', id: 1, answer: 'slow' });
  await turn();
  expect(asked.outcome).toBe('slow');
});

test('a change is not given up alone: its late answer would be of another run than the page shows', async () => {
  const { client, worker, received } = setUp();
  const asked = watch(client.ask('change', { to: 'a' }));
  worker.say({ type: 'silent', ms: GIVEN_UP_MS - 1, begun: true });
  await turn();
  expect(asked.outcome).toBeUndefined();
  worker.say({ type: 'silent', ms: GIVEN_UP_MS, begun: true });
  await turn();
  expect(asked.outcome).toBeInstanceOf(Stopped);
  expect(received).toEqual([{ type: 'crashed', message: 'It did not answer and was stopped.' }]);
  expect(worker.disposed).toBe(1);
});

test('a silent worker of which nothing was asked is let be', () => {
  const { worker } = setUp();
  worker.say({ type: 'silent', ms: 2 * GIVEN_UP_MS, begun: true });
  expect(worker.disposed).toBe(0);
});

test('what cannot be copied is not asked', async () => {
  const { client } = setUp();
  const asked = client.ask('change', { to: (() => '') as unknown as string });
  await expect(asked).rejects.toThrow(/could not be cloned/);
});

test('a worker that ends while it is started is ended', async () => {
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
