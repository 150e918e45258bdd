import { describe, expect, test } from 'vitest';
import { type InProcessRunner, startInProcess } from '../runner/in-process';
import type { FrameMessage, FromWorker } from './protocol';
import { SceneSection } from './sections';
import { type FakeOptions, fakeEngine, small } from './testing/fake-engine';
import { requester } from './testing/requests';

function begin(options: FakeOptions = {}) {
  const messages: FromWorker[] = [];
  const engine = fakeEngine(options);
  const returned: ArrayBuffer[] = [];
  const runner: InProcessRunner = startInProcess(engine, (message) => {
    messages.push(message);
    if (message.type === 'frame') returned.push(message.buffer);
  });
  const pass = (ms: number) => {
    for (let i = 0; i < ms; i += 10) {
      runner.pass(10);
      for (const buffer of returned.splice(0)) runner.send({ type: 'buffer', buffer });
    }
  };
  const ask = requester(runner.send, messages);
  ask('load', { run: 1, document: JSON.stringify(small), untilS: 5, playing: false });
  pass(200);
  const frame = () => messages.filter((m): m is FrameMessage => m.type === 'frame').at(-1) as FrameMessage;
  return { ask, engine, frame, messages, pass, runner };
}

const stretch = { channel: true, number: 4, fromS: 1, toS: 2, most: 50 };
const change = { path: '/links/core/forward/rateMbps', value: 5 };

describe('going back', () => {
  test('a run that went back stands at the moment asked for, and stays known', () => {
    const { engine, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2.5 });
    pass(200);
    expect(engine.labs[0]?.now()).toBe(2.5);
    expect(frame()).toMatchObject({ now: 2.5, known: 5, playing: false, ended: false, replayTo: null });
  });

  test('a run that went back can be continued', () => {
    const { frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 1 });
    runner.send({ type: 'play', speed: Number.POSITIVE_INFINITY });
    pass(500);
    expect(frame()).toMatchObject({ now: 10, known: 10, ended: true });
    runner.send({ type: 'seek', atS: 9 });
    pass(100);
    expect(frame()).toMatchObject({ now: 9, ended: false });
  });

  test('a step leads to the next loss, whether it is simulated already or not', () => {
    const { engine, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 3.2 });
    pass(100);
    runner.send({ type: 'step', unit: 'loss', flow: -1 });
    pass(100);
    expect(engine.labs[0]?.events()).toBe(3500);
    expect(frame()).toMatchObject({ now: 3.5, known: 5 });
    runner.send({ type: 'seek', atS: 5 });
    runner.send({ type: 'step', unit: 'timeout', flow: 0 });
    runner.send({ type: 'step', unit: 'loss', flow: 0 });
    pass(300);
    expect(frame().now).toBe(5.5);
  });
});

describe('a step to something that does not happen', () => {
  const missed = (messages: FromWorker[]) => messages.filter((m) => m.type === 'noMark');

  test('says so at the end of the run, and leaves the run where it was', () => {
    const { engine, frame, messages, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2.5 });
    pass(100);
    runner.send({ type: 'step', unit: 'timeout', flow: 0 });
    pass(300);
    expect(missed(messages)).toEqual([{ type: 'noMark', run: 1, unit: 'timeout', flow: 0 }]);
    expect(frame()).toMatchObject({ now: 2.5, known: 10, ended: false, playing: false, replayTo: null });
    expect(messages.filter((m) => m.type === 'results').at(-1)).toMatchObject({ now: 2.5, underWay: false });
    // Now that the whole run is known, nothing has to be simulated.
    const events = engine.labs[0]?.events();
    runner.send({ type: 'step', unit: 'ecn', flow: -1 });
    pass(20);
    expect(missed(messages)).toHaveLength(2);
    expect(engine.labs[0]?.events()).toBe(events);
    runner.send({ type: 'step', unit: 'loss', flow: -1 });
    pass(100);
    expect(frame()).toMatchObject({ now: 3 });
    expect(missed(messages)).toHaveLength(2);
  });

  test('leaves it between two events of one time', () => {
    const { engine, pass, runner } = begin();
    runner.send({ type: 'step', unit: 'event', flow: -1 });
    pass(50);
    const before = [engine.labs[0]?.now(), engine.labs[0]?.events(), engine.labs[0]?.settled()];
    runner.send({ type: 'step', unit: 'timeout', flow: -1 });
    pass(300);
    expect([engine.labs[0]?.now(), engine.labs[0]?.events(), engine.labs[0]?.settled()]).toEqual(before);
  });

  test('goes back to where the first of two searches began, and a change waits for that', () => {
    let spendTime = () => {};
    const { ask, frame, messages, pass, runner } = begin({ onEvent: () => spendTime() });
    spendTime = () => runner.tick(0.1);
    runner.send({ type: 'step', unit: 'timeout', flow: -1 });
    pass(20);
    expect(frame().now).toBeGreaterThan(5);
    runner.send({ type: 'step', unit: 'ecn', flow: -1 });
    pass(2000);
    expect(missed(messages)).toMatchObject([{ unit: 'ecn' }]);
    expect(frame()).toMatchObject({ now: 5, known: 10 });
    const branch = ask('branch', { run: 2, changes: [change] });
    pass(2000);
    expect(branch.answer()).toMatchObject({ atS: 5 });
  });

  test('ends where the engine stops the run', () => {
    const { frame, messages, pass, runner } = begin({ stopAt: 7 });
    runner.send({ type: 'step', unit: 'timeout', flow: -1 });
    pass(300);
    expect(frame()).toMatchObject({ now: 7, ended: true });
    expect(missed(messages)).toEqual([]);
  });
});

describe('branches', () => {
  test('a change in the past makes another branch and keeps the old one in the plots', () => {
    const { ask, engine, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    pass(100);
    const branch = ask('branch', { run: 2, changes: [change] });
    pass(100);
    expect(branch.answer()).toMatchObject({ from: 1, atS: 2 });
    expect(JSON.parse(branch.answer()?.document ?? '').edits).toEqual([{ atS: 2, ...change }]);
    expect(frame()).toMatchObject({ run: 2, now: 2, known: 2, others: [{ run: 1, known: 5 }] });
    const { lengths, others, buffer } = frame();
    const [curves = 0, values = 0, channels = 0] = others[0]?.lengths ?? [];
    const used = [...lengths, curves, values, channels].reduce((a, b) => a + b);
    expect([curves, values]).toEqual(lengths.slice(0, 2));
    expect(channels).toBeGreaterThan(0);
    expect(channels).toBeLessThanOrEqual(lengths[2]);
    expect(buffer.byteLength / 8).toBeGreaterThanOrEqual(used);
    expect(engine.labs[0]?.seriesBytes).toBe(48 * 2 ** 20);
    expect(engine.labs[0]?.branches[0]?.seriesBytes).toBe(48 * 2 ** 20);
  });

  test('a refused change leaves everything as it is', () => {
    const { ask, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    const branch = ask('branch', { run: 2, changes: [{ ...change, value: 'bad' }] });
    pass(100);
    expect(branch.problems()).toHaveLength(1);
    expect(frame()).toMatchObject({ run: 1, known: 5, others: [] });
  });

  test('another branch keeps pace with the run on screen', () => {
    const { ask, frame, pass, runner } = begin();
    ask('branch', { run: 2, changes: [change] });
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    const { now, others } = frame();
    expect(now).toBeGreaterThan(5.9);
    expect(others[0]?.known).toBeGreaterThan(now - 0.1);
  });

  test('a branch that has run further shows results at the time of the run on screen', () => {
    const { ask, engine, messages, pass, runner } = begin();
    // The run is known up to 5 s.
    runner.send({ type: 'seek', atS: 2 });
    pass(200);
    ask('branch', { run: 2, changes: [change] });
    pass(2000);
    const results = messages.filter((m) => m.type === 'results').at(-1);
    expect(results).toMatchObject({ run: 2, now: 2, others: [{ run: 1, now: 2 }] });
    expect(engine.labs[0]?.known()).toBe(5);
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    runner.send({ type: 'pause' });
    pass(200);
    const after = messages.filter((m) => m.type === 'results').at(-1);
    expect(after?.now).toBeGreaterThan(2.9);
    expect(after?.others[0]?.now).toBe(after?.now);
    expect(engine.labs[0]?.known()).toBe(5);
  });

  test('branches can be exchanged, and a removed one is gone', () => {
    const { ask, engine, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    ask('branch', { run: 2, changes: [change] });
    pass(100);
    const show = ask('show', { run: 1, playing: false });
    pass(100);
    expect(show.answer()).toMatchObject({ untilS: 2 });
    expect(frame()).toMatchObject({ run: 1, now: 2, known: 5, others: [{ run: 2 }] });
    runner.send({ type: 'forget', run: 2 });
    pass(50);
    expect(frame().others).toEqual([]);
    ask('addBranch', { run: 3, document: JSON.stringify(small) });
    pass(300);
    expect(frame().others[0]).toMatchObject({ run: 3, known: 5 });
    ask('load', { run: 4, document: JSON.stringify(small), untilS: 0, playing: false });
    pass(50);
    expect(frame()).toMatchObject({ run: 4, others: [] });
    expect(engine.labs[0]?.freed).toBe(true);
  });

  test('a run is kept as a branch of the one that replaces it, as far as it is known', () => {
    const { ask, engine, frame, pass, runner } = begin();
    const document = JSON.stringify(small);
    ask('branch', { run: 2, changes: [change] });
    pass(200);
    ask('load', { run: 3, document, untilS: 0, playing: false, keep: [2] });
    ask('addBranch', { run: 4, document, kept: 2 });
    // Run 1 was not kept, so this one starts again.
    ask('addBranch', { run: 5, document, kept: 1 });
    expect(engine.labs).toHaveLength(3);
    expect([engine.labs[0]?.freed, engine.labs[0]?.branches[0]?.freed]).toEqual([true, false]);
    pass(20);
    expect(frame()).toMatchObject({ run: 3, now: 0, others: [{ run: 4, now: 0, known: 5 }, { run: 5 }] });
    // What the page does not need after all is freed.
    ask('load', { run: 6, document, untilS: 0, playing: false, keep: [4, 5] });
    expect(engine.labs[0]?.branches[0]?.freed).toBe(false);
    runner.send({ type: 'forget', run: 4 });
    expect(engine.labs[0]?.branches[0]?.freed).toBe(true);
    ask('load', { run: 7, document, untilS: 0, playing: false });
    expect(engine.labs[2]?.freed).toBe(true);
  });

  test('a branch that has to be made again is simulated as far as it was known', () => {
    const { ask, frame, pass } = begin();
    const document = JSON.stringify(small);
    ask('load', { run: 3, document, untilS: 0, playing: false });
    ask('addBranch', { run: 4, document, reachS: 4 });
    pass(300);
    expect(frame()).toMatchObject({ run: 3, now: 0, others: [{ run: 4, now: 0, known: 4 }] });
  });

  test('at a step, a branch has run all events of that time', () => {
    const { ask, frame, pass, runner } = begin();
    ask('branch', { run: 2, changes: [] });
    pass(100);
    runner.send({ type: 'step', unit: 'loss', flow: -1 });
    pass(200);
    expect(frame()).toMatchObject({ run: 2, now: 5.5, others: [{ run: 1, now: 5.500000001 }] });
  });

  test('a branch that changed while it kept pace comes on screen up to date', () => {
    const { ask, engine, pass } = begin();
    ask('branch', { run: 2, changes: [change] });
    pass(100);
    engine.labs[0]?.edit(JSON.stringify({ atS: 6, path: '/flows/f1/algorithm', value: 'cubic' }));
    const show = ask('show', { run: 1, playing: false });
    expect(show.answer()?.directory.flows).toMatchObject([{ algorithm: 'cubic' }]);
  });

  test('a change during a replay waits until its end', () => {
    const { ask, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2.9 });
    const branch = ask('branch', { run: 2, changes: [change] });
    pass(200);
    expect(branch.answer()).toMatchObject({ atS: 2.9 });
  });
});

test('a branch that takes long is simulated in slices, and messages wait for it', () => {
  const { ask, engine, frame, messages, pass, runner } = begin();
  runner.send({ type: 'seek', atS: 2 });
  pass(100);
  const lab = engine.labs[0];
  if (!lab) throw new Error('no run');
  const branchNow = lab.branch.bind(lab);
  lab.branch = () => {
    const made = branchNow();
    const goTo = made.goTo.bind(made);
    let calls = 0;
    made.goTo = (...at) => {
      calls += 1;
      runner.tick(4);
      return calls > 10 && goTo(...at);
    };
    return made;
  };
  const branch = ask('branch', { run: 2, changes: [change] });
  runner.send({ type: 'seek', atS: 1 });
  const trace = ask('trace', stretch);
  expect(trace.answer()).toHaveLength(1);
  expect(branch.answer()).toBeUndefined();
  pass(500);
  expect(branch.answer()).toMatchObject({ atS: 2 });
  expect(frame()).toMatchObject({ run: 2, now: 1 });
  // From then on it is the run that is drawn, with all of its marks.
  const after = messages.slice(branch.index());
  const drawn = after.flatMap((m) => (m.type === 'frame' ? [[m.run, m.marksFrom]] : []));
  expect(drawn[0]).toEqual([2, 0]);
});

test('a trace that takes long is answered when it is done', () => {
  const slow = () => runner.tick(4);
  const { ask, pass, runner } = begin({ tracePieces: 20, onTrace: () => slow() });
  const trace = ask('trace', stretch);
  expect(trace.answer()).toBeUndefined();
  pass(300);
  expect(trace.answer()).toHaveLength(1);
});

test('an aborted trace is not completed', () => {
  let pieces = 0;
  const slow = () => runner.tick(4);
  const { ask, pass, runner } = begin({
    tracePieces: 20,
    onTrace: () => {
      pieces += 1;
      slow();
    },
  });
  const [first, second] = [ask('trace', stretch), ask('trace', stretch)];
  const begun = pieces;
  runner.send({ type: 'abort', id: first.id });
  pass(300);
  expect(first.index()).toBe(-1);
  expect(second.answer()).toHaveLength(1);
  expect(pieces).toBe(begun + 20);
});

test('a trace lists the moments of a flow or a channel', () => {
  const { ask } = begin();
  const trace = ask('trace', stretch);
  expect(trace.answer()).toEqual([{ atS: 1, events: 4, channel: true, toS: 2, most: 50 }]);
});

describe('the state at another moment', () => {
  const cwnd = (scene: Float64Array) => new SceneSection(scene).cwnd(0);

  test('is that of the moment, and the run stays where it is', () => {
    const { ask, engine, frame, pass } = begin();
    const state = ask('state', { run: 1, atS: 2.05, results: true });
    pass(50);
    expect(state.answer()).toMatchObject({ atS: 2.05, directory: null, results: {} });
    expect(cwnd(state.answer()?.scene ?? new Float64Array(0))).toBe(10);
    // A value for each series of the run.
    expect([...(state.answer()?.values ?? [])]).toEqual([1, 2]);
    expect(engine.labs[0]?.now()).toBe(5);
    expect(frame().now).toBe(5);
  });

  test('ends where the run is known', () => {
    const { ask, pass } = begin();
    const state = ask('state', { run: 1, atS: 9, results: false });
    pass(50);
    expect(state.answer()).toMatchObject({ atS: 5, results: null });
  });

  test('the newest request wins, and the run goes on meanwhile', () => {
    let pieces = 0;
    const slow = () => runner.tick(4);
    const { ask, frame, pass, runner } = begin({
      onState: () => {
        pieces += 1;
        slow();
      },
    });
    runner.send({ type: 'seek', atS: 4 });
    pass(100);
    runner.send({ type: 'play', speed: 1 });
    const [older, newer] = [1.95, 2.95].map((atS) => ask('state', { run: 1, atS, results: false }));
    expect(older?.answer()).toBeNull();
    const before = frame().now;
    pass(100);
    expect(newer?.answer()).toMatchObject({ atS: 2.95 });
    expect(frame().now).toBeGreaterThan(before);
    // A moment a little later is near.
    const done = pieces;
    const next = ask('state', { run: 1, atS: 2.99, results: false });
    pass(50);
    expect(next.answer()).toMatchObject({ atS: 2.99 });
    expect(pieces).toBe(done + 1);
  });

  test('of a run that has gone there is none', () => {
    const slow = () => runner.tick(4);
    const { ask, pass, runner } = begin({ onState: () => slow() });
    const other = ask('state', { run: 7, atS: 1, results: false });
    expect(other.answer()).toBeNull();
    const state = ask('state', { run: 1, atS: 2.95, results: false });
    ask('load', { run: 2, document: JSON.stringify(small), untilS: 0, playing: false });
    pass(100);
    expect(state.answer()).toBeNull();
    const left = ask('state', { run: 2, atS: 0, results: false });
    expect(left.answer()).toMatchObject({ atS: 0 });
  });

  test('one that nobody waits for any more is not completed', () => {
    const slow = () => runner.tick(4);
    const { ask, pass, runner } = begin({ onState: () => slow() });
    const state = ask('state', { run: 1, atS: 2.95, results: false });
    runner.send({ type: 'abort', id: state.id });
    pass(300);
    expect(state.index()).toBe(-1);
  });

  test('results of a span count from its start, for several runs at a time', () => {
    const { ask, pass } = begin();
    ask('branch', { run: 2, changes: [change] });
    pass(200);
    const [own, other, gone] = [2, 1, 7].map((run) => ask('measure', { run, fromS: 2, toS: 4 }));
    pass(50);
    expect(own?.answer()).toEqual({ fromS: 2, toS: 4 });
    expect(other?.answer()).toEqual({ fromS: 2, toS: 4 });
    expect(gone?.answer()).toBeNull();
    // A newer request about the same run replaces an older one.
    const [older, newer] = [4.5, 4.8].map((toS) => ask('measure', { run: 1, fromS: 2, toS }));
    expect(older?.answer()).toBeNull();
    pass(50);
    expect(newer?.answer()).toEqual({ fromS: 2, toS: 4.8 });
  });

  test('of another branch, too', () => {
    const { ask, pass } = begin();
    ask('branch', { run: 2, changes: [change] });
    pass(200);
    const state = ask('state', { run: 1, atS: 3.02, results: false });
    pass(50);
    expect(state.answer()).toMatchObject({ atS: 3.02 });
  });
});
