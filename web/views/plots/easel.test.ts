import { beforeEach, expect, test } from 'vitest';
import type { FromDrawing, ToDrawing } from '../../worker/drawing-protocol';
import { Easel } from './easel';
import { Board, type Footage, type Look, Sheet, type Shot } from './sheet';

let sent: ToDrawing[] = [];
let ended = 0;
let hear: (message: FromDrawing) => void = () => undefined;
let fail: () => void = () => undefined;

const start = (heard: typeof hear, failed: typeof fail) => {
  hear = heard;
  fail = failed;
  return { send: (message: ToDrawing) => void sent.push(message), dispose: () => void ended++ };
};

/** A canvas that counts what is drawn on it. */
function canvas() {
  const done = { fills: 0, left: false };
  const context = new Proxy({} as Record<string, unknown>, {
    get: (of, key: string) => of[key] ?? (() => void (key === 'fillRect' && done.fills++)),
  });
  const element = {
    width: 0,
    height: 0,
    getContext: () => context,
    transferControlToOffscreen() {
      done.left = true;
      return {};
    },
  } as unknown as HTMLCanvasElement;
  return { element, done };
}

const look: Look = {
  width: 100,
  height: 50,
  top: 0,
  board: 80,
  resolution: 1,
  area: { left: 10, top: 0, width: 90, height: 50 },
  colours: { ground: '#fff', ink: '#000' },
  edge: undefined,
  strokes: [],
  groups: [],
  bands: [],
  measured: [],
};
const scale = { low: 0, end: 1, log: false };
const shot: Shot = { scale, rules: [], lines: [], spreads: [], haunted: [] };
const footage = (now: number): Footage => ({
  t0: 0,
  t1: 10,
  now,
  sections: [{ data: Float64Array.of(2.5, 7.5, now, now), series: [0], columns: 1 }],
});
const load = async () => ({ Board, Sheet });
const types = () => sent.map((m) => m.type);
/** As a browser does between two tasks. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The worker's answer to the last frame that it was sent. */
function drawn() {
  const last = sent.findLast((m) => m.type === 'draw');
  if (!last) throw new Error('nothing was sent');
  const buffers = last.footage.sections.map((s) => s.data.buffer as ArrayBuffer);
  hear({ type: 'drawn', ids: last.shots.map((s) => s.id), buffers });
  return buffers;
}

beforeEach(() => {
  sent = [];
});

test('canvases leave the page once there is somebody to draw on them', async () => {
  const easel = new Easel(start, () => undefined, load);
  easel.open();
  const { element, done } = canvas();
  let again = 0;
  easel
    .board(() => element)
    .hang('cwnd')
    .look(look);
  expect(easel.ready(() => again++)).toBe(false);
  expect([done.left, types()]).toEqual([false, []]);
  hear({ type: 'ready' });
  expect([done.left, types(), again]).toEqual([true, ['board', 'hang', 'look'], 1]);
  expect(easel.ready(() => undefined)).toBe(true);
  await settled();
});

test.each([
  ['does not start', () => fail()],
  ['cannot draw', () => hear({ type: 'unable' })],
])('the page draws for itself where a worker %s', async (_, happens) => {
  const easel = new Easel(start, () => undefined, load);
  easel.open();
  const { element, done } = canvas();
  const sheet = easel.board(() => element).hang('cwnd');
  sheet.look(look);
  happens();
  await settled();
  sheet.draw(shot, footage(1));
  await settled();
  expect([done.left, types()]).toEqual([false, []]);
  // The board's ground, the sheet's own, and the line of now.
  expect(done.fills).toBe(3);
  expect([element.width, element.height]).toEqual([100, 80]);
});

test('and where there is none', async () => {
  const easel = new Easel(null, () => undefined, load);
  easel.open();
  const { element, done } = canvas();
  const sheet = easel.board(() => element).hang('cwnd');
  sheet.look(look);
  await settled();
  expect(easel.ready(() => undefined)).toBe(true);
  sheet.draw(shot, footage(1));
  await settled();
  expect(done.fills).toBe(3);
});

test('one message takes all plots of a frame, with a copy of what is lent', async () => {
  const easel = new Easel(start, () => undefined, load);
  easel.open();
  const board = easel.board(() => canvas().element);
  const [a, b] = [board.hang('cwnd'), board.hang('queue')];
  hear({ type: 'ready' });
  const frame = footage(3);
  a.draw(shot, frame);
  b.draw(shot, frame);
  await settled();
  const draws = sent.filter((m) => m.type === 'draw');
  expect(draws).toHaveLength(1);
  expect(draws[0]?.shots.map((s) => s.id.split('/')[0])).toEqual(['cwnd', 'queue']);
  const data = draws[0]?.footage.sections[0]?.data;
  expect(data).toEqual(frame.sections[0]?.data);
  expect(data).not.toBe(frame.sections[0]?.data);
});

test('a worker that is behind is not sent more and more, and what was left out is drawn when it has caught up', async () => {
  const easel = new Easel(start, () => undefined, load);
  easel.open();
  const sheet = easel.board(() => canvas().element).hang('cwnd');
  hear({ type: 'ready' });
  const marked: number[] = [];
  for (let n = 0; n < 10; n++) {
    if (easel.ready(() => marked.push(n))) sheet.draw(shot, footage(n));
    await settled();
  }
  const away = types().filter((t) => t === 'draw').length;
  expect(away).toBeGreaterThan(1);
  expect(away).toBeLessThan(5);
  expect(marked).toEqual([]);
  const [buffer] = drawn();
  expect(marked.at(-1)).toBe(9);
  expect(easel.ready(() => undefined)).toBe(true);
  // And its buffer carries the next frame.
  sheet.draw(shot, footage(11));
  await settled();
  const last = sent.at(-1);
  expect(last?.type === 'draw' && last.footage.sections[0]?.data.buffer).toBe(buffer);
});

test('a plot that has gone is not drawn any more', async () => {
  const easel = new Easel(null, () => undefined, load);
  easel.open();
  const { element, done } = canvas();
  const sheet = easel.board(() => element).hang('cwnd');
  sheet.look(look);
  await settled();
  sheet.draw(shot, footage(1));
  sheet.remove();
  await settled();
  expect(done.fills).toBe(0);
});

test('where a worker comes to an end, the page draws on new canvases, and all that was drawn is asked for again', async () => {
  let lost = 0;
  const easel = new Easel(start, () => lost++, load);
  easel.open();
  const made: ReturnType<typeof canvas>[] = [];
  const board = easel.board(() => {
    const next = canvas();
    made.push(next);
    return next.element;
  });
  const sheet = board.hang('cwnd');
  sheet.look(look);
  hear({ type: 'ready' });
  for (let n = 0; easel.ready(() => undefined); n++) {
    sheet.draw(shot, footage(n));
    await settled();
  }
  fail();
  await settled();
  expect([made.map((c) => c.done.left), lost]).toEqual([[true, false], 1]);
  const told = sent.length;
  // What is still on its way from the worker counts no more, nor does a second failure.
  drawn();
  fail();
  expect(easel.ready(() => undefined)).toBe(true);
  sheet.draw(shot, footage(9));
  await settled();
  expect([made[1]?.done.fills, sent.length, made.length, lost]).toEqual([3, told, 2, 1]);
});

test('ends its worker while there is nothing to draw, and starts another one', () => {
  ended = 0;
  const easel = new Easel(start, () => undefined, load);
  easel.open();
  hear({ type: 'ready' });
  const hook = easel.board(() => canvas().element);
  const sheet = hook.hang('cwnd');
  sheet.look(look);
  sheet.draw(shot, footage(1));
  sheet.remove();
  hook.remove();
  easel.close();
  expect(ended).toBe(1);
  sent = [];
  easel.open();
  hear({ type: 'ready' });
  const { element, done } = canvas();
  const next = easel.board(() => element).hang('cwnd');
  next.look(look);
  expect(done.left).toBe(true);
  expect(types()).toEqual(['board', 'hang', 'look']);
  expect(easel.ready(() => undefined)).toBe(true);
});
