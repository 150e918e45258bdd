// Generated from the Rust types by `npm run types`: do not edit.

/** A parameter: how to show it, what it may be. */
export type Param = {
  /** One sentence of help. */
  help: string;
  /** Key in documents. */
  id: string;
  /** Short name for forms. */
  name: string;
  /** The literature's symbol, where there is one. */
  symbol: string;
  /** Unit, empty for pure numbers. */
  unit: string;
  /** Matters only where another parameter of the row has this value. */
  when?: When | null;
} & Param1;
export type Param1 =
  | {
      /** Value where the document is silent. */
      default: number;
      /** Whole numbers only. */
      integer: boolean;
      /** A logarithmic slider suits better. */
      log: boolean;
      /** Largest value allowed. */
      max: number;
      /** Smallest value allowed. */
      min: number;
      type: 'number';
    }
  | {
      /** Value where the document is silent. */
      default: boolean;
      type: 'switch';
    }
  | {
      /** Value where the document is silent. */
      default: string;
      /** What can be chosen. */
      options: Opt[];
      type: 'choice';
    };
/** What carries an algorithm's packets. */
export type TransportKind = 'tcp' | 'udp';
/** The value of a parameter. */
export type ParamValue = boolean | number | string;
/** What a series shows. */
export type SeriesKind = 'cwnd' | 'ssthresh' | 'flight' | 'rtt' | 'throughput' | 'queue' | 'jain' | 'probe';
/** The model that runs a document. */
export type Engine = 'packet';
/** What a node does with packets. */
export type NodeKind = 'host' | 'router';

/** A congestion-control algorithm. */
export interface AlgorithmInfo {
  /** Heading in the picker. */
  family: string;
  /** Whether the row has a law for the fluid model. */
  fluid: boolean;
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** What can be set. */
  params: Param[];
  /** Internal variables that can be plotted. */
  probes: Probe[];
  /** Loss recovery unless the flow's stack says otherwise. */
  recovery: string;
  /** Paper or RFC. */
  source: string;
  /** Spacing of packets unless the flow's stack says otherwise. */
  spacing: string;
  /** One sentence. */
  summary: string;
  /** Transport under the algorithm. */
  transport: TransportKind;
  /** Year in which it was first published; 0 where there is no such thing. */
  year: number;
}
/** A condition on another parameter of the same row. */
export interface When {
  /** Id of the option that it must have. */
  is: string;
  /** Id of that parameter, a choice. */
  param: string;
}
/** One option of a choice. */
export interface Opt {
  /** Value in documents. */
  id: string;
  /** Name in forms. */
  name: string;
}
/** An internal variable of an algorithm that can be plotted. */
export interface Probe {
  /** Key of the series. */
  id: string;
  /** Short name. */
  name: string;
  /** The literature's symbol. */
  symbol: string;
  /** Unit, empty for pure numbers. */
  unit: string;
}
/** Everything on offer. */
export interface Catalogue {
  /** Congestion-control algorithms, in the order of the picker. */
  algorithms: AlgorithmInfo[];
  /** Version of the simulated model; part of every digest. */
  modelVersion: number;
  /** Queue disciplines. */
  queues: Row[];
  /** Stack profiles; each gives its own defaults to the same options, listed in its `params`. */
  stacks: Row[];
  /** What applications send. */
  traffic: TrafficInfo[];
}
/** What every row says of itself. */
export interface Row {
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** What can be set. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** One sentence. */
  summary: string;
  /** Year in which it was first published; 0 where there is no such thing. */
  year: number;
}
/** A source of data. */
export interface TrafficInfo {
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** What can be set. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** One sentence. */
  summary: string;
  /** Transports that can carry it. */
  transports: TransportKind[];
  /** Year in which it was first published; 0 where there is no such thing. */
  year: number;
}
/** One direction of a link, with the queue before it. */
export interface Channel {
  /** Propagation delay one way. */
  delayMs: number;
  /** Added to each packet's delay: uniform in 0 … `jitterMs`; packets keep their order. */
  jitterMs?: number;
  /** Probability that a packet is lost on the way, independently of all others. */
  lossRate?: number;
  /** The queue of packets that wait for the channel. */
  queue?: Choice;
  /** Bits sent a second, in 10⁶ bit/s. */
  rateMbps: number;
}
/** One row of the catalogue and the parameters in which it departs from that row's defaults. */
export interface Choice {
  /** Id of a row of the catalogue. */
  kind: string;
  /** Parameters by id; absent ones have the row's default. */
  params?: {
    [k: string]: ParamValue;
  };
}
/** What is where in the sections; read again when its version changes. */
export interface Directory {
  /** Channels by number. */
  channels: DirectoryChannel[];
  /** Length of the run, s. */
  durationS: number;
  /** Packets that the run will carry over links, at most, by the rates of its links. */
  estimatedHops: number;
  /** Flows by number. */
  flows: DirectoryFlow[];
  /** Series by number. */
  series: DirectorySeries[];
  /** Changes with every edit. */
  version: number;
}
/** A channel. */
export interface DirectoryChannel {
  /** The slowest channel on the way of some flow's data. */
  bottleneck: boolean;
  /** Propagation delay, ms. */
  delayMs: number;
  /** Catalogue id of the queue discipline. */
  discipline: string;
  /** Id of the node that sends into it. */
  from: string;
  /** "link/forward" or "link/backward". */
  id: string;
  /** Capacity of the queue in packets; 0 where it is not counted in packets. */
  limitPackets: number;
  /** Id of the link. */
  link: string;
  /** Rate, Mb/s. */
  rateMbps: number;
  /** Taken out of the document. */
  removed: boolean;
  /** Id of the node that it leads to. */
  to: string;
}
/** A flow. */
export interface DirectoryFlow {
  /** Catalogue id of its algorithm. */
  algorithm: string;
  /** Numbers of the channels that its ACKs take. */
  back: number[];
  /** Round-trip time with empty queues, ms: propagation and one full packet's and its ACK's transmission. */
  baseRttMs: number;
  /** Bandwidth-delay product of its path, packets. */
  bdpPackets: number;
  /** Id of the flow. */
  id: string;
  /** Numbers of the channels that its data takes; empty: no route. */
  path: number[];
  /** Taken out of the document. */
  removed: boolean;
}
/** Whose line it is and what it shows. */
export interface DirectorySeries {
  /** What it shows. */
  kind: SeriesKind;
  /** Id of the flow or channel; empty for the whole run. */
  owner: string;
  /** Id of the algorithm's variable. */
  probe?: string | null;
}
/** A change of the document at a simulated time. */
export interface Edit {
  /** When: the change applies before the events at this time. */
  atS: number;
  /**
   * What: a JSON pointer into this document in which things in a list are named by id,
   * as in `/links/core/forward/queue/params/limitPackets`.
   */
  path: string;
  /** The new value; null removes what the path names; a new id in a list adds to it. */
  value?: unknown;
}
/** Data from one host to another under one algorithm. */
export interface Flow {
  /** Catalogue id of the algorithm; its row says which transport it needs. */
  algorithm: string;
  /** Host that sends. */
  from: string;
  /** Immutable identity. */
  id: string;
  /** Shown instead of the algorithm's name. */
  name?: string | null;
  /** The algorithm's parameters by id. */
  params?: {
    [k: string]: ParamValue;
  };
  /** The protocol stack around the algorithm: a profile, and the options that depart from it. */
  stack?: Choice;
  /** When the flow starts, in seconds. */
  startS?: number;
  /** When the application stops handing over new data; retransmissions go on. */
  stopS?: number | null;
  /** Host that receives. */
  to: string;
  /** What the application sends. */
  traffic?: Choice;
}
/** Results of a flow. */
export interface FlowResults {
  /** Id of its algorithm. */
  algorithm: string;
  /** From the first packet with payload to the acknowledgement of the last byte, s. */
  completionS?: number | null;
  /** Packets dropped anywhere, pure ACKs not counted. */
  drops: number;
  /** Payload that became available to the receiving application, Mb/s. */
  goodputMbps: number;
  /** Id of the flow. */
  id: string;
  /** Loss events found by ACKs. */
  lossEvents: number;
  /** Dropped by sent, 0 … 1. */
  lossRate: number;
  /** Packets marked anywhere. */
  marks: number;
  /** Packets sent again. */
  retransmissions: number;
  /** Mean RTT sample, ms. */
  rttMeanMs?: number | null;
  /** Smallest RTT sample, ms. */
  rttMinMs?: number | null;
  /** 95th percentile of RTT samples, ms, within 1.1 %. */
  rttP95Ms?: number | null;
  /** Packets with payload sent, retransmissions included. */
  sentPackets: number;
  /** Share of all goodput, %. */
  sharePercent: number;
  /** Bytes on the wire that reached the receiving host, duplicates included, Mb/s. */
  throughputMbps: number;
  /** Expirations of the retransmission timer. */
  timeouts: number;
}
/** A duplex link: two channels that share nothing. */
export interface Link {
  /** Node at one end. */
  a: string;
  /** Node at the other end. */
  b: string;
  /** The channel from `b` to `a`; the same as `forward` where absent. */
  backward?: Channel | null;
  /** The channel from `a` to `b`. */
  forward: Channel;
  /** Immutable identity. */
  id: string;
}
/** A host or a router. */
export interface Node {
  /** Immutable identity; random streams and digests are keyed by it. */
  id: string;
  /** Hosts end flows, routers only forward. */
  kind: NodeKind;
  /** Shown instead of the id. */
  name?: string | null;
  /** Horizontal place on the canvas, in its own units; grows to the right. */
  x?: number;
  /** Vertical place on the canvas; grows downwards. */
  y?: number;
}
/** Something wrong with a document. */
export interface Problem {
  /** What would be right. */
  expected: string;
  /** JSON pointer to the place. */
  pointer: string;
  /** What is wrong. */
  problem: string;
}
/** Results of a queue and its channel. */
export interface QueueResults {
  /** Packets that came. */
  arrivals: number;
  /** Packets dropped by the queue. */
  drops: number;
  /** Id of the channel. */
  id: string;
  /** Packets lost on the link behind it. */
  linkLosses: number;
  /** Dropped by arrived, 0 … 1. */
  lossRate: number;
  /** Packets marked by the queue. */
  marks: number;
  /** Most packets that waited. */
  maxPackets: number;
  /** Mean waiting time, ms. */
  meanDelayMs: number;
  /** Time average of packets that wait. */
  meanPackets: number;
  /** Bits sent by what the rate allows, 0 … 1. */
  utilisation: number;
}
/** Results of a run so far. */
export interface Results {
  /** Fingerprint of the run, 16 hexadecimal digits. */
  digest: string;
  /** One row a flow. */
  flows: FlowResults[];
  /** Start of the measurement, s. */
  fromS: number;
  /** Jain's index of the flows' goodputs; nothing if none had any. */
  jain?: number | null;
  /** Version of the simulated model. */
  modelVersion: number;
  /** One row a queue that saw packets. */
  queues: QueueResults[];
  /** Its end, s. */
  toS: number;
}
/** How a run is measured. */
export interface Sampling {
  /** Jain's index looks back this far. */
  fairnessWindowS?: number;
  /** The results count from here on. */
  measureFromS?: number;
  /** Throughput and fairness are computed once in each such period. */
  periodMs?: number;
}
/** A network, the flows in it, and what happens to both while the run goes on. */
export interface Scenario {
  /** Length of the run in simulated seconds. */
  durationS: number;
  /**
   * Changes that happen while the run goes on, in order of time.
   *
   * @maxItems 1000
   */
  edits?: Edit[];
  /** Which model runs the document. */
  engine?: Engine & string;
  /**
   * Flows, each from one host to another. A flow's colour follows its place in this list.
   *
   * @maxItems 1000
   */
  flows: Flow[];
  /**
   * Duplex links between nodes.
   *
   * @maxItems 4000
   */
  links: Link[];
  /**
   * Hosts and routers.
   *
   * @maxItems 2000
   */
  nodes: Node[];
  /** Markdown for the reader; not input of the simulation. */
  notes?: string;
  /** How the run is measured. */
  sampling?: Sampling;
  /** Every random stream is derived from this number. */
  seed?: number;
  /** What the reader sees first; not input of the simulation. */
  title?: string;
  /** Format version of this document. */
  version: number;
}
