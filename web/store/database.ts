/** A database of this browser: opened on first use, reopened after it was closed. Every call has a time-out. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Why this browser does not keep something. */
export type StorageFault =
  /** It has no database for this page: a private window, a policy, a sandbox. */
  | 'absent'
  | 'full'
  /** Another tab holds an older version of the database open. */
  | 'blocked'
  /** Another tab has brought the database to a later version than this page knows. */
  | 'newer'
  /** It does not answer. */
  | 'silent'
  /** It answered with an error. */
  | 'failed';

export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause?: unknown) {
    super(cause instanceof Error ? cause.message : fault, { cause });
    this.name = 'StorageError';
    this.fault = fault;
  }
}

/** A call takes milliseconds; some browsers never answer where a profile is damaged. */
const PATIENCE_MS = 10_000;

interface Definition<S extends DBSchema> {
  name: string;
  version: number;
  /** Makes the stores of a new database. */
  create: (db: IDBPDatabase<S>) => void;
  /** The database is gone: the visitor cleared the storage, or another tab did. */
  onLost?: () => void;
}

export class Database<S extends DBSchema> {
  private readonly definition: Definition<S>;
  private opening: Promise<IDBPDatabase<S>> | null = null;
  /** Opening waits for another tab. */
  private blocked = false;
  private readonly whenBlocked = new Set<() => void>();

  constructor(definition: Definition<S>) {
    this.definition = definition;
  }

  /** Does something with the database; throws a StorageError. A call that was given up may still be carried out, or be made twice. */
  async use<T>(call: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let blocked: () => void = () => undefined;
    const givenUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError('silent')), PATIENCE_MS);
      blocked = () => reject(new StorageError('blocked'));
      this.whenBlocked.add(blocked);
      if (this.blocked) blocked();
    });
    try {
      return await Promise.race([this.attempt(call), givenUp]);
    } catch (error) {
      throw storageError(error);
    } finally {
      clearTimeout(timer);
      this.whenBlocked.delete(blocked);
    }
  }

  private async attempt<T>(call: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    const used = this.open();
    try {
      return await call(await used);
    } catch (error) {
      if (nameOf(error) !== 'InvalidStateError') throw error;
    }
    // The connection was closed since it was used last: another one may do.
    if (this.opening === used) this.opening = null;
    return call(await this.open());
  }

  private open(): Promise<IDBPDatabase<S>> {
    if (this.opening) return this.opening;
    const forget = () => {
      if (this.opening === opening) this.opening = null;
    };
    const opening = Promise.resolve().then(() => this.connect(forget));
    this.opening = opening;
    return opening;
  }

  private async connect(forget: () => void): Promise<IDBPDatabase<S>> {
    const { name, version, create, onLost } = this.definition;
    try {
      if (!hasDatabases()) throw new StorageError('absent');
      return await openDB<S>(name, version, {
        upgrade: create,
        blocked: () => {
          this.blocked = true;
          for (const tell of this.whenBlocked) tell();
        },
        blocking: (_current, next, event) => {
          // Another tab deletes or upgrades it: an open connection would block that.
          (event.target as IDBDatabase).close();
          forget();
          if (next === null) onLost?.();
        },
        terminated: () => {
          forget();
          onLost?.();
        },
      });
    } catch (error) {
      // The next call tries again.
      forget();
      throw error;
    } finally {
      this.blocked = false;
    }
  }
}

/** A sandboxed frame has none: even looking for it may throw. */
function hasDatabases(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch {
    return false;
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

const FAULTS: Record<string, StorageFault> = {
  QuotaExceededError: 'full',
  VersionError: 'newer',
  SecurityError: 'absent',
};

export function storageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(FAULTS[nameOf(error)] ?? 'failed', error);
}
