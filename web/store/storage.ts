/** Access to plain storage, which the browser may refuse (cross-site frames, full disks, private windows). A refusal is not an error. */

export interface KeyValue {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function local(): KeyValue | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The storage of this tab, which lasts over reloads only. */
export function tabStorage(): KeyValue | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export function readItem(key: string, from: KeyValue | null = local()): string | null {
  try {
    return from?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** False: it was not stored. */
export function writeItem(key: string, value: string, to: KeyValue | null = local()): boolean {
  try {
    if (!to) return false;
    to.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeItem(key: string, from: KeyValue | null = local()): void {
  try {
    from?.removeItem(key);
  } catch {
    // Nothing was stored, so nothing has to be removed.
  }
}

export function readJson(key: string): unknown {
  const text = readItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The keys with a prefix. */
export function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(globalThis.localStorage ?? {}).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
