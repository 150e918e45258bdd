/**
 * Results of experiments, kept in this browser until they are removed: one record a run, written as soon as the run is done.
 *
 * A run is found by what it simulates and measures (its variant's identity, which every version of the model changes) and its seed,
 * not by the document that asked for it: what is done once is not done again when a sweep gets one value more, and undo brings
 * back what was there. Where the browser keeps nothing (private windows, sandboxed frames, full disks) they last as long as the
 * page.
 */
import type { DBSchema } from 'idb';
import type { Outcome } from '../../generated/types';
import { Database } from '../database';
import type { Size, StoredResults } from './store';

/** What is kept of a run: its variant's number is another one in another document. */
export interface StoredOutcome {
  variant: string;
  seed: number;
  outcome: Outcome;
}

/** A document at one size, whose runs are kept. */
export interface StoredSweep extends StoredResults {
  /** JSON text, to open it again. */
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
  /** The browser refused to keep something: from then on it is only remembered. */
  private refused = false;
  private readonly told: () => void;

  /** @param told called once if the browser turns out to store nothing */
  constructor(told: () => void = () => undefined) {
    this.told = told;
  }

  private refuse(): void {
    if (this.refused) return;
    this.refused = true;
    this.told();
  }

  /** What is kept of runs of these variants: for each variant, in their order, the outcomes by seed. */
  async read(variants: readonly string[]): Promise<Map<number, Outcome>[]> {
    const found = variants.map(() => new Map<number, Outcome>());
    const waiting = () => [...this.waiting.values()].flatMap((w) => w.outcomes);
    // What waits now may be written after the reading and wait no longer when that is done.
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

  /** Keeps runs that are done, and what they are of. Writes at once; what comes while it writes goes with the next transaction. */
  keep(sweep: StoredSweep, outcomes: readonly StoredOutcome[]): void {
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
    // It is known as what writes before it can end.
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const batches: { sweep: StoredSweep; outcomes: StoredOutcome[] }[] = [];
      try {
        if (this.refused) throw new Error('nothing is kept');
        await this.database.use(async (db) => {
          const transaction = db.transaction(['sweeps', 'outcomes'], 'readwrite', { durability: 'relaxed' });
          // What came while the database was opened is written as well.
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
    // In the same turn in which nothing was found to wait.
    this.writing = null;
  }

  private remember(sweep: StoredSweep, outcomes: readonly StoredOutcome[]): void {
    this.memorySweeps.set(keyOf(sweep), sweep);
    for (const kept of outcomes) this.memoryOutcomes.set(JSON.stringify([kept.variant, kept.seed]), kept);
  }

  /** All documents whose runs are kept, the latest first. */
  async list(): Promise<StoredSweep[]> {
    await this.settled();
    const kept = await this.database.use((db) => db.getAll('sweeps')).catch(() => []);
    const names = new Set(kept.map(keyOf));
    const all = [...kept, ...[...this.memorySweeps.values()].filter((s) => !names.has(keyOf(s)))];
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Forgets a document's runs; those that another document has as well stay with that. */
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
      // What this browser does not keep need not go.
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
