import { describe, expect, test } from 'vitest';
import { type InProcessRunner, startInProcess } from '../runner/in-process';
import type { FrameMessage, FromWorker } from './protocol';
import { type FakeOptions, fakeEngine, small } from './testing/fake-engine';

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
  runner.send({ type: 'load', run: 1, document: JSON.stringify(small), untilS: 5, playing: false });
  pass(200);
  const frame = () => messages.filter((m): m is FrameMessage => m.type === 'frame').at(-1) as FrameMessage;
  const last = <T extends FromWorker['type']>(type: T) =>
    messages.filter((m) => m.type === type).at(-1) as Extract<FromWorker, { type: T }>;
  return { engine, frame, last, messages, pass, runner };
}

const change = { path: '/links/core/forward/rateMbps', value: 5 };

describe('going back', () => {
  test('stands at the moment asked for, and what was run stays known', () => {
    const { engine, frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2.5 });
    pass(200);
    expect(engine.labs[0]?.now()).toBe(2.5);
    expect(frame()).toMatchObject({ now: 2.5, known: 5, playing: false, ended: false, replayTo: null });
  });

  test('goes on from there', () => {
    const { frame, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 1 });
    runner.send({ type: 'play', speed: Number.POSITIVE_INFINITY });
    pass(500);
    expect(frame()).toMatchObject({ now: 10, known: 10, ended: true });
    runner.send({ type: 'seek', atS: 9 });
    pass(100);
    expect(frame()).toMatchObject({ now: 9, ended: false });
  });

  test('a step leads to the next loss, in what is known as well as beyond it', () => {
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

describe('branches', () => {
  test('a change in the past makes another future and keeps the old one as a ghost', () => {
    const { engine, frame, last, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    pass(100);
    runner.send({ type: 'branch', id: 7, run: 2, changes: [change] });
    pass(100);
    expect(last('branched')).toMatchObject({ run: 2, from: 1, id: 7, atS: 2 });
    expect(JSON.parse(last('branched').document).edits).toEqual([{ atS: 2, ...change }]);
    expect(frame()).toMatchObject({ run: 2, now: 2, known: 2, ghosts: [{ run: 1, known: 5 }] });
    const { lengths, ghosts, buffer } = frame();
    const used = lengths[0] + lengths[1] + lengths[2] + (ghosts[0]?.length ?? 0);
    expect(ghosts[0]?.length).toBe(lengths[0]);
    expect(buffer.byteLength / 8).toBeGreaterThanOrEqual(used);
    expect(engine.labs[0]?.seriesBytes).toBe(48 * 2 ** 20);
    expect(engine.labs[0]?.branches[0]?.seriesBytes).toBe(48 * 2 ** 20);
  });

  test('a change that is refused leaves everything as it is', () => {
    const { frame, last, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    runner.send({ type: 'branch', id: 7, run: 2, changes: [{ ...change, value: 'bad' }] });
    pass(100);
    expect(last('editRefused')).toMatchObject({ id: 7, run: 1 });
    expect(frame()).toMatchObject({ run: 1, known: 5, ghosts: [] });
  });

  test('a ghost keeps pace with the run on screen', () => {
    const { frame, pass, runner } = begin();
    runner.send({ type: 'branch', id: 7, run: 2, changes: [change] });
    runner.send({ type: 'play', speed: 1 });
    pass(1000);
    const { now, ghosts } = frame();
    expect(now).toBeGreaterThan(5.9);
    expect(ghosts[0]?.known).toBeGreaterThan(now - 0.1);
  });

  test('futures change places, and one that is forgotten is gone', () => {
    const { engine, frame, last, pass, runner } = begin();
    runner.send({ type: 'seek', atS: 2 });
    runner.send({ type: 'branch', id: 7, run: 2, changes: [change] });
    pass(100);
    runner.send({ type: 'show', run: 1, playing: false });
    pass(100);
    expect(last('loaded')).toMatchObject({ run: 1, untilS: 2 });
    expect(frame()).toMatchObject({ run: 1, now: 2, known: 5, ghosts: [{ run: 2 }] });
    runner.send({ type: 'forget', run: 2 });
    pass(50);
    expect(frame().ghosts).toEqual([]);
    runner.send({ type: 'beside', run: 3, document: JSON.stringify(small) });
    pass(300);
    expect(frame().ghosts[0]).toMatchObject({ run: 3, known: 5 });
    runner.send({ type: 'load', run: 4, document: JSON.stringify(small), untilS: 0, playing: false });
    pass(50);
    expect(frame()).toMatchObject({ run: 4, ghosts: [] });
    expect(engine.labs[0]?.freed).toBe(true);
  });

  test('a ghost that changed while it kept pace comes on screen with what it has now', () => {
    const { engine, last, pass, runner } = begin();
    runner.send({ type: 'branch', id: 7, run: 2, changes: [change] });
    pass(100);
    engine.labs[0]?.edit(JSON.stringify({ atS: 6, path: '/flows/f1/algorithm', value: 'cubic' }));
    runner.send({ type: 'show', run: 1, playing: false });
    expect(last('loaded').directory.flows).toMatchObject([{ algorithm: 'cubic' }]);
  });

  test('a change during a replay waits until it has arrived', () => {
    const { last, runner, pass } = begin();
    runner.send({ type: 'seek', atS: 2.9 });
    runner.send({ type: 'branch', id: 8, run: 2, changes: [change] });
    pass(200);
    expect(last('branched')).toMatchObject({ atS: 2.9 });
  });
});

test('a branch that takes long is on its way in slices, and what comes in the meantime waits', () => {
  const { engine, frame, last, messages, pass, runner } = begin();
  runner.send({ type: 'seek', atS: 2 });
  pass(100);
  const lab = engine.labs[0];
  if (!lab) throw new Error('no run');
  const branch = lab.branch.bind(lab);
  lab.branch = () => {
    const made = branch();
    const goTo = made.goTo.bind(made);
    let calls = 0;
    made.goTo = (...at) => {
      calls += 1;
      runner.tick(4);
      return calls > 10 && goTo(...at);
    };
    return made;
  };
  runner.send({ type: 'branch', id: 7, run: 2, changes: [change] });
  runner.send({ type: 'seek', atS: 1 });
  runner.send({ type: 'trace', id: 3, channel: true, number: 4, fromS: 1, toS: 2, most: 50 });
  expect(last('traced')).toMatchObject({ id: 3 });
  expect(messages.some((m) => m.type === 'branched')).toBe(false);
  pass(500);
  expect(last('branched')).toMatchObject({ run: 2, atS: 2 });
  expect(frame()).toMatchObject({ run: 2, now: 1 });
  // From then on it is the one that is drawn, with all of its marks.
  const after = messages.slice(messages.findIndex((m) => m.type === 'branched'));
  const drawn = after.flatMap((m) => (m.type === 'frame' ? [[m.run, m.marksFrom]] : []));
  expect(drawn[0]).toEqual([2, 0]);
});

test('a trace that takes long is answered when it is done', () => {
  const slow = () => runner.tick(4);
  const { last, messages, pass, runner } = begin({ tracePieces: 20, onTrace: () => slow() });
  const before = messages.length;
  runner.send({ type: 'trace', id: 3, channel: true, number: 4, fromS: 1, toS: 2, most: 50 });
  expect(messages.slice(before).some((m) => m.type === 'traced')).toBe(false);
  pass(300);
  expect(last('traced')).toMatchObject({ id: 3 });
});

test('why: moments of a flow or a channel', () => {
  const { last, runner } = begin();
  runner.send({ type: 'trace', id: 3, channel: true, number: 4, fromS: 1, toS: 2, most: 50 });
  expect(last('traced')).toMatchObject({
    id: 3,
    moments: [{ atS: 1, events: 4, channel: true, toS: 2, most: 50 }],
  });
});
