import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../../generated/types';
import type { EnsembleRun } from '../../worker/batch-protocol';
import { small } from '../../worker/testing/fake-engine';
import { app } from '../app';
import { commit, open } from '../document';
import { connectExperiments } from './connect';
import { bandOf, ENSEMBLE_RUNS, ensemble, removeEnsemble, removeEnsembleOnOpen } from './ensemble';
import { runEnsemble, runWithRandomStarts } from './run-ensemble';
import { fakeDesks } from './testing/fake-desk';
import { type FakeWorker, FakeWorkers } from './testing/fake-workers';

let workers: FakeWorkers;

beforeEach(() => {
  vi.useFakeTimers();
  workers = new FakeWorkers(3);
  connectExperiments({ ...workers.host, startDesk: fakeDesks().start, every: () => undefined });
  removeEnsemble();
  open(small);
});

afterEach(() => {
  removeEnsemble();
  vi.useRealTimers();
});

const state = () => ensemble.getState();
const passed = () => vi.advanceTimersByTimeAsync(10);

function documentOf(worker: FakeWorker | undefined): Scenario {
  if (worker?.task?.ask.kind !== 'member') throw new Error('no run of an ensemble');
  return JSON.parse(worker.task.ask.document);
}

/** The result of a run with a seed: its one series has the seed as its value. */
function ensembleRunOf(seed: number, digest = `${seed}`): EnsembleRun {
  return {
    digest,
    measures: `[["jain",${seed}]]`,
    series: [{ owner: 'f1', kind: 'cwnd' }],
    columns: 2,
    values: new Float32Array(6).fill(seed),
  };
}

async function finish(worker: FakeWorker | undefined, digest?: string): Promise<void> {
  const id = worker?.task?.id ?? 0;
  const member = ensembleRunOf(documentOf(worker).seed ?? 0, digest);
  if (worker) worker.task = null;
  worker?.listen({ type: 'answer', id, answer: { result: { kind: 'member', member }, ms: 100 } });
  await passed();
}

async function finishAll(digest?: string): Promise<void> {
  for (let worker = workers.busy()[0]; worker; worker = workers.busy()[0]) await finish(worker, digest);
}

test('an ensemble runs ten seeds from the scenario’s own on, and updates its band with each run', async () => {
  open({ ...small, seed: 7 });
  await runEnsemble();
  expect(workers.busy().map((w) => documentOf(w).seed)).toEqual([7, 8, 9]);
  await finish(workers.busy()[2]);
  expect(state()).toMatchObject({ status: 'running', done: 1, deterministic: false });
  expect(state().bands?.runs).toBe(1);
  await finishAll();
  expect(state()).toMatchObject({ status: 'done', done: ENSEMBLE_RUNS, failed: 0, secondsLeft: null });
  const band = bandOf(state(), { owner: 'f1', kind: 'cwnd' });
  // Seeds 7 to 16.
  expect([...(band?.values ?? [])].slice(0, 5)).toEqual([7, 9.25, 11.5, 13.75, 16]);
  expect(bandOf(state(), { owner: 'f1', kind: 'rtt' })).toBeNull();
});

test('an ensemble of equal runs says so, and can be repeated with random starts without an edit', async () => {
  await runEnsemble();
  await finishAll('same');
  expect(state()).toMatchObject({ status: 'done', deterministic: true });
  await runWithRandomStarts();
  expect(documentOf(workers.busy()[0]).flows[0]?.startJitterS).toBe(1);
  await finishAll();
  expect(state()).toMatchObject({ status: 'done', deterministic: false, startsWithinS: 1, source: small });
});

test('a run that fails twice is left out', async () => {
  await runEnsemble();
  for (let times = 0; times < 2; times += 1) {
    const cursed = workers.busy().find((w) => documentOf(w).seed === 1);
    workers.crash(cursed, 'out of memory');
  }
  await finishAll();
  expect(state()).toMatchObject({ status: 'done', done: 9, failed: 1, error: 'out of memory' });
  expect(state().bands?.runs).toBe(9);
});

test('an ensemble stays while the scenario is changed, and is removed when another one opens', async () => {
  removeEnsembleOnOpen();
  app.setState({ opened: small });
  await runEnsemble();
  await finishAll();
  commit({ ...small, durationS: 20 }, 'change length', 0);
  expect(state()).toMatchObject({ status: 'done', source: small });
  app.setState({ opened: { ...small, title: 'Another' } });
  expect(state()).toMatchObject({ status: 'none', bands: null });
});

test('a cancelled ensemble takes no more results', async () => {
  await runEnsemble();
  const [one] = workers.busy();
  const late = one?.task;
  removeEnsemble();
  expect(workers.alive()).toHaveLength(0);
  one?.listen({
    type: 'answer',
    id: late?.id ?? 0,
    answer: { result: { kind: 'member', member: ensembleRunOf(1) }, ms: 1 },
  });
  await passed();
  expect(state()).toMatchObject({ status: 'none', done: 0 });
});
