// Generated from the Rust types by `npm run types`: do not edit.

/** What is made of several numbers. */
export type Aggregate = 'mean' | 'sum' | 'min' | 'max' | 'jain';
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
      options: ChoiceOption[];
      type: 'choice';
    }
  | {
      /** Values where the document is silent. */
      default: number[];
      /** Largest value allowed. */
      max: number;
      /** Smallest value allowed. */
      min: number;
      type: 'numbers';
    };
/** On what a law acts: its rules are listed by it. */
export type RuleSubject = 'slow-start' | 'avoidance' | 'recovery' | 'loss' | 'timeout' | 'ecn' | 'report';
/** What carries an algorithm's packets. */
export type TransportKind = 'tcp' | 'rate' | 'udp';
/** How a number lies to another. */
export type Comparison = 'above' | 'below';
/** The values of an axis. */
export type AxisValues = AxisValue[] | Range | LogRange;
/** A value of an axis. */
export type AxisValue = number | string;
/** What sets an event off. */
export type Cause =
  | (Shown & {
      kind: 'data';
    })
  | (Shown & {
      kind: 'ack';
    })
  | (Shown & {
      kind: 'passing';
    })
  | {
      kind: 'timer';
      /** Which. */
      timer: TimerId;
    }
  | {
      kind: 'edit';
    }
  | {
      kind: 'other';
    };
/** What a packet is, as the drawing and the digest tell packets apart. */
export type PacketKind = 'data' | 'ack' | 'retransmission' | 'control';
/** Timers of a flow. */
export type TimerId =
  | 'start'
  | 'stop'
  | 'retransmit'
  | 'pace'
  | 'delayedAck'
  | 'application'
  | 'persist'
  | 'read'
  | 'overhead'
  | 'controller'
  | 'detection';
/** What stands for the runs of a variant. */
export type Centre = 'mean' | 'median';
/** The value of a parameter. */
export type ParamValue = boolean | number | string | number[];
/** Kinds of charts. */
export type ChartKind = 'line' | 'bar' | 'heat' | 'trace' | 'table';
/** What a flow has for a congestion window. */
export type FlowWindow = 'none' | 'one' | 'sum';
/** What a series shows. */
export type SeriesKind =
  | 'cwnd'
  | 'ssthresh'
  | 'flight'
  | 'rtt'
  | 'throughput'
  | 'queue'
  | 'jain'
  | 'jainRtt'
  | 'maxMin'
  | 'friendliness'
  | 'probe';
/** Why a packet was dropped. */
export type DropCause = 'overflow' | 'early' | 'link';
/** What follows from an event. */
export type Effect =
  | (Shown & {
      kind: 'sent';
    })
  | {
      /** Why. */
      cause: DropCause;
      /** Number of the channel; nothing where no channel led on. */
      channel?: number | null;
      /** Number of the flow. */
      flow: number;
      kind: 'dropped';
      /** Its first byte. */
      seq: number;
    }
  | {
      kind: 'mark';
      /** What. */
      mark: MarkKind;
    };
/** What the timeline marks. */
export type MarkKind = 'loss' | 'timeout' | 'ecn' | 'edit' | 'drop' | 'undo' | 'probe';
/** The model that runs a document. */
export type Engine = 'packet' | 'fluid' | 'both';
/** What a node does with packets. */
export type NodeKind = 'host' | 'router';

/** A congestion-control algorithm. */
export interface AlgorithmInfo {
  /** Heading in the picker. */
  family: string;
  /** ECN feedback unless the flow's stack says otherwise. */
  feedback: string;
  /** Whether the row has a law for the fluid model. */
  fluid: boolean;
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** What can be set. */
  params: Param[];
  /** Loss recovery unless the flow's stack says otherwise. */
  recovery: string;
  /** What it does, and on what. */
  rules: Rule[];
  /** Paper or RFC. */
  source: string;
  /** Spacing of packets unless the flow's stack says otherwise. */
  spacing: string;
  /** One sentence. */
  summary: string;
  /** Transport under the algorithm. */
  transport: TransportKind;
  /** Internal variables that can be plotted. */
  variables: Variable[];
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
export interface ChoiceOption {
  /** Value in documents. */
  id: string;
  /** Name in forms. */
  name: string;
}
/** What a law does on one kind of occasion. */
export interface Rule {
  /** The same as a formula, in the literature's symbols; empty where there is none. */
  formula: string;
  /** The occasion. */
  on: RuleSubject;
  /** Where it stands. */
  source: string;
  /** What happens, in a sentence. */
  words: string;
}
/** An internal variable of an algorithm or a queue that can be plotted. */
export interface Variable {
  /** Key of the series. */
  id: string;
  /** Short name. */
  name: string;
  /** The literature's symbol. */
  symbol: string;
  /** Unit, empty for pure numbers. */
  unit: string;
}
/** One of several answers. */
export interface Answer {
  /** What the run shows if this answer is right, and does not show if it is wrong. */
  claim?: Claim | null;
  /** Said to who chose it. */
  feedback?: string;
  /** Whether it is right. */
  right?: boolean;
  /** Markdown with formulas. */
  text: string;
}
/** A number out of the results, compared with another. */
export interface Claim {
  /** How it lies to the other one. */
  is: Comparison;
  /** The number. */
  of: Quantity;
  /** The other one. */
  value: number;
}
/** A number out of the results of the run. */
export interface Quantity {
  /** When the results are looked at, in seconds. */
  atS: number;
  /** Name of a measure, as experiments use them: `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`. */
  measure: string;
  /** Name of a measure by which it is divided. */
  per?: string | null;
  /** By this it is multiplied, so that it has the unit wanted. */
  times?: number;
}
/** Something that is varied. */
export interface Axis {
  /** Name for charts and tables. */
  name: string;
  /**
   * What each value sets in the scenario; several are linked.
   *
   * @minItems 1
   * @maxItems 100
   */
  sets: Target[];
  /** Its unit, empty for pure numbers. */
  unit?: string;
  /** The values that it takes. */
  values: AxisValues;
}
/** What a value of an axis sets. */
export interface Target {
  /** The path names a flow, of which there shall be so many: copies get the ids "id-2", "id-3" … and share its hosts. */
  copies?: boolean;
  /** With `copies`: each copy of the flow has copies of its two hosts and of their links, with the same ending of the id. */
  hosts?: boolean;
  /**
   * A JSON pointer into the scenario in which things in a list are named by id, as timed edits have it; `*` in an id stands for
   * any text: `/flows/* /algorithm`, `/links/in-* /forward/delayMs`.
   */
  path: string;
  /** Then this is added. */
  plus?: number;
  /** Numbers in equal steps for what the path fits, in the document's order, whatever the value of the axis. */
  spread?: Spread | null;
  /** A number is multiplied by this first. */
  times?: number;
  /**
   * What is set for each value of the axis, in their order, or one thing that is set for every value; absent: the value itself.
   *
   * @maxItems 1000
   */
  values?: unknown[] | null;
  /** The result is rounded to a whole number. */
  whole?: boolean;
}
/** Numbers in equal steps. */
export interface Spread {
  /** The first gets this. */
  from: number;
  /** The last one gets `to` itself; else one more would have got it. */
  last?: boolean;
  /** Where the steps lead. */
  to: number;
}
/** Equal steps. */
export interface Range {
  /** First value. */
  from: number;
  /** Distance of two. */
  step: number;
  /** Last value. */
  to: number;
}
/** Equal ratios. */
export interface LogRange {
  /** How many there are. */
  count: number;
  /** First value, above zero. */
  from: number;
  /** Last value, above zero. */
  to: number;
}
/** A behaviour of links. */
export interface BehaviourInfo {
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
  /** Internal variables that can be plotted. */
  variables: Variable[];
  /** Year in which it was first published; 0 where there is no such thing. */
  year: number;
}
/**
 * Loss in bursts (Gilbert 1960, Elliott 1963): a chain of two states takes a step with each packet, then the packet is lost
 * with the probability of the state.
 */
export interface BurstLoss {
  /** Probability that a packet is lost in the bad state. */
  lossBad?: number;
  /** Probability that a packet is lost in the good state. */
  lossGood?: number;
  /** Probability of a step from the good state to the bad one. */
  toBad: number;
  /** Probability of a step from the bad state to the good one: bad times last 1 / `toGood` packets on average. */
  toGood: number;
}
/** Everything on offer. */
export interface Catalogue {
  /** Congestion-control algorithms, in the order of the picker. */
  algorithms: AlgorithmInfo[];
  /** What links can do beside sending at a rate. */
  behaviours: BehaviourInfo[];
  /** What can be set of the fluid model. */
  fluid: Param[];
  /** Version of the simulated model; part of every digest. */
  modelVersion: number;
  /** Queue disciplines. */
  queues: QueueInfo[];
  /** Stack profiles; each gives its own defaults to the same options, listed in its `params`. */
  stacks: Row[];
  /** What applications send. */
  traffic: TrafficInfo[];
}
/** A queue discipline. */
export interface QueueInfo {
  /** Whether the discipline has a form in the fluid model. */
  fluid: boolean;
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
  /** Internal variables that can be plotted. */
  variables: Variable[];
  /** Year in which it was first published; 0 where there is no such thing. */
  year: number;
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
/** A packet. */
export interface Shown {
  /** Next byte that its sender expects. */
  ack: number;
  /** ECN-Echo. */
  echo: boolean;
  /** Number of its flow. */
  flow: number;
  /** Bytes of payload. */
  len: number;
  /** Congestion experienced. */
  marked: boolean;
  /** What it is. */
  packet: PacketKind;
  /**
   * The first of them: first byte, one past the last.
   *
   * @minItems 2
   * @maxItems 2
   */
  sack?: [number, number] | null;
  /** Number of SACK blocks. */
  sacks: number;
  /** First byte of its payload. */
  seq: number;
  /** Bytes on the wire. */
  size: number;
  /** Advertised window, bytes. */
  window: number;
}
/** A measure over the runs of a variant that have it. */
export interface Cell {
  /** Half the width of the mean's confidence interval (Student's t); nothing from one run. */
  halfWidth?: number | null;
  /** Largest. */
  max: number;
  /** Mean. */
  mean: number;
  /** Median. */
  median: number;
  /** Smallest. */
  min: number;
  /** Runs. */
  n: number;
  /** Standard deviation; nothing from one run. */
  sd?: number | null;
  /** Semi-interquartile range. */
  siqr: number;
}
/** One direction of a link, with the queue before it. */
export interface Channel {
  /** What else the link does: behaviours by id, each with its parameters; absent ones have the catalogue's defaults. */
  behaviours?: {
    [k: string]: {
      [k: string]: ParamValue;
    };
  };
  /** Loss that comes in bursts, besides the independent one. */
  burstLoss?: BurstLoss | null;
  /** Propagation delay one way. */
  delayMs: number;
  /** Added to each packet's delay: uniform in 0 … `jitterMs`; packets keep their order. */
  jitterMs?: number;
  /** Probability that a packet is lost on the way, independently of all others. */
  lossRate?: number;
  /** The queue of packets that wait for the channel. */
  queue?: Choice;
  /** Bits sent a second, in 10⁶ bit/s; without effect where a trace says when to send. */
  rateMbps: number;
  /** Packets that lose their place: those behind overtake them. */
  reorder?: Reorder | null;
  /** When packets can be delivered, in place of a constant rate. */
  trace?: Trace | null;
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
/** Packets out of order: some take longer than others, as where a path has two lanes. */
export interface Reorder {
  /** How much later it arrives; what was sent behind it overtakes it. */
  delayMs: number;
  /** Probability that a packet is held back, independently of all others. */
  rate: number;
}
/**
 * When a channel can deliver packets: opportunities of 1504 bytes each, again and again.
 *
 * The text holds the steps from one opportunity to the next, as they are small where the times are long: it is a third of
 * the trace's file, a deflated link carries it, and its times cannot go backwards.
 */
export interface Trace {
  /**
   * Whole milliseconds from each opportunity to the next, separated by spaces; the first from the start. After the last
   * opportunity the trace begins again.
   */
  gapsMs: string;
  /** Where it comes from; not input of the simulation. */
  name?: string | null;
}
/** What a channel had, as in its entry. */
export interface ChannelLevel {
  /** Capacity of the queue, packets; 0 where it is not counted in packets. */
  limitPackets: number;
  /** Rate, Mb/s. */
  rateMbps: number;
}
/** How an experiment is drawn. */
export interface Chart {
  /** What stands for the runs of a variant. */
  centre?: Centre & string;
  /** What kind. */
  kind?: ChartKind & string;
  /** Logarithmic axis of the first parameter. */
  logX?: boolean;
  /** Logarithmic axis of the measure. */
  logY?: boolean;
  /**
   * Places among `measures`, of kind `trace` among `traces`: what it shows, a panel each; empty: the first.
   *
   * @maxItems 8
   */
  shows?: number[];
}
/** Something that the reader can bring about, or see for themselves. */
export interface Check {
  /** What is to be shown, in numbers. */
  claim: Claim;
  /** Said where it does not. */
  failed?: string;
  /** Immutable identity. */
  id: string;
  /** Said where it holds. */
  passed?: string;
  /** Whether the step's own scene fails it, so that something has to be changed first. */
  task?: boolean;
  /** What is to be shown, in words. */
  text: string;
}
/** The matrix of results. */
export interface CovarianceResults {
  /** Ids of its flows, at most 64, in the order of its rows and columns. */
  flows: string[];
  /** Coefficients, −1 … 1; null where a window is constant or there is none. */
  rho: (number | null)[][];
}
/** What is where in the sections; read again when its version changes. */
export interface Directory {
  /** Levels that held before edits, oldest first. */
  before?: Levels[];
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
/** What a directory said until an edit changed some of it. What came later is not listed. */
export interface Levels {
  /** Of the channels, by number. */
  channels: ChannelLevel[];
  /** Of the flows, by number. */
  flows: FlowLevel[];
  /** When they began, s. */
  fromS: number;
  /** When they ended, s. */
  untilS: number;
}
/** What a flow's path had, as in its entry. */
export interface FlowLevel {
  /** Round-trip time with empty queues, ms. */
  baseRttMs: number;
  /** Bandwidth-delay product, packets. */
  bdpPackets: number;
}
/** A channel. */
export interface DirectoryChannel {
  /** Catalogue ids of what else the link does. */
  behaviours?: string[];
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
  /** What its series and number of the window are. */
  window: FlowWindow;
}
/** Whose line it is and what it shows. */
export interface DirectorySeries {
  /** The fluid model's, beside the packet model's. */
  fluid?: boolean;
  /** What it shows. */
  kind: SeriesKind;
  /** Id of the flow or channel; empty for the whole run. */
  owner: string;
  /** Id of the algorithm's variable; of friendliness the algorithm that is compared. */
  variable?: string | null;
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
/** A family of runs of one scenario. */
export interface Experiment {
  /**
   * What is varied: every value of the first with every value of the second.
   *
   * @maxItems 2
   */
  axes?: Axis[];
  /** The scenario that all runs begin from; its own seed counts for nothing. */
  base: Scenario;
  /** How it is drawn. */
  chart?: Chart;
  /**
   * What is looked at.
   *
   * @minItems 1
   * @maxItems 32
   */
  measures: Measure[];
  /** Markdown for the reader; not input of the runs. */
  notes?: string;
  /**
   * Values that somebody published, to stand beside.
   *
   * @maxItems 1000
   */
  published?: Published[];
  /** A smaller size, for a first look: what it does otherwise. */
  quick?: Quick | null;
  /** How often each variant runs. */
  replications?: Replications;
  /** What the reader sees first; not input of the runs. */
  title?: string;
  /**
   * Time series that are kept of the first seed of each variant.
   *
   * @maxItems 16
   */
  traces?: TimeSeries[];
  /** Format version of this document. */
  version: number;
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
  /** Parameters of the fluid model by id; absent ones have the catalogue's defaults. */
  fluid?: {
    [k: string]: ParamValue;
  };
  /** What a reader is told, asked and shown, step by step; not input of the simulation. */
  lesson?: Lesson | null;
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
  /** Delays each packet that the sender puts on its way: uniform in 0 … this; packets keep their order. */
  sendOverheadUs?: number;
  /** The protocol stack around the algorithm: a profile, and the options that depart from it. */
  stack?: Choice;
  /** Added to `startS`: uniform in 0 … this, drawn once; of several slots each draws its own. */
  startJitterS?: number;
  /** When the flow starts, in seconds. */
  startS?: number;
  /** When the application stops handing over new data; retransmissions go on. */
  stopS?: number | null;
  /** Host that receives. */
  to: string;
  /** What the application sends. */
  traffic?: Choice;
}
/** Steps that a reader takes one after the other. */
export interface Lesson {
  /**
   * In the order in which they are read.
   *
   * @maxItems 40
   */
  steps: LessonStep[];
}
/** One step: text, the scene that it sets, a question, checks on results, and what is said afterwards. */
export interface LessonStep {
  /**
   * What the run has to show, tried when the reader asks for it.
   *
   * @maxItems 12
   */
  checks?: Check[];
  /** Immutable identity; answers are kept under it. */
  id: string;
  /** To be answered before the rest of the step is shown. */
  question?: Question | null;
  /** Markdown with formulas, shown once the question is answered. */
  reveal?: string;
  /** Up to where the run goes when the question is answered, in seconds. */
  revealToS?: number | null;
  /** The scene; absent: the scenario as it stands. */
  stage?: StepSetup | null;
  /** Markdown with formulas, shown first. */
  text?: string;
  /** Heading. */
  title?: string;
}
/** A question of one of three kinds: options to choose from, a number, or a curve to sketch. */
export interface Question {
  /** Markdown with formulas. */
  ask: string;
  /** A number to guess. */
  number?: NumberAnswer | null;
  /**
   * Options to choose from.
   *
   * @maxItems 8
   */
  options?: Answer[];
  /** A curve to sketch. */
  sketch?: Sketch | null;
}
/** A number with the error that is allowed. */
export interface NumberAnswer {
  /** What the run measures of it. */
  of?: Quantity | null;
  /** A guess is right if it is not farther away than this. */
  tolerance: number;
  /** Shown behind the number. */
  unit?: string;
  /** The right number. */
  value: number;
}
/** A curve of the run that is sketched before it is seen. */
export interface Sketch {
  /** Begin of the sketch, in seconds. */
  fromS: number;
  /** Upper end of the axis, in the unit of the series. */
  max: number;
  /** Id of its flow, or of its channel (`core/forward`); empty where it belongs to neither. */
  owner?: string;
  /** Kind of series, as the directory of a run names them: `cwnd`, `queue`, `throughput`, `rtt`, `jain` … */
  series: string;
  /** End of the sketch, in seconds. */
  toS: number;
  /** Mean distance from the curve, as a part of the axis, up to which the sketch is called close. */
  tolerance?: number;
}
/** The scene of a step. It is set from the scenario as it was before the lesson changed anything. */
export interface StepSetup {
  /** Flow that is selected, by id. */
  flow?: string | null;
  /**
   * Panels that stay hidden until the question is answered: plots, `topology`, `results`.
   *
   * @maxItems 20
   */
  hide?: string[];
  /**
   * Plots that are shown, by the page's names for them, in this order; none: those that the reader chose.
   *
   * @maxItems 20
   */
  plots?: string[];
  /** The run stands at this time, in seconds. */
  runToS?: number | null;
  /**
   * Changes of the scenario, which count from the start of the run.
   *
   * @maxItems 60
   */
  set?: Setting[];
  /** Width of the shown span of time, in seconds. */
  spanS?: number | null;
}
/** A change of the scenario by path, as a timed edit makes one. */
export interface Setting {
  /** A JSON pointer in which things in a list are named by id, as in `/links/core/forward/rateMbps`. */
  path: string;
  /** The new value; null removes what the path names. */
  value?: unknown;
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
/** How a run is measured. */
export interface Sampling {
  /** Jain's index looks back this far. */
  fairnessWindowS?: number;
  /** The results count from here on. */
  measureFromS?: number;
  /** Throughput and fairness are computed once in each such period. */
  periodMs?: number;
  /** Algorithm that friendliness compares the others with; absent: the first flow's of the loss-based family. */
  referenceAlgorithm?: string | null;
  /**
   * Friendliness and internal fairness are also computed over windows of these lengths.
   *
   * @maxItems 16
   */
  timeScalesS?: number[];
}
/** Something that is looked at. */
export interface Measure {
  /** Name for charts and tables. */
  name: string;
  /**
   * A number of the results, as `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`, `groups/reno/meanGoodputMbps`,
   * `covariance/f1/f2`; `*` stands for any text.
   */
  of: string;
  /** What is made of several numbers that the pattern fits. */
  over?: Aggregate & string;
  /** Divided by this number or pattern, run by run. */
  per?: string | null;
  /** Multiplied by this. */
  times?: number;
  /** Its unit, empty for pure numbers. */
  unit?: string;
}
/** A published value. */
export interface Published {
  /**
   * Values of the axes.
   *
   * @maxItems 2
   */
  at: AxisValue[];
  /** Place of the measure among `measures`. */
  measure?: number;
  /** Where it stands. */
  source?: string;
  /** The value. */
  value: number;
}
/** What the smaller size does otherwise. */
export interface Quick {
  /** Replications. */
  count?: number | null;
  /** Length of the runs, s, whatever an axis says of it. */
  durationS?: number | null;
  /** Start of the measurement, s, whatever an axis says of it. */
  measureFromS?: number | null;
  /**
   * Values of the axes, in their order, each with those of the axis among them; an empty list leaves the axis as it is.
   *
   * @maxItems 2
   */
  values?: AxisValue[][];
}
/** Replications: seeds that follow each other. */
export interface Replications {
  /** How many. */
  count?: number;
  /** The first seed; the others follow it. */
  firstSeed?: number;
}
/** Time series of the first seed of each variant. */
export interface TimeSeries {
  /** Where the part of the run begins that is kept, s; absent: at its start. */
  fromS?: number | null;
  /** Name for charts. */
  name: string;
  /**
   * A series of the run, as `flows/f1/cwnd`, `flows/* /throughput`, `queues/core/forward/queue`, `flows/f1/probes/baseRtt`, `jain`,
   * `friendliness/cubic`, and after `fluid/` those of the fluid model where both run; `*` stands for any text.
   */
  of: string;
  /** What is made of several series that the pattern fits; absent: a line for each. */
  over?: Aggregate | null;
  /** Where it ends, s; absent, or beyond the end: with the run. */
  toS?: number | null;
  /** Its unit, empty for pure numbers. */
  unit?: string;
}
/** A table: one row a variant. */
export interface ExperimentTable {
  /** Confidence of the intervals. */
  confidence: number;
  /** Variants. */
  rows: Variant[];
}
/** A variant. */
export interface Variant {
  /** Values of the axes. */
  at: AxisValue[];
  /** The document's measures, in their order; nothing where no run has one. */
  cells: (Cell | null)[];
  /** Runs that are done. */
  runs: number;
  /** The document's time series, of the first seed. */
  traces?: TraceLine[];
}
/** A time series, thinned. */
export interface TraceLine {
  /** Name of the series, as `flows/f1/cwnd`; of several that are made one, their pattern. */
  name: string;
  /** Place among the document's `traces`. */
  series: number;
  /** Times, s. Of each span of equal length there are two: the smallest value and the largest, in the order in which they came. */
  times: number[];
  /** What it was then; nothing where it was undefined. */
  values: (number | null)[];
}
/** Results of a flow. */
export interface FlowResults {
  /** Id of its algorithm. */
  algorithm: string;
  /** Runs of two or more drops at a queue to which no other packet came in between. */
  burstLosses: number;
  /** The same where packets of other flows may have come in between, but none of its own came through. */
  burstLossesOwn: number;
  /** From the first packet with payload to the acknowledgement of the last byte, s. */
  completionS?: number | null;
  /** Packets dropped anywhere, pure ACKs not counted. */
  drops: number;
  /** Throughput over fair share. */
  fairRatio?: number | null;
  /** Mean max-min fair rate over the measurement, on the wire, Mb/s. */
  fairShareMbps?: number | null;
  /** Payload that became available to the receiving application, Mb/s. */
  goodputMbps: number;
  /** Id of the flow. */
  id: string;
  /** Loss events found by ACKs. */
  lossEvents: number;
  /** Packets with payload dropped, by those on their way in the time of measurement: sent in it, or on the way when it began. 0 … 1. */
  lossRate: number;
  /** Packets marked anywhere. */
  marks: number;
  /** Throughput over mean RTT, Mb/s per s. */
  power?: number | null;
  /** Configured propagation there and back, ms. */
  propagationMs: number;
  /** Packets sent again. */
  retransmissions: number;
  /** Mean RTT sample, ms. */
  rttMeanMs?: number | null;
  /** Smallest RTT sample, ms. */
  rttMinMs?: number | null;
  /** Median of RTT samples, ms, within 1.1 %. */
  rttP50Ms?: number | null;
  /** 95th percentile of RTT samples, ms, within 1.1 %. */
  rttP95Ms?: number | null;
  /** 99th percentile of RTT samples, ms, within 1.1 %. */
  rttP99Ms?: number | null;
  /** Standard deviation of RTT samples, ms. */
  rttSdMs?: number | null;
  /** Packets with payload sent, retransmissions included. */
  sentPackets: number;
  /** Share of all goodput, %. */
  sharePercent: number;
  /** Tail loss probes (RFC 8985). */
  tailProbes: number;
  /** What theory predicts, beside what was measured. */
  theory: Prediction[];
  /** Bytes on the wire that reached the receiving host, duplicates included, Mb/s. */
  throughputMbps: number;
  /** Of these, the first ones: a timer that is backed off goes on with the same episode. */
  timeoutEpisodes: number;
  /** Expirations of the retransmission timer. */
  timeouts: number;
  /** Completion times, where the flow's traffic is many transfers. */
  transfers?: TransferResults | null;
  /** Recoveries that proved to have been unnecessary and were undone. */
  undoneRecoveries: number;
}
/** A prediction beside the measurement that it is about. */
export interface Prediction {
  /** From what, and on which assumptions, in words. */
  from: string;
  /** Which prediction. */
  id: string;
  /** What the run measured. */
  measured: number;
  /** What is predicted. */
  name: string;
  /** What theory says; where it names a range, the range's lower end. */
  predicted: number;
  /** Upper end of the range, where there is one. */
  predictedTo?: number | null;
  /** Paper or RFC. */
  source: string;
  /** Its unit, empty for pure numbers. */
  unit: string;
}
/**
 * Transfers of a flow whose traffic is many. A completion time goes from the opening of the connection to the ACK of the last
 * byte. It counts if the transfer both began and ended in the time of measurement; what still runs at its end is left out.
 */
export interface TransferResults {
  /** Transfers that run now. */
  active: number;
  /** Transfers whose completion time counts. */
  finished: number;
  /** Longest completion time, s. */
  maxS?: number | null;
  /** Time average of the transfers that ran at once. */
  meanActive: number;
  /** Mean payload of those finished, kB. */
  meanKb?: number | null;
  /** Mean completion time, s. */
  meanS?: number | null;
  /** Median completion time, s, within 1.1 %. */
  medianS?: number | null;
  /** 95th percentile of completion times, s, within 1.1 %. */
  p95S?: number | null;
  /** Transfers that found too many others and did not begin. */
  refused: number;
  /** Transfers that began. */
  started: number;
}
/** A fluid run's own. */
export interface FluidResults {
  /** Where the model is out of its depth in this run, in words. */
  cautions: string[];
  /** First congestion event, s. */
  firstCongestionS?: number | null;
  /** Steps that it had to try again, shorter. */
  rejected: number;
  /** Steps that the solver took. */
  steps: number;
  /** Error allowed in a step, as a part of each window and buffer. */
  tolerance: number;
}
/** Results of the flows of one algorithm. */
export interface GroupResults {
  /** Id of the algorithm. */
  algorithm: string;
  /** E = max(F, 1/F). */
  equivalence?: number | null;
  /** Flows that count: those that have begun, and of these the bulk transfers if there are some. */
  flows: number;
  /** F: mean goodput of a flow over that of the reference group; nothing for that group itself, and where it is zero. */
  friendliness?: number | null;
  /** F_C: largest goodput over the smallest; nothing where a flow has none. */
  internalFairness?: number | null;
  /** Mean goodput of a flow, Mb/s. */
  meanGoodputMbps: number;
  /** Whether the other groups are compared with this one. */
  reference: boolean;
  /** The same over shorter windows. */
  scales: ScaleResults[];
}
/**
 * A group over windows of one length: medians and semi-interquartile ranges (R's type 7) over the windows, as the TFRCP
 * paper gives them; null where they are not finite.
 */
export interface ScaleResults {
  /** E of mean throughputs, median. */
  equivalence?: number | null;
  /** Its semi-interquartile range. */
  equivalenceSiqr?: number | null;
  /** F of mean throughputs, median. */
  friendliness?: number | null;
  /** Its semi-interquartile range. */
  friendlinessSiqr?: number | null;
  /** F_C of throughputs, median. */
  internalFairness?: number | null;
  /** Its semi-interquartile range. */
  internalFairnessSiqr?: number | null;
  /** Length of a window, s. */
  scaleS: number;
  /** Windows in which a flow of the group had nothing while another had something. */
  starved: number;
  /** Windows that are over, in which the group's flows or the reference had something. */
  windows: number;
}
/** One figure by both models. */
export interface ModelDifference {
  /** By fluid. */
  fluid: number;
  /** Which figure. */
  id: string;
  /** Its name. */
  name: string;
  /** By packets. */
  packet: number;
  /** Its unit, empty for pure numbers. */
  unit: string;
}
/** Something that happened. */
export interface Moment {
  /** After. */
  after: State;
  /** When, s. */
  atS: number;
  /** Before. */
  before: State;
  /** What set it off. */
  cause: Cause;
  /** What it led to, in order. */
  effects: Effect[];
  /** Events of the run before it: with the time its exact position. */
  events: number;
  /** Which kind of rule the flow's law followed; nothing where none did. */
  rule?: RuleSubject | null;
}
/** What a flow or a channel is like between two events; what does not apply is nothing. */
export interface State {
  /** Congestion window, packets. */
  cwnd?: number | null;
  /** Data in flight, packets. */
  flight?: number | null;
  /** Packets that wait. */
  queue?: number | null;
  /** Whether losses are being repaired. */
  recovering: boolean;
  /** Retransmission timeout without back-off, ms. */
  rtoMs?: number | null;
  /** Smoothed RTT, ms. */
  srttMs?: number | null;
  /** Slow-start threshold, packets; nothing while there is none. */
  ssthresh?: number | null;
  /** The law's variables, in the order of its row. */
  variables: (number | null)[];
}
/** A variant by what it is named by. */
export interface NamedVariant {
  /** The values of the axes. */
  at: AxisValue[];
  /** Names what a run of it with some seed has for an outcome, 16 hexadecimal digits. */
  identity: string;
}
/** All variants at a size, by what they are named by. */
export interface NamedVariants {
  /** Names all of them together, 16 hexadecimal digits. */
  digest: string;
  /** Each of them, by number. */
  list: NamedVariant[];
}
/** What is kept of a run. */
export interface Outcome {
  /** Fingerprint of the run, 16 hexadecimal digits. */
  digest: string;
  /** Packets carried over links: what the run cost. */
  hops?: number;
  /** Number of its variant. */
  point: number;
  /** Its seed. */
  seed: number;
  /** Steps of the fluid model's solver, likewise. */
  steps?: number;
  /** The document's time series, of the first seed of each variant. */
  traces?: TraceLine[];
  /** The document's measures in their order; nothing where one is undefined in this run. */
  values: (number | null)[];
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
/** A flow's part of what a queue drops. */
export interface QueueFlow {
  /** Its packets dropped by the queue, pure ACKs not counted. */
  drops: number;
  /** Id of the flow. */
  id: string;
  /** Share of all such drops, %. */
  sharePercent: number;
}
/** Results of a queue and its channel. */
export interface QueueResults {
  /** Packets that came. */
  arrivals: number;
  /** Burst losses here, as of flows. */
  burstLosses: number;
  /** The same with packets of other flows in between. */
  burstLossesOwn: number;
  /** Congestion events: drops less than a round-trip time apart. */
  congestionEvents: number;
  /** Packets dropped by the queue. */
  drops: number;
  /** Who loses here, of those whose data go through; empty where nobody does, and in fluid. */
  flows: QueueFlow[];
  /** Id of the channel. */
  id: string;
  /** Packets lost on the link behind it. */
  linkLosses: number;
  /** Dropped, by those that came or waited when the measurement began, 0 … 1. */
  lossRate: number;
  /** Packets marked by the queue. */
  marks: number;
  /** Most packets that waited. */
  maxPackets: number;
  /** Mean waiting time, ms. */
  meanDelayMs: number;
  /** Time average of packets that wait. */
  meanPackets: number;
  /** Median waiting time, ms, within 1.1 %, as the next two. */
  p50DelayMs: number;
  /** Packets that wait, not exceeded half of the time. */
  p50Packets: number;
  /** 95th percentile of waiting times, ms. */
  p95DelayMs: number;
  /** The same for 95 % of the time. */
  p95Packets: number;
  /** 99th percentile of waiting times, ms. */
  p99DelayMs: number;
  /** The same for 99 % of the time. */
  p99Packets: number;
  /** Standard deviation of waiting times, ms. */
  sdDelayMs: number;
  /** Standard deviation of it over time. */
  sdPackets: number;
  /** Mean share of the queue's active flows that lost a packet in an event. */
  synchronization?: number | null;
  /**
   * Events by that share: up to 0.1, up to 0.2 … up to 1.
   *
   * @minItems 10
   * @maxItems 10
   */
  synchronizationLevels: number[];
  /** Bits sent by what the rate allows, 0 … 1. */
  utilisation: number;
}
/** Results of a run so far. */
export interface Results {
  /** The fluid model's figures beside the packet model's, where both ran. */
  beside: ModelDifference[];
  /** Burst losses (adjacent drops) by the number of flows. */
  burstLossesPerFlow?: number | null;
  /** Cross-covariance coefficients of the flows' windows. */
  covariance: CovarianceResults;
  /** Fingerprint of the run, 16 hexadecimal digits. */
  digest: string;
  /** One row a flow. */
  flows: FlowResults[];
  /**
   * The solver's work and what to beware of, where the run is a fluid one. Such a run knows no packets: what is counted in packets
   * is an amount of fluid, and nothing is sent again or times out.
   */
  fluid?: FluidResults | null;
  /** Start of the measurement, s. */
  fromS: number;
  /** Payload that became available to all receiving applications, Mb/s. */
  goodputMbps: number;
  /** One row an algorithm. */
  groups: GroupResults[];
  /** Jain's index of the flows' goodputs; nothing if none had any. */
  jain?: number | null;
  /** The same of goodputs times configured propagation there and back: 1 where goodputs go as the inverse of it. */
  jainRtt?: number | null;
  /**
   * Σ|throughput − fair share| / Σ fair share: 0 where all flows have their max-min fair share, 1 where
   * one of two equals has all. Where what is fair in all is less than what the links carry, it can be more than 2.
   */
  maxMinDistance?: number | null;
  /** Version of the simulated model. */
  modelVersion: number;
  /** Throughput of the flows that measure round-trip times over the mean of all their samples, Mb/s per s. */
  power?: number | null;
  /** One row a queue that saw packets. */
  queues: QueueResults[];
  /** Bytes on the wire that reached all receiving hosts, duplicates included, Mb/s. */
  throughputMbps: number;
  /** Its end, s. */
  toS: number;
}
/** A measure over the runs that have it. */
export interface Statistic {
  /** Half the width of the mean's confidence interval (Student's t); nothing from one run. */
  halfWidth?: number | null;
  /** Largest. */
  max: number;
  /** Mean. */
  mean: number;
  /** Median. */
  median: number;
  /** Its name. */
  metric: string;
  /** Smallest. */
  min: number;
  /** Runs. */
  n: number;
  /** Standard deviation; nothing from one run. */
  sd?: number | null;
  /** Semi-interquartile range. */
  siqr: number;
}
