import { expect, test } from 'vitest';
import { coveredBy } from './covered';

test('a hidden window covers every plot and table that tells it', () => {
  expect(coveredBy({ hide: ['cwnd'] })).toEqual(['cwnd', 'phase', 'variables', 'results']);
});

test('a plot that the step shows stays', () => {
  expect(coveredBy({ hide: ['cwnd'], plots: ['variables'] })).toEqual(['cwnd', 'phase', 'results']);
});

test('a plot that the step shows and hides is hidden', () => {
  expect(coveredBy({ hide: ['phase', 'cwnd'], plots: ['phase', 'cwnd'] })).toContain('phase');
});

test('a step that hides nothing, or the network alone, covers no results', () => {
  expect(coveredBy(undefined)).toEqual([]);
  expect(coveredBy({ hide: ['topology'] })).toEqual(['topology']);
});
