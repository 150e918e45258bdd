/**
 * Messages between a page and the laboratory in a frame of it, version 1. Types only: served beside the page as
 * `droptail-lab.d.ts`.
 *
 * A page sends a `Request` to the frame's window; the frame answers each with a `Reply` of the same `id`, and sends an `EventMessage`
 * when it is ready and for what was subscribed to. The frame acceptsOrigin the page that it stands in, and only if that page's origin
 * is the laboratory's own or named in the address of the frame (`&api=https://course.example`).
 */

/** What a page asks for, and what it gets back. */
export interface Calls {
  /** Another scenario, by link (or its fragment) or as a document. What is locked stays locked. */
  load: { args: { link: string } | { scenario: object }; value: State };
  play: { args: { speed?: number }; value: State };
  pause: { args: object; value: State };
  /** To a moment, s, standing still. */
  seek: { args: { atS: number }; value: State };
  /** One event, one round trip of a flow (else of the first), or on to the next loss, mark or timeout. */
  step: { args: { unit: 'event' | 'rtt' | 'loss' | 'ecn' | 'timeout' }; value: State };
  /**
   * Changes of the scenario. Paths name things by id, as in `/links/core/forward/rateMbps`; `null` removes. In a run they are made now, and
   * become part of the scenario with their moment.
   */
  set: {
    args: { path: string; value: unknown } | { changes: { path: string; value: unknown }[] };
    value: State;
  };
  /** Starts another branch at this time; the one so far stays in the plots. */
  fork: { args: object; value: State };
  getState: { args: object; value: State };
  /** `everyMs`: at most one sample in this time, ms; 100 by default. */
  subscribe: { args: { events: EventName[]; everyMs?: number }; value: null };
  unsubscribe: { args: { events: EventName[] }; value: null };
}

export type CallName = keyof Calls;

export interface State {
  title: string;
  /** Simulated time, s. */
  nowS: number;
  /** Up to where the run is known, s. */
  knownS: number;
  durationS: number;
  playing: boolean;
  ended: boolean;
  /** Simulated seconds a real second; null: as fast as it goes. */
  speed: number | null;
  /** Digest of the run at `digestAtS`; empty: none yet. */
  digest: string;
  digestAtS: number;
  /** Version of the model that runs. */
  modelVersion: number;
  futures: { name: string; active: boolean }[];
  flows: { id: string; algorithm: string }[];
  /** The scenario as it starts, with its timed edits. */
  scenario: object;
  /** What of it may be changed: everything, nothing (`play`), or paths. */
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
    /** packets; 0 where it is not counted in packets */
    limitPackets: number;
    /** Mb/s in the last sampling period */
    carriedMbps: number;
    drops: number;
  }[];
  /** Jain's index of fairness; null while there is nothing to share. */
  jain: number | null;
}

/** What happened to a flow; of an edit there is no flow. */
export interface Mark {
  atS: number;
  kind: 'loss' | 'timeout' | 'ecn' | 'edit' | 'drop' | 'undo' | 'probe';
  flow: string | null;
}

export interface Events {
  /** The frame listens. Sent unasked. */
  ready: { versions: number[] };
  sample: Sample;
  /** Something of the state changed: it plays, stands, has ended, was changed. */
  state: State;
  mark: Mark;
}

export type EventName = 'sample' | 'state' | 'mark';

export type Request<C extends CallName = CallName> = {
  /** Version of this protocol. */
  droptail: 1;
  /** Comes back in the reply. */
  id: number | string;
  call: C;
} & Calls[C]['args'];

export type ErrorCode =
  /** The page's origin is not one that the frame acceptsOrigin. */
  | 'origin'
  /** The laboratory supports another version of the protocol. */
  | 'version'
  /** There is no such call, or its arguments are none. */
  | 'call'
  /** What is to be changed is locked. */
  | 'locked'
  /** The engine refuses; `problems` say why. */
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
