// Building blocks of the papers' experiments: documents as the engine's schema has them.

/** @import { Experiment } from '../../web/generated/types' */

/**
 * A paper with its experiments. `headline`: what came of its claims here, a paragraph; `story`: what it is about; both are Markdown. `live`: the
 * gallery scenario that shows it.
 * @typedef {{
 *   id: string,
 *   title: string,
 *   authors: string,
 *   year: number,
 *   venue: string,
 *   headline: string,
 *   live?: { id: string, title: string },
 *   story: string,
 *   experiments: PaperExperiment[],
 * }} Paper
 */

/**
 * A table or figure of a paper.
 * @typedef {{
 *   id: string,
 *   label: string,
 *   title: string,
 *   summary: string,
 *   document: Document,
 * }} PaperExperiment
 */

/** A document as it is written: fields that have defaults may be absent. @typedef {Record<string, unknown> & { base: Record<string, unknown> }} Document */

/**
 * Writes the experiments of one paper, whose documents share some fields.
 * @param {Record<string, unknown>} shared fields of all documents; a document's own ones override them
 */
export const experimentsWith =
  (shared) =>
  /** @param {string} id @param {string} label @param {string} title @param {string} summary @param {Record<string, unknown>} document @returns {PaperExperiment} */
  (id, label, title, summary, document) => ({
    id,
    label,
    title,
    summary,
    document: /** @type {Document} */ (
      /** @type {unknown} */ ({ version: 1, title, ...shared, ...document })
    ),
  });

/** A drop-tail channel. @param {number} rateMbps @param {number} delayMs @param {number} limitPackets */
export const channel = (rateMbps, delayMs, limitPackets) => ({
  rateMbps,
  delayMs,
  queue: { kind: 'droptail', params: { limitPackets } },
});

/** A buffer so large that the queue never drops. */
export const PLENTY = 100_000;

/** A link with the same channel in both directions. @param {string} id @param {string} a @param {string} b @param {ReturnType<typeof channel>} both */
export const link = (id, a, b, both) => ({ id, a, b, forward: both, backward: both });

/**
 * A dumbbell: routers r1 and r2 with the link `core` between them, and for each flow hosts `s-ID` and `d-ID` on links `in-ID`, `out-ID`.
 * @param {{
 *   flows: ({ id: string, algorithm: string } & Record<string, unknown>)[],
 *   core: { rateMbps: number, delayMs: number, limitPackets: number },
 *   access: { rateMbps: number, delayMs: number },
 * } & Record<string, unknown>} given `core` drops only forward; other fields go into the scenario
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

/** Another queue on the core's forward channel. @param {ReturnType<typeof dumbbell>} base @param {{ kind: string, params?: Record<string, unknown> }} queue */
export function withQueue(base, queue) {
  const links = base.links.map((one) =>
    one.id === 'core' ? { ...one, forward: { ...one.forward, queue } } : one,
  );
  return { ...base, links };
}
