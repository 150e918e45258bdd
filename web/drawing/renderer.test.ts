import { beforeEach, expect, test } from 'vitest';
import { type FrameData, Pane, type PaneData, type PaneLayout, PlotCanvas } from './pane';
import type { FromDrawing, ToDrawing } from './protocol';
import { PlotRenderer } from './renderer';

let sent: ToDrawing[] = [];
let ended = 0;
let receive: (message: FromDrawing) => void = () => undefined;
let fail: () => void = () => undefined;

const start = (heard: typeof receive, failed: typeof fail) => {
  receive = heard;
  fail = failed;
  return { send: (message: ToDrawing) => void sent.push(message), dispose: () => void ended++ };
};

/** A canvas that counts drawing calls. */
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

const layout: PaneLayout = {
  width: 100,
  height: 50,
  top: 0,
  canvasHeight: 80,
  resolution: 1,
  area: { left: 10, top: 0, width: 90, height: 50 },
  colours: { background: '#fff', ink: '#000' },
  separator: undefined,
  strokes: [],
  lines: [],
  branched: [],
  groups: [],
  bands: [],
  measured: [],
};
const scale = { low: 0, end: 1, log: false };
const data: PaneData = { scale, rules: [], spreads: [], named: -1, zoomed: false };
const frameAt = (now: number): FrameData => ({
  t0: 0,
  t1: 10,
  now,
  sections: [{ data: Float64Array.of(2.5, 7.5, now, now), series: [0], columns: 1 }],
});
const load = async () => ({ PlotCanvas, Pane });
const types = () => sent.map((m) => m.type);
/** Waits for the next task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The worker's answer to the last frame that it received. */
function drawn() {
  const last = sent.findLast((m) => m.type === 'draw');
  if (!last) throw new Error('nothing was sent');
  const buffers = last.frame.sections.map((s) => s.data.buffer as ArrayBuffer);
  receive({ type: 'drawn', ids: last.panes.map((s) => s.id), buffers });
  return buffers;
}

beforeEach(() => {
  sent = [];
});

test('canvases are transferred once the worker is ready', async () => {
  const renderer = new PlotRenderer(start, () => undefined, load);
  renderer.open();
  const { element, done } = canvas();
  let again = 0;
  renderer
    .addCanvas(() => element)
    .addPane('cwnd')
    .setLayout(layout);
  expect(renderer.ready(() => again++)).toBe(false);
  expect([done.left, types()]).toEqual([false, []]);
  receive({ type: 'ready' });
  expect([done.left, types(), again]).toEqual([true, ['addCanvas', 'addPane', 'layout'], 1]);
  expect(renderer.ready(() => undefined)).toBe(true);
  await nextTask();
});

test.each([
  ['does not start', () => fail()],
  ['cannot draw', () => receive({ type: 'unable' })],
])('the page draws itself if a worker %s', async (_, happens) => {
  const renderer = new PlotRenderer(start, () => undefined, load);
  renderer.open();
  const { element, done } = canvas();
  const pane = renderer.addCanvas(() => element).addPane('cwnd');
  pane.setLayout(layout);
  happens();
  await nextTask();
  pane.draw(data, frameAt(1));
  await nextTask();
  expect([done.left, types()]).toEqual([false, []]);
  // The background of the canvas, that of the pane, and the line at the current time.
  expect(done.fills).toBe(3);
  expect([element.width, element.height]).toEqual([100, 80]);
});

test('the page draws itself if there is no worker', async () => {
  const renderer = new PlotRenderer(null, () => undefined, load);
  renderer.open();
  const { element, done } = canvas();
  const pane = renderer.addCanvas(() => element).addPane('cwnd');
  pane.setLayout(layout);
  await nextTask();
  expect(renderer.ready(() => undefined)).toBe(true);
  pane.draw(data, frameAt(1));
  await nextTask();
  expect(done.fills).toBe(3);
});

test('one message contains all plots of a frame, with a copy of its data', async () => {
  const renderer = new PlotRenderer(start, () => undefined, load);
  renderer.open();
  const shared = renderer.addCanvas(() => canvas().element);
  const [a, b] = [shared.addPane('cwnd'), shared.addPane('queue')];
  receive({ type: 'ready' });
  const frame = frameAt(3);
  a.draw(data, frame);
  b.draw(data, frame);
  await nextTask();
  const draws = sent.filter((m) => m.type === 'draw');
  expect(draws).toHaveLength(1);
  expect(draws[0]?.panes.map((s) => s.id.split('/')[0])).toEqual(['cwnd', 'queue']);
  const copied = draws[0]?.frame.sections[0]?.data;
  expect(copied).toEqual(frame.sections[0]?.data);
  expect(copied).not.toBe(frame.sections[0]?.data);
});

test('frames do not pile up in a slow worker, and skipped plots are drawn once it has caught up', async () => {
  const renderer = new PlotRenderer(start, () => undefined, load);
  renderer.open();
  const pane = renderer.addCanvas(() => canvas().element).addPane('cwnd');
  receive({ type: 'ready' });
  const marked: number[] = [];
  for (let n = 0; n < 10; n++) {
    if (renderer.ready(() => marked.push(n))) pane.draw(data, frameAt(n));
    await nextTask();
  }
  const away = types().filter((t) => t === 'draw').length;
  expect(away).toBeGreaterThan(1);
  expect(away).toBeLessThan(5);
  expect(marked).toEqual([]);
  const [buffer] = drawn();
  expect(marked.at(-1)).toBe(9);
  expect(renderer.ready(() => undefined)).toBe(true);
  // Its buffer is reused for the next frame.
  pane.draw(data, frameAt(11));
  await nextTask();
  const last = sent.at(-1);
  expect(last?.type === 'draw' && last.frame.sections[0]?.data.buffer).toBe(buffer);
});

test('a removed plot is no longer drawn', async () => {
  const renderer = new PlotRenderer(null, () => undefined, load);
  renderer.open();
  const { element, done } = canvas();
  const pane = renderer.addCanvas(() => element).addPane('cwnd');
  pane.setLayout(layout);
  await nextTask();
  pane.draw(data, frameAt(1));
  pane.remove();
  await nextTask();
  expect(done.fills).toBe(0);
});

test('if a worker ends, the page draws on new canvases, and all plots are requested again', async () => {
  let lost = 0;
  const renderer = new PlotRenderer(start, () => lost++, load);
  renderer.open();
  const made: ReturnType<typeof canvas>[] = [];
  const shared = renderer.addCanvas(() => {
    const next = canvas();
    made.push(next);
    return next.element;
  });
  const pane = shared.addPane('cwnd');
  pane.setLayout(layout);
  receive({ type: 'ready' });
  for (let n = 0; renderer.ready(() => undefined); n++) {
    pane.draw(data, frameAt(n));
    await nextTask();
  }
  fail();
  await nextTask();
  expect([made.map((c) => c.done.left), lost]).toEqual([[true, false], 1]);
  const sentBefore = sent.length;
  // Messages still in transit from the worker no longer count, nor does a second failure.
  drawn();
  fail();
  expect(renderer.ready(() => undefined)).toBe(true);
  pane.draw(data, frameAt(9));
  await nextTask();
  expect([made[1]?.done.fills, sent.length, made.length, lost]).toEqual([3, sentBefore, 2, 1]);
});

test('ends its worker while there is nothing to draw, and starts another one', () => {
  ended = 0;
  const renderer = new PlotRenderer(start, () => undefined, load);
  renderer.open();
  receive({ type: 'ready' });
  const shared = renderer.addCanvas(() => canvas().element);
  const pane = shared.addPane('cwnd');
  pane.setLayout(layout);
  pane.draw(data, frameAt(1));
  pane.remove();
  shared.remove();
  renderer.close();
  expect(ended).toBe(1);
  sent = [];
  renderer.open();
  receive({ type: 'ready' });
  const { element, done } = canvas();
  const next = renderer.addCanvas(() => element).addPane('cwnd');
  next.setLayout(layout);
  expect(done.left).toBe(true);
  expect(types()).toEqual(['addCanvas', 'addPane', 'layout']);
  expect(renderer.ready(() => undefined)).toBe(true);
});
