/**
 * Moves places in a column apart, as little as possible, in their order.
 * @param distance the least distance
 * @param from @param to the span that they stay in; if it is too short for all, the distances shrink
 * @returns the new places, in the given order
 */
export function apart(places: readonly number[], distance: number, from: number, to: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] as number) - (places[b] as number));
  const step = Math.min(distance, (to - from) / Math.max(1, places.length - 1));
  const moved = order.map((i) => places[i] as number);
  // Down from the top, then up from the bottom, so that what was pushed beyond the end comes back.
  moved.forEach((y, k) => {
    moved[k] = Math.max(y, k === 0 ? from : (moved[k - 1] as number) + step);
  });
  for (let k = moved.length - 1; k >= 0; k -= 1)
    moved[k] = Math.min(moved[k] as number, k === moved.length - 1 ? to : (moved[k + 1] as number) - step);
  const result = [...places];
  order.forEach((i, k) => {
    result[i] = moved[k] as number;
  });
  return result;
}
