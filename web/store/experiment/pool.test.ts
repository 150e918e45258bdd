import { expect, test } from 'vitest';
import { type Job, Pool } from './pool';
import { FakeWorkers, outcomeOf } from './testing/fake-workers';

const jobs = (count: number): Job[] =>
  Array.from({ length: count }, (_, seed) => ({ task: { kind: 'run', point: 0, seed } }));

const seedOf = ({ task }: Job) => (task.kind === 'run' ? task.seed : -1);

/** A pool of fake workers, with a record of the calls of its handlers. */
function setUp(limit: number) {
  const workers = new FakeWorkers(limit);
  const pool = new Pool(workers.host);
  const heard = {
    done: new Map<number, string>(),
    failed: new Map<number, string>(),
    settled: 0,
    broken: '',
  };
  const add = (list: Iterable<Job>) =>
    pool.add(list, {
      done: (job, result) => {
        expect(heard.done.has(seedOf(job)), 'told twice').toBe(false);
        heard.done.set(seedOf(job), result.kind === 'run' ? result.outcome.digest : '');
      },
      failed: (job, message) => heard.failed.set(seedOf(job), message),
      settled: () => {
        heard.settled += 1;
      },
      broken: (message) => {
        heard.broken = message;
      },
    });
  return { workers, pool, heard, add };
}

test('every job is done once, for any number of workers and any order of answers', () => {
  const expected = new Map(jobs(20).map((job) => [seedOf(job), outcomeOf(0, seedOf(job)).digest]));
  for (const limit of [1, 3, 7]) {
    for (const pick of [0, 1, -1]) {
      const { workers, heard, add, pool } = setUp(limit);
      add(jobs(20));
      let most = 0;
      while (heard.settled === 0) {
        most = Math.max(most, pool.active);
        workers.finish(workers.busy().at(pick === 1 ? (heard.done.size * 5) % workers.busy().length : pick));
      }
      expect(most).toBe(limit);
      expect(new Map([...heard.done].sort(([a], [b]) => a - b))).toEqual(expected);
      // Idle workers are ended: the memory of an engine never shrinks.
      expect(workers.alive()).toHaveLength(0);
    }
  }
});

test('jobs are taken from the iterator one by one', () => {
  let asked = 0;
  function* many(): Generator<Job> {
    for (let seed = 0; seed < 1_000_000; seed += 1) {
      asked += 1;
      yield { task: { kind: 'run', point: 0, seed } };
    }
  }
  const { workers, add } = setUp(2);
  add(many());
  expect(asked).toBe(2);
  workers.finish(workers.busy()[0]);
  expect(asked).toBe(3);
});

test('a worker that fails loses only its run, which another worker repeats', () => {
  const { workers, heard, add } = setUp(2);
  add(jobs(4));
  const [first] = workers.busy();
  workers.crash(first, 'unreachable');
  expect(workers.busy()).toHaveLength(2);
  workers.finishAll();
  expect([...heard.done.keys()].sort()).toEqual([0, 1, 2, 3]);
  expect(heard.failed.size).toBe(0);
  expect(heard.settled).toBe(1);
});

test('a run that fails twice is given up with its message, and the others continue', () => {
  const { workers, heard, add } = setUp(2);
  add(jobs(5));
  for (let times = 0; times < 2; times += 1) {
    const cursed = workers.busy().find((w) => w.task?.ask.kind === 'run' && w.task.ask.seed === 1);
    workers.crash(cursed, `out of memory, ${times + 1}`);
  }
  workers.finishAll();
  expect([...heard.done.keys()].sort()).toEqual([0, 2, 3, 4]);
  expect(heard.failed).toEqual(new Map([[1, 'out of memory, 2']]));
  expect(heard.settled).toBe(1);
});

test('a pause stops runs where they are', () => {
  const { workers, pool, heard, add } = setUp(2);
  const batch = add(jobs(4));
  batch.pause();
  expect(workers.busy().every((w) => w.paused)).toBe(true);
  expect(pool.active).toBe(0);
  pool.update();
  expect(workers.busy()).toHaveLength(2);
  // A result that was in transit is taken, but nothing new begins.
  workers.finish(workers.busy()[0]);
  expect(heard.done.size).toBe(1);
  expect(workers.busy()).toHaveLength(1);
  batch.resume();
  expect(workers.busy().every((w) => !w.paused)).toBe(true);
  workers.finishAll();
  expect(heard.done.size).toBe(4);
});

test('after a cancel no handler is called', () => {
  const { workers, heard, add } = setUp(2);
  const batch = add(jobs(4));
  const [one] = workers.busy();
  batch.cancel();
  expect(workers.alive()).toHaveLength(0);
  workers.answerLate(one);
  expect(heard).toEqual({ done: new Map(), failed: new Map(), settled: 0, broken: '' });
});

test('the latest batch comes first, and older runs pause meanwhile', () => {
  const { workers, pool, heard, add } = setUp(2);
  add(jobs(4));
  const early = workers.busy();
  add([{ task: { kind: 'run', point: 0, seed: 100 } }]);
  expect(early.filter((w) => w.paused)).toHaveLength(1);
  expect(pool.active).toBe(2);
  workers.finish(workers.busy().find((w) => !early.includes(w)));
  expect(heard.done.has(100)).toBe(true);
  expect(early.every((w) => !w.paused)).toBe(true);
});

test('fewer runs are made while others need the machine', () => {
  const { workers, pool, heard, add } = setUp(3);
  add(jobs(6));
  workers.limit = 1;
  pool.update();
  expect(pool.active).toBe(1);
  workers.rest = 0.5;
  pool.update();
  expect(workers.busy().filter((w) => w.rest === 0.5 && !w.paused)).toHaveLength(1);
  workers.limit = 3;
  pool.update();
  expect(pool.active).toBe(3);
  workers.finishAll();
  expect(heard.done.size).toBe(6);
});

test('a document that the engine refuses is not a crash', () => {
  const { workers, heard, add } = setUp(1);
  add(jobs(2));
  workers.refuse(workers.busy()[0], 'no such variant');
  workers.finishAll();
  expect(heard.failed).toEqual(new Map([[0, 'no such variant']]));
  expect([...heard.done.keys()]).toEqual([1]);
});

test('if no worker can be started, the pool reports it and stops', () => {
  const { workers, heard, add } = setUp(2);
  workers.startError = 'The engine could not be fetched (404).';
  add(jobs(1000));
  workers.failStarts();
  expect(heard.broken).toBe('The engine could not be fetched (404).');
  expect(workers.started).toBeLessThan(10);
});

test('a worker receives each document once', () => {
  const { workers, add } = setUp(1);
  const experiment = { document: '{}', quick: true };
  add(jobs(3).map((job) => ({ ...job, experiment })));
  const [worker] = workers.busy();
  workers.finishAll();
  expect(worker?.prepared).toEqual(['{}']);
});
