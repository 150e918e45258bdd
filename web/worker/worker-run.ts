/** A run with its engine: the one on screen or another branch. */
import type { Directory, Edit, Problem, Scenario } from '../generated/types';
import { removalTimes } from '../scenario/removals';
import { attempt, type EngineLab, read, write } from './engine';
import { EVENTS_PER_CHECK } from './goal';
import type { LoadedRun } from './protocol';

interface Change {
  path: string;
  value: unknown;
}

export class WorkerRun {
  run: number;
  readonly lab: EngineLab;
  /** As of the last `refresh`. */
  directory: Directory;
  /** When flows were removed, s, by id. Their curves end there. */
  removedAtS: ReadonlyMap<string, number> = new Map();
  /** As a branch, it is simulated at least up to here, s. */
  reachS = 0;
  private version = -1;

  constructor(run: number, lab: EngineLab) {
    this.run = run;
    this.lab = lab;
    this.directory = this.read();
  }

  get durationS(): number {
    return this.directory.durationS;
  }

  /** The run is at its end. */
  get atEnd(): boolean {
    return this.lab.now() >= this.durationS;
  }

  /** Why the fluid model cannot run this scenario. */
  get obstacles(): Problem[] {
    return read(this.lab.fluidObstacles());
  }

  /** Describes the loaded run, which is then simulated up to `untilS`. */
  describe(untilS: number): LoadedRun {
    const { lab, directory, obstacles } = this;
    return { directory, document: lab.document(), untilS, obstacles };
  }

  /** Reads the directory again if it has changed; returns whether it had. */
  refresh(): boolean {
    if (this.lab.directoryVersion() === this.version) return false;
    this.directory = this.read();
    return true;
  }

  private read(): Directory {
    this.version = this.lab.directoryVersion();
    this.removedAtS = removalTimes(read<Scenario>(this.lab.document()).edits);
    return read(this.lab.directory());
  }

  /** Makes changes now, stamped with the time of the settled run. If one is refused, those before it stand. */
  edit(changes: readonly Change[]): { edits: Edit[]; problems: Problem[] | null } {
    const edits: Edit[] = [];
    const { problems } = attempt(() => {
      for (const { path, value } of changes) {
        // A change may trigger events at its own time: the next one comes after those.
        while (!this.lab.settle(EVENTS_PER_CHECK));
        const edit: Edit = { atS: this.lab.now(), path, value };
        this.lab.edit(write(edit));
        edits.push(edit);
      }
    });
    // A run that has gone back counts its versions from there, so the same number may mean another network.
    this.directory = this.read();
    return { edits, problems };
  }

  /** A copy of the run at the present moment, still to be simulated up to it; see `PendingBranch`. */
  fork(): PendingBranch {
    return { lab: this.lab.branch(), atS: this.lab.now(), events: this.lab.events() };
  }
}

/** A run that is simulated from a snapshot up to the time at which it forks. */
export interface PendingBranch {
  lab: EngineLab;
  atS: number;
  events: number;
}
