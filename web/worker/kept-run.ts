/** A run with its engine, on screen or as another future. */
import type { Directory, Edit, Problem } from '../generated/types';
import { attempt, type EngineLab } from './engine';

/** More than any one moment has. */
const MOST_EVENTS = 2_000_000;

interface Change {
  path: string;
  value: unknown;
}

export class KeptRun {
  readonly run: number;
  readonly lab: EngineLab;
  /** Of the run as it stood when this was last read: `renew` brings it up to date. */
  directory: Directory;
  private version = -1;

  constructor(run: number, lab: EngineLab) {
    this.run = run;
    this.lab = lab;
    this.directory = this.read();
  }

  get durationS(): number {
    return this.directory.durationS;
  }

  /** No moment is left. */
  get atEnd(): boolean {
    return this.lab.now() >= this.durationS;
  }

  /** Reads the directory again where it has changed; says whether it had. */
  renew(): boolean {
    if (this.lab.directoryVersion() === this.version) return false;
    this.directory = this.read();
    return true;
  }

  private read(): Directory {
    this.version = this.lab.directoryVersion();
    return JSON.parse(this.lab.directory());
  }

  /** Makes changes now, stamped with the run's time. Those before one that is refused have gone through. */
  edit(changes: readonly Change[]): { edits: Edit[]; problems: Problem[] | null } {
    this.bringTogether();
    const edits: Edit[] = [];
    const { problems } = attempt(() => {
      for (const { path, value } of changes) {
        const edit: Edit = { atS: this.lab.now(), path, value };
        this.lab.edit(JSON.stringify(edit));
        edits.push(edit);
      }
    });
    // A run that has gone back counts its versions from there: the same number may be of another network.
    this.directory = this.read();
    return { edits, problems };
  }

  /** Another future from now on, with changes made there; where they are refused there is none, and this one stays as it is. */
  branch(run: number, changes: readonly Change[]): ReturnType<typeof attempt<KeptRun>> {
    this.bringTogether();
    const lab = this.lab.branch();
    const atS = lab.now();
    const result = attempt(() => {
      for (const { path, value } of changes) lab.edit(JSON.stringify({ atS, path, value }));
      return new KeptRun(run, lab);
    });
    if (result.problems) lab.free();
    return result;
  }

  /** Of two models side by side one may be a piece ahead: a change is made where both can still take it. */
  private bringTogether(): void {
    for (let before = -1; this.lab.now() > before; ) {
      before = this.lab.now();
      this.lab.step(before, MOST_EVENTS);
    }
  }
}
