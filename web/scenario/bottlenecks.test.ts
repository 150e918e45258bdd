import { describe, expect, it } from 'vitest';
import type { Directory } from '../generated/types';
import { bottlenecksOf } from './bottlenecks';

function network(rates: number[], paths: number[][]): Directory {
  const channels = rates.map(
    (rateMbps, i) => ({ id: `c${i}`, rateMbps }) as unknown as Directory['channels'][number],
  );
  const flows = paths.map(
    (path, i) => ({ id: `f${i}`, path, removed: false }) as unknown as Directory['flows'][number],
  );
  return { version: 1, durationS: 1, estimatedHops: 1, series: [], channels, flows };
}

const found = (...of: Parameters<typeof network>) => [...bottlenecksOf(network(...of))].sort();

describe('bottlenecks', () => {
  it('are the links that flows share, not every link of the same rate', () => {
    // Four access links as fast as the core that they share.
    expect(
      found(
        [100, 100, 100, 100, 100],
        [0, 1, 2, 3].map((c) => [c, 4]),
      ),
    ).toEqual([4]);
  });

  it('are the slowest link of a flow alone, and the first of equals', () => {
    expect(found([100, 20, 100], [[0, 1, 2]])).toEqual([1]);
    expect(found([100, 100], [[0, 1]])).toEqual([0]);
  });

  it('are each hop of a parking lot', () => {
    expect(found([10, 10, 10], [[0, 1, 2], [0], [1], [2]])).toEqual([0, 1, 2]);
  });

  it('limit the remaining flows once others are limited elsewhere', () => {
    // Bertsekas & Gallager: one flow gets 2 behind its own slow link, so the other fills the shared link with 8.
    expect(
      found(
        [2, 10, 100],
        [
          [0, 1],
          [1, 2],
        ],
      ),
    ).toEqual([0, 1]);
  });

  it('do not exist without flows, and are found if rates do not divide evenly', () => {
    expect(found([10], [])).toEqual([]);
    expect(found([0.1 + 0.2, 0.3], [[0, 1], [0, 1], [1]])).toEqual([1]);
  });
});
