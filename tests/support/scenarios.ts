/** Scenarios for tests. */
import type { Catalogue, Channel, Engine, Flow, Link, Node, Scenario } from '../../web/generated/types';

const buffer = (limitPackets: number) => ({ kind: 'droptail', params: { limitPackets } });
const fast: Channel = { rateMbps: 100, delayMs: 2, queue: buffer(1000) };

function host(id: string, x: number, y: number): Node {
  return { id, kind: 'host', x, y };
}

function router(id: string, x: number, y: number): Node {
  return { id, kind: 'router', x, y };
}

/** Hosts `s1`, `s2` … on the left send to `d1`, `d2` … on the right; the link `core` is between them. */
export function dumbbell(pairs: number, core: Channel): Pick<Scenario, 'nodes' | 'links'> {
  const places = Array.from({ length: pairs }, (_, i) => i + 1);
  return {
    nodes: [
      ...places.map((i) => host(`s${i}`, 0, 80 * i)),
      router('r1', 200, 40 * (pairs + 1)),
      router('r2', 800, 40 * (pairs + 1)),
      ...places.map((i) => host(`d${i}`, 1000, 80 * i)),
    ],
    links: [
      ...places.map((i): Link => ({ id: `in${i}`, a: `s${i}`, b: 'r1', forward: fast })),
      { id: 'core', a: 'r1', b: 'r2', forward: core },
      ...places.map((i): Link => ({ id: `out${i}`, a: 'r2', b: `d${i}`, forward: fast })),
    ],
  };
}

/**
 * One SACK flow whose window oscillates between 71 and 142 packets: the BDP is 42 packets, and the buffer 100. With Vegas,
 * the window would stay a few packets above 42.
 */
export function sawtooth(durationS = 120): Scenario {
  return {
    version: 1,
    title: 'One sawtooth',
    seed: 7,
    durationS,
    ...dumbbell(1, { rateMbps: 10, delayMs: 21, queue: buffer(100) }),
    flows: [{ id: 'f1', from: 's1', to: 'd1', algorithm: 'sack' }],
  };
}

/** Reno, a rate controller and web-like transfers over a queue with variables, long enough for a comparison. */
export function rivals(): Scenario {
  const red = { kind: 'red', params: { limitPackets: 100 } };
  const flow = (pair: number, algorithm: string): Flow => ({
    id: `f${pair}`,
    from: `s${pair}`,
    to: `d${pair}`,
    algorithm,
  });
  return {
    version: 1,
    title: 'Rivals',
    seed: 11,
    durationS: 30,
    ...dumbbell(4, { rateMbps: 10, delayMs: 20, queue: red }),
    flows: [
      flow(1, 'reno'),
      flow(2, 'reno'),
      flow(3, 'tfrcp'),
      { ...flow(4, 'newreno'), name: 'Web', traffic: { kind: 'web', params: { slots: 4 } } },
    ],
    sampling: { measureFromS: 2, timeScalesS: [0.5, 2] },
  };
}

/** Loss, jitter, ECN marks, every kind of pacing, transfers and datagrams, traffic in both directions, and edits of all kinds. */
export function stress(): Scenario {
  const { nodes, links } = dumbbell(4, {
    rateMbps: 20.3,
    delayMs: 11.7,
    jitterMs: 3,
    lossRate: 0.002,
    queue: { kind: 'red', params: { limitPackets: 90, minTh: 10, maxTh: 40, maxP: 0.05, ecn: true } },
  });
  const flow = (id: string, pair: number, algorithm: string, more: Partial<Flow> = {}): Flow => ({
    id,
    from: `s${pair}`,
    to: `d${pair}`,
    algorithm,
    ...more,
  });
  return {
    version: 1,
    title: 'Everything at once',
    seed: 4_000_000_007,
    durationS: 20,
    nodes,
    links,
    flows: [
      flow('cubic', 1, 'cubic', { stack: { kind: 'linux', params: { ecn: true, spacing: 'paced' } } }),
      flow('random', 2, 'newreno', { stack: { kind: 'rfc', params: { spacing: 'random', ecn: true } } }),
      flow('vegas', 3, 'vegas', { startS: 1.25 }),
      flow('old', 4, 'tahoe', { stack: { kind: 'ns2-1999' }, startS: 0.5, stopS: 17 }),
      flow('back', 1, 'reno', { from: 'd2', to: 's3' }),
      flow('file', 2, 'sack', { startS: 3, traffic: { kind: 'finite', params: { sizeKb: 400 } } }),
      flow('udp', 3, 'udp', { startS: 2, traffic: { kind: 'cbr', params: { rateMbps: 1.7 } } }),
    ],
    edits: [
      { atS: 5, path: '/flows/vegas/algorithm', value: 'cubic' },
      { atS: 7.5, path: '/links/core/forward/rateMbps', value: 11.1 },
      { atS: 9, path: '/links/core/forward/queue', value: buffer(30) },
      { atS: 9, path: '/links/core/forward/delayMs', value: 25 },
      { atS: 12.000_000_001, path: '/flows/udp', value: null },
      { atS: 13, path: '/flows/late', value: flow('late', 4, 'vegas', { startS: 13 }) },
      { atS: 15, path: '/links/in2', value: null },
      { atS: 16, path: '/links/in2', value: { id: 'in2', a: 's2', b: 'r1', forward: fast } },
    ],
  };
}

/** Controllers of every kind with a fluid form over a RED queue, in the given model, with edits of its parameters. */
export function fluid(engine: Engine): Scenario {
  const red = { kind: 'red', params: { limitPackets: 100, minTh: 15, maxTh: 60, maxP: 0.05 } };
  const algorithms = ['reno', 'cubic', 'hstcp', 'vegas', 'binomial'];
  return {
    version: 1,
    title: 'Fluid',
    seed: 23,
    durationS: 30,
    engine,
    fluid: { level: 'share', x: 0.4, selection: 'proportional' },
    ...dumbbell(algorithms.length, { rateMbps: 20.3, delayMs: 11.7, queue: buffer(60) }),
    flows: algorithms.map((algorithm, i) => ({
      id: `f${i + 1}`,
      from: `s${i + 1}`,
      to: `d${i + 1}`,
      algorithm,
      startS: 0.7 * i,
    })),
    edits: [
      { atS: 6, path: '/fluid/x', value: 0.8 },
      { atS: 9.5, path: '/fluid/level', value: 'list' },
      { atS: 9.5, path: '/fluid/list', value: [1, 3, 2] },
      { atS: 14, path: '/flows/f1/algorithm', value: 'scalable' },
      { atS: 17, path: '/links/core/forward/queue', value: red },
      { atS: 23, path: '/links/core/forward/rateMbps', value: 12.5 },
    ],
  };
}

/**
 * Uses every row of the catalogue: a bottleneck for each discipline, the algorithms distributed over them, and one flow for each
 * kind of traffic. The first link has burst losses, the last one follows a trace.
 */
export function everyRow(catalogue: Catalogue): Scenario {
  const nodes: Node[] = [];
  const links: Link[] = [];
  const last = catalogue.queues.length - 1;
  catalogue.queues.forEach((queue, i) => {
    const core: Channel = {
      rateMbps: 6.1,
      delayMs: 9.3,
      queue: { kind: queue.id, params: { limitPackets: 40 } },
    };
    if (i === 0) core.burstLoss = { toBad: 0.002, toGood: 0.3, lossGood: 0, lossBad: 0.5 };
    if (i === last) core.trace = { name: 'uneven', gapsMs: '1 1 0 5 2 3 0 0 9 1' };
    nodes.push(host(`s${i}`, 0, 80 * i), router(`r${i}`, 200, 80 * i));
    nodes.push(router(`q${i}`, 800, 80 * i), host(`d${i}`, 1000, 80 * i));
    links.push({ id: `in${i}`, a: `s${i}`, b: `r${i}`, forward: fast });
    links.push({ id: `core${i}`, a: `r${i}`, b: `q${i}`, forward: core });
    links.push({ id: `out${i}`, a: `q${i}`, b: `d${i}`, forward: fast });
  });
  const place = (i: number) => ({ from: `s${i % (last + 1)}`, to: `d${i % (last + 1)}` });
  const steady = (transport: string) => ({ kind: transport === 'udp' ? 'cbr' : 'bulk' });
  const flows: Flow[] = catalogue.algorithms.map((row, i) => ({
    id: row.id,
    ...place(i),
    algorithm: row.id,
    stack: { kind: catalogue.stacks[i % catalogue.stacks.length]?.id ?? 'rfc' },
    traffic: steady(row.transport),
    startS: 0.1 * i,
    startJitterS: 0.1,
  }));
  catalogue.traffic.forEach((row, i) => {
    const algorithm = row.transports.includes('tcp') ? 'sack' : 'udp';
    flows.push({
      id: `${row.id} traffic`,
      ...place(i),
      algorithm,
      traffic: { kind: row.id },
      sendOverheadUs: 300,
    });
  });
  return { version: 1, title: 'Every row', seed: 11, durationS: 12, nodes, links, flows };
}
