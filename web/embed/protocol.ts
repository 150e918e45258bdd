/**
 * Messages between a page and a laboratory in one of its frames, version 1. Types only, served with the page as
 * `droptail-lab.d.ts`.
 *
 * A page sends `Request` messages to the frame's window. The frame answers each with a `Reply` of the same `id`, and sends an `EventMessage`
 * when it is ready and for each subscribed event. The frame answers only the page that contains it, and only if that page's origin
 * is the laboratory's own or named in the address of the frame (`&api=https://course.example`).
 */

/** The calls of a page, with their arguments and results. */
export interface Calls {
  /** Opens another scenario, by link (or its fragment) or as a document. Locks stay. */
  load: { args: { link: string } | { scenario: object }; value: State };
  play: { args: { speed?: number }; value: State };
  pause: { args: object; value: State };
  /** Goes to a time, s, and pauses. */
  seek: { args: { atS: number }; value: State };
  /** Steps one event, one round trip of a flow (by default the first), or to the next loss, mark or timeout. */
  step: { args: { unit: 'event' | 'rtt' | 'loss' | 'ecn' | 'timeout' }; value: State };
  /**
   * Changes the scenario. Paths name things by id, as in `/links/core/forward/rateMbps`; `null` removes.
   * During a run, changes are made at the current time and become timed edits of the scenario.
   */
  set: {
    args: { path: string; value: unknown } | { changes: { path: string; value: unknown }[] };
    value: State;
  };
  /** Starts another branch at this time; the previous one stays in the plots. */
  fork: { args: object; value: State };
  getState: { args: object; value: State };
  /** `everyMs`: minimum time between two samples, ms; 100 by default. */
  subscribe: { args: { events: EventName[]; everyMs?: number }; value: null };
  unsubscribe: { args: { events: EventName[] }; value: null };
}

export type CallName = keyof Calls;

export interface State {
  title: string;
  /** Simulated time, s. */
  nowS: number;
  /** Time up to which the run is known, s. */
  knownS: number;
  durationS: number;
  playing: boolean;
  ended: boolean;
  /** Simulated seconds per real second; null: as fast as possible. */
  speed: number | null;
  /** Digest of the run at `digestAtS`; empty if there is none yet. */
  digest: string;
  digestAtS: number;
  /** Version of the model. */
  modelVersion: number;
  futures: { name: string; active: boolean }[];
  flows: { id: string; algorithm: string }[];
  /** The scenario at its start, with its timed edits. */
  scenario: object;
  /** What may be changed: everything, nothing (`play`), or paths. */
  allow: 'everything' | 'play' | readonly string[];
}

export interface Sample {
  nowS: number;
  flows: {
    id: string;
    /** packets */
    cwnd: number;
    /** packets */
    flight: number;
    /** ms; null before the first measurement */
    srttMs: number | null;
    /** Mb/s in the last sampling period */
    throughputMbps: number;
    retransmissions: number;
    timeouts: number;
  }[];
  queues: {
    link: string;
    direction: 'forward' | 'backward';
    packets: number;
    /** packets; 0 if it is not counted in packets */
    limitPackets: number;
    /** Mb/s in the last sampling period */
    carriedMbps: number;
    drops: number;
  }[];
  /** Jain's index of fairness; null while it is undefined. */
  jain: number | null;
}

/** An event of a flow; edits have no flow. */
export interface Mark {
  atS: number;
  kind: 'loss' | 'timeout' | 'ecn' | 'edit' | 'drop' | 'undo' | 'probe';
  flow: string | null;
}

export interface Events {
  /** The frame is ready. Sent without a request. */
  ready: { versions: number[] };
  sample: Sample;
  /** The state changed: playing, paused, ended, or edited. */
  state: State;
  mark: Mark;
}

export type EventName = 'sample' | 'state' | 'mark';

export type Request<C extends CallName = CallName> = {
  /** Version of this protocol. */
  droptail: 1;
  /** Returned in the reply. */
  id: number | string;
  call: C;
} & Calls[C]['args'];

export type ErrorCode =
  /** The frame does not accept the page's origin. */
  | 'origin'
  /** The laboratory supports another version of the protocol. */
  | 'version'
  /** There is no such call, or its arguments are invalid. */
  | 'call'
  /** The change is locked. */
  | 'locked'
  /** The engine rejects it; `problems` has the reasons. */
  | 'refused';

export type Reply<C extends CallName = CallName> =
  | { droptail: 1; id: number | string; ok: true; value: Calls[C]['value'] }
  | {
      droptail: 1;
      id: number | string;
      ok: false;
      error: { code: ErrorCode; message: string; problems?: { pointer: string; problem: string }[] };
    };

export type EventMessage<N extends keyof Events = keyof Events> = {
  [K in N]: { droptail: 1; event: K; data: Events[K] };
}[N];
