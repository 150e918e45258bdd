// Documents for the measurements of independent systems, with the same network, and the same stack as far as the engine
// has it.
import { DATAGRAM_SENDERS } from './datagrams.mjs';
import { ns3Rule } from './ns3-rules.mjs';
import { oneHopScenario, ROOMY } from './one-hop.mjs';

/**
 * @typedef {{ controller: string, rttMs: number, hops?: [number, number], startS: number[], goodputMbps: number[],
 *   retransmits: number[], timeouts?: number[], cwndQuantiles: number[], cwnd: number[] }} MeasuredFlow
 * @typedef {{ mbps: number, queue: string, packets?: number }} Hop
 * @typedef {{ utilisation: number[], drops: number[], meanPackets: number[], synchronization?: number[] }} MeasuredQueue
 * @typedef {{ agent: string, n: number, stack: string, rttMs: number, coreMs: number, packetBytes: number, ackEvery: number,
 *   overheadUs: number, jitterS: number, interval: number, corrected: number, transferPackets?: number, tfrcp?: number, roundS?: number,
 *   roundTrips?: number, exactRtt?: number }} FlowGroup flows of one kind, of which only sums are known; with `transferPackets` each sends transfers of
 *   this size, one after the other; the last `tfrcp` flows use TFRCP, in rounds of `roundS` or of `roundTrips` round trips, with R from exact samples or,
 *   with 0, in ticks
 * @typedef {{ mean: number[], min: number[], max: number[] }} Covariance over all pairs of windows, by run
 * @typedef {{ case: string, durationS: number, measureFromS: number, hops: Hop[], bufferKb?: number, ecn?: boolean,
 *   noise?: number, ssthresh?: number | null, flows: MeasuredFlow[], queues: MeasuredQueue[],
 *   group?: FlowGroup, goodputMbps?: number[], timeouts?: number[], jain?: number[], friendliness?: number[], covariance?: Covariance }} Case
 * @typedef {'ns3' | 'linux' | 'ns2' | 'picoquic' | 'udp-prague'} Source
 * @typedef {import('../../web/generated/types').Scenario} Scenario
 * @typedef {Scenario['flows'][number]} Flow
 * @typedef {import('../../web/generated/types').Choice} Choice
 * @typedef {NonNullable<Flow['stack']>['params']} Params
 * @typedef {{ algorithm: string, params?: Params, stack?: Params }} Sender
 */

/** One-way delay over each bottleneck in the ns-3 cases, ms. */
const HOP_MS = 10;

/** A full packet on the wire. */
const PACKET_BYTES = 1502;

/** ns-3: 1448 bytes of payload in 1502 on the wire; timestamps in whole ms; every packet acknowledged. */
const NS3_STACK = { headerBytes: 42, delayedAck: 1, timestampTickMs: 1 };

/**
 * ns-3's controllers in our terms. Each of its classes defines what a decrease starts from.
 * @type {Record<string, Sender>}
 */
const NS3_SENDERS = {
  TcpNewReno: { algorithm: 'sack' },
  TcpLinuxReno: { algorithm: 'sack' },
  TcpCubic: { algorithm: 'cubic', params: { hystart: true }, stack: { reduceFrom: 'window' } },
  TcpVegas: { algorithm: 'vegas', params: { alpha: 2, beta: 4, gamma: 1 }, stack: { recovery: 'sack' } },
  TcpHighSpeed: { algorithm: 'hstcp' },
  TcpScalable: { algorithm: 'scalable', params: { a: 0.02 } },
  TcpHtcp: { algorithm: 'htcp', params: { adaptiveBackoff: false } },
  TcpBbr: { algorithm: 'bbr' },
  TcpDctcp: { algorithm: 'dctcp', stack: { reduceFrom: 'window' } },
  TcpLedbat: { algorithm: 'ledbat' },
  TcpBic: { algorithm: 'bic', params: { values: 'linux' } },
  TcpIllinois: { algorithm: 'illinois' },
  // Any queue puts it into slow mode: ns-3 divides 1 by 8 in integers.
  TcpYeah: { algorithm: 'yeah', params: { delayThreshold: 0 } },
  TcpWestwoodPlus: { algorithm: 'westwood', params: { minInterval: 0 } },
  // Grows like Reno at any backlog: it counts the RTT samples of one ACK but requires three.
  TcpVeno: { algorithm: 'veno', params: { congestedGrowth: 1 } },
  TcpHybla: { algorithm: 'hybla', params: { referenceMs: 50 } },
};

/** @type {Record<string, Sender>} */
const LINUX_SENDERS = {
  reno: { algorithm: 'sack' },
  bbr: { algorithm: 'bbr' },
  cubic: { algorithm: 'cubic', params: { hystart: true } },
};

/** ns-2's Vegas rounds the backlog to whole packets before it compares it with 1 and 3. */
const NS2_BACKLOG = { alpha: 0.5, beta: 3.5, gamma: 1.5 };

/**
 * ns-2's agents in our terms.
 * @type {Record<string, Sender>}
 */
const NS2_SENDERS = {
  Reno: { algorithm: 'reno' },
  'Reno/Spaced': { algorithm: 'randomized' },
  Newreno: { algorithm: 'newreno' },
  Sack1: { algorithm: 'sack' },
  Vegas: { algorithm: 'vegas', params: { roundRtt: 'mean', ...NS2_BACKLOG } },
  'Vegas/Code': { algorithm: 'code', params: { roundRtt: 'mean', compareRtt: 'min', ...NS2_BACKLOG } },
};

/**
 * ns-3's queue disciplines in our terms, by the text that configures them.
 * @type {Record<string, Choice>}
 */
const NS3_QUEUES = {
  FqCoDelQueueDisc: { kind: 'fq-codel' },
  PieQueueDisc: { kind: 'pie', params: { limitPackets: 25, meanPacketBytes: 1000 } },
  'PieQueueDisc;MaxSize=200p;MeanPktSize=1500': { kind: 'pie', params: { limitPackets: 200 } },
  'RedQueueDisc;LinkBandwidth=20Mbps;LinkDelay=10ms': {
    kind: 'red',
    params: {
      limitPackets: 25,
      minTh: 5,
      maxTh: 15,
      maxP: 0.02,
      meanPacketBytes: 500,
      wait: true,
    },
  },
  'RedQueueDisc;LinkBandwidth=20Mbps;LinkDelay=10ms;MinTh=20;MaxTh=60;MaxSize=138p;MeanPktSize=1500;LInterm=10':
    {
      kind: 'red',
      params: { limitPackets: 138, minTh: 20, maxTh: 60, maxP: 0.1, wait: true },
    },
};

/**
 * RED with an instantaneous queue and equal thresholds, marking every packet: a step. Measured queues are at K + 1
 * packets if a flow adds one packet per round trip, so the packet in the device below the discipline counts as one of
 * the K.
 * @param {string} queue @returns {Choice | null}
 */
function stepOf(queue) {
  const [name, ...settings] = queue.split(';');
  const of = Object.fromEntries(settings.map((s) => s.split('=')));
  if (name !== 'RedQueueDisc' || of.QW !== '1' || of.MinTh !== of.MaxTh || of.UseHardDrop !== 'false')
    return null;
  return {
    kind: 'step',
    params: {
      limitPackets: Number.parseInt(of.MaxSize ?? '', 10),
      thresholdPackets: Number(of.MinTh),
    },
  };
}

/** The controllers of a case that the catalogue does not have. @param {Case} c @param {Source} source */
export function missing(c, source) {
  if (c.group) return c.group.agent in NS2_SENDERS ? [] : [c.group.agent];
  const senders = source === 'ns3' ? NS3_SENDERS : source === 'linux' ? LINUX_SENDERS : DATAGRAM_SENDERS;
  return [...new Set(c.flows.map((flow) => flow.controller))].filter((name) => !(name in senders));
}

/** @param {Hop} hop @returns {Choice} */
function queueOf(hop) {
  const { queue, packets } = hop;
  if (queue === 'droptail') return { kind: 'droptail', params: { limitPackets: packets ?? 100 } };
  const known = NS3_QUEUES[queue] ?? stepOf(queue);
  if (!known) throw new Error(`no discipline for ${queue}`);
  return known;
}

/**
 * A case of ns-3, repetition `run`: a chain of routers, and for each flow two hosts at the ends of its hops.
 * @param {Case} c @param {number} run @param {number} [phase] by which the RTT of the last flow is longer, in transmission times of a full packet at the
 *   first hop @returns {Scenario}
 */
export function ns3Scenario(c, run, phase = 0) {
  const access = c.hops.some((hop) => hop.mbps >= 1000) ? 10_000 : 1000;
  /** @type {Scenario['nodes']} */
  const nodes = [...c.hops, null].map((_, i) => ({ id: `r${i}`, kind: 'router' }));
  /** @type {Scenario['links']} */
  const links = c.hops.map((hop, i) => ({
    id: `hop${i}`,
    a: `r${i}`,
    b: `r${i + 1}`,
    forward: { rateMbps: hop.mbps, delayMs: HOP_MS, queue: queueOf(hop) },
    backward: { rateMbps: hop.mbps, delayMs: HOP_MS, queue: ROOMY },
  }));
  /** @type {Flow[]} */
  const flows = [];
  /** @type {Map<string, import('./ns3-rules.mjs').Controller>} */
  const controllers = new Map();
  c.flows.forEach((flow, i) => {
    const [enter, leave] = flow.hops ?? [0, c.hops.length];
    const delayMs = (flow.rttMs / 2 - HOP_MS * (leave - enter)) / 2;
    const sender = NS3_SENDERS[flow.controller];
    if (!sender) throw new Error(`no sender for ${flow.controller}`);
    /** @type {Params} */
    const params = { ...NS3_STACK, receiveBufferKb: c.bufferKb ?? 8000, ...sender.stack };
    if (c.ssthresh) params.initialSsthresh = c.ssthresh;
    const rule = ns3Rule(c.case, flow.controller);
    if (rule) controllers.set(rule.controller.id, rule.controller);
    addHosts(nodes, links, i, [enter, leave], { rateMbps: access, delayMs, queue: ROOMY });
    if (phase > 0 && i === c.flows.length - 1) {
      const inward = links.find(({ id }) => id === `in${i}`);
      const packetMs = (8 * PACKET_BYTES) / (1000 * (c.hops[0]?.mbps ?? Number.NaN));
      if (inward) inward.forward = { ...inward.forward, delayMs: delayMs + phase * packetMs };
    }
    flows.push({
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm: rule?.controller.id ?? sender.algorithm,
      params: rule ? {} : (sender.params ?? {}),
      stack: { kind: 'rfc', params: { ...params, ...rule?.stack } },
      startS: flow.startS[run] ?? 0,
    });
  });
  if (c.noise) addNoise(c, nodes, links, flows);
  const { durationS, measureFromS } = c;
  return {
    version: 1,
    seed: run + 1,
    durationS,
    nodes,
    links,
    flows,
    sampling: { measureFromS },
    ...(controllers.size > 0 ? { controllers: [...controllers.values()] } : {}),
  };
}

/**
 * The hosts of flow `i`, at the routers where it enters and leaves the chain.
 * @param {Scenario['nodes']} nodes @param {Scenario['links']} links @param {number} i @param {[number, number]} routers
 * @param {Scenario['links'][number]['forward']} forward
 */
function addHosts(nodes, links, i, [enter, leave], forward) {
  nodes.push({ id: `s${i}`, kind: 'host' }, { id: `d${i}`, kind: 'host' });
  links.push({ id: `in${i}`, a: `s${i}`, b: `r${enter}`, forward });
  links.push({ id: `out${i}`, a: `r${leave}`, b: `d${i}`, forward });
}

/**
 * Poisson datagrams of 202 bytes over each bottleneck, at a share of its rate.
 * @param {Case} c @param {Scenario['nodes']} nodes @param {Scenario['links']} links @param {Flow[]} flows
 */
function addNoise(c, nodes, links, flows) {
  const HEADER = 28;
  c.hops.forEach((hop, i) => {
    nodes.push({ id: `ns${i}`, kind: 'host' }, { id: `nd${i}`, kind: 'host' });
    const forward = { rateMbps: 1000, delayMs: 1, queue: ROOMY };
    links.push({ id: `nin${i}`, a: `ns${i}`, b: `r${i}`, forward });
    links.push({ id: `nout${i}`, a: `r${i + 1}`, b: `nd${i}`, forward });
    const payload = 202 - HEADER;
    const rateMbps = (hop.mbps * (c.noise ?? 0) * payload) / 202;
    const traffic = { kind: 'noise', params: { rateMbps, packetBytes: payload } };
    flows.push({ id: `noise${i}`, from: `ns${i}`, to: `nd${i}`, algorithm: 'udp', traffic });
  });
}

/**
 * A case of ns-2, repetition `run`: flows of one kind, each with its own hosts. A buffer of B packets in ns-2 holds B
 * − 1 packets and the one in transmission.
 * @param {Case} c @param {number} run @returns {Scenario}
 */
export function ns2Scenario(c, run) {
  const [{ group }, [hop]] = [c, c.hops];
  const sender = NS2_SENDERS[group?.agent ?? ''];
  if (!group || !hop || !sender) throw new Error('no flows, no bottleneck or no sender');
  /** @type {Scenario['nodes']} */
  const nodes = [
    { id: 'r0', kind: 'router' },
    { id: 'r1', kind: 'router' },
  ];
  const core = { rateMbps: hop.mbps, delayMs: group.coreMs };
  const queue = queueOf({ ...hop, packets: (hop.packets ?? 0) - 1 });
  /** @type {Scenario['links']} */
  const links = [
    { id: 'hop0', a: 'r0', b: 'r1', forward: { ...core, queue }, backward: { ...core, queue: ROOMY } },
  ];
  const access = {
    rateMbps: 4 * hop.mbps,
    delayMs: (group.rttMs / 2 - group.coreMs) / 2,
    queue: ROOMY,
  };
  /** @type {Params} */
  const params = {
    mss: group.packetBytes - (group.stack === 'ns2-1999' ? 40 : 0),
    delayedAck: group.ackEvery,
    delayedAckMs: 100,
    receiveBufferKb: 1_000_000,
    // precisionReduce_, whose default changed in 2006.
    wholePackets: group.stack === 'ns2-1999',
    growOnExit: true,
    interval: group.interval,
    correctedIncrease: group.corrected === 1,
  };
  /** @type {Partial<Flow>} */
  const traffic = group.transferPackets
    ? {
        traffic: {
          kind: 'web',
          params: {
            slots: 1,
            sizes: 'fixed',
            sizeKb: (group.transferPackets * Number(params.mss)) / 1000,
          },
        },
      }
    : {};
  /** @type {Flow[]} */
  const flows = [];
  for (let i = 0; i < group.n; i++) {
    addHosts(nodes, links, i, [0, 1], access);
    const { algorithm, params: settings = {} } = i < group.n - (group.tfrcp ?? 0) ? sender : tfrcpOf(group);
    flows.push({
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm,
      params: settings,
      stack: { kind: group.stack, params },
      startJitterS: group.jitterS,
      sendOverheadUs: group.overheadUs,
      ...traffic,
    });
  }
  const { durationS, measureFromS } = c;
  return { version: 1, seed: run + 1, durationS, nodes, links, flows, sampling: { measureFromS } };
}

/** TFRCP as the paper prints it: losses count up to the highest packet acknowledged. @param {FlowGroup} group @returns {Sender} */
function tfrcpOf({ roundS = 3, roundTrips = 0, exactRtt = 1 }) {
  const rounds = roundTrips > 0 ? { strategy: 'rtt', roundTrips } : { intervalS: roundS };
  return { algorithm: 'tfrcp', params: { ...rounds, rtt: exactRtt ? 'exact' : 'timer', strictPaper: true } };
}

/** A case of the Linux kernel. @param {Case} c @param {number} run @returns {Scenario} */
export function linuxScenario(c, run) {
  const [hop] = c.hops;
  if (!hop) throw new Error('no bottleneck');
  return oneHopScenario(c, run, queueOf(hop), (name) => {
    const sender = LINUX_SENDERS[name];
    if (!sender) throw new Error(`no sender for ${name}`);
    const { algorithm, params = {} } = sender;
    return { algorithm, params, stack: { kind: 'linux', params: sender.stack ?? {} } };
  });
}
