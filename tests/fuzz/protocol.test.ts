/**
 * Arbitrary messages to an embed: each is answered or ignored by the rules, and changes nothing that is locked or that
 * the engine has not accepted.
 */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EventMessage, Reply, State } from '../../web/embed/protocol';
import * as wasm from '../../web/generated/engine.js';
import type { Scenario } from '../../web/generated/types';
import { diff } from '../../web/scenario/diff';
import type { Allow } from '../../web/store/lock';
import { RunLoop } from '../../web/worker/run-loop';
import { wrapRunEngine } from '../../web/worker/wasm-engine';
import { normalized } from '../support/engine';
import { cases, json, LONG_MS, mutate, number, report, text } from '../support/fuzz';
import { fragmentOf } from '../support/links';
import { stubPage } from '../support/page';
import { sawtooth } from '../support/scenarios';

const RATE = '/links/core/forward/rateMbps';
const HOST = 'https://course.example';
const STRANGER = 'https://stranger.example';

let deliver: (data: unknown, origin: string, source?: unknown) => void;
const parent = { postMessage: vi.fn() };
let posted: { message: Reply; target: string }[] = [];
let stores: {
  session: typeof import('../../web/store/session')['session'];
  documentStore: typeof import('../../web/store/document')['documentStore'];
  app: typeof import('../../web/store/app')['app'];
};

beforeAll(async () => {
  stubPage();
  vi.stubGlobal('window', { parent });
  vi.stubGlobal('addEventListener', (type: string, listen: (event: unknown) => void) => {
    if (type !== 'message') return;
    deliver = (data, origin, source = parent) => listen({ data, origin, source });
  });
  const bytes = await readFile(new URL('../../web/generated/engine_bg.wasm', import.meta.url));
  const exports = wasm.initSync({ module: bytes });
  const engine = wrapRunEngine(wasm, exports);
  const [{ connect }, { startApi }, { embed }, { session }, { documentStore }, { app }] = await Promise.all([
    import('../../web/store/connection'),
    import('../../web/embed/api'),
    import('../../web/embed/embed-store'),
    import('../../web/store/session'),
    import('../../web/store/document'),
    import('../../web/store/app'),
  ]);
  stores = { session, documentStore, app };
  session.setState({ embed: true });
  embed.setState(({ options }) => ({ options: { ...options, origins: [HOST, 'null'] } }));
  connect((listen) => {
    const loop = new RunLoop(engine, {
      post: listen,
      clock: () => performance.now(),
      queueTask: (call) => setImmediate(call),
      delay: (call, ms) => setTimeout(call, ms),
    });
    return { send: (message) => loop.handle(message), dispose: () => undefined };
  });
  startApi(() => undefined);
});
afterAll(() => vi.unstubAllGlobals());

/** Opens the scenario that each test starts with. */
async function openSmall(): Promise<void> {
  const { openScenario } = await import('../../web/store/open');
  await openScenario(JSON.stringify(sawtooth(3)));
  const { app, documentStore } = stores;
  await waitFor(() => documentStore.getState().source === app.getState().opened);
}

beforeEach(async () => {
  await openSmall();
  parent.postMessage.mockReset();
  parent.postMessage.mockImplementation((message: Reply, target: string) => {
    // As in a browser: values that cannot be cloned, and invalid origins, are errors.
    structuredClone(message);
    if (target !== '*' && target !== HOST && target !== STRANGER)
      throw new DOMException('no origin', 'SyntaxError');
    posted.push({ message, target });
  });
});

/** Waits until a condition holds. Everything here takes much less than the limit. */
async function waitFor(holds: () => boolean): Promise<boolean> {
  const giveUp = performance.now() + 30_000;
  while (!holds() && performance.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 1));
  return holds();
}

/** Answers without events. */
const replies = () => posted.filter((p) => !('event' in p.message));

const anyValue = fc.oneof(
  json,
  number,
  text,
  fc.constantFrom<unknown>(
    10,
    5,
    null,
    undefined,
    true,
    7n,
    new Date(0),
    new Map([[1, 2]]),
    new ArrayBuffer(3),
  ),
  fc.constant(null).map(() => {
    const round: Record<string, unknown> = {};
    round.self = round;
    return round;
  }),
);
const PATHS = [
  RATE,
  '/title',
  '/notes',
  '/seed',
  '/durationS',
  '/edits',
  '/flows/f1',
  '/flows/f1/algorithm',
  '/engine',
];
const path = fc.oneof(
  fc.constantFrom(
    ...PATHS,
    '/nodes/h1/x',
    '/nodes/none/x',
    '/lesson',
    '/__proto__/x',
    '/',
    '//',
    RATE.slice(1),
  ),
  text.map((t) => `/${t}`),
  anyValue,
);
const change = fc.record({ path, value: anyValue }, { requiredKeys: [] });
const scenario = mutate(sawtooth(3));
const argumentsOf: Record<string, fc.Arbitrary<object>> = {
  load: fc.oneof(
    fc.record({ scenario: fc.oneof(scenario, anyValue) }),
    fc.record({
      link: fc.oneof(
        text,
        text.map((t) => `#s=${t}`),
        fc.constant('#g=one-reno'),
        anyValue,
      ),
    }),
  ),
  play: fc.record({ speed: fc.oneof(fc.constantFrom(0.5, 100), anyValue) }, { requiredKeys: [] }),
  pause: fc.constant({}),
  seek: fc.record({ atS: fc.oneof(fc.double({ min: 0, max: 4, noNaN: true }), anyValue) }),
  step: fc.record({ unit: fc.oneof(fc.constantFrom('event', 'rtt', 'loss', 'timeout'), anyValue) }),
  set: fc.oneof(change, fc.record({ changes: fc.oneof(fc.array(change, { maxLength: 4 }), anyValue) })),
  fork: fc.constant({}),
  getState: fc.constant({}),
  subscribe: fc.record({
    events: fc.oneof(fc.array(fc.oneof(fc.constant('state'), anyValue)), anyValue),
    everyMs: anyValue,
  }),
  unsubscribe: fc.record({ events: anyValue }),
};
const id = fc.oneof(fc.integer(), text, anyValue);
const request = fc
  .constantFrom(...Object.keys(argumentsOf))
  .chain((call) =>
    fc
      .tuple(
        argumentsOf[call] as fc.Arbitrary<object>,
        fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: anyValue }),
        id,
      )
      .map(([args, droptail, given]) => ({ ...args, call, droptail, id: given })),
  );
const message = fc.oneof(
  { weight: 8, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ droptail: fc.constant(1), id, call: anyValue }) },
  { weight: 1, arbitrary: anyValue },
);
const origin = fc.oneof(
  { weight: 6, arbitrary: fc.constant(HOST) },
  { weight: 1, arbitrary: fc.constant('null') },
  { weight: 1, arbitrary: fc.constant(STRANGER) },
);
const allow = fc.constantFrom<Allow>(
  { kind: 'play' },
  { kind: 'some', paths: [RATE] },
  { kind: 'everything' },
);

/** A valid request: it has a call, and an id that its answer can carry. */
function isRequest(data: unknown): data is { id: unknown; droptail: unknown; call: string } {
  if (typeof data !== 'object' || data === null || !('droptail' in data)) return false;
  const { call, id: given } = data as { call?: unknown; id?: unknown };
  return typeof call === 'string' && (typeof given === 'number' || typeof given === 'string');
}

/** The paths that differ between the opened document and the current one, including those of timed edits. */
function changedPaths(opened: Scenario, source: Scenario): string[] {
  const { edits: before = [], ...from } = opened;
  const { edits: after = [], ...to } = source;
  const made = after.slice(before.length).map((e) => e.path);
  return [...(diff(from, to) ?? [{ path: 'everything' }]).map((c) => c.path), ...made];
}

test('each message is answered as the protocol says, and changes only unlocked parts', {
  timeout: LONG_MS,
}, async () => {
  const counts = { messages: 0, answered: 0, refused: 0, ignored: 0 };
  const start = performance.now();
  await fc.assert(
    fc.asyncProperty(message, origin, allow, async (data, from, lock) => {
      counts.messages += 1;
      const { app, documentStore, session } = stores;
      session.setState({ allow: lock });
      posted = [];
      const before = documentStore.getState().source;
      const openedBefore = app.getState().opened;
      deliver(data, from);
      if (!isRequest(data)) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(replies()).toEqual([]);
        expect(documentStore.getState().source).toBe(before);
        counts.ignored += 1;
        return;
      }
      expect(await waitFor(() => replies().length > 0), 'an answer').toBe(true);
      expect(replies()).toHaveLength(1);
      const [{ message: reply, target }] = replies() as [{ message: Reply; target: string }];
      expect(Object.is(reply.id, data.id)).toBe(true);
      expect(target).toBe(from === 'null' ? '*' : from);
      if (reply.ok) counts.answered += 1;
      else {
        counts.refused += 1;
        expect(reply.error.code).toMatch(/^(origin|version|call|locked|refused)$/);
        expect(reply.error.message).toMatch(/\S/);
        // A call that times out says so; here none may.
        expect(reply.error.message).not.toContain('in time');
      }
      const { source } = documentStore.getState();
      if (from === STRANGER || data.droptail !== 1) {
        expect(reply.ok).toBe(false);
        expect(source).toBe(before);
        return;
      }
      if (source === before) return;
      expect(await normalized(source), 'the engine accepts it').toEqual(source);
      const { opened } = app.getState();
      if (opened !== openedBefore) {
        // The loaded document may take any time to run.
        await openSmall();
        return;
      }
      const paths = changedPaths(before, source);
      if (lock.kind === 'play') expect(paths).toEqual([]);
      if (lock.kind === 'some') expect(paths.filter((p) => p !== RATE)).toEqual([]);
    }),
    cases(300),
  );
  const seconds = (performance.now() - start) / 1000;
  report('protocol', { ...counts, 'per second': Math.round(counts.messages / seconds) }, seconds);
  expect(counts.answered).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
});

test('a call whose answer cannot be sent does not block the next one', async () => {
  stores.session.setState({ allow: { kind: 'play' } });
  posted = [];
  parent.postMessage.mockImplementationOnce(() => {
    throw new DOMException('no origin', 'SyntaxError');
  });
  deliver({ droptail: 1, id: 'one', call: 'getState' }, HOST);
  deliver({ droptail: 1, id: 'two', call: 'seek', atS: 2 }, HOST);
  await waitFor(() => replies().some((p) => p.message.id === 'two'));
  expect(replies().map((p) => [p.message.id, p.message.ok])).toEqual([
    ['one', false],
    ['two', true],
  ]);
  expect((replies()[1]?.message as { value: State } | undefined)?.value.nowS).toBe(2);
});

test('a page without an origin is answered', async () => {
  posted = [];
  deliver({ droptail: 1, id: 1, call: 'load', link: await fragmentOf(sawtooth(2)) }, 'null');
  deliver({ droptail: 1, id: 2, call: 'getState' }, 'null');
  await waitFor(() => replies().length === 2);
  expect(replies().map((p) => [p.message.id, p.message.ok, p.target])).toEqual([
    [1, true, '*'],
    [2, true, '*'],
  ]);
});

test('marks continue after a fork', async () => {
  stores.session.setState({ allow: { kind: 'everything' } });
  const { openScenario } = await import('../../web/store/open');
  await openScenario(JSON.stringify(sawtooth(20)));
  posted = [];
  /** Calls, and waits for the answer. */
  const call = async (name: string, args: object) => {
    deliver({ droptail: 1, id: name, call: name, ...args }, HOST);
    expect(await waitFor(() => replies().some((p) => p.message.id === name))).toBe(true);
  };
  const events = () => posted.map((p) => p.message as unknown as EventMessage).filter((m) => 'event' in m);
  const marks = () => events().flatMap((m) => (m.event === 'mark' ? [m.data] : []));
  await call('seek', { atS: 3 });
  await call('subscribe', { events: ['mark', 'state'] });
  await call('set', { path: '/links/core/forward/queue/params/limitPackets', value: 10 });
  await call('fork', {});
  await call('play', { speed: 100_000 });
  await waitFor(() => events().some((m) => m.event === 'state' && m.data.ended));
  expect(marks().filter((m) => m.kind === 'loss' && m.atS > 3).length).toBeGreaterThan(0);
});
