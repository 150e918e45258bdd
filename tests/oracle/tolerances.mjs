// How far ours may be from theirs: the larger of a share of theirs and an absolute distance. Every case that needs more
// than the usual says why; docs/model.md explains at length.

/**
 * @typedef {{ percent?: number, absolute?: number }} Band
 * @typedef {{ goodput: Band, cwnd: Band, utilisation: Band, drops: Band, queue: Band }} Tolerance
 * @typedef {Partial<Tolerance> & { because: string }} Exception
 */

/** @type {Tolerance} */
const USUAL = {
  goodput: { percent: 2, absolute: 0.1 },
  cwnd: { percent: 10, absolute: 2 },
  utilisation: { absolute: 0.015 },
  drops: { percent: 30, absolute: 6 },
  queue: { percent: 10, absolute: 1.5 },
};

/** @type {Record<string, Exception>} */
export const EXCEPTIONS = {};

/** @param {string} name @returns {Tolerance} */
export function toleranceOf(name) {
  const { because: _, ...bands } = EXCEPTIONS[name] ?? { because: '' };
  return { ...USUAL, ...bands };
}
