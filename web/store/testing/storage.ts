/** The browser's storage in tests: plain storage, a database that can fail, and tabs. */
import { IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

/** Storage with nothing in it; the keys of plain storage are those of the object, as in a browser. */
export async function emptyStorage(): Promise<Record<string, string>> {
  for (const { name } of await indexedDB.databases()) await deleteDatabase(name ?? '');
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(kept, name, { value, configurable: true, writable: true });
  vi.stubGlobal('localStorage', kept);
  return kept;
}

/** From now on databases answer what is put into them with an error; calling what this gives ends it. */
export function failPuts(name: string): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException(`${name} by a test`, name);
  });
  return () => put.mockRestore();
}

/** The database is deleted, as the browser's settings or another tab do it. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
