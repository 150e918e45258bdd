/** The browser's storage in tests: plain storage, a database that can fail, and tabs. */
import { IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

/** Empties all storage. As in a browser, the keys of plain storage are those of the object. */
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

/** Lets databases answer every put with this error, until the returned function is called. */
export function failPuts(name: string): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException(`${name} by a test`, name);
  });
  return () => put.mockRestore();
}

/** Deletes a database, as the browser's settings or another tab do. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
