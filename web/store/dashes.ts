/** Dash patterns in px, by index. Together with the colours of tokens.css they distinguish flows, and series of a figure. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [9, 3],
  [3, 2.5],
  [12, 3, 2, 3],
  [6, 2.5],
  [2, 2],
  [12, 3, 2, 3, 2, 3],
  [5, 5],
  [9, 2, 4, 2],
  [1.5, 3],
];
