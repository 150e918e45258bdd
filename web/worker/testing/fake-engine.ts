/** A fake engine for tests: one event each millisecond, one loss each half second. */
import { Extremes, type Json, MarkKind, PlotColumn, SceneFlow, SceneHead } from '../../generated/boundary';
import type { Directory, Edit, Problem, Scenario } from '../../generated/types';
import { applyEdits } from '../../scenario/path';
import {
  type Engine,
  type EngineDeskLab,
  type EngineReconstruction,
  type EngineTrace,
  read,
  type Sectioned,
  write,
} from '../engine';
import { FlowState } from '../sections';

export interface FakeOptions {
  /** Called for each event; may let time pass or throw. */
  onEvent?: (now: number) => void;
  /** Called with each call of `step`. */
  onStep?: () => void;
  /** The engine stops the run here, s. */
  stopAt?: number;
  /** The estimated cost of a run, in hops. */
  hops?: number;
  /** How many calls a trace takes. */
  tracePieces?: number;
  onTrace?: () => void;
  /** Called for each piece of work on a state. */
  onState?: () => void;
}

const EVENT_S = 0.001;
const LOSS_EVERY = 500;

export class FakeLab implements EngineDeskLab {
  scenario: Scenario;
  done = 0;
  private at = 0;
  private reached = 0;
  private version = 1;
  freed = false;
  private readonly options: FakeOptions;
  section = new Float64Array(0);

  constructor(json: string, options: FakeOptions) {
    this.scenario = JSON.parse(json);
    this.options = options;
  }
  private next(): number {
    return (this.done + 1) * EVENT_S;
  }
  private event(): void {
    this.at = this.next();
    this.done += 1;
    this.reached = Math.max(this.reached, this.at);
    this.options.onEvent?.(this.at);
  }
  step(untilS: number, maxEvents: number): number {
    this.options.onStep?.();
    // The engine's clock counts nanoseconds.
    const until = Math.min(
      Math.round(untilS * 1e9) / 1e9,
      this.scenario.durationS,
      this.options.stopAt ?? Number.POSITIVE_INFINITY,
    );
    for (let n = 0; n < maxEvents; n += 1) {
      if (this.next() >= until) {
        this.at = Math.max(this.at, until);
        this.reached = Math.max(this.reached, this.at);
        return this.at;
      }
      this.event();
    }
    return this.at;
  }
  stepEvent(): boolean {
    this.event();
    this.midMoment = true;
    return true;
  }
  events(): number {
    return this.done;
  }
  settle(): boolean {
    this.midMoment = false;
    return true;
  }
  settled(): boolean {
    return !this.midMoment;
  }
  goTo(timeS: number, events: number, maxEvents: number): boolean {
    if (this.at > timeS || (this.at === timeS && this.done > events)) {
      this.at = Math.floor(timeS);
      this.done = Math.round(this.at / EVENT_S);
    }
    if (this.step(timeS, maxEvents) < timeS) return false;
    while (this.done < events) this.stepEvent();
    return true;
  }
  private midMoment = false;
  now(): number {
    return this.at;
  }
  known(): number {
    return this.reached;
  }
  knowsLater(): boolean {
    return this.reached > this.at;
  }
  /** Its snapshots are at each whole second. */
  seek(timeS: number): number {
    const snapshot = Math.floor(timeS);
    if (this.at < snapshot || this.at > timeS) {
      this.at = snapshot;
      this.done = Math.round(snapshot / EVENT_S);
    }
    return this.at;
  }
  branch(): FakeLab {
    const branch = new FakeLab(JSON.stringify(this.scenario), this.options);
    branch.seek(this.at);
    branch.reached = branch.at;
    this.branches.push(branch);
    return branch;
  }
  limitSeries(bytes: number): void {
    this.seriesBytes = bytes;
  }
  seriesBytes = 0;
  branches: FakeLab[] = [];
  csv(number: number): string {
    return `time_s,min,max,last\n0,${number},${number},${number}\n`;
  }
  trace(channel: boolean, number: number, fromS: number, toS: number, most: number): EngineTrace {
    let pieces = this.options.tracePieces ?? 1;
    return {
      advance: () => {
        this.options.onTrace?.();
        pieces -= 1;
        return pieces <= 0;
      },
      moments: () => JSON.stringify([{ atS: fromS, events: number, channel, toS, most }]),
      free: () => undefined,
      [Symbol.dispose]: () => undefined,
    };
  }
  /** Whole seconds have snapshots. From there, each call advances by a tenth of a second. */
  reconstruct(timeS: number, last?: EngineReconstruction): FakeState {
    const before = last instanceof FakeState ? last : undefined;
    return new FakeState(this, Math.min(timeS, this.reached), this.options, before);
  }
  measure(fromS: number, toS: number, last?: EngineReconstruction): FakeState {
    return Object.assign(this.reconstruct(toS, last), { fromS });
  }
  directoryAt(): Json<Directory> {
    return this.directory();
  }
  fluidObstacles() {
    return write(obstaclesOf(applyEdits(this.scenario, this.scenario.edits ?? [])));
  }
  edit(json: Json<Edit>): void {
    const edit = read(json);
    if (edit.value === 'bad') {
      throw new Error(JSON.stringify([{ pointer: edit.path, problem: 'bad', expected: 'good' }]));
    }
    const edits = [...(this.scenario.edits ?? []), edit];
    refuseObstacles(applyEdits(this.scenario, edits));
    this.scenario = { ...this.scenario, edits };
    this.reached = this.at;
    this.version += 1;
  }
  document() {
    return write(this.scenario);
  }
  directory() {
    const shown = applyEdits(this.scenario, this.scenario.edits ?? []);
    const directory: Directory = {
      version: this.version,
      estimatedHops: this.options.hops ?? 1000,
      durationS: this.scenario.durationS,
      series: [
        { owner: 'f1', kind: 'cwnd' },
        { owner: 'f1', kind: 'probe', variable: 'x' },
      ],
      channels: [],
      flows: shown.flows.map((f) => ({
        id: f.id,
        algorithm: f.algorithm,
        path: [],
        back: [],
        baseRttMs: 50,
        bdpPackets: 10,
        window: 'one',
        removed: false,
      })),
    };
    return write(directory);
  }
  directoryVersion(): number {
    return this.version;
  }
  plot(series: Uint32Array, t0: number, t1: number, columns: number): number {
    const points = PlotColumn.size * columns;
    this.section = new Float64Array(points * (series.length + 1));
    for (let i = 0; i < points; i += 1) this.section[i] = t0 + ((t1 - t0) * i) / points;
    series.forEach((s, place) => {
      this.section.fill(s + 1, points * (place + 1), points * (place + 2));
    });
    return this.section.length;
  }
  values(series: Uint32Array): number {
    this.section = Float64Array.from(series, (s) => s + 1);
    return this.section.length;
  }
  scene(): number {
    this.section = new Float64Array(SceneHead.size + SceneFlow.size);
    this.section[SceneHead.now] = this.at;
    this.section[SceneHead.flows] = 1;
    this.section[SceneHead.jain] = 1;
    const flow = this.section.subarray(SceneHead.size);
    flow[SceneFlow.state] = FlowState.running;
    flow[SceneFlow.cwnd] = 10;
    flow[SceneFlow.ssthresh] = Number.POSITIVE_INFINITY;
    flow[SceneFlow.flight] = 8;
    flow[SceneFlow.srttMs] = 40;
    flow[SceneFlow.throughputMbps] = 5;
    return this.section.length;
  }
  marks(from: number): number {
    const total = Math.floor(Math.round(this.reached / EVENT_S) / LOSS_EVERY);
    const marks: number[] = [];
    for (let i = from; i < total; i += 1) marks.push((i + 1) * LOSS_EVERY * EVENT_S, 0, MarkKind.loss);
    this.section = Float64Array.from(marks);
    return marks.length;
  }
  extremes(series: Uint32Array, columns: number): number {
    this.section = new Float64Array(Extremes.size * columns * series.length).fill(this.scenario.seed ?? 0);
    return this.section.length;
  }
  /** `section` of the stand-in's engine asks the run itself. */
  sectionPtr(): number {
    return 0;
  }
  results(): string {
    return '{}';
  }
  measures() {
    return write<[string, number][]>([['jain', this.scenario.seed ?? 0]]);
  }
  end(): number {
    return this.scenario.durationS;
  }
  ladder(): string {
    return '[]';
  }
  hops(): number {
    return this.done;
  }
  snapshots(): Float64Array {
    return Float64Array.of(0, 0);
  }
  digest(): string {
    return this.done.toString(16).padStart(16, '0');
  }
  stopped(): string {
    return this.options.stopAt !== undefined && this.at >= this.options.stopAt ? 'The memory is full.' : '';
  }
  free(): void {
    this.freed = true;
  }
  [Symbol.dispose](): void {
    this.free();
  }
}

/** A state of a fake run. */
export class FakeState implements EngineReconstruction {
  section = new Float64Array(0);
  private at: number;
  private readonly lab: FakeLab;
  private readonly toS: number;
  private readonly options: FakeOptions;

  constructor(lab: FakeLab, toS: number, options: FakeOptions, last: FakeState | undefined) {
    this.lab = lab;
    this.toS = toS;
    this.options = options;
    const snapshot = Math.floor(toS);
    this.at = last && last.at <= toS ? Math.max(last.at, snapshot) : snapshot;
  }
  advance(): boolean {
    this.options.onState?.();
    this.at = Math.min(this.toS, this.at + 0.1);
    return this.at >= this.toS;
  }
  now(): number {
    return this.at;
  }
  scene(): number {
    this.lab.scene();
    this.section = this.lab.section.slice();
    this.section[SceneHead.now] = this.at;
    return this.section.length;
  }
  sectionPtr(): number {
    return 0;
  }
  directoryVersion(): number {
    return this.lab.directoryVersion();
  }
  /** Start of its results, if that is not the document's. */
  fromS: number | undefined;
  results(): string {
    return JSON.stringify(this.fromS === undefined ? {} : { fromS: this.fromS, toS: this.at });
  }
  free(): void {}
  [Symbol.dispose](): void {}
}

/** What the fake's fluid model does not support. */
function obstaclesOf(scenario: Scenario): Problem[] {
  return scenario.flows.flatMap((f, i) =>
    f.algorithm === 'tfrc'
      ? [{ pointer: `/flows/${i}/algorithm`, problem: 'TFRC has no fluid form', expected: 'another' }]
      : [],
  );
}

function refuseObstacles(scenario: Scenario): void {
  const obstacles = (scenario.engine ?? 'packet') === 'packet' ? [] : obstaclesOf(scenario);
  if (obstacles.length > 0) throw new Error(JSON.stringify(obstacles));
}

/** Refuses documents whose title is "bad", and TFRC under the fluid model. */
export function fakeEngine(options: FakeOptions = {}): Engine & { labs: FakeLab[] } {
  const labs: FakeLab[] = [];
  const refuse = (json: string) => {
    const scenario: Scenario = JSON.parse(json);
    if (scenario.title === 'bad') {
      throw new Error(JSON.stringify([{ pointer: '/title', problem: 'is bad', expected: 'a good one' }]));
    }
    refuseObstacles(scenario);
  };
  return {
    labs,
    catalogue: () =>
      '{"modelVersion":1,"algorithms":[],"queues":[],"behaviours":[],"traffic":[],"stacks":[],"fluid":[]}',
    normalize: (json) => {
      refuse(json);
      return json;
    },
    load: (json) => {
      refuse(json);
      const lab = new FakeLab(json, options);
      labs.push(lab);
      return lab;
    },
    section: fakeSection,
  };
}

/** The section that a fake has filled last. */
export function fakeSection(of: Sectioned, length: number): Float64Array {
  if (!(of instanceof FakeLab || of instanceof FakeState)) throw new Error('no run of the stand-in');
  return of.section.subarray(0, length);
}

export const small: Scenario = {
  version: 1,
  title: 'Small',
  seed: 1,
  durationS: 10,
  nodes: [
    { id: 'h1', kind: 'host', x: 0, y: 0 },
    { id: 'r1', kind: 'router', x: 100, y: 0 },
    { id: 'h2', kind: 'host', x: 200, y: 0 },
  ],
  links: [
    { id: 'in', a: 'h1', b: 'r1', forward: { rateMbps: 100, delayMs: 5 } },
    {
      id: 'core',
      a: 'r1',
      b: 'h2',
      forward: { rateMbps: 10, delayMs: 20, queue: { kind: 'droptail', params: { limitPackets: 40 } } },
    },
  ],
  flows: [{ id: 'f1', from: 'h1', to: 'h2', algorithm: 'reno' }],
  edits: [],
};
