import type { DBSchema } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from './database';
import { deleteDatabase, emptyStorage, failPuts } from './testing/storage';

interface Schema extends DBSchema {
  things: { key: string; value: string };
}

const onLost = vi.fn();
const make = (version = 1) =>
  new Database<Schema>({
    name: 'test',
    version,
    create: (db) => {
      if (!db.objectStoreNames.contains('things')) db.createObjectStore('things');
    },
    onLost,
  });
const write = (database: Database<Schema>) => database.use((db) => db.put('things', 'value', 'key'));
const read = (database: Database<Schema>) => database.use((db) => db.get('things', 'key'));

beforeEach(async () => {
  await emptyStorage();
  onLost.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser without databases reports it', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(read(make())).rejects.toMatchObject({ fault: 'absent' });
});

test('a sandbox, where access throws, reports it', async () => {
  vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(read(make())).rejects.toMatchObject({ fault: 'absent' });
  vi.restoreAllMocks();
});

test('a full disk is reported, and the next call tries again', async () => {
  const database = make();
  const mend = failPuts('QuotaExceededError');
  await expect(write(database)).rejects.toMatchObject({ fault: 'full' });
  mend();
  await write(database);
  expect(await read(database)).toBe('value');
});

test('a deleted database is reported and created again by the next call', async () => {
  const database = make();
  await write(database);
  await deleteDatabase('test');
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(await read(database)).toBeUndefined();
  await write(database);
  expect(await read(database)).toBe('value');
});

test('a connection that the browser closed is opened again', async () => {
  const database = make();
  await write(database);
  await database.use(async (db) => db.close());
  expect(await read(database)).toBe('value');
  expect(onLost).not.toHaveBeenCalled();
});

test('a newer page opens the database, and the older page reports that it is older', async () => {
  const older = make(1);
  await write(older);
  const newer = make(2);
  expect(await read(newer)).toBe('value');
  await expect(read(older)).rejects.toMatchObject({ fault: 'newer' });
  expect(onLost).not.toHaveBeenCalled();
});

test('if an older page holds the database, calls fail at once, and work once that page is closed', async () => {
  // A page that does not close its connection when asked to.
  const held = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('test', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('things');
    request.onsuccess = () => resolve(request.result);
  });
  const newer = make(2);
  await expect(write(newer)).rejects.toMatchObject({ fault: 'blocked' });
  await expect(read(newer)).rejects.toMatchObject({ fault: 'blocked' });
  held.close();
  await vi.waitFor(() => write(newer));
  expect(await read(newer)).toBe('value');
});

test('a database that does not answer times out', async () => {
  vi.useFakeTimers();
  const silent = { open: () => Object.assign(new EventTarget(), { readyState: 'pending' }) };
  vi.stubGlobal('indexedDB', silent);
  vi.stubGlobal('IDBRequest', EventTarget);
  const answer = expect(read(make())).rejects.toMatchObject({ fault: 'silent' });
  await vi.advanceTimersByTimeAsync(60_000);
  await answer;
});
