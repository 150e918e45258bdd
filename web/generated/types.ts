// Stand-in until the engine's build writes this file from the Rust types; it will be overwritten.
export type Engine = 'packet';
export type NodeKind = 'host' | 'router';
export type ParamValue = boolean | number | string;
export type Params = { [key: string]: ParamValue };
export interface Choice { kind: string; params?: Params }
export interface Node { id: string; kind: NodeKind; name?: string | null; x?: number; y?: number }
export interface Channel { rateMbps: number; delayMs: number; jitterMs?: number; lossRate?: number; queue?: Choice }
export interface Link { id: string; a: string; b: string; forward: Channel; backward?: Channel | null }
export interface Flow {
  id: string; name?: string | null; from: string; to: string; algorithm: string; params?: Params;
  stack?: Choice; traffic?: Choice; startS?: number; stopS?: number | null;
}
export interface Edit { atS: number; path: string; value?: unknown }
export interface Sampling { periodMs?: number; fairnessWindowS?: number; measureFromS?: number }
export interface Scenario {
  version: number; title?: string; notes?: string; seed?: number; durationS: number; engine?: Engine;
  nodes: Node[]; links: Link[]; flows: Flow[]; edits?: Edit[]; sampling?: Sampling;
}
export interface Opt { id: string; name: string }
export type Domain =
  | { type: 'number'; min: number; max: number; default: number; integer: boolean; log: boolean }
  | { type: 'switch'; default: boolean }
  | { type: 'choice'; default: string; options: Opt[] };
export type Param = { id: string; symbol: string; name: string; unit: string; help: string } & Domain;
export interface Probe { id: string; symbol: string; name: string; unit: string }
export interface Row { id: string; name: string; summary: string; source: string; year: number; params: Param[] }
export type TransportKind = 'tcp' | 'udp';
export interface AlgorithmInfo extends Row {
  family: string; transport: TransportKind; recovery: string; spacing: string; probes: Probe[]; fluid: boolean;
}
export interface Catalogue { modelVersion: number; algorithms: AlgorithmInfo[]; queues: Row[]; traffic: Row[]; stacks: Row[] }
export interface Problem { pointer: string; problem: string; expected: string }
export interface DirectorySeries {
  owner: string; kind: 'cwnd' | 'ssthresh' | 'flight' | 'rtt' | 'throughput' | 'queue' | 'jain' | 'probe'; probe?: string;
}
export interface DirectoryChannel {
  id: string; link: string; from: string; to: string; rateMbps: number; delayMs: number; discipline: string;
  limitPackets: number; bottleneck: boolean;
}
export interface DirectoryFlow { id: string; algorithm: string; path: number[]; back: number[]; baseRttMs: number; bdpPackets: number }
export interface Directory {
  version: number; durationS: number; series: DirectorySeries[]; channels: DirectoryChannel[]; flows: DirectoryFlow[];
}
export interface Results { [key: string]: unknown }
