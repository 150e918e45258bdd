/** A database of this browser. It is opened on first use and again after it was closed. Every call has a time-out. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Why this browser cannot store something. */
export type StorageFault =
  /** The page has no database: a private window, a policy, a sandbox. */
  | 'absent'
  | 'full'
  /** Another tab holds an older version of the database open. */
  | 'blocked'
  /** Another tab has upgraded the database beyond the version that this page knows. */
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

/** A call takes milliseconds, but some browsers never answer if the profile is damaged. */
const TIMEOUT_MS = 10_000;

interface Definition<S extends DBSchema> {
  name: string;
  version: number;
  /** Creates the stores of a new database. */
  create: (db: IDBPDatabase<S>) => void;
  /** Called when the database is gone: the visitor or another tab has cleared the storage. */
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

  /** Makes a call with the database; throws a StorageError. A call that timed out may still take effect, or be made twice. */
  async use<T>(call: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let blocked: () => void = () => undefined;
    const givenUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError('silent')), TIMEOUT_MS);
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
    // The connection was closed since its last use: try once with a new one.
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
          // Another tab deletes or upgrades the database, which an open connection would block.
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

/** In a sandboxed frame there is none, and access may throw. */
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
