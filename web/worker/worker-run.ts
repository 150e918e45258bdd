/** A run with its engine: the one on screen or another branch. */
import type { Directory, Edit, Problem } from '../generated/types';
import { attempt, type EngineLab, read, write } from './engine';
import { BRIEF_EVENTS } from './goal';

interface Change {
  path: string;
  value: unknown;
}

export class WorkerRun {
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
    return read(this.lab.directory());
  }

  /** Makes changes now, stamped with the time of the settled run. Those before one that is refused have gone through. */
  edit(changes: readonly Change[]): { edits: Edit[]; problems: Problem[] | null } {
    const edits: Edit[] = [];
    const { problems } = attempt(() => {
      for (const { path, value } of changes) {
        // A change may itself set something off at its time: the next one comes after that.
        while (!this.lab.settle(BRIEF_EVENTS));
        const edit: Edit = { atS: this.lab.now(), path, value };
        this.lab.edit(write(edit));
        edits.push(edit);
      }
    });
    // A run that has gone back counts its versions from there: the same number may be of another network.
    this.directory = this.read();
    return { edits, problems };
  }

  /** Another branch from now on; it has to be simulated up to the present first: see `Branch`. */
  branch(): Branch {
    return { lab: this.lab.branch(), atS: this.lab.now(), events: this.lab.events() };
  }
}

/** A run that is simulated from a snapshot up to the time of its fork. */
export interface Branch {
  lab: EngineLab;
  atS: number;
  events: number;
}
