import { describe, expect, it } from 'vitest';
import { covarianceOf, meanOfPairs, moved, rhoText, tint } from './covariance';

const matrix = {
  flows: ['a', 'b', 'c'],
  rho: [
    [1, 0.5, null],
    [0.5, 1, -0.25],
    [null, -0.25, 1],
  ],
};

describe('covariance', () => {
  it('is taken from the results if they hold a square matrix', () => {
    expect(covarianceOf({ covariance: matrix })).toEqual(matrix);
    expect(covarianceOf({ covariance: { flows: ['a', 'b'], rho: [[1, 0]] } })).toBeNull();
    expect(covarianceOf({ covariance: { flows: ['a'], rho: [[1]] } })).toBeNull();
    expect(covarianceOf({})).toBeNull();
    expect(covarianceOf(null)).toBeNull();
  });

  it('has text and colour for each cell, and a dash where it is undefined', () => {
    expect([0.5, -0.254, -0.001, null].map(rhoText)).toEqual(['0.50', '−0.25', '0.00', '–']);
    expect(tint(0.5)).toEqual({ sign: 'plus', percent: 50 });
    expect(tint(-1.0000001)).toEqual({ sign: 'minus', percent: 100 });
    expect(tint(null)).toEqual({ sign: 'none', percent: 0 });
  });

  it('has a mean over all defined pairs', () => {
    expect(meanOfPairs(matrix)).toBeCloseTo(0.125);
    expect(
      meanOfPairs({
        flows: ['a', 'b'],
        rho: [
          [1, null],
          [null, 1],
        ],
      }),
    ).toBeNull();
  });

  it('is walked by keys, but not beyond its edge', () => {
    expect(moved('ArrowDown', [2, 1], 3)).toEqual([2, 1]);
    expect(moved('ArrowLeft', [2, 1], 3)).toEqual([2, 0]);
    expect(moved('End', [0, 0], 3)).toEqual([0, 2]);
    expect(moved('a', [0, 0], 3)).toBeNull();
  });
});
