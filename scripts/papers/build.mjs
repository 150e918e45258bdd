// Building blocks of the papers' experiments: documents as the engine's schema has them.

/** @import { Experiment } from '../../web/generated/types' */

/**
 * A paper with its experiments.
 * @typedef {{
 *   id: string,
 *   title: string,
 *   authors: string,
 *   year: number,
 *   venue: string,
 *   story: string,
 *   experiments: PaperExperiment[],
 * }} Paper
 */

/**
 * One of its tables or figures.
 * @typedef {{
 *   id: string,
 *   label: string,
 *   title: string,
 *   summary: string,
 *   document: Document,
 * }} PaperExperiment
 */

/** As it is written: what has a default may be absent. @typedef {Record<string, unknown> & { base: Record<string, unknown> }} Document */

/** A drop-tail channel. @param {number} rateMbps @param {number} delayMs @param {number} limitPackets */
export const channel = (rateMbps, delayMs, limitPackets) => ({
  rateMbps,
  delayMs,
  queue: { kind: 'droptail', params: { limitPackets } },
});

/** Room for whatever comes: a queue that never drops. */
export const PLENTY = 100_000;

/** A link that is alike in both directions. @param {string} id @param {string} a @param {string} b @param {ReturnType<typeof channel>} both */
export const link = (id, a, b, both) => ({ id, a, b, forward: both, backward: both });

/**
 * A dumbbell: routers r1 and r2 with the link `core` between them, and for each flow hosts `s-ID` and `d-ID` on links `in-ID`, `out-ID`.
 * @param {{
 *   flows: ({ id: string, algorithm: string } & Record<string, unknown>)[],
 *   core: { rateMbps: number, delayMs: number, limitPackets: number },
 *   access: { rateMbps: number, delayMs: number },
 * } & Record<string, unknown>} given `core` drops only forward; what else is given goes into the scenario
 */
export function dumbbell({ flows, core, access, ...rest }) {
  const { rateMbps, delayMs, limitPackets } = core;
  const own = channel(access.rateMbps, access.delayMs, PLENTY);
  return {
    version: 1,
    nodes: [
      { id: 'r1', kind: 'router' },
      { id: 'r2', kind: 'router' },
      ...flows.flatMap(({ id }) => [
        { id: `s-${id}`, kind: 'host' },
        { id: `d-${id}`, kind: 'host' },
      ]),
    ],
    links: [
      {
        id: 'core',
        a: 'r1',
        b: 'r2',
        forward: channel(rateMbps, delayMs, limitPackets),
        backward: channel(rateMbps, delayMs, PLENTY),
      },
      ...flows.flatMap(({ id }) => [
        link(`in-${id}`, `s-${id}`, 'r1', own),
        link(`out-${id}`, 'r2', `d-${id}`, own),
      ]),
    ],
    flows: flows.map((flow) => ({ from: `s-${flow.id}`, to: `d-${flow.id}`, ...flow })),
    ...rest,
  };
}
