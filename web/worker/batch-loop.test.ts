import { expect, test } from 'vitest';
import { BatchLoop } from './batch-loop';
import type { FromBatch, Task } from './batch-protocol';
import { fakeBatchEngine } from './testing/fake-batch';
import { type FakeOptions, small } from './testing/fake-engine';

/** A loop in process. An event of the engine takes 0.02 ms; the test moves the clock otherwise. */
function setUp(options: FakeOptions = {}) {
  const time = { now: 0 };
  const engine = fakeBatchEngine({
    ...options,
    onEvent(now) {
      time.now += 0.02;
      options.onEvent?.(now);
    },
  });
  const heard: FromBatch[] = [];
  const due: { at: number; call: () => void }[] = [];
  const loop = new BatchLoop(engine, {
    post: (message) => heard.push(message),
    clock: () => time.now,
    queueTask: (call) => due.push({ at: time.now, call }),
    delay: (call, ms) => due.push({ at: time.now + ms, call }),
  });
  /** Makes the next call that is due; false if there is none. */
  const turn = (): boolean => {
    due.sort((a, b) => a.at - b.at);
    const next = due.shift();
    if (!next) return false;
    time.now = Math.max(time.now, next.at);
    next.call();
    return true;
  };
  const all = (limit = 100_000) => {
    for (let n = 0; n < limit && turn(); n += 1);
  };
  return { engine, loop, heard, time, turn, all, due: () => due.length };
}

const member = (more = {}): Task => ({
  kind: 'member',
  document: JSON.stringify({ ...small, ...more }),
  numbers: 600,
});

const ofType = <T extends FromBatch['type']>(heard: FromBatch[], type: T) =>
  heard.filter((m): m is Extract<FromBatch, { type: T }> => m.type === type);

test('a run goes to its end in short slices and reports its progress', () => {
  const { loop, heard, time, turn } = setUp();
  loop.handle({ type: 'prepare', document: JSON.stringify({ ...small, durationS: 100 }), quick: true });
  loop.handle({ type: 'task', id: 7, ask: { kind: 'run', point: 1, seed: 3 } });
  // The loop learns from the first call how long an event takes.
  turn();
  let longest = 0;
  for (let before = time.now; turn(); before = time.now) longest = Math.max(longest, time.now - before);
  // 200 s of an event a millisecond are 4 s of real time.
  expect(longest).toBeLessThan(30);
  const progress = ofType(heard, 'progress');
  expect(progress.length).toBeGreaterThan(10);
  expect(progress.every((p) => p.id === 7)).toBe(true);
  const shares = progress.map((p) => p.progress.share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  const [done] = ofType(heard, 'answer');
  expect(done).toMatchObject({
    id: 7,
    answer: { result: { kind: 'run', outcome: { point: 1, seed: 3 } } },
  });
  expect(done?.answer.ms).toBeCloseTo(4000, -2);
});

test('a pause takes effect within a slice, and the run continues from there', () => {
  const { loop, heard, engine, turn, all, due } = setUp();
  loop.handle({ type: 'task', id: 1, ask: member({ durationS: 50 }) });
  for (let n = 0; n < 5; n += 1) turn();
  loop.handle({ type: 'pause' });
  all();
  const at = engine.labs[0]?.now() ?? 0;
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(50);
  expect(due()).toBe(0);
  loop.handle({ type: 'resume' });
  all();
  expect(ofType(heard, 'answer')).toHaveLength(1);
  // The run was not started again.
  expect(engine.labs).toHaveLength(1);
});

test('an aborted run sends nothing more, and its memory is freed', () => {
  const { loop, heard, engine, turn, all } = setUp();
  loop.handle({ type: 'task', id: 1, ask: member({ durationS: 50 }) });
  turn();
  // No other run was asked for.
  loop.handle({ type: 'abort', id: 9 });
  turn();
  expect(engine.labs[0]?.freed).toBe(false);
  loop.handle({ type: 'abort', id: 1 });
  all();
  expect(engine.labs[0]?.freed).toBe(true);
  expect(ofType(heard, 'answer')).toHaveLength(0);
  loop.handle({ type: 'task', id: 2, ask: member() });
  all();
  expect(ofType(heard, 'answer').map((m) => m.id)).toEqual([2]);
});

test('the loop leaves a share of the time to others', () => {
  const busy = setUp();
  busy.loop.handle({ type: 'task', id: 1, ask: member({ durationS: 100 }) });
  busy.all();
  const polite = setUp();
  polite.loop.handle({ type: 'rest', share: 0.5 });
  polite.loop.handle({ type: 'task', id: 1, ask: member({ durationS: 100 }) });
  polite.all();
  expect(polite.time.now / busy.time.now).toBeCloseTo(2, 1);
});

test('an ensemble run keeps all series, in as many columns as fit', () => {
  const { loop, heard, all } = setUp();
  loop.handle({ type: 'task', id: 1, ask: member({ seed: 5 }) });
  all();
  const [done] = ofType(heard, 'answer');
  const { result: made } = done?.answer ?? {};
  const result = made?.kind === 'member' ? made.member : null;
  // 600 numbers: three for each of two series in 100 columns.
  expect(result).toMatchObject({ columns: 100, measures: '[["jain",5]]' });
  expect(result?.series.map((s) => s.kind)).toEqual(['cwnd', 'probe']);
  expect(result?.values).toEqual(new Float32Array(600).fill(5));
});

test('a run that ends early is complete at its end', () => {
  const { loop, heard, all } = setUp({ stopAt: 4 });
  loop.handle({ type: 'task', id: 1, ask: member() });
  all();
  expect(ofType(heard, 'answer')).toHaveLength(1);
});

test('problems are reported, and a failure of the engine ends the loop', () => {
  const refused = setUp();
  refused.loop.handle({ type: 'task', id: 1, ask: member({ title: 'bad' }) });
  expect(ofType(refused.heard, 'refused')).toMatchObject([{ id: 1, problems: [{ pointer: '/title' }] }]);
  refused.loop.handle({ type: 'task', id: 2, ask: member() });
  refused.all();
  expect(ofType(refused.heard, 'answer')).toHaveLength(1);

  const broken = setUp({
    onEvent(now) {
      if (now > 2) throw new WebAssembly.RuntimeError('unreachable');
    },
  });
  broken.loop.handle({ type: 'task', id: 1, ask: member() });
  broken.all();
  expect(ofType(broken.heard, 'crashed')).toEqual([{ type: 'crashed', message: 'unreachable' }]);
  broken.loop.handle({ type: 'task', id: 2, ask: member() });
  broken.all();
  expect(ofType(broken.heard, 'answer')).toHaveLength(0);
});
