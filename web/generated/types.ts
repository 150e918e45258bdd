// Generated from the Rust types by `npm run types`: do not edit.

/** How several numbers are combined. */
export type Aggregate = 'mean' | 'sum' | 'min' | 'max' | 'jain';
/** A parameter: its names, unit, help and domain. */
export type Param = {
  /** Help text. */
  help: string;
  /** Key in documents. */
  id: string;
  /** Short name for forms. */
  name: string;
  /** The literature's symbol, if there is one. */
  symbol: string;
  /** Unit, empty for pure numbers. */
  unit: string;
  /** Condition on another parameter under which this one has an effect. */
  when?: When | null;
} & Param1;
export type Param1 =
  | {
      /** Default value. */
      default: number;
      /** Whether only whole numbers are allowed. */
      integer: boolean;
      /** Whether a logarithmic slider is better. */
      log: boolean;
      /** Largest value allowed. */
      max: number;
      /** Smallest value allowed. */
      min: number;
      type: 'number';
    }
  | {
      /** Default value. */
      default: boolean;
      type: 'switch';
    }
  | {
      /** Default value. */
      default: string;
      /** Options. */
      options: ChoiceOption[];
      type: 'choice';
    }
  | {
      /** Default values. */
      default: number[];
      /** Largest value allowed. */
      max: number;
      /** Smallest value allowed. */
      min: number;
      type: 'numbers';
    };
/** Situations in which a controller acts. */
export type RuleSubject = 'slow-start' | 'avoidance' | 'recovery' | 'loss' | 'timeout' | 'ecn' | 'report';
/** Transport of an algorithm. */
export type TransportKind = 'tcp' | 'rate' | 'udp';
/** A comparison. */
export type Comparison = 'above' | 'below';
/** The values of an axis. */
export type AxisValues = AxisValue[] | Range | LogRange;
/** A value of an axis. */
export type AxisValue = number | string;
/** Which values of a measure are better. */
export type Better = 'more' | 'less';
/** Cause of an event. */
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
/** Kind of a packet, for drawing and for the digest. */
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
/** Statistic that summarises the runs of a variant. */
export type Centre = 'mean' | 'median';
/** The value of a parameter. */
export type ParamValue = boolean | number | string | number[];
/** Kinds of charts. */
export type ChartKind = 'line' | 'bar' | 'heat' | 'trace' | 'table';
/** The model that runs a document. */
export type Engine = 'packet' | 'fluid' | 'both';
/** Kind of a node. */
export type NodeKind = 'host' | 'router';
/** Kind of congestion window of a flow. */
export type FlowWindow = 'none' | 'one' | 'sum';
/** Quantity of a series. */
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
/** Effect of an event. */
export type Effect =
  | (Shown & {
      kind: 'sent';
    })
  | {
      /** Why. */
      cause: DropCause;
      /** Number of the channel; absent without a route. */
      channel?: number | null;
      /** Number of the flow. */
      flow: number;
      kind: 'dropped';
      /** The channel's queue; absent without a route. */
      queue?: AtQueue | null;
      /** Its first byte. */
      seq: number;
    }
  | {
      /** Number of the channel. */
      channel: number;
      /** Number of the flow. */
      flow: number;
      kind: 'marked';
      /** The channel's queue; absent if the channel is gone. */
      queue?: AtQueue | null;
      /** Its first byte. */
      seq: number;
    }
  | {
      /**
       * The amount that a decrease starts from, packets: `flight`, at most the window, or the window
       * itself.
       */
      decreaseFrom: number;
      /** Packets sent and not acknowledged cumulatively: FlightSize of RFC 5681. */
      flight: number;
      /** Whether it is the window, by the flow's stack. */
      fromWindow: boolean;
      /** Packets in flight: without those that are known to be delivered or declared lost, with retransmissions. `pipe` of RFC 6675. */
      inFlight: number;
      kind: 'response';
      /** Whether it is a timeout after another one, without an RTT sample in between. */
      repeated: boolean;
      /** Congestion window, packets. */
      window: number;
    }
  | {
      kind: 'mark';
      /** What. */
      mark: MarkKind;
    };
/** Kind of a mark. */
export type MarkKind = 'loss' | 'timeout' | 'ecn' | 'edit' | 'drop' | 'undo' | 'probe';
/** What runs on the entry's flows. */
export type Entrant =
  | {
      builtIn: string;
    }
  | {
      script: ScriptedController;
    };

/** A congestion-control algorithm. */
export interface AlgorithmInfo {
  /** Heading in the picker. */
  family: string;
  /** Default ECN feedback, which the flow's stack can override. */
  feedback: string;
  /** Whether the algorithm has a fluid form. */
  fluid: boolean;
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** Parameters. */
  params: Param[];
  /** Default loss recovery, which the flow's stack can override. */
  recovery: string;
  /** Rules: what it does on which occasion. */
  rules: Rule[];
  /** Paper or RFC. */
  source: string;
  /** Default pacing, which the flow's stack can override; `own`: the controller sets a rate itself. */
  spacing: string;
  /** Summary, one sentence. */
  summary: string;
  /** Transport of the algorithm. */
  transport: TransportKind;
  /** Internal variables that can be plotted. */
  variables: Variable[];
  /** Year of first publication; 0 if there is none. */
  year: number;
}
/** A condition on another parameter of the same row. */
export interface When {
  /** Id of the option that must be selected. */
  is: string;
  /** Id of the other parameter, which is a choice. */
  param: string;
}
/** One option of a choice. */
export interface ChoiceOption {
  /** Value in documents. */
  id: string;
  /** Name in forms. */
  name: string;
}
/** What a controller does in one kind of situation. */
export interface Rule {
  /** Formula in the literature's symbols; empty if there is none. */
  formula: string;
  /** The situation. */
  on: RuleSubject;
  /** Source of the rule. */
  source: string;
  /** Name of the controller's state in which it applies; empty: in every state that has no rule of its own for the situation. */
  state?: string;
  /** Description, one or two sentences. */
  words: string;
}
/** An internal variable of an algorithm or a queue that can be plotted. */
export interface Variable {
  /** Key of the series. */
  id: string;
  /** Short name. */
  name: string;
  /** Names of the values 0, 1, …, if the variable is a state; else empty. */
  states?: string[];
  /** The literature's symbol. */
  symbol: string;
  /** Unit, empty for pure numbers. */
  unit: string;
}
/** One answer of a multiple-choice question. */
export interface Answer {
  /** Claim about the run that holds if and only if this answer is correct. */
  claim?: Claim | null;
  /** Feedback to a reader who chose this answer. */
  feedback?: string;
  /** Whether the answer is correct. */
  right?: boolean;
  /** Text, in Markdown with formulas. */
  text: string;
}
/** A comparison of a number from the results with a constant. */
export interface Claim {
  /** How it compares with the constant. */
  is: Comparison;
  /** The number from the results. */
  of: Quantity;
  /** The constant. */
  value: number;
}
/** A number from the results of the run. */
export interface Quantity {
  /** Time at which the results are read, in seconds. */
  atS: number;
  /** Name of a measure, as in experiments: `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`. */
  measure: string;
  /** Name of a measure to divide by. */
  per?: string | null;
  /** Factor for conversion of the unit. */
  times?: number;
}
/** A queue after it has dropped or marked a packet. */
export interface AtQueue {
  /** Backlog, packets. */
  packets: number;
  /** The discipline's variables, in the order of its row. */
  variables: (number | null)[];
  /** Time that the packet had spent in the queue, ms. */
  waitedMs: number;
}
/** An axis: a parameter that is varied. */
export interface Axis {
  /** Name for charts and tables. */
  name: string;
  /**
   * What each value sets in the scenario; several targets vary together.
   *
   * @minItems 1
   * @maxItems 100
   */
  sets: Target[];
  /** Its unit, empty for pure numbers. */
  unit?: string;
  /** Values of the axis. */
  values: AxisValues;
}
/** What the values of an axis set. */
export interface Target {
  /**
   * Whether the value is the number of copies of the flow that the path names. Copies get the ids "id-2", "id-3" … and share its
   * hosts.
   */
  copies?: boolean;
  /** With `copies`: whether each copy also gets copies of the two hosts and their links, with the same suffix. */
  hosts?: boolean;
  /**
   * JSON pointer into the scenario in which list items are named by id, as in timed edits. `*` in an id matches any text:
   * `/flows/* /algorithm`, `/links/in-* /forward/delayMs`.
   */
  path: string;
  /** Added to a number after `times`. */
  plus?: number;
  /** Sets numbers in equal steps across the matches of the path, in document order, whatever the value of the axis. */
  spread?: Spread | null;
  /** Factor applied to a number before `plus`. */
  times?: number;
  /**
   * What to set for each value of the axis, in order, or a single value for all of them; if omitted, the value of the axis itself.
   *
   * @maxItems 1000
   */
  values?: unknown[] | null;
  /** Whether the result is rounded to a whole number. */
  whole?: boolean;
}
/** Numbers in equal steps. */
export interface Spread {
  /** Number for the first match. */
  from: number;
  /** Whether the last match gets `to` itself. Otherwise the range excludes its end. */
  last?: boolean;
  /** End of the range. */
  to: number;
}
/** A range in equal steps. */
export interface Range {
  /** First value. */
  from: number;
  /** Step between values. */
  step: number;
  /** Last value. */
  to: number;
}
/** A range in equal ratios. */
export interface LogRange {
  /** Number of values. */
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
  /** Parameters. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** Summary, one sentence. */
  summary: string;
  /** Internal variables that can be plotted. */
  variables: Variable[];
  /** Year of first publication; 0 if there is none. */
  year: number;
}
/**
 * Bursty loss (Gilbert 1960, Elliott 1963): a two-state Markov chain makes a transition for each packet, then the packet is lost
 * with the probability of the current state.
 */
export interface BurstLoss {
  /** Probability that a packet is lost in the bad state. */
  lossBad?: number;
  /** Probability that a packet is lost in the good state. */
  lossGood?: number;
  /** Probability of a transition from the good state to the bad state. */
  toBad: number;
  /** Probability of a transition from the bad state to the good state; the bad state lasts 1 / `toGood` packets on average. */
  toGood: number;
}
/** The catalogue. */
export interface Catalogue {
  /** Congestion-control algorithms, in the order of the picker. */
  algorithms: AlgorithmInfo[];
  /** Link behaviours. */
  behaviours: BehaviourInfo[];
  /** Parameters of the fluid model. */
  fluid: Param[];
  /** Version of the simulated model; part of every digest. */
  modelVersion: number;
  /** Queue disciplines. */
  queues: QueueInfo[];
  /** Stack profiles. All have the same options, listed in `params`, with different defaults. */
  stacks: Row[];
  /** What applications send. */
  traffic: TrafficInfo[];
  /** Id of the algorithm that a new flow gets: CUBIC, the default of Linux, Windows and macOS. */
  usualAlgorithm: string;
}
/** A queue discipline. */
export interface QueueInfo {
  /** Names of the classes of packets that wait in queues of their own; empty if there is one queue, or one for each flow. */
  classes: string[];
  /** How it decides to drop or mark packets before its buffer is full; absent if it never does. */
  early?: EarlyRule | null;
  /** Whether the discipline has a fluid form. */
  fluid: boolean;
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** Parameters. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** Summary, one sentence. */
  summary: string;
  /** Internal variables that can be plotted. */
  variables: Variable[];
  /** Year of first publication; 0 if there is none. */
  year: number;
}
/** How a queue discipline decides to drop or mark a packet before its buffer is full. */
export interface EarlyRule {
  /** Formula in the symbols of the discipline's variables and parameters; empty if there is none. */
  formula: string;
  /** Description, one to three sentences. */
  words: string;
}
/** What all rows have in common. */
export interface Row {
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** Parameters. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** Summary, one sentence. */
  summary: string;
  /** Year of first publication; 0 if there is none. */
  year: number;
}
/** A traffic source. */
export interface TrafficInfo {
  /** Immutable id, used in documents. */
  id: string;
  /** The field's standard name. */
  name: string;
  /** Parameters. */
  params: Param[];
  /** Paper or RFC. */
  source: string;
  /** Summary, one sentence. */
  summary: string;
  /** Transports that can carry it. */
  transports: TransportKind[];
  /** Year of first publication; 0 if there is none. */
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
  /** Whether it carries a CE mark. */
  marked: boolean;
  /** What it is. */
  packet: PacketKind;
  /**
   * The first SACK block: first byte, and one past the last.
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
/** Statistics of a measure over the runs of a variant that have it. */
export interface Cell {
  /** Half the width of the mean's confidence interval (Student's t); `None` for a single run. */
  halfWidth?: number | null;
  /** Largest. */
  max: number;
  /** Mean. */
  mean: number;
  /** Median. */
  median: number;
  /** Smallest. */
  min: number;
  /** Number of runs. */
  n: number;
  /** Standard deviation; `None` for a single run. */
  sd?: number | null;
  /** Semi-interquartile range. */
  siqr: number;
}
/** One direction of a link, with its queue. */
export interface Channel {
  /** Behaviours of the link by id, each with its parameters; absent parameters have the catalogue’s defaults. */
  behaviours?: {
    [k: string]: {
      [k: string]: ParamValue;
    };
  };
  /** Bursty loss, in addition to independent loss. */
  burstLoss?: BurstLoss | null;
  /** One-way propagation delay. */
  delayMs: number;
  /** Random delay added to each packet, uniform in 0 … `jitterMs`; packets keep their order. */
  jitterMs?: number;
  /** Probability that the channel loses a packet, independently for each packet. */
  lossRate?: number;
  /** Queue discipline of the channel. */
  queue?: Choice;
  /** Transmission rate in 10⁶ bit/s; ignored if there is a trace. */
  rateMbps: number;
  /** Reordering: random packets are delayed and overtaken. */
  reorder?: Reorder | null;
  /** Packet-delivery trace, which replaces the constant rate. */
  trace?: Trace | null;
}
/** A row of the catalogue, and the parameters that differ from its defaults. */
export interface Choice {
  /** Id of a row of the catalogue. */
  kind: string;
  /** Parameters by id; omitted ones take the row’s defaults. */
  params?: {
    [k: string]: ParamValue;
  };
}
/** Reordering: some packets take longer than others, as on a path with parallel links. */
export interface Reorder {
  /** Extra delay of such a packet; packets sent after it overtake it. */
  delayMs: number;
  /** Probability that a packet is delayed, independently for each packet. */
  rate: number;
}
/**
 * A packet-delivery trace: delivery opportunities of 1504 bytes each, repeated in a loop.
 *
 * The text holds the gaps between opportunities because gaps are short numbers and times are long ones. It is a third of the
 * size of the trace file, fits into a compressed link, and cannot hold times out of order.
 */
export interface Trace {
  /**
   * Gaps between opportunities in whole milliseconds, separated by spaces; the first gap counts from the start. After the last
   * opportunity the trace repeats.
   */
  gapsMs: string;
  /** Origin of the trace; not an input of the simulation. */
  name?: string | null;
}
/** Levels of a channel, as in its directory entry. */
export interface ChannelLevel {
  /** Capacity of the queue, packets; 0 if it is not counted in packets. */
  limitPackets: number;
  /** Rate, Mb/s. */
  rateMbps: number;
  /** Whether it was removed from the document. */
  removed: boolean;
}
/** Chart of an experiment. */
export interface Chart {
  /** Statistic that summarises the runs of a variant. */
  centre?: Centre & string;
  /** Kind of chart. */
  kind?: ChartKind & string;
  /** Logarithmic x axis. */
  logX?: boolean;
  /** Logarithmic axis of the measure. */
  logY?: boolean;
  /**
   * Indices of the `measures` to show (of the `traces` for kind `trace`), one panel each; if empty, the first one.
   *
   * @maxItems 8
   */
  shows?: number[];
}
/** A check on the results: a task for the reader, or an observation. */
export interface Check {
  /** What has to hold, as a claim. */
  claim: Claim;
  /** Text shown if the check fails. */
  failed?: string;
  /** Immutable identity. */
  id: string;
  /** Text shown if the check passes. */
  passed?: string;
  /** Whether the check is a task: the setup of the step fails it, so the reader has to change something. */
  task?: boolean;
  /** What has to hold, as text. */
  text: string;
}
/** A contest. */
export interface Contest {
  /** Format version of this document. */
  contest: number;
  /** Limits of the scripts, which replace those of the entries. */
  limits?: ScriptLimits;
  /** Rules for the reader, in Markdown. */
  notes?: string;
  /**
   * Paths.
   *
   * @minItems 1
   * @maxItems 20
   */
  paths: Path[];
  /**
   * Ids of algorithms of the catalogue that are scored for comparison.
   *
   * @maxItems 40
   */
  references?: string[];
  /** Score. */
  score?: Score;
  /**
   * Seeds of the runs of each path.
   *
   * @minItems 1
   * @maxItems 20
   */
  seeds?: number[];
  /** Title. */
  title: string;
}
/** Limits of a scripted controller. */
export interface ScriptLimits {
  /** Maximum number of elements of an array or a map, and of bytes of a string. */
  elements?: number;
  /** Maximum number of operations of one call of a handler. */
  operations?: number;
}
/** A path of a contest. */
export interface Path {
  /**
   * Ids of the flows that get the entry's controller.
   *
   * @minItems 1
   * @maxItems 100
   */
  entries: string[];
  /** Identity. */
  id: string;
  /** Name for tables. */
  name: string;
  /**
   * Ids of the flows that the entry should not harm.
   *
   * @maxItems 100
   */
  others?: string[];
  /** The network and its flows. Its seed is that of the contest. */
  scenario: Scenario;
}
/** A network, its flows, and timed edits of both. */
export interface Scenario {
  /**
   * Controllers that this document defines.
   *
   * @maxItems 16
   */
  controllers?: ScriptedController[];
  /** Length of the run in simulated seconds. */
  durationS: number;
  /**
   * Timed edits: changes during the run, in order of time.
   *
   * @maxItems 1000
   */
  edits?: Edit[];
  /** Model that runs the document. */
  engine?: Engine & string;
  /**
   * Flows, each from one host to another. Colours follow the order of this list.
   *
   * @maxItems 1000
   */
  flows: Flow[];
  /** Parameters of the fluid model by id; omitted ones take the catalogue’s defaults. */
  fluid?: {
    [k: string]: ParamValue;
  };
  /** Lesson that accompanies the run; not an input of the simulation. */
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
  /** Notes for the reader, in Markdown; not an input of the simulation. */
  notes?: string;
  /** Sampling and measurement. */
  sampling?: Sampling;
  /** Seed from which every random stream is derived. */
  seed?: number;
  /** Title; not an input of the simulation. */
  title?: string;
  /** Format version of this document. */
  version: number;
}
/** A congestion controller that the document defines. Flows name it by its id. */
export interface ScriptedController {
  /** Immutable identity, different from that of every algorithm of the catalogue. */
  id: string;
  /** Limits of one call. */
  limits?: ScriptLimits;
  /** Name in the picker. */
  name: string;
  /**
   * Parameters, which the script reads by their ids.
   *
   * @maxItems 16
   */
  params?: ScriptParam[];
  /** The program. Its variables are the state, its functions `on_ack`, `on_loss` and the like are the handlers. */
  script: string;
  /** Summary, one sentence. */
  summary?: string;
}
/** A parameter of a scripted controller: a number. */
export interface ScriptParam {
  /** Default value. */
  default: number;
  /** Help text. */
  help?: string;
  /** Name in the script. */
  id: string;
  /** Largest value allowed. */
  max: number;
  /** Smallest value allowed. */
  min: number;
  /** Short name for forms; if empty, the id. */
  name?: string;
  /** Unit, empty for pure numbers. */
  unit?: string;
}
/** A change of the document at a simulated time. */
export interface Edit {
  /** Time of the edit, in seconds; it takes effect before the events at that time. */
  atS: number;
  /**
   * JSON pointer into this document in which list items are named by id,
   * as in `/links/core/forward/queue/params/limitPackets`.
   */
  path: string;
  /** The new value. Null removes what the path names; a new id in a list adds an item. */
  value?: unknown;
}
/** Data from one host to another under one algorithm. */
export interface Flow {
  /** Catalogue id of the algorithm, which determines the transport. */
  algorithm: string;
  /** Sending host. */
  from: string;
  /** Immutable identity. */
  id: string;
  /** Shown instead of the algorithm’s name. */
  name?: string | null;
  /** The algorithm’s parameters by id. */
  params?: {
    [k: string]: ParamValue;
  };
  /** Random processing delay of each packet at the sender, uniform from 0 to this value; packets keep their order. */
  sendOverheadUs?: number;
  /** Protocol stack: a profile, and the options that differ from it. */
  stack?: Choice;
  /** Random delay added to `startS`, uniform from 0 to this value and drawn once; each slot of a transfer source draws its own. */
  startJitterS?: number;
  /** When the flow starts, in seconds. */
  startS?: number;
  /** When the application stops writing new data, in seconds; retransmissions continue. */
  stopS?: number | null;
  /** Receiving host. */
  to: string;
  /** What the application sends. */
  traffic?: Choice;
}
/** A lesson: a sequence of steps. */
export interface Lesson {
  /**
   * Steps in reading order.
   *
   * @maxItems 40
   */
  steps: LessonStep[];
}
/** One step: text, the setup of the run, a question, checks on results, and an explanation. */
export interface LessonStep {
  /**
   * Checks on the results, run when the reader asks for them.
   *
   * @maxItems 12
   */
  checks?: Check[];
  /** Immutable identity; answers are stored under it. */
  id: string;
  /** Question that must be answered before the rest of the step is shown. */
  question?: Question | null;
  /** Text shown once the question is answered, in Markdown with formulas. */
  reveal?: string;
  /** Time to which the run continues once the question is answered, in seconds. */
  revealToS?: number | null;
  /** Setup of the step; if omitted, the scenario stays as it is. */
  stage?: StepSetup | null;
  /** Text shown first, in Markdown with formulas. */
  text?: string;
  /** Heading. */
  title?: string;
}
/** A question of one of three kinds: multiple choice, a number, or a curve to sketch. */
export interface Question {
  /** Text, in Markdown with formulas. */
  ask: string;
  /** Number to estimate. */
  number?: NumberAnswer | null;
  /**
   * Answers to choose from.
   *
   * @maxItems 8
   */
  options?: Answer[];
  /** Curve to sketch. */
  sketch?: Sketch | null;
}
/** A number with a tolerance. */
export interface NumberAnswer {
  /** The quantity in the results of the run. */
  of?: Quantity | null;
  /** Largest error at which an answer counts as correct. */
  tolerance: number;
  /** Unit, shown after the number. */
  unit?: string;
  /** The correct value. */
  value: number;
}
/** A curve of the run that the reader sketches before seeing it. */
export interface Sketch {
  /** Start of the sketch, in seconds. */
  fromS: number;
  /** Upper end of the axis, in the unit of the series. */
  max: number;
  /** Id of its flow or channel (`core/forward`); empty if it belongs to neither. */
  owner?: string;
  /** Kind of the series, as in the directory of a run: `cwnd`, `queue`, `throughput`, `rtt`, `jain` … */
  series: string;
  /** End of the sketch, in seconds. */
  toS: number;
  /** Largest mean distance from the curve, as a fraction of the axis, at which the sketch counts as close. */
  tolerance?: number;
}
/** Setup of a step. It starts from the original scenario, without the changes of earlier steps. */
export interface StepSetup {
  /** Id of the flow to select. */
  flow?: string | null;
  /**
   * Panels hidden until the question is answered: plots, `topology`, `results`.
   *
   * @maxItems 20
   */
  hide?: string[];
  /**
   * Plots to show, in this order, by the page’s names for them; if empty, those that the reader chose.
   *
   * @maxItems 20
   */
  plots?: string[];
  /** Time to which the run is advanced, in seconds. */
  runToS?: number | null;
  /**
   * Changes to the scenario, in effect from the start of the run.
   *
   * @maxItems 60
   */
  set?: Setting[];
  /** Length of the time span shown, in seconds. */
  spanS?: number | null;
}
/** A change to the scenario by path, as in a timed edit. */
export interface Setting {
  /** JSON pointer in which list items are named by id, as in `/links/core/forward/rateMbps`. */
  path: string;
  /** The new value; null removes what the path names. */
  value?: unknown;
}
/** A duplex link: two independent channels. */
export interface Link {
  /** Node at one end. */
  a: string;
  /** Node at the other end. */
  b: string;
  /** The channel from `b` to `a`; if omitted, the same as `forward`. */
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
  /** Hosts send and receive; routers only forward. */
  kind: NodeKind;
  /** Shown instead of the id. */
  name?: string | null;
  /** Horizontal position on the canvas, in canvas units; increases to the right. */
  x?: number;
  /** Vertical position on the canvas; increases downwards. */
  y?: number;
}
/** Sampling and measurement of a run. */
export interface Sampling {
  /** Window over which Jain’s index is computed. */
  fairnessWindowS?: number;
  /** Start of the measurement; results exclude everything before it. */
  measureFromS?: number;
  /** Sampling period of throughput and fairness. */
  periodMs?: number;
  /** Reference algorithm for friendliness; if omitted, the algorithm of the first loss-based flow. */
  referenceAlgorithm?: string | null;
  /**
   * Friendliness and internal fairness are also computed over windows of these lengths.
   *
   * @maxItems 16
   */
  timeScalesS?: number[];
}
/** Weights of a score. */
export interface Score {
  /** Weight of the logarithm of the delay. */
  delayWeight?: number;
  /** Weight of the harm. */
  harmWeight?: number;
}
/** The matrix of results. */
export interface CovarianceResults {
  /** Ids of its flows, at most 64, in the order of its rows and columns. */
  flows: string[];
  /** Coefficients, −1 … 1; null if a window is constant or missing. */
  rho: (number | null)[][];
}
/** Arrival statistics of a flow's datagrams. */
export interface DatagramResults {
  /** Deadlines, if the traffic has any. */
  deadlines?: DeadlineResults | null;
  /** Mean one-way delay, ms. */
  delayMeanMs?: number | null;
  /** Median of one-way delays, ms, within 1.1 %. */
  delayP50Ms?: number | null;
  /** 95th percentile of one-way delays, ms, within 1.1 %. */
  delayP95Ms?: number | null;
  /** 99th percentile of one-way delays, ms, within 1.1 %. */
  delayP99Ms?: number | null;
  /** Interarrival jitter at the end (RFC 3550, section 6.4.1), ms. */
  jitterMs?: number | null;
}
/** Datagrams by their deadlines. */
export interface DeadlineResults {
  /** Datagrams whose deadline has passed. */
  due: number;
  /** Datagrams that arrived after their deadline. */
  late: number;
  /** Datagrams that missed their deadline: late or lost. */
  missed: number;
  /** Missed deadlines divided by deadlines, %. */
  missedPercent?: number | null;
}
/** Layout of the sections. Read it again when its version changes. */
export interface Directory {
  /** Levels after each later edit, oldest first: a run that has gone back knows them. */
  after?: Levels[];
  /** Rows of the document's controllers. */
  algorithms?: AlgorithmInfo[];
  /** Levels before each edit, oldest first. */
  before?: Levels[];
  /** Channels by number. */
  channels: DirectoryChannel[];
  /** Length of the run, s. */
  durationS: number;
  /** Estimated maximum number of hops of the run, from the rates of its links. */
  estimatedHops: number;
  /** Flows by number. */
  flows: DirectoryFlow[];
  /** Series by number. */
  series: DirectorySeries[];
  /** Changes with every edit. */
  version: number;
}
/** Levels of a directory between two edits. Channels and flows added later are not listed. */
export interface Levels {
  /** Levels of the channels, by number. */
  channels: ChannelLevel[];
  /** Levels of the flows, by number. */
  flows: FlowLevel[];
  /** Start of their validity, s. */
  fromS: number;
  /** End of their validity, s. */
  untilS: number;
}
/** Levels of a flow's path, as in its directory entry. */
export interface FlowLevel {
  /** Base RTT, ms. */
  baseRttMs: number;
  /** Bandwidth-delay product, packets. */
  bdpPackets: number;
}
/** A channel. */
export interface DirectoryChannel {
  /** Catalogue ids of its behaviours. */
  behaviours?: string[];
  /** Whether it is the slowest channel on a flow's path. */
  bottleneck: boolean;
  /** Propagation delay, ms. */
  delayMs: number;
  /** Catalogue id of the queue discipline. */
  discipline: string;
  /** Id of the node at its start. */
  from: string;
  /** "link/forward" or "link/backward". */
  id: string;
  /** Capacity of the queue in packets; 0 if it is not counted in packets. */
  limitPackets: number;
  /** Id of the link. */
  link: string;
  /** Rate that it can sustain, Mb/s: its own, or that of a policer or shaper if that is less. */
  rateMbps: number;
  /** Whether it was removed from the document. */
  removed: boolean;
  /** Id of the node at its end. */
  to: string;
}
/** A flow. */
export interface DirectoryFlow {
  /** Catalogue id of its algorithm. */
  algorithm: string;
  /** Numbers of the channels of its ACKs. */
  back: number[];
  /** Base RTT, ms: propagation delay, and transmission of a full packet of the flow and its ACK. */
  baseRttMs: number;
  /** Bandwidth-delay product of its path, packets. */
  bdpPackets: number;
  /** Id of the flow. */
  id: string;
  /** Numbers of the channels of its data; empty without a route. */
  path: number[];
  /** Whether it was removed from the document. */
  removed: boolean;
  /** Kind of its congestion window. */
  window: FlowWindow;
}
/** Owner and quantity of a series. */
export interface DirectorySeries {
  /** Whether it belongs to the fluid model, if both models run. */
  fluid?: boolean;
  /** What it shows. */
  kind: SeriesKind;
  /** Id of the flow or channel; empty for the whole run. */
  owner: string;
  /** Id of the algorithm's variable; for friendliness, the id of the algorithm compared. */
  variable?: string | null;
}
/** An experiment: many runs of one scenario. */
export interface Experiment {
  /**
   * Axes to vary. Every value of the first is combined with every value of the second.
   *
   * @maxItems 2
   */
  axes?: Axis[];
  /** The base scenario of all runs; its seed is ignored. */
  base: Scenario;
  /** Chart of the results. */
  chart?: Chart;
  /**
   * Measures to keep of each run.
   *
   * @minItems 1
   * @maxItems 32
   */
  measures: Measure[];
  /** Notes for the reader, in Markdown; not an input of the runs. */
  notes?: string;
  /**
   * Published values for comparison.
   *
   * @maxItems 1000
   */
  published?: Published[];
  /** Changes that make a smaller, quicker version of the experiment. */
  quick?: Quick | null;
  /** Replications of each variant. */
  replications?: Replications;
  /** Title; not an input of the runs. */
  title?: string;
  /**
   * Time series to keep of the first seed of each variant.
   *
   * @maxItems 16
   */
  traces?: TimeSeries[];
  /** Format version of this document. */
  version: number;
}
/** A measure: a number of the results. */
export interface Measure {
  /** Reports the harm of each run in place of the value. */
  harm?: Harm | null;
  /** Name for charts and tables. */
  name: string;
  /**
   * Number of the results, such as `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`,
   * `groups/reno/meanGoodputMbps`, `covariance/f1/f2`; `*` matches any text.
   */
  of: string;
  /** How several matching numbers are combined. */
  over?: Aggregate & string;
  /** Number or pattern to divide by, run by run. */
  per?: string | null;
  /** Factor. */
  times?: number;
  /** Its unit, empty for pure numbers. */
  unit?: string;
}
/** Harm of a measure: each run is compared with the run of the same seed at another value of an axis. */
export interface Harm {
  /** Index of the axis in `axes`. */
  axis?: number;
  /** Its value in the baseline runs, which have no competitor. */
  baseline: AxisValue;
  /** Which values of the measure are better. */
  better?: Better & string;
}
/** A published value. */
export interface Published {
  /**
   * Values of the axes.
   *
   * @maxItems 2
   */
  at: AxisValue[];
  /** Index of the measure in `measures`. */
  measure?: number;
  /** Where it was published. */
  source?: string;
  /** The value. */
  value: number;
}
/** Changes for the quick size. */
export interface Quick {
  /** Number of replications. */
  count?: number | null;
  /** Length of the runs, s; overrides any axis that sets it. */
  durationS?: number | null;
  /** Start of the measurement, s; overrides any axis that sets it. */
  measureFromS?: number | null;
  /**
   * Values of each axis, in order, which must be a subset of the axis's own; an empty list leaves the axis unchanged.
   *
   * @maxItems 2
   */
  values?: AxisValue[][];
}
/** Replications: consecutive seeds. */
export interface Replications {
  /** Number of replications. */
  count?: number;
  /** First seed. */
  firstSeed?: number;
}
/** A time series of the first seed of each variant. */
export interface TimeSeries {
  /** Start of the part to keep, s; if omitted, the start of the run. */
  fromS?: number | null;
  /** Name for charts. */
  name: string;
  /**
   * Series of the run, such as `flows/f1/cwnd`, `flows/* /throughput`, `queues/core/forward/queue`, `flows/f1/probes/baseRtt`,
   * `jain`, `friendliness/cubic`; if both models run, the fluid model's start with `fluid/`. `*` matches any text.
   */
  of: string;
  /** How several matching series are combined; if omitted, each has its own line. */
  over?: Aggregate | null;
  /** End of the part to keep, s; if omitted or later, the end of the run. */
  toS?: number | null;
  /** Its unit, empty for pure numbers. */
  unit?: string;
}
/** A table with one row per variant. */
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
  /** The document's measures, in order; `None` if no run has the measure. */
  cells: (Cell | null)[];
  /** Finished runs. */
  runs: number;
  /** The document's time series, of the first seed. */
  traces?: TraceLine[];
}
/** A time series, reduced to minima and maxima. */
export interface TraceLine {
  /** Name of the series, such as `flows/f1/cwnd`; for combined series, their pattern. */
  name: string;
  /** Index in the document's `traces`. */
  series: number;
  /** Times, s. Each of several equal spans has two: those of its minimum and its maximum, in order of time. */
  times: number[];
  /** Values at these times; `None` if undefined. */
  values: (number | null)[];
}
/** What is wrong with a script, and where. */
export interface Fault {
  /** Column, from 1; 0 if no place is known. */
  column: number;
  /** Line, from 1; 0 if no place is known. */
  line: number;
  /** What is wrong. */
  message: string;
}
/** Results of a flow. */
export interface FlowResults {
  /** Id of its algorithm. */
  algorithm: string;
  /** Burst losses: runs of two or more drops at a queue without another arrival in between. */
  burstLosses: number;
  /** Burst losses in which packets of other flows may have arrived in between, but no packet of this flow was queued. */
  burstLossesOwn: number;
  /** Completion time: from the first data packet to the acknowledgement of the last byte, s. */
  completionS?: number | null;
  /** Arrival statistics of datagrams, if the flow sends them over UDP. */
  datagrams?: DatagramResults | null;
  /** Packets dropped anywhere, not counting pure ACKs. */
  drops: number;
  /** Throughput divided by fair share. */
  fairRatio?: number | null;
  /** Mean max-min fair rate over the measurement, on the wire, Mb/s. */
  fairShareMbps?: number | null;
  /** Payload delivered to the receiving application, Mb/s. */
  goodputMbps: number;
  /** Id of the flow. */
  id: string;
  /** Loss events detected by ACKs. */
  lossEvents: number;
  /** Data packets dropped, divided by those sent during the measurement or in flight at its start, 0 … 1. */
  lossRate: number;
  /** Packets marked anywhere. */
  marks: number;
  /** Throughput divided by mean RTT, Mb/s per s. */
  power?: number | null;
  /** Configured two-way propagation delay, ms. */
  propagationMs: number;
  /** Mean delay in excess of the delay with empty queues, ms: of round trips, or of datagrams one way. */
  queueingMs?: number | null;
  /** Whether it was removed during the run. Its rates count over the whole measurement like those of the others. */
  removed?: boolean;
  /** Retransmitted packets. */
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
  /** Why the flow's script stopped, if it did. Since then the flow follows Reno. */
  scriptFailure?: ScriptFailure | null;
  /** Data packets sent, retransmissions included. */
  sentPackets: number;
  /** Share of the total goodput, %. */
  sharePercent: number;
  /** Tail loss probes (RFC 8985). */
  tailProbes: number;
  /** Predictions of theory, with the measured values. */
  theory: Prediction[];
  /** Bytes on the wire that reached the receiving host, duplicates included, Mb/s. */
  throughputMbps: number;
  /**
   * From the first packet with payload to the start of the first fairness window over which the flow had at least 90 % of its fair
   * share, s.
   */
  timeToFairShareS?: number | null;
  /** Timeouts without those after exponential backoff: only the first expiry of each series. */
  timeoutEpisodes: number;
  /** Expiries of the retransmission timer. */
  timeouts: number;
  /** Completion times, if the flow consists of many transfers or responses. */
  transfers?: TransferResults | null;
  /** Spurious recoveries that were undone. */
  undoneRecoveries: number;
  /** Playback statistics, if the flow is an adaptive video. */
  video?: VideoResults | null;
}
/** Why a script stopped. */
export interface ScriptFailure {
  /** Simulated time, s. */
  atS: number;
  /** Column, from 1; 0 if it is unknown. */
  column: number;
  /** Name of the handler. */
  handler: string;
  /** Line of the script, from 1; 0 if it is unknown. */
  line: number;
  /** What went wrong. */
  message: string;
}
/** A prediction and the corresponding measurement. */
export interface Prediction {
  /** Basis and assumptions of the prediction. */
  from: string;
  /** Id of the prediction. */
  id: string;
  /** Measured value. */
  measured: number;
  /** Quantity predicted. */
  name: string;
  /** Predicted value, or the lower end of a predicted range. */
  predicted: number;
  /** Upper end of the range, if there is one. */
  predictedTo?: number | null;
  /** Paper or RFC. */
  source: string;
  /** Its unit, empty for pure numbers. */
  unit: string;
}
/**
 * Results of a flow with many transfers. A completion time runs from the opening of the connection to the ACK of the last byte; that of
 * a response, from the request to the arrival of the last byte. It counts if the transfer both started and ended during the
 * measurement; transfers active at its end are left out.
 */
export interface TransferResults {
  /** Active transfers. */
  active: number;
  /** Transfers whose completion time is counted. */
  finished: number;
  /** Longest completion time, s. */
  maxS?: number | null;
  /** Mean number of concurrent transfers over time. */
  meanActive: number;
  /** Mean payload of finished transfers, kB. */
  meanKb?: number | null;
  /** Mean completion time, s. */
  meanS?: number | null;
  /** Median completion time, s, within 1.1 %. */
  medianS?: number | null;
  /** 95th percentile of completion times, s, within 1.1 %. */
  p95S?: number | null;
  /** 99th percentile of completion times, s, within 1.1 %. */
  p99S?: number | null;
  /** Transfers refused because too many were active. */
  refused: number;
  /** Rounds, if transfers start together. */
  rounds?: RoundResults | null;
  /**
   * Mean slowdown: completion time divided by the least possible, which is propagation there and back plus transmission at the rate of the
   * slowest link.
   */
  slowdownMean?: number | null;
  /** Median slowdown, within 1.1 %. */
  slowdownP50?: number | null;
  /** 95th percentile of slowdowns, within 1.1 %. */
  slowdownP95?: number | null;
  /** 99th percentile of slowdowns, within 1.1 %. */
  slowdownP99?: number | null;
  /** Transfers started. */
  started: number;
}
/**
 * Rounds of transfers that start together. The time of a round is from its start to the end of its last
 * transfer. It counts if the round both started and ended during the measurement.
 */
export interface RoundResults {
  /** Rounds that are counted. */
  finished: number;
  /** Longest duration of a round, s. */
  maxS: number;
  /** Mean duration of a round, s. */
  meanS: number;
  /** Median duration of a round, s, within 1.1 %. */
  p50S: number;
  /** 95th percentile of the durations of rounds, s, within 1.1 %. */
  p95S: number;
  /** 99th percentile of the durations of rounds, s, within 1.1 %. */
  p99S: number;
}
/** Playback statistics of an adaptive video. */
export interface VideoResults {
  /** Mean bitrate of the segments received, Mb/s. */
  bitrateMbps?: number | null;
  /** Video in the buffer now, s. */
  bufferS: number;
  /** Video played, s. */
  playedS: number;
  /** Segments received. */
  segments: number;
  /** Duration of stalls divided by that of playback and stalls, %. */
  stallPercent?: number | null;
  /** Total duration of stalls, s. */
  stallS: number;
  /** Number of stalls: playback stopped because the buffer was empty. The start-up delay does not count. */
  stalls: number;
  /** From the first request to the start of playback, s. */
  startupS?: number | null;
  /** Changes of bitrate from one segment to the next. */
  switches: number;
}
/** Results specific to a fluid run. */
export interface FluidResults {
  /** Cautions: where the model is inaccurate in this run. */
  cautions: string[];
  /** Time of the first congestion event, s. */
  firstCongestionS?: number | null;
  /** Steps that the solver rejected and repeated with a smaller step size. */
  rejected: number;
  /** Steps that the solver took. */
  steps: number;
  /** Error allowed per step, relative to each window and buffer. */
  tolerance: number;
}
/** A function. */
export interface Function {
  /** Meaning. */
  help: string;
  /** Name. */
  name: string;
  /** Its arguments and its result. */
  signature: string;
}
/** Results of the flows of one algorithm. */
export interface GroupResults {
  /** Id of the algorithm. */
  algorithm: string;
  /** Equivalence E = max(F, 1/F). */
  equivalence?: number | null;
  /** Number of flows counted: those that have started, and of these only the bulk transfers if there are any. */
  flows: number;
  /**
   * Friendliness F: mean goodput of a flow divided by that of the reference group; null for the reference group itself, and if its
   * goodput is zero.
   */
  friendliness?: number | null;
  /** Internal fairness F_C: largest goodput divided by the smallest; null if a flow has none. */
  internalFairness?: number | null;
  /** Mean goodput of a flow, Mb/s. */
  meanGoodputMbps: number;
  /** Whether this is the reference group. */
  reference: boolean;
  /** The same metrics over shorter windows. */
  scales: ScaleResults[];
}
/**
 * Fairness of a group over windows of one length: medians and semi-interquartile ranges (R's type 7), as in
 * the TFRCP paper; null if they are not finite.
 */
export interface ScaleResults {
  /** Median E of mean throughputs. */
  equivalence?: number | null;
  /** Its semi-interquartile range. */
  equivalenceSiqr?: number | null;
  /** Median F of mean throughputs. */
  friendliness?: number | null;
  /** Its semi-interquartile range. */
  friendlinessSiqr?: number | null;
  /** Median F_C of throughputs. */
  internalFairness?: number | null;
  /** Its semi-interquartile range. */
  internalFairnessSiqr?: number | null;
  /** Length of a window, s. */
  scaleS: number;
  /** Windows in which a flow of the group received nothing while another received data. */
  starved: number;
  /** Complete windows in which the group or the reference received data. */
  windows: number;
}
/** A handler: a function of the script that the sender calls. */
export interface Handler {
  /** When it is called, and what happens if the script does not have it. */
  help: string;
  /** Groups of constants that it can read. */
  inputs: Input[][];
  /** Name of the function. */
  name: string;
}
/** A constant that a handler can read. */
export interface Input {
  /** Meaning. */
  help: string;
  /** Name. */
  name: string;
  /** Unit, empty for pure numbers; "true or false" for a switch. */
  unit: string;
}
/** The published description of the interface. */
export interface Interface {
  /** Variables that a script sets, in every handler. */
  controls: Name[];
  /** Functions that a script can call. */
  functions: Function[];
  /** Handlers. */
  handlers: Handler[];
}
/** A variable. */
export interface Name {
  /** Meaning. */
  help: string;
  /** Name. */
  name: string;
  /** Unit, empty for pure numbers; "true or false" for a switch. */
  unit: string;
}
/** A figure of both models. */
export interface ModelDifference {
  /** Value of the fluid model. */
  fluid: number;
  /** Id of the figure. */
  id: string;
  /** Its name. */
  name: string;
  /** Value of the packet model. */
  packet: number;
  /** Its unit, empty for pure numbers. */
  unit: string;
}
/** An event in a trace. */
export interface Moment {
  /** State after it. */
  after: State;
  /** Time, s. */
  atS: number;
  /** State before it. */
  before: State;
  /** Calls of the handlers of the flow's script. */
  calls?: ScriptCall[];
  /** Its cause. */
  cause: Cause;
  /** Its effects, in order. */
  effects: Effect[];
  /** Number of events of the run before it; with the time, this is its exact position. */
  events: number;
  /** Kind of rule that the flow's controller followed, if any. */
  rule?: RuleSubject | null;
}
/** State of a flow or a channel between two events. Fields that do not apply are absent. */
export interface State {
  /** Congestion window, packets. */
  cwnd?: number | null;
  /** Data in flight, packets. */
  flight?: number | null;
  /** Packets in the queue. */
  queue?: number | null;
  /** Whether the flow is in loss recovery. */
  recovering: boolean;
  /** Retransmission timeout with its back-off, ms. */
  rtoMs?: number | null;
  /** Smoothed RTT, ms. */
  srttMs?: number | null;
  /** Slow-start threshold, packets; absent if there is none. */
  ssthresh?: number | null;
  /** The controller's variables, in the order of its row. */
  variables: (number | null)[];
}
/** A call of a handler in a trace. */
export interface ScriptCall {
  /** Name of the handler. */
  handler: string;
  /** Constants that the handler reads: name and value. */
  inputs: [string, string][];
  /** Numbers of the lines that ran, in order. */
  lines: number[];
  /** State and controls: name, value before, value after. */
  variables: [string, string, string][];
}
/** A variant with its identity. */
export interface NamedVariant {
  /** The values of the axes. */
  at: AxisValue[];
  /** Identity of the variant, 16 hexadecimal digits: equal identities and seeds have equal outcomes. */
  identity: string;
}
/** All variants of a size with their identities. */
export interface NamedVariants {
  /** Digest of all identities, 16 hexadecimal digits. */
  digest: string;
  /** The variants, by number. */
  list: NamedVariant[];
}
/** The stored outcome of a run. */
export interface Outcome {
  /** Fingerprint of the run, 16 hexadecimal digits. */
  digest: string;
  /** Hops, as a measure of the run's cost. */
  hops?: number;
  /** Number of its variant. */
  point: number;
  /** Its seed. */
  seed: number;
  /** Solver steps of the fluid model, as a measure of the run's cost. */
  steps?: number;
  /** The document's time series, of the first seed of each variant. */
  traces?: TraceLine[];
  /** The document's measures, in order; `None` if undefined in this run. */
  values: (number | null)[];
}
/** The outcome of a run of an entry. */
export interface PathOutcome {
  /** Digest of the run, by which anybody can check it. */
  digest: string;
  /** Why the script stopped, if it did. */
  failure?: ScriptFailure | null;
  /** Geometric mean of the goodput of the entry's flows, Mb/s. */
  goodputMbps: number;
  /** Share of the other flows' goodput in the baseline that they lost, 0 … 1. */
  harm: number;
  /** Id of the path. */
  path: string;
  /** Geometric mean of the 95th percentile of their RTT, ms. */
  rttP95Ms: number;
  /** The score. */
  score: number;
  /** Seed. */
  seed: number;
}
/** A line that a script printed. */
export interface Printed {
  /** Simulated time, s. */
  atS: number;
  /** The line. */
  text: string;
}
/** A problem with a document. */
export interface Problem {
  /** What was expected instead. */
  expected: string;
  /** JSON pointer to the invalid value. */
  pointer: string;
  /** What is wrong. */
  problem: string;
}
/** A flow's share of a queue's drops. */
export interface QueueFlow {
  /** Packets of the flow that the queue dropped, not counting pure ACKs. */
  drops: number;
  /** Id of the flow. */
  id: string;
  /** Share of all such drops, %. */
  sharePercent: number;
}
/** Results of a queue and its channel. */
export interface QueueResults {
  /** Packets that arrived. */
  arrivals: number;
  /** Burst losses at this queue, as for flows. */
  burstLosses: number;
  /** Burst losses with packets of other flows in between. */
  burstLossesOwn: number;
  /** Congestion events: drops less than a round-trip time apart. */
  congestionEvents: number;
  /** Packets dropped by the queue. */
  drops: number;
  /** Drops of each flow whose data passes the queue; empty without drops, and in a fluid run. */
  flows: QueueFlow[];
  /** Id of the channel. */
  id: string;
  /** Packets lost on the link. */
  linkLosses: number;
  /** Drops divided by arrivals, including packets queued at the start of the measurement, 0 … 1. */
  lossRate: number;
  /** Packets marked by the queue. */
  marks: number;
  /** Maximum backlog, packets. */
  maxPackets: number;
  /** Mean sojourn time, ms. */
  meanDelayMs: number;
  /** Mean backlog over time, packets. */
  meanPackets: number;
  /** Median sojourn time, ms, within 1.1 %. */
  p50DelayMs: number;
  /** Median backlog over time, packets. */
  p50Packets: number;
  /** 95th percentile of sojourn times, ms, within 1.1 %. */
  p95DelayMs: number;
  /** 95th percentile of the backlog over time, packets. */
  p95Packets: number;
  /** 99th percentile of sojourn times, ms, within 1.1 %. */
  p99DelayMs: number;
  /** 99th percentile of the backlog over time, packets. */
  p99Packets: number;
  /** Standard deviation of sojourn times, ms. */
  sdDelayMs: number;
  /** Standard deviation of the backlog over time, packets. */
  sdPackets: number;
  /** Mean synchronisation level: the share of the queue’s active flows that lose a packet in a congestion event. */
  synchronization?: number | null;
  /**
   * Congestion events by synchronisation level: up to 0.1, up to 0.2 … up to 1.
   *
   * @minItems 10
   * @maxItems 10
   */
  synchronizationLevels: number[];
  /** Utilisation: bits sent divided by capacity, 0 … 1. */
  utilisation: number;
}
/** Results of a run so far. */
export interface Results {
  /** Figures of the fluid model and the packet model, if both ran. */
  beside: ModelDifference[];
  /** Burst losses (runs of adjacent drops) per flow. */
  burstLossesPerFlow?: number | null;
  /** Cross-covariance coefficients of the flows' windows. */
  covariance: CovarianceResults;
  /** Fingerprint of the run, 16 hexadecimal digits. */
  digest: string;
  /** One row per flow, and after them, in the packet model, one per removed flow that sent something during the measurement. */
  flows: FlowResults[];
  /**
   * Solver statistics and cautions of a fluid run. Such a run has no packets: counts in packets are amounts of fluid, and there are
   * no retransmissions or timeouts.
   */
  fluid?: FluidResults | null;
  /** Start of the measurement, s. */
  fromS: number;
  /** Payload delivered to all receiving applications, Mb/s. */
  goodputMbps: number;
  /** One row per algorithm. */
  groups: GroupResults[];
  /** Jain’s index of the flows’ goodputs; null if all are zero. */
  jain?: number | null;
  /** Jain’s index of goodput times configured two-way propagation delay: 1 if goodput is inversely proportional to that delay. */
  jainRtt?: number | null;
  /**
   * Σ|throughput − fair share| / Σ fair share: 0 if all flows have their max-min fair share, 1 if one of two equal flows has
   * everything. It can exceed 2 if the fair shares add up to less than the links carry.
   */
  maxMinDistance?: number | null;
  /** Version of the simulated model. */
  modelVersion: number;
  /** Throughput of the flows that measure RTTs, divided by the mean of all their RTT samples, Mb/s per s. */
  power?: number | null;
  /** One row per queue with packets. */
  queues: QueueResults[];
  /** Bytes on the wire that reached all receiving hosts, duplicates included, Mb/s. */
  throughputMbps: number;
  /** End of the measurement, s. */
  toS: number;
}
/** Statistics of a measure over the runs that have it. */
export interface Statistic {
  /** Half the width of the mean's confidence interval (Student's t); `None` for a single run. */
  halfWidth?: number | null;
  /** Largest. */
  max: number;
  /** Mean. */
  mean: number;
  /** Median. */
  median: number;
  /** Name of the measure. */
  metric: string;
  /** Smallest. */
  min: number;
  /** Number of runs. */
  n: number;
  /** Standard deviation; `None` for a single run. */
  sd?: number | null;
  /** Semi-interquartile range. */
  siqr: number;
}
/** A submission: a controller and who wrote it. */
export interface Submission {
  /** Who wrote it. */
  author?: string;
  /** The controller. */
  controller: ScriptedController;
}
