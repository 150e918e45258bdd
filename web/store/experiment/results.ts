/**
 * Results of experiments, stored in this browser until they are removed: one record for each run, written when the run is done.
 *
 * The key of a run is what it simulates and measures (the identity of its variant, which changes with the model version) and its seed,
 * not the document. So a run is not repeated when a sweep gets another value, and undo brings results back. If the browser cannot store
 * anything (private windows, sandboxed frames, full disks), results last as long as the page.
 */
import type { DBSchema } from 'idb';
import type { Outcome } from '../../generated/types';
import { Database } from '../database';
import type { Size, StoredResults } from './store';

/** The stored record of a run. The number of its variant is not stored: it differs between documents. */
export interface StoredOutcome {
  variant: string;
  seed: number;
  outcome: Outcome;
}

/** A document at one size whose runs are stored. */
export interface StoredSweep extends StoredResults {
  /** The document as JSON text. */
  document: string;
  /** Identities of its variants. */
  variants: string[];
}

interface Schema extends DBSchema {
  sweeps: { key: [string, Size]; value: StoredSweep };
  outcomes: { key: [string, number]; value: StoredOutcome };
}

export class Results {
  private readonly database = new Database<Schema>({
    name: 'droptail',
    version: 1,
    create: (db) => {
      db.createObjectStore('sweeps', { keyPath: ['digest', 'size'] });
      db.createObjectStore('outcomes', { keyPath: ['variant', 'seed'] });
    },
  });
  private memorySweeps = new Map<string, StoredSweep>();
  private memoryOutcomes = new Map<string, StoredOutcome>();
  private waiting = new Map<string, { sweep: StoredSweep; outcomes: StoredOutcome[] }>();
  private writing: Promise<void> | null = null;
  /** The browser refused to store something: from then on results are kept in memory. */
  private refused = false;
  private readonly onMemoryOnly: () => void;

  /** @param onMemoryOnly called once if the browser turns out to store nothing */
  constructor(onMemoryOnly: () => void = () => undefined) {
    this.onMemoryOnly = onMemoryOnly;
  }

  private refuse(): void {
    if (this.refused) return;
    this.refused = true;
    this.onMemoryOnly();
  }

  /** The stored outcomes of these variants: for each variant, in their order, a map by seed. */
  async read(variants: readonly string[]): Promise<Map<number, Outcome>[]> {
    const found = variants.map(() => new Map<number, Outcome>());
    const waiting = () => [...this.waiting.values()].flatMap((w) => w.outcomes);
    // What is waiting now may be written, and no longer waiting, by the time the read is done.
    const unwritten = waiting();
    try {
      const rows = await this.database.use((db) => {
        const { store } = db.transaction('outcomes');
        return Promise.all(variants.map((variant) => store.getAll(runsOf(variant))));
      });
      rows.forEach((list, i) => {
        for (const { seed, outcome } of list) found[i]?.set(seed, outcome);
      });
    } catch {
      this.refuse();
    }
    const remembered = [...unwritten, ...this.memoryOutcomes.values(), ...waiting()];
    if (remembered.length > 0) {
      const places = new Map(variants.map((variant, place) => [variant, place]));
      for (const { variant, seed, outcome } of remembered)
        found[places.get(variant) ?? -1]?.set(seed, outcome);
    }
    return found;
  }

  /** Stores finished runs and the document they belong to. What comes during a write goes into the next transaction. */
  store(sweep: StoredSweep, outcomes: readonly StoredOutcome[]): void {
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
    // Set before the write can end, so that it is known to be in progress.
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const batches: { sweep: StoredSweep; outcomes: StoredOutcome[] }[] = [];
      try {
        if (this.refused) throw new Error('nothing is kept');
        await this.database.use(async (db) => {
          const transaction = db.transaction(['sweeps', 'outcomes'], 'readwrite', { durability: 'relaxed' });
          // Includes what came while the database was opening.
          batches.push(...this.waiting.values());
          this.waiting = new Map();
          const puts: Promise<unknown>[] = [transaction.done];
          for (const { sweep, outcomes } of batches) {
            puts.push(transaction.objectStore('sweeps').put(sweep));
            for (const outcome of outcomes) puts.push(transaction.objectStore('outcomes').put(outcome));
          }
          await Promise.all(puts);
        });
      } catch {
        this.refuse();
        batches.push(...this.waiting.values());
        this.waiting = new Map();
        for (const batch of batches) this.remember(batch.sweep, batch.outcomes);
      }
    }
    // Cleared in the same turn in which nothing was found waiting.
    this.writing = null;
  }

  private remember(sweep: StoredSweep, outcomes: readonly StoredOutcome[]): void {
    this.memorySweeps.set(keyOf(sweep), sweep);
    for (const kept of outcomes) this.memoryOutcomes.set(JSON.stringify([kept.variant, kept.seed]), kept);
  }

  /** All documents with stored runs, the latest first. */
  async list(): Promise<StoredSweep[]> {
    await this.settled();
    const kept = await this.database.use((db) => db.getAll('sweeps')).catch(() => []);
    const names = new Set(kept.map(keyOf));
    const all = [...kept, ...[...this.memorySweeps.values()].filter((s) => !names.has(keyOf(s)))];
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Removes the runs of a document, except those that another document has too. */
  async remove({ digest, size }: Pick<StoredSweep, 'digest' | 'size'>): Promise<void> {
    const sweeps = await this.list();
    const gone = sweeps.find((s) => s.digest === digest && s.size === size);
    if (!gone) return;
    const needed = new Set(sweeps.flatMap((s) => (s === gone ? [] : s.variants)));
    const variants = gone.variants.filter((variant) => !needed.has(variant));
    this.memorySweeps.delete(keyOf(gone));
    const dropped = new Set(variants);
    for (const [name, kept] of this.memoryOutcomes)
      if (dropped.has(kept.variant)) this.memoryOutcomes.delete(name);
    await this.database
      .use((db) => {
        const transaction = db.transaction(['sweeps', 'outcomes'], 'readwrite');
        const outcomes = transaction.objectStore('outcomes');
        return Promise.all([
          transaction.objectStore('sweeps').delete([digest, size]),
          ...variants.map((variant) => outcomes.delete(runsOf(variant))),
          transaction.done,
        ]);
      })
      // Nothing was stored, so there is nothing to remove.
      .catch(() => this.refuse());
  }
}

/** The keys of a variant's runs. */
function runsOf(variant: string): IDBKeyRange {
  return IDBKeyRange.bound([variant, Number.NEGATIVE_INFINITY], [variant, Number.POSITIVE_INFINITY]);
}

function keyOf({ digest, size }: Pick<StoredSweep, 'digest' | 'size'>): string {
  return `${digest} ${size}`;
}
