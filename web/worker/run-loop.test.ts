import { describe, expect, test } from 'vitest';
import { type InProcessRunner, startInProcess } from '../runner/in-process';
import type { FrameMessage, FromWorker } from './protocol';
import { RunLoop } from './run-loop';
import { decodePlot, marksIn } from './sections';
import { type FakeLab, fakeEngine, small } from './testing/fake-engine';
import { requester } from './testing/requests';

function begin(options: Parameters<typeof fakeEngine>[0] = {}, returnBuffers = true) {
  const messages: FromWorker[] = [];
  const engine = fakeEngine(options);
  const returned: ArrayBuffer[] = [];
  const runner: InProcessRunner = startInProcess(engine, (message) => {
    messages.push(message);
    if (message.type === 'frame' && returnBuffers) returned.push(message.buffer);
  });
  const pass = (ms: number) => {
    for (let i = 0; i < ms; i += 10) {
      runner.pass(Math.min(10, ms - i));
      for (const buffer of returned.splice(0)) runner.send({ type: 'buffer', buffer });
    }
  };
  const ask = requester(runner.send, messages);
  const load = (scenario = small, untilS = 0, playing = false) =>
    ask('load', { run: 1, document: JSON.stringify(scenario), untilS, playing });
  const frames = () => messages.filter((m): m is FrameMessage => m.type === 'frame');
  const lab = () => engine.labs.at(-1) as FakeLab;
  return { messages, runner, pass, ask, load, frames, lab, engine };
}

/** Makes an instant take longer than a slice: it ends with the sixth call. */
function settleSlowly(lab: FakeLab, runner: InProcessRunner): void {
  let calls = 0;
  const over = lab.settle.bind(lab);
  lab.settle = () => {
    calls += 1;
    runner.tick(4);
    return calls > 5 && over();
  };
}

describe('speed', () => {
  test.each([0.001, 0.1, 1, 5])('a run holds %d simulated seconds a second', (speed) => {
    const { runner, pass, load, lab } = begin();
    load();
    runner.send({ type: 'play', speed });
    pass(1000);
    expect(lab().now()).toBeGreaterThan(0.95 * speed);
    expect(lab().now()).toBeLessThanOrEqual(1.001 * speed);
  });

  test('a run at full speed reaches the end and reports it', () => {
    const { runner, pass, load, frames, lab } = begin();
    load();
    runner.send({ type: 'play', speed: Number.POSITIVE_INFINITY });
    pass(500);
    expect(lab().now()).toBe(10);
    expect(frames().at(-1)).toMatchObject({ ended: true, playing: false });
  });

  test.for([true, false])(
    'the engine is called once for what is due, then the loop rests; buffers come back: %s',
    async (back) => {
      const { RunLoop } = await import('./run-loop');
      let clock = 0;
      let calls = 0;
      let due: { at: number; call: () => void }[] = [];
      const loop = new RunLoop(fakeEngine({ onStep: () => (calls += 1) }), {
        post: (message) => {
          if (back && message.type === 'frame')
            due.push({ at: clock + 5, call: () => loop.handle({ type: 'buffer', buffer: message.buffer }) });
        },
        // None of these times is a whole number of nanoseconds.
        clock: () => (clock += 0.01 / 3),
        queueTask: (call) => due.push({ at: clock, call }),
        delay: (call, ms) => due.push({ at: clock + ms, call }),
      });
      loop.handle({
        type: 'load',
        id: 1,
        ask: { run: 1, document: JSON.stringify(small), untilS: 0, playing: false },
      });
      loop.handle({ type: 'play', speed: 0.7 });
      while (clock < 1000) {
        const ready = due.filter((d) => d.at <= clock);
        due = due.filter((d) => d.at > clock);
        for (const { call } of ready) call();
        clock += 0.1;
      }
      // One turn a frame, and few calls in each.
      expect(calls).toBeGreaterThan(20);
      expect(calls).toBeLessThan(500);
    },
  );

  /** How a loop at full speed spends its time, ms; the engine's events move the clock. */
  async function spent(share: number, everyMs = 0) {
    const { RunLoop } = await import('./run-loop');
    let clock = 0;
    let worked = 0;
    let frames = 0;
    let due: { at: number; call: () => void }[] = [];
    const loop = new RunLoop(
      fakeEngine({
        onEvent: () => {
          clock += 0.05;
          worked += 0.05;
        },
      }),
      {
        post: (message) => {
          if (message.type !== 'frame') return;
          frames += 1;
          due.push({ at: clock, call: () => loop.handle({ type: 'buffer', buffer: message.buffer }) });
        },
        clock: () => clock,
        queueTask: (call) => due.push({ at: clock, call }),
        delay: (call, ms) => due.push({ at: clock + ms, call }),
      },
    );
    const long = { ...small, durationS: 1000 };
    loop.handle({
      type: 'load',
      id: 1,
      ask: { run: 1, document: JSON.stringify(long), untilS: 0, playing: false },
    });
    loop.handle({ type: 'share', value: share });
    loop.handle({ type: 'view', view: { window: null, follow: 30, columns: 20, series: null, everyMs } });
    loop.handle({ type: 'play', speed: Number.POSITIVE_INFINITY });
    for (let i = 0; i < 200 && due.length > 0; i += 1) {
      const [next, ...others] = due.sort((a, b) => a.at - b.at);
      due = others;
      clock = Math.max(clock, next?.at ?? 0);
      next?.call();
    }
    return { worked, clock, frames };
  }

  test.each([1, 0.5, 0.25])('the loop takes a share of %d of its processor', async (share) => {
    const { worked, clock } = await spent(share);
    expect(worked).toBeGreaterThan(100);
    expect(worked / clock).toBeCloseTo(share, 1);
  });

  test.each([
    ['alone', 1, 0, 28],
    ['beside another run', 0.5, 0, 56],
    ['beside many', 0.1, 0, 100],
    ['where nobody sees it', 1, 200, 200],
  ])('frames are sent only as often as the page can draw them: %s', async (_, share, everyMs, apart) => {
    const { clock, frames } = await spent(share, everyMs);
    expect(frames).toBeGreaterThan(3);
    expect(clock / frames / apart).toBeGreaterThan(0.95);
    expect(clock / frames / apart).toBeLessThan(1.5);
  });

  test('a run continues without a burst after its tab slept', () => {
    const messages: FromWorker[] = [];
    let clock = 0;
    let due: (() => void)[] = [];
    const engine = fakeEngine();
    return import('./run-loop').then(({ RunLoop }) => {
      const loop = new RunLoop(engine, {
        post: (m) => messages.push(m),
        clock: () => clock,
        queueTask: (call) => due.push(call),
        delay: (call) => due.push(call),
      });
      const tick = (ms: number) => {
        clock += ms;
        const calls = due;
        due = [];
        for (const call of calls) call();
      };
      loop.handle({
        type: 'load',
        id: 1,
        ask: { run: 1, document: JSON.stringify(small), untilS: 0, playing: false },
      });
      loop.handle({ type: 'play', speed: 1 });
      for (let i = 0; i < 20; i += 1) tick(10);
      const before = engine.labs[0]?.now() ?? 0;
      tick(5000);
      expect((engine.labs[0]?.now() ?? 0) - before).toBeLessThan(0.1);
    });
  });

  test('an engine that cannot keep up is not asked to catch up', () => {
    let clock = 0;
    let due: (() => void)[] = [];
    const engine = fakeEngine({ onEvent: () => (clock += 2) });
    return import('./run-loop').then(({ RunLoop }) => {
      const loop = new RunLoop(engine, {
        post: () => undefined,
        clock: () => clock,
        queueTask: (call) => due.push(call),
        delay: (call) => due.push(call),
      });
      loop.handle({
        type: 'load',
        id: 1,
        ask: { run: 1, document: JSON.stringify(small), untilS: 0, playing: false },
      });
      loop.handle({ type: 'play', speed: 1 });
      let longest = 0;
      for (let i = 0; i < 100; i += 1) {
        const before = clock;
        const calls = due;
        due = [];
        for (const call of calls) call();
        if (i > 20) longest = Math.max(longest, clock - before);
        clock += 1;
      }
      // The first calls are long, until the loop has learnt what an event costs.
      expect(longest).toBeLessThan(500);
    });
  });

  test('a run pauses and continues', () => {
    const { runner, pass, load, lab } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(300);
    runner.send({ type: 'pause' });
    const at = lab().now();
    pass(300);
    expect(lab().now()).toBe(at);
  });
});

describe('frames', () => {
  test('frames come about thirty times a second', () => {
    const { runner, pass, load, frames } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    expect(frames().length).toBeGreaterThan(20);
    expect(frames().length).toBeLessThan(38);
  });

  test('frames wait for buffers to come back', () => {
    const { runner, pass, load, frames } = begin({}, false);
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    expect(frames()).toHaveLength(3);
    runner.send({ type: 'buffer', buffer: (frames()[0] as FrameMessage).buffer });
    pass(100);
    expect(frames()).toHaveLength(4);
  });

  test('frames carry a directory that changed while no frame could be sent', () => {
    const { runner, pass, load, frames, lab } = begin({}, false);
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    expect(frames()).toHaveLength(3);
    lab().directoryVersion = () => 2;
    pass(200);
    runner.send({ type: 'buffer', buffer: (frames()[0] as FrameMessage).buffer });
    pass(100);
    expect(frames().map((frame) => frame.directory !== undefined)).toEqual([false, false, false, true]);
  });

  test('frames carry each mark once', () => {
    const { runner, pass, load, frames } = begin();
    load();
    runner.send({ type: 'play', speed: 2 });
    pass(1200);
    const counts = frames().map((f) => marksIn(f.lengths[3]));
    expect(counts.reduce((a, b) => a + b, 0)).toBe(4);
    expect(frames().every((f, i) => f.marksFrom === counts.slice(0, i).reduce((a, b) => a + b, 0))).toBe(
      true,
    );
  });

  test('a new view is drawn while the run stands still, without internal variables unless asked for', () => {
    const { runner, pass, load, frames } = begin();
    load();
    pass(50);
    runner.send({
      type: 'view',
      view: { window: { t0: 1, t1: 2 }, follow: 30, columns: 20, series: null, everyMs: 0 },
    });
    pass(50);
    expect(frames().at(-1)).toMatchObject({ t0: 1, t1: 2, columns: 20, series: [0] });
    runner.send({
      type: 'view',
      view: { window: null, follow: 30, columns: 20, series: [1, 7], everyMs: 0 },
    });
    pass(50);
    expect(frames().at(-1)?.series).toEqual([1]);
  });
});

test('the curve of a removed flow ends at its removal, unless the flow is added again', () => {
  const removal = { atS: 2, path: '/flows/f1', value: null };
  const last = (edits: (typeof small)['edits']) => {
    const { runner, pass, load, frames } = begin();
    load({ ...small, edits: edits ?? [] }, 4);
    runner.send({
      type: 'view',
      view: { window: { t0: 0, t1: 4 }, follow: 30, columns: 4, series: [0], everyMs: 0 },
    });
    pass(100);
    const { buffer, lengths, series, columns } = frames().at(-1) as FrameMessage;
    return decodePlot(new Float64Array(buffer, 0, lengths[0]), series, columns).y(0);
  };
  // Points are half a second apart.
  expect([...(last([removal]) ?? [])]).toEqual([1, 1, 1, 1, 1, Number.NaN, Number.NaN, Number.NaN]);
  const again = { atS: 3, path: '/flows/f1', value: small.flows[0] };
  expect([...(last([removal, again]) ?? [])]).not.toContain(Number.NaN);
});

describe('steps', () => {
  test('a step runs one event', () => {
    const { runner, pass, load, lab } = begin();
    load();
    runner.send({ type: 'step', unit: 'event', flow: -1 });
    pass(20);
    expect(lab().now()).toBe(0.001);
  });

  test('a step runs one round trip of the flow', () => {
    const { runner, pass, load, lab } = begin();
    load();
    runner.send({ type: 'step', unit: 'rtt', flow: 0 });
    pass(20);
    expect(lab().now()).toBeCloseTo(0.04);
  });

  test('a step stops exactly at the next loss', () => {
    const { runner, pass, load, lab } = begin();
    load();
    runner.send({ type: 'step', unit: 'loss', flow: 0 });
    pass(100);
    expect(lab().now()).toBeCloseTo(0.5);
    runner.send({ type: 'step', unit: 'loss', flow: -1 });
    pass(100);
    expect(lab().now()).toBeCloseTo(1);
    // Where there is none, it stays.
    runner.send({ type: 'step', unit: 'loss', flow: 5 });
    pass(500);
    expect([lab().now(), lab().known()]).toEqual([1, 10]);
  });
});

test('results during a step say that it is not finished', () => {
  let clock = 0;
  const due: (() => void)[] = [];
  const told: Extract<FromWorker, { type: 'results' }>[] = [];
  const loop = new RunLoop(fakeEngine({ onEvent: () => (clock += 2) }), {
    post: (message) => message.type === 'results' && told.push(message),
    clock: () => clock,
    queueTask: (call) => due.push(call),
    delay: (call) => due.push(call),
  });
  loop.handle({
    type: 'load',
    id: 1,
    ask: { run: 1, document: JSON.stringify(small), untilS: 0, playing: false },
  });
  loop.handle({ type: 'step', unit: 'loss', flow: 5 });
  const during = () => told.filter((m) => m.now > 0);
  for (let i = 0; i < 5000 && (during().length === 0 || told.at(-1)?.underWay); i += 1) {
    for (const call of due.splice(0)) call();
    clock += 1;
  }
  expect(told.at(-1)).toMatchObject({ now: 0, underWay: false, ended: false });
  expect(during().length).toBeGreaterThan(1);
  expect(during().every((m) => m.underWay)).toBe(true);
});

describe('edits and replays', () => {
  test('an edit is stamped with the simulated time', () => {
    const { runner, pass, ask, load, lab } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(500);
    const at = lab().now();
    const edit = ask('edit', { changes: [{ path: '/flows/f1/algorithm', value: 'cubic' }] });
    expect(edit.answer()).toMatchObject({
      edits: [{ atS: at, path: '/flows/f1/algorithm', value: 'cubic' }],
    });
  });

  test('an edit waits for the end of an instant that takes longer than a slice', () => {
    const { runner, pass, ask, load, lab } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(500);
    settleSlowly(lab(), runner);
    const edit = ask('edit', { changes: [{ path: '/links/core/forward/rateMbps', value: 2 }] });
    expect(edit.answer()).toBeUndefined();
    // Other requests are answered in the meantime.
    expect(ask('check', { document: JSON.stringify(small) }).answer()).toBe(JSON.stringify(small));
    pass(100);
    expect(edit.answer()).toMatchObject({ edits: [{ value: 2 }] });
  });

  test('a pause completes the instant before it reports a digest', () => {
    const { runner, pass, load, lab, messages } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(500);
    settleSlowly(lab(), runner);
    const settled = () => messages.filter((m) => m.type === 'results').map((m) => m.digest !== '');
    const before = settled().length;
    runner.send({ type: 'pause' });
    expect(settled().slice(before)).toEqual([]);
    pass(100);
    expect(settled().slice(before)).toEqual([true]);
  });

  test('an edit of a run at a standstill sends results with their digest, one while it plays does not', () => {
    const { runner, pass, ask, load, messages } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(500);
    const results = () => messages.filter((m) => m.type === 'results');
    const edit = () => ask('edit', { changes: [{ path: '/links/core/forward/rateMbps', value: 2 }] });
    const playing = results().length;
    edit();
    expect(results()).toHaveLength(playing);
    runner.send({ type: 'pause' });
    pass(100);
    const before = results().length;
    edit();
    expect(results().slice(before)).toMatchObject([{ digest: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
  });

  test('after a step of one event the instant is incomplete until it is shared', () => {
    const { runner, pass, load, messages } = begin();
    load();
    runner.send({ type: 'step', unit: 'event', flow: -1 });
    pass(20);
    const results = () => messages.findLast((m) => m.type === 'results');
    expect(results()).toMatchObject({ digest: '' });
    runner.send({ type: 'settle' });
    pass(20);
    expect(results()).toMatchObject({ digest: '0000000000000001' });
  });

  test('a refused edit says why, and the run continues', () => {
    const { runner, pass, ask, load, lab } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(200);
    const edit = ask('edit', { changes: [{ path: '/seed', value: 'bad' }] });
    expect(edit.problems()).toMatchObject([{ expected: 'good' }]);
    const at = lab().now();
    pass(200);
    expect(lab().now()).toBeGreaterThan(at);
  });

  test('a replay runs to its time, then plays on or stands still; edits wait for it', () => {
    const { pass, ask, load, lab, frames } = begin();
    load(small, 3, false);
    const edit = ask('edit', { changes: [{ path: '/title', value: 'x' }] });
    expect(edit.answer()).toBeUndefined();
    pass(200);
    expect(lab().now()).toBe(3);
    expect(edit.answer()).toMatchObject({ edits: [{ atS: 3 }] });
    expect(frames().at(-1)).toMatchObject({ now: 3, replayTo: null, playing: false });
    load(small, 2, true);
    pass(300);
    expect(lab().now()).toBeGreaterThan(2);
  });

  test('changes that wait for a run are answered when another run replaces it', () => {
    const { ask, load, pass } = begin();
    load(small, 3, false);
    const [held, forked] = [ask('edit', { changes: [] }), ask('branch', { run: 2, changes: [] })];
    load();
    expect([held.answer(), forked.answer()]).toEqual([null, null]);
    expect(ask('show', { run: 7, playing: false }).answer()).toBeNull();
    pass(100);
  });

  test('if one of several changes is refused, the answer lists those made before it', () => {
    const { runner, pass, ask, load } = begin();
    load();
    runner.send({ type: 'play', speed: 1 });
    pass(200);
    const change = { path: '/links/core/forward/rateMbps', value: 2 };
    const edit = ask('edit', { changes: [change, { path: '/seed', value: 'bad' }] });
    expect(edit.answer()).toMatchObject({ edits: [change], problems: [{ expected: 'good' }] });
  });
});

describe('another model', () => {
  const brief = (hops: number) => {
    const { pass, ask, lab } = begin({ hops });
    const document = JSON.stringify(small);
    const load = ask('load', { run: 1, document, untilS: 3, brief: true, playing: false });
    pass(300);
    return { at: lab().now(), loaded: load.answer() };
  };

  test('a run under another model catches up if that is quick, else begins at its start', () => {
    expect(brief(3e8)).toMatchObject({ at: 3, loaded: { untilS: 3 } });
    expect(brief(4e8)).toMatchObject({ at: 0, loaded: { untilS: 0 } });
  });

  test('a document comes with what has no fluid form, and so does an edit', () => {
    const { pass, ask, load } = begin();
    expect(load().answer()).toMatchObject({ obstacles: [] });
    pass(100);
    const edit = ask('edit', { changes: [{ path: '/flows/f1/algorithm', value: 'tfrc' }] });
    expect(edit.answer()).toMatchObject({
      obstacles: [{ problem: 'TFRC has no fluid form' }],
    });
  });
});

test('a refused document leaves the present run in place', () => {
  const { runner, pass, ask, load, engine } = begin();
  load();
  runner.send({ type: 'play', speed: 1 });
  pass(100);
  const document = JSON.stringify({ ...small, title: 'bad' });
  const refused = ask('load', { run: 2, document, untilS: 0, playing: true });
  expect(refused.problems()).toMatchObject([{ pointer: '/title' }]);
  pass(100);
  expect(engine.labs).toHaveLength(1);
  expect(engine.labs[0]?.now()).toBeGreaterThan(0.15);
});

test('a failure of the engine is reported once, and the engine is not called again', () => {
  let events = 0;
  const { runner, pass, load, messages } = begin({
    onEvent: () => {
      events += 1;
      if (events === 100) throw new WebAssembly.RuntimeError('unreachable');
    },
  });
  load();
  runner.send({ type: 'play', speed: 1 });
  pass(500);
  expect(messages.filter((m) => m.type === 'crashed')).toEqual([{ type: 'crashed', message: 'unreachable' }]);
  runner.send({ type: 'play', speed: 1 });
  pass(100);
  expect(events).toBe(100);
});

test('a run that the engine stops early has ended, and says why', () => {
  const { runner, pass, load, messages, frames } = begin({ stopAt: 2 });
  load();
  runner.send({ type: 'play', speed: Number.POSITIVE_INFINITY });
  pass(200);
  expect(frames().at(-1)).toMatchObject({ ended: true, playing: false });
  expect(messages.findLast((m) => m.type === 'results')).toMatchObject({
    now: 2,
    stopped: 'The memory is full.',
  });
});
