import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Experiment } from '../../generated/types';
import { small } from '../../worker/testing/fake-engine';
import { Results } from './results';
import { fakeDesks } from './testing/fake-desk';
import { FakeWorkers } from './testing/fake-workers';

let workers: FakeWorkers;
let desks: ReturnType<typeof fakeDesks>;
let kept: Results;

const document = (values = [10, 20, 30]): Experiment => ({
  version: 1,
  title: 'Buffers',
  base: small,
  axes: [{ name: 'Buffer', values: values as [number, ...number[]], sets: [{ path: '/x' }] }],
  replications: { count: 2, firstSeed: 1 },
  measures: [{ name: 'Jain', of: 'jain' }],
  quick: { count: 1 },
});

/** Loads the modules, as a page does when it opens. */
async function load() {
  vi.resetModules();
  const { connectExperiments } = await import('./connect');
  const { experiment } = await import('./store');
  return { connectExperiments, experiment, ...(await import('./document')), ...(await import('./sweep')) };
}

let page: Awaited<ReturnType<typeof load>>;

/** Another visit to the page, with the same storage. */
async function visit(): Promise<void> {
  page = await load();
  workers = new FakeWorkers(2);
  desks = fakeDesks();
  const { host } = workers;
  page.connectExperiments({ ...host, startDesk: desks.start, results: () => kept, every: () => undefined });
}

function open(text = JSON.stringify(document())) {
  return page.openExperimentText(text, () => ({
    shown: { origin: { kind: 'new' }, base: null, notice: '', address: '' },
  }));
}

const state = () => page.experiment.getState();

/** Lets all pending messages reach the page. */
async function passed(): Promise<void> {
  await page.settled();
  await vi.advanceTimersByTimeAsync(300);
}

beforeEach(async () => {
  vi.useFakeTimers();
  kept = new Results();
  await visit();
});

afterEach(async () => {
  page.cancel();
  await passed();
  vi.useRealTimers();
});

test('a sweep makes one run of each variant first, and shows the results so far', async () => {
  expect(await open()).toBeNull();
  expect(state()).toMatchObject({ size: 'quick', status: 'idle', total: 3, done: 0, table: null });
  page.setSize('full');
  workers.limit = 1;
  await passed();
  expect(state()).toMatchObject({ size: 'full', seeds: [1, 2], total: 6, points: [[10], [20], [30]] });
  page.run();
  expect(state().status).toBe('running');
  const order: string[] = [];
  while (workers.busy().length > 0) {
    const worker = workers.busy()[0];
    if (worker?.task?.ask.kind === 'run') order.push(`${worker.task.ask.point}/${worker.task.ask.seed}`);
    workers.finish(worker);
    await passed();
    expect(state().done).toBe(order.length);
    expect(state().table?.rows.reduce((sum, row) => sum + row.runs, 0)).toBe(order.length);
  }
  expect(order).toEqual(['0/1', '1/1', '2/1', '0/2', '1/2', '2/2']);
  expect(state()).toMatchObject({ status: 'done', done: 6, workers: 0, secondsLeft: null });
  expect(page.outcomes().map((o) => [o.point, o.seed])).toEqual([
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]);
});

test('a reload in the middle loses only the runs in progress', async () => {
  await open();
  page.run();
  workers.finish(workers.busy()[0]);
  await passed();
  await visit();
  await open();
  expect(state()).toMatchObject({ status: 'idle', done: 1, total: 3 });
  expect(state().table?.rows.map((row) => row.runs)).toEqual([1, 0, 0]);
  page.run();
  workers.finishAll();
  await passed();
  expect(workers.started).toBe(2);
  expect(state()).toMatchObject({ status: 'done', done: 3 });
});

test('paused runs wait, cancelled runs end, and finished runs stay', async () => {
  await open();
  page.run();
  workers.finish(workers.busy()[0]);
  page.pause();
  await passed();
  expect(state()).toMatchObject({ status: 'paused', done: 1, workers: 0 });
  expect(workers.busy().every((w) => w.paused)).toBe(true);
  page.resume();
  await passed();
  expect(state()).toMatchObject({ status: 'running', workers: 2 });
  page.cancel();
  await passed();
  expect(state()).toMatchObject({ status: 'idle', done: 1, secondsLeft: null });
  expect(workers.alive()).toHaveLength(0);
});

test('a run that fails twice is reported and can be repeated, and the others finish', async () => {
  await open();
  page.run();
  for (let times = 0; times < 2; times += 1) {
    const cursed = workers.busy().find((w) => w.task?.ask.kind === 'run' && w.task.ask.point === 1);
    workers.crash(cursed, 'memory access out of bounds');
  }
  workers.finishAll();
  await passed();
  expect(state()).toMatchObject({
    status: 'failed',
    done: 2,
    failures: [{ point: 1, seed: 1, message: 'memory access out of bounds' }],
  });
  page.retryFailed();
  workers.finishAll();
  await passed();
  expect(state()).toMatchObject({ status: 'done', done: 3, failures: [] });
});

test('a sweep continues when names and appearance change', async () => {
  await open();
  page.run();
  workers.finish(workers.busy()[0]);
  await page.editExperiment((d) => ({ ...d, title: 'Another title' }), 'change title');
  await passed();
  expect(state()).toMatchObject({ status: 'running', done: 1 });
  expect(state().table?.rows[0]?.runs).toBe(1);
  workers.finishAll();
  await passed();
  expect(state()).toMatchObject({ status: 'done', done: 3 });
});

test('if a value is added, only its variants are run, and undo brings back the results', async () => {
  await open();
  page.run();
  workers.finishAll();
  await passed();
  expect(await page.editExperiment(() => document([5, 10, 20, 30]), 'one value more')).toBe(true);
  await passed();
  expect(state()).toMatchObject({ status: 'idle', done: 3, total: 4 });
  expect(state().table?.rows.map((row) => row.runs)).toEqual([0, 1, 1, 1]);
  page.run();
  expect(workers.busy()).toHaveLength(1);
  workers.finishAll();
  await passed();
  expect(state()).toMatchObject({ status: 'done', done: 4 });
  page.undoExperiment();
  await passed();
  expect(state()).toMatchObject({ status: 'done', done: 3, total: 3, points: [[10], [20], [30]] });
  page.redoExperiment();
  await passed();
  expect(state()).toMatchObject({ done: 4, total: 4 });
});

test('a document that the engine refuses leaves everything as it is', async () => {
  await open();
  page.run();
  workers.finish(workers.busy()[0]);
  expect(await page.editExperiment((d) => ({ ...d, title: 'bad' }), 'break it')).toBe(false);
  expect(state().problems).toEqual([{ pointer: '/title', problem: 'bad', expected: 'good' }]);
  expect(state().document?.title).toBe('Buffers');
  workers.finishAll();
  await passed();
  expect(state()).toMatchObject({ status: 'done', done: 3 });
  expect(await open(JSON.stringify({ ...document(), title: 'bad' }))).toHaveLength(1);
  expect(state().document?.title).toBe('Buffers');
});

test('removed results do not come back', async () => {
  await open();
  page.run();
  workers.finishAll();
  await passed();
  expect(state().kept).toMatchObject([{ title: 'Buffers', size: 'quick', done: 3, total: 3, paper: null }]);
  await page.removeResults();
  expect(state()).toMatchObject({ status: 'idle', done: 0, table: null, kept: [] });
  await visit();
  await open();
  expect(state().done).toBe(0);
});

test('a desk that crashes is replaced and receives its state again', async () => {
  await open();
  page.run();
  workers.finish(workers.busy()[0]);
  await passed();
  desks.crash();
  workers.finishAll();
  await passed();
  await passed();
  expect(desks.started).toBe(2);
  expect(state().table?.rows.map((row) => row.runs)).toEqual([1, 1, 1]);
});

test('time series come with the first seed of a variant, also after a reload', async () => {
  const line = { series: 0, name: 'flows/f1/cwnd', times: [0, 1], values: [1, 2] };
  const traced = {
    ...document([10, 20]),
    traces: [{ name: 'Window', of: 'flows/f1/cwnd' }],
    quick: { count: 2 },
  };
  await open(JSON.stringify(traced));
  page.run();
  for (let worker = workers.busy()[0]; worker; worker = workers.busy()[0]) {
    const task = worker.task?.ask;
    if (task?.kind !== 'run') throw new Error('no run of a sweep');
    const { point, seed } = task;
    workers.finish(worker, seed === 1 ? { traces: [{ ...line, series: point }] } : {});
  }
  await passed();
  const series = () => state().table?.rows.map((row) => row.traces?.map((t) => t.series));
  expect(series()).toEqual([[0], [1]]);
  await visit();
  await open(JSON.stringify(traced));
  expect(series()).toEqual([[0], [1]]);
  expect(state().done).toBe(4);
  // If another seed is the first, its run was made without series.
  await visit();
  await open(JSON.stringify({ ...traced, replications: { count: 2, firstSeed: 2 } }));
  expect(state().done).toBe(0);
});

test('a sweep reports that nothing is random', async () => {
  await open();
  page.setSize('full');
  await passed();
  page.run();
  workers.finishAll();
  await passed();
  // The fake runs differ from seed to seed.
  expect(state().deterministic).toBe(false);
});
