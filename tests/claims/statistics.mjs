// Statistics for claims.

/** @param {number[]} list */
export const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** Pearson's correlation coefficient. @param {number[]} a @param {number[]} b */
export function correlation(a, b) {
  const [ma, mb] = [mean(a), mean(b)];
  const product = mean(a.map((x, i) => (x - ma) * ((b[i] ?? mb) - mb)));
  const variance = (/** @type {number[]} */ list, /** @type {number} */ m) =>
    mean(list.map((x) => (x - m) ** 2));
  return product / Math.sqrt(variance(a, ma) * variance(b, mb));
}

/** Ranks from 0; ties share their mean rank. @param {number[]} list */
function ranks(list) {
  const below = (/** @type {number} */ x) => list.filter((y) => y < x).length;
  const ties = (/** @type {number} */ x) => list.filter((y) => y === x).length;
  return list.map((x) => below(x) + (ties(x) - 1) / 2);
}

/** Spearman's rank correlation: 1 if `b` always rises with `a`, −1 if it always falls. @param {number[]} a @param {number[]} b */
export const trend = (a, b) => correlation(ranks(a), ranks(b));

/** The middle value, or the mean of the two. @param {number[]} list */
export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}
