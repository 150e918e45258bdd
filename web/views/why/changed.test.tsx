import { expect, test } from 'vitest';
import { formatPair } from './Changed';

test.each([
  [78.01, 39, ['78.01', '39']],
  // A window near its plateau grows by less than the default decimals show.
  [80.1231, 80.1239, ['80.123', '80.124']],
  [80.12, 80.12, ['80.12', '80.12']],
  [80.12, 80.12 + 1e-9, ['80.12', '80.12']],
  [null, 39, ['–', '39']],
])('%s and %s are distinguishable', (from, to, expected) => {
  expect(formatPair(from, to)).toEqual(expected);
});
