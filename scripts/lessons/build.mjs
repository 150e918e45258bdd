// Building blocks of the lessons' scenarios. Steps, questions and options are written out as in the document: they
// resemble each other because they share a format, and a lesson is read and corrected in its own file.

/** @typedef {import('../../web/generated/types').Scenario} Scenario */
/** @typedef {import('../../web/generated/types').LessonStep} LessonStep */
/** @typedef {import('../../web/generated/types').Claim} Claim */
/** @typedef {import('../../web/generated/types').Quantity} Quantity */

/**
 * A lesson: its scenario, how the gallery shows it, and solutions of its tasks.
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} summary one sentence for the gallery
 * @property {string} shows what the gallery's picture shows
 * @property {string[]} tags
 * @property {Scenario} document
 * @property {Record<string, { path: string; value: unknown }[]>} [solutions] changes that solve a task, by the ids of
 * step and check
 */

/**
 * Hosts in pairs around one bottleneck. Access links take a flow's own delay, ms one way, on the sender's side.
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.notes
 * @param {number} options.rateMbps
 * @param {number} options.delayMs of the bottleneck, one way
 * @param {number} [options.buffer] packets
 * @param {{ kind: string; params?: Record<string, unknown> }} [options.queue] instead of drop-tail
 * @param {({ id: string; accessMs?: number } & Record<string, unknown>)[]} options.flows
 * @param {number} options.durationS
 * @param {number} [options.fromS] results count from here
 * @param {number} [options.accessMbps]
 * @param {LessonStep[]} options.steps
 * @param {Record<string, unknown>} [options.more] other parts of the document
 * @returns {Scenario}
 */
export function dumbbell({
  title,
  notes,
  rateMbps,
  delayMs,
  buffer,
  queue,
  flows,
  durationS,
  fromS = 0,
  accessMbps = 1000,
  steps,
  more = {},
}) {
  const wide = { kind: 'droptail', params: { limitPackets: 100000 } };
  const gap = 90;
  const top = (-(flows.length - 1) * gap) / 2;
  /** @type {any} */
  const document = {
    version: 1,
    title,
    notes,
    lesson: { steps },
    seed: 1,
    durationS,
    nodes: [
      { id: 'r1', kind: 'router', x: 180, y: 0 },
      { id: 'r2', kind: 'router', x: 820, y: 0 },
      ...flows.flatMap(({ id }, i) => [
        { id: `s-${id}`, kind: 'host', x: 0, y: top + gap * i },
        { id: `d-${id}`, kind: 'host', x: 1000, y: top + gap * i },
      ]),
    ],
    links: [
      {
        id: 'core',
        a: 'r1',
        b: 'r2',
        forward: {
          rateMbps,
          delayMs,
          queue: queue ?? { kind: 'droptail', params: { limitPackets: buffer } },
        },
        backward: { rateMbps, delayMs, queue: wide },
      },
      ...flows.flatMap(({ id, accessMs = 1 }) => [
        {
          id: `in-${id}`,
          a: `s-${id}`,
          b: 'r1',
          forward: { rateMbps: accessMbps, delayMs: accessMs, queue: wide },
        },
        {
          id: `out-${id}`,
          a: 'r2',
          b: `d-${id}`,
          forward: { rateMbps: accessMbps, delayMs: 1, queue: wide },
        },
      ]),
    ],
    flows: flows.map(({ accessMs: _, ...flow }) => ({
      from: `s-${flow.id}`,
      to: `d-${flow.id}`,
      startS: 0,
      ...flow,
    })),
    edits: [],
    sampling: { periodMs: 100, fairnessWindowS: 5, measureFromS: fromS },
    ...more,
  };
  return document;
}

/** A number of the results at a time. @type {(measure: string, atS: number, more?: { per?: string; times?: number }) => Quantity} */
export const of = (measure, atS, more = {}) => ({ measure, atS, ...more });

/** @type {(quantity: Quantity, value: number) => Claim} */
export const above = (quantity, value) => ({ of: quantity, is: 'above', value });

/** @type {(quantity: Quantity, value: number) => Claim} */
export const below = (quantity, value) => ({ of: quantity, is: 'below', value });

/** A change of the scenario. @type {(path: string, value: unknown) => { path: string; value: unknown }} */
export const set = (path, value) => ({ path, value });

/** The bottleneck's buffer, in packets. @param {number} packets */
export const buffer = (packets) =>
  set('/links/core/forward/queue', { kind: 'droptail', params: { limitPackets: packets } });
