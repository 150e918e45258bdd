/**
 * Results of experiments, kept in this browser until they are removed: one record a run, written as soon as the run is done.
 *
 * A run is found by what it simulates and measures (its variant's identity, which every version of the model changes) and its seed,
 * not by the document that asked for it: what is done once is not done again when a sweep gets one value more, and undo brings
 * back what was there. Where the browser keeps nothing (private windows, sandboxed frames, full disks) they last as long as the
 * page.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Outcome } from '../generated/types';
import type { KeptResults, Size } from './store';

/** What is kept of a run: its variant's number is another one in another document. */
export interface KeptOutcome {
  variant: string;
  seed: number;
  outcome: Outcome;
}

/** A document at one size, whose runs are kept. */
export interface KeptSweep extends KeptResults {
  /** JSON text, to open it again. */
  document: string;
  /** Identities of its variants. */
  variants: string[];
}

interface Schema extends DBSchema {
  sweeps: { key: [string, Size]; value: KeptSweep };
  outcomes: { key: [string, number]; value: KeptOutcome };
}

const NAME = 'droptail';
const VERSION = 1;

export class Results {
  private readonly opening: Promise<IDBPDatabase<Schema> | null>;
  private memorySweeps = new Map<string, KeptSweep>();
  private memoryOutcomes = new Map<string, KeptOutcome>();
  private waiting = new Map<string, { sweep: KeptSweep; outcomes: KeptOutcome[] }>();
  private writing: Promise<void> | null = null;
  /** The browser refused to keep something: from then on it is only remembered. */
  private refused = false;
  private readonly told: () => void;

  /** @param told called once when the browser turns out to keep nothing */
  constructor(told: () => void = () => undefined, factory: IDBFactory | null = globalIndexedDb()) {
    this.told = told;
    this.opening = factory ? this.open() : Promise.resolve(null);
    if (!factory) this.refuse();
  }

  private async open(): Promise<IDBPDatabase<Schema> | null> {
    try {
      return await openDB<Schema>(NAME, VERSION, {
        upgrade(db) {
          db.createObjectStore('sweeps', { keyPath: ['digest', 'size'] });
          db.createObjectStore('outcomes', { keyPath: ['variant', 'seed'] });
        },
        // Another tab has a newer page: it may go on.
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      });
    } catch {
      this.refuse();
      return null;
    }
  }

  private refuse(): void {
    if (this.refused) return;
    this.refused = true;
    this.told();
  }

  /** What is kept of runs of these variants: for each variant, in their order, the outcomes by seed. */
  async read(variants: readonly string[]): Promise<Map<number, Outcome>[]> {
    const found = variants.map(() => new Map<number, Outcome>());
    const db = await this.opening;
    if (db) {
      try {
        const store = db.transaction('outcomes').store;
        const rows = await Promise.all(
          variants.map((variant) =>
            store.getAll(
              IDBKeyRange.bound([variant, Number.NEGATIVE_INFINITY], [variant, Number.POSITIVE_INFINITY]),
            ),
          ),
        );
        rows.forEach((list, i) => {
          for (const { seed, outcome } of list) found[i]?.set(seed, outcome);
        });
      } catch {
        this.refuse();
      }
    }
    const remembered = [
      ...this.memoryOutcomes.values(),
      ...[...this.waiting.values()].flatMap((w) => w.outcomes),
    ];
    if (remembered.length > 0) {
      const places = new Map(variants.map((variant, place) => [variant, place]));
      for (const { variant, seed, outcome } of remembered)
        found[places.get(variant) ?? -1]?.set(seed, outcome);
    }
    return found;
  }

  /** Keeps runs that are done, and what they are of. Writes at once; what comes while it writes goes with the next transaction. */
  keep(sweep: KeptSweep, outcomes: readonly KeptOutcome[]): void {
    const name = keyOf(sweep);
    const waiting = this.waiting.get(name);
    if (waiting) {
      waiting.sweep = sweep;
      waiting.outcomes.push(...outcomes);
    } else this.waiting.set(name, { sweep, outcomes: [...outcomes] });
    this.writing ??= this.write();
  }

  /** Waits until everything is written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    const db = await this.opening;
    while (this.waiting.size > 0) {
      const batches = [...this.waiting.values()];
      try {
        if (!db || this.refused) throw new Error('nothing is kept');
        const transaction = db.transaction(['sweeps', 'outcomes'], 'readwrite', { durability: 'relaxed' });
        this.waiting = new Map();
        const puts: Promise<unknown>[] = [transaction.done];
        for (const { sweep, outcomes } of batches) {
          puts.push(transaction.objectStore('sweeps').put(sweep));
          for (const outcome of outcomes) puts.push(transaction.objectStore('outcomes').put(outcome));
        }
        await Promise.all(puts);
      } catch {
        this.refuse();
        this.waiting = new Map();
        for (const batch of batches) this.remember(batch.sweep, batch.outcomes);
      }
    }
    // In the same turn in which nothing was found to wait.
    this.writing = null;
  }

  private remember(sweep: KeptSweep, outcomes: readonly KeptOutcome[]): void {
    this.memorySweeps.set(keyOf(sweep), sweep);
    for (const kept of outcomes) this.memoryOutcomes.set(JSON.stringify([kept.variant, kept.seed]), kept);
  }

  /** All documents whose runs are kept, the latest first. */
  async list(): Promise<KeptSweep[]> {
    await this.settled();
    const db = await this.opening;
    const kept = db ? await db.getAll('sweeps').catch(() => []) : [];
    const names = new Set(kept.map(keyOf));
    const all = [...kept, ...[...this.memorySweeps.values()].filter((s) => !names.has(keyOf(s)))];
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Forgets a document's runs; those that another document has as well stay with that. */
  async remove({ digest, size }: Pick<KeptSweep, 'digest' | 'size'>): Promise<void> {
    const sweeps = await this.list();
    const gone = sweeps.find((s) => s.digest === digest && s.size === size);
    if (!gone) return;
    const needed = new Set(sweeps.flatMap((s) => (s === gone ? [] : s.variants)));
    const variants = gone.variants.filter((variant) => !needed.has(variant));
    this.memorySweeps.delete(keyOf(gone));
    const dropped = new Set(variants);
    for (const [name, kept] of this.memoryOutcomes)
      if (dropped.has(kept.variant)) this.memoryOutcomes.delete(name);
    const db = await this.opening;
    if (!db) return;
    const transaction = db.transaction(['sweeps', 'outcomes'], 'readwrite');
    const outcomes = transaction.objectStore('outcomes');
    await Promise.all([
      transaction.objectStore('sweeps').delete([digest, size]),
      ...variants.map((variant) =>
        outcomes.delete(
          IDBKeyRange.bound([variant, Number.NEGATIVE_INFINITY], [variant, Number.POSITIVE_INFINITY]),
        ),
      ),
      transaction.done,
    ]);
  }
}

function keyOf({ digest, size }: Pick<KeptSweep, 'digest' | 'size'>): string {
  return `${digest} ${size}`;
}

/** A sandboxed frame has none: even looking for it may throw. */
function globalIndexedDb(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}
