import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { Results, type StoredSweep } from './results';
import { outcomeOf } from './testing/fake-workers';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const sweep = (digest: string, variants: string[], changed = 1): StoredSweep => ({
  digest,
  size: 'quick',
  title: digest,
  paper: null,
  done: 1,
  total: 9,
  changed,
  document: '{}',
  variants,
});

const kept = (variant: string, seed: number) => ({ variant, seed, outcome: outcomeOf(0, seed) });

const seeds = async (results: Results, variants: string[]) =>
  (await results.read(variants)).map((bySeed) => [...bySeed.keys()].sort());

test('stored results are there after a reload', async () => {
  const before = new Results();
  before.store(sweep('one', ['a', 'b']), [kept('a', 1), kept('a', 2)]);
  before.store({ ...sweep('one', ['a', 'b']), done: 3 }, [kept('b', 1)]);
  await before.settled();
  const after = new Results();
  expect(await seeds(after, ['b', 'a', 'none'])).toEqual([[1], [1, 2], []]);
  expect((await after.read(['a']))[0]?.get(2)).toEqual(outcomeOf(0, 2));
  expect((await after.list()).map((s) => [s.digest, s.done])).toEqual([['one', 3]]);
});

test('a read includes what is still being written', async () => {
  const results = new Results();
  await results.list();
  for (let seed = 1; seed <= 50; seed += 1) results.store(sweep('one', ['a']), [kept('a', seed)]);
  expect((await results.read(['a']))[0]?.size).toBe(50);
  await results.settled();
  expect((await new Results().read(['a']))[0]?.size).toBe(50);
});

test('the list has the latest results first', async () => {
  const results = new Results();
  results.store(sweep('old', ['a'], 1), [kept('a', 1)]);
  results.store(sweep('new', ['b'], 2), [kept('b', 1)]);
  expect((await results.list()).map((s) => s.digest)).toEqual(['new', 'old']);
});

test('removing results keeps runs that another document has too', async () => {
  const results = new Results();
  results.store(sweep('one', ['a', 'shared']), [kept('a', 1), kept('shared', 1)]);
  results.store(sweep('two', ['shared', 'b']), [kept('b', 1)]);
  await results.settled();
  await results.remove(sweep('one', []));
  expect((await results.list()).map((s) => s.digest)).toEqual(['two']);
  expect(await seeds(new Results(), ['a', 'shared', 'b'])).toEqual([[], [1], [1]]);
});

test('without storage, results last as long as the page, and this is reported', async () => {
  for (const factory of [null, { open: refuses } as unknown as IDBFactory]) {
    let told = 0;
    vi.stubGlobal('indexedDB', factory);
    const results = new Results(() => {
      told += 1;
    });
    results.store(sweep('one', ['a', 'b']), [kept('a', 1), kept('b', 1)]);
    await results.settled();
    expect(told).toBe(1);
    expect(await seeds(results, ['a', 'b'])).toEqual([[1], [1]]);
    expect((await results.list()).map((s) => s.digest)).toEqual(['one']);
    await results.remove(sweep('one', []));
    expect(await seeds(results, ['a', 'b'])).toEqual([[], []]);
    expect(await results.list()).toEqual([]);
  }
});

function refuses(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

test('results that a full disk refuses are kept in memory', async () => {
  let told = 0;
  const results = new Results(() => {
    told += 1;
  });
  results.store(sweep('one', ['a']), [kept('a', 1)]);
  await results.settled();
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    results.store(sweep('one', ['a']), [kept('a', 2)]);
    await results.settled();
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(told).toBe(1);
  expect(await seeds(results, ['a'])).toEqual([[1, 2]]);
  expect(await seeds(new Results(), ['a'])).toEqual([[1]]);
});
