// The network of a case with a single bottleneck.

/**
 * @typedef {import('./scenario.mjs').Case} Case
 * @typedef {import('./scenario.mjs').Flow} Flow
 * @typedef {import('./scenario.mjs').Scenario} Scenario
 * @typedef {import('../../web/generated/types').Choice} Choice
 */

/** A queue that never drops. */
export const ROOMY = { kind: 'droptail', params: { limitPackets: 1_000_000 } };

/**
 * One bottleneck; all of the RTT is on the path of the ACKs.
 * @param {Case} c @param {number} run
 * @param {Choice} queue of the bottleneck
 * @param {(controller: string) => Pick<Flow, 'algorithm' | 'params' | 'stack'>} sender
 * @returns {Scenario}
 */
export function oneHopScenario(c, run, queue, sender) {
  const [hop] = c.hops;
  if (!hop) throw new Error('no bottleneck');
  /** @type {Scenario['nodes']} */
  const nodes = [
    { id: 'r0', kind: 'router' },
    { id: 'r1', kind: 'router' },
  ];
  const free = { rateMbps: 100_000, delayMs: 0, queue: ROOMY };
  const core = { rateMbps: hop.mbps, delayMs: 0, queue };
  /** @type {Scenario['links']} */
  const links = [{ id: 'hop0', a: 'r0', b: 'r1', forward: core, backward: free }];
  const flows = c.flows.map((flow, i) => {
    nodes.push({ id: `s${i}`, kind: 'host' }, { id: `d${i}`, kind: 'host' });
    links.push({ id: `in${i}`, a: `s${i}`, b: 'r0', forward: free });
    links.push({
      id: `out${i}`,
      a: 'r1',
      b: `d${i}`,
      forward: free,
      backward: { ...free, delayMs: flow.rttMs },
    });
    return {
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      ...sender(flow.controller),
      startS: flow.startS[run] ?? 0,
    };
  });
  const { durationS, measureFromS } = c;
  return { version: 1, seed: run + 1, durationS, nodes, links, flows, sampling: { measureFromS } };
}
