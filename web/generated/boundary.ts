// Generated from the Rust types by `npm run types`: do not edit.

/** JSON of a value: `read` and `write` know which. Any text may stand for it. */
export type Json<T> = string & { readonly json?: T };

/** The header of a scene. Places of its numbers, and how many they are. */
export const SceneHead = {
  /** Simulated time, s. */
  now: 0,
  /** Number of channels that follow. */
  channels: 1,
  /** Number of classes of queued packets that follow. */
  classes: 2,
  /** Number of flows that follow. */
  flows: 3,
  /** Number of packets in flight that follow; 0 if there are too many to list. */
  packets: 4,
  /** Number of queue slots that follow. */
  slots: 5,
  /** Number of drops that follow. */
  drops: 6,
  /** Jain's index over the fairness window; NaN: undefined. */
  jain: 7,
  /** How many numbers it has. */
  size: 8,
} as const;

/** A channel in a scene, by its number in the directory. Places of its numbers, and how many they are. */
export const SceneChannel = {
  /** Backlog, packets. */
  queuedPackets: 0,
  /** Backlog, bytes. */
  queuedBytes: 1,
  /** 1 while its transmitter is busy, else 0. */
  busy: 2,
  /** Carried in the last sampling period, Mb/s. */
  carriedMbps: 3,
  /** Packets dropped since the measurement began. */
  drops: 4,
  /** Packets marked since the measurement began. */
  marks: 5,
  /** Number of its first slot, the head of its queue. */
  firstSlot: 6,
  /** Number of its slots, which are consecutive. */
  slots: 7,
  /** Number of its first class. */
  firstClass: 8,
  /** Number of its classes, which are consecutive and in the order of the catalogue row; 1 if its discipline has none. */
  classes: 9,
  /** How many numbers it has. */
  size: 10,
} as const;

/** A class of queued packets in a scene. Places of its numbers, and how many they are. */
export const SceneClass = {
  /** Backlog, packets. */
  queuedPackets: 0,
  /** Number of its first slot, the next packet of the class to be sent. */
  firstSlot: 1,
  /** Number of its slots, which are consecutive. */
  slots: 2,
  /** How many numbers it has. */
  size: 3,
} as const;

/** A flow in a scene, by its number in the directory. Places of its numbers, and how many they are. */
export const SceneFlow = {
  /** A `FlowState`. */
  state: 0,
  /** Congestion window, packets; NaN: none. */
  cwnd: 1,
  /** Slow-start threshold, packets; may be infinite; NaN: none. */
  ssthresh: 2,
  /** In flight, packets. */
  flight: 3,
  /** Smoothed round-trip time, ms; NaN before a sample. */
  srttMs: 4,
  /** Delivered in the last sampling period, Mb/s. */
  throughputMbps: 5,
  /** Retransmissions since the measurement began. */
  retransmissions: 6,
  /** Timeouts since the measurement began. */
  timeouts: 7,
  /** How many numbers it has. */
  size: 8,
} as const;

/** A packet in flight in a scene. Places of its numbers, and how many they are. */
export const ScenePacket = {
  /** Number of its channel. */
  channel: 0,
  /** Number of its flow. */
  flow: 1,
  /** A `PacketKind`, plus `CE_MARK` if it carries a CE mark. */
  kind: 2,
  /** When its transmission starts, s. */
  start: 3,
  /** When it arrives at the other end, s. */
  arrival: 4,
  /** Its size, bytes. */
  bytes: 5,
  /** How many numbers it has. */
  size: 6,
} as const;

/** A packet in a queue, in a scene. Places of its numbers, and how many they are. */
export const SceneSlot = {
  /** Number of its flow. */
  flow: 0,
  /** A `PacketKind`, plus `CE_MARK` if it carries a CE mark. */
  kind: 1,
  /** How many numbers it has. */
  size: 2,
} as const;

/** A recently dropped packet, in a scene. Places of its numbers, and how many they are. */
export const SceneDrop = {
  /** Time, s. */
  time: 0,
  /** Number of the channel; `NOBODY`: there was no route. */
  channel: 1,
  /** Number of its flow. */
  flow: 2,
  /** Its sequence number. */
  sequence: 3,
  /** A `DropCause`. */
  cause: 4,
  /** How many numbers it has. */
  size: 5,
} as const;

/** A mark of the timeline. Places of its numbers, and how many they are. */
export const MarkRecord = {
  /** Time, s. */
  time: 0,
  /** Number of the flow; `NOBODY`: the document. */
  flow: 1,
  /** A `MarkKind`. */
  kind: 2,
  /** How many numbers it has. */
  size: 3,
} as const;

/** A column of a plot: two values of a series in a span, or their times. Places of its numbers, and how many they are. */
export const PlotColumn = {
  /** Minimum or maximum, whichever occurred first; NaN: no value. */
  earlier: 0,
  /** The other one. */
  later: 1,
  /** How many numbers it has. */
  size: 2,
} as const;

/** A series in one of several equal spans of a run; NaN: no value. Places of its numbers, and how many they are. */
export const Extremes = {
  /** Smallest value. */
  min: 0,
  /** Largest value. */
  max: 1,
  /** Value at its end. */
  last: 2,
  /** How many numbers it has. */
  size: 3,
} as const;

/** State of a flow. */
export const FlowState = {
  /** Not started yet. */
  waiting: 0,
  /** Opening its connection. */
  handshake: 1,
  /** Sending. */
  running: 2,
  /** Everything has arrived, or the flow was removed. */
  finished: 3,
  /** There is no path to its destination. */
  noRoute: 4,
} as const;

/** Kind of a packet, for drawing and for the digest. */
export const PacketKind = {
  /** Payload sent for the first time. */
  data: 0,
  /** An ACK without payload. */
  ack: 1,
  /** Retransmitted payload. */
  retransmission: 2,
  /** SYN, FIN and window probes. */
  control: 3,
} as const;

/** Why a packet was dropped. */
export const DropCause = {
  /** The packet did not fit into the queue. */
  overflow: 0,
  /** The discipline dropped it although it would have fitted. */
  early: 1,
  /** It was lost on the link, or the link was removed. */
  link: 2,
} as const;

/** Kind of a mark. */
export const MarkKind = {
  /** The sender detected a loss. */
  loss: 0,
  /** The retransmission timer expired. */
  timeout: 1,
  /** The sender responded to a mark. */
  ecn: 2,
  /** The document changed. */
  edit: 3,
  /** A packet was dropped. */
  drop: 4,
  /** The sender detected that a recovery was spurious. */
  undo: 5,
  /** The sender sent a tail loss probe. */
  probe: 6,
} as const;

/** Added to the kind of a packet that carries a CE mark; larger than any kind. */
export const CE_MARK = 8;

/** Number that means no flow or no channel. */
export const NOBODY = -1;

/** Number that means no series. */
export const NO_SERIES = 4294967295;

/** Maximum number of columns of a plot, and of spans of a run. */
export const MAX_COLUMNS = 8192;

/** Parts of a document that no timed edit changes. */
export const FIXED: readonly string[] = [
  'version',
  'seed',
  'engine',
  'edits',
  'durationS',
  'sampling',
  'lesson',
];
