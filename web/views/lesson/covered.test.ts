import { expect, test } from 'vitest';
import { coveredPanels } from './covered';

test('hiding the window covers every plot and table that would reveal it', () => {
  expect(coveredPanels({ hide: ['cwnd'] })).toEqual([
    'cwnd',
    'phase',
    'variables',
    'flight',
    'sequence',
    'results',
  ]);
});

test('hiding the queue covers the losses at which it is full, and the delay that it causes', () => {
  expect(coveredPanels({ hide: ['queue'] })).toEqual([
    'queue',
    'losses',
    'rtt',
    'variables',
    'sequence',
    'plane',
    'synchronization',
    'results',
  ]);
});

test('a delay that the step shows beside the hidden queue is part of the question', () => {
  expect(coveredPanels({ hide: ['queue'], plots: ['queue', 'rtt'] })).not.toContain('rtt');
});

test('hiding the rates covers the windows, of which flows on one path have the same shares', () => {
  expect(coveredPanels({ hide: ['throughput'], plots: ['throughput', 'queue'] })).toContain('cwnd');
  expect(coveredPanels({ hide: ['throughput'], plots: ['throughput', 'cwnd'] })).not.toContain('cwnd');
});

test('hiding rates or delays covers the plot of both, and hiding rates the index of their fairness', () => {
  expect(coveredPanels({ hide: ['throughput'] })).toEqual(expect.arrayContaining(['plane', 'fairness']));
  expect(coveredPanels({ hide: ['rtt'] })).toContain('plane');
  expect(coveredPanels({ hide: ['throughput'], plots: ['fairness'] })).not.toContain('fairness');
});

test('a plot that the step shows stays visible', () => {
  expect(coveredPanels({ hide: ['cwnd'], plots: ['variables'] })).toEqual([
    'cwnd',
    'phase',
    'flight',
    'sequence',
    'results',
  ]);
});

test('a plot that the step shows and hides is hidden', () => {
  expect(coveredPanels({ hide: ['phase', 'cwnd'], plots: ['phase', 'cwnd'] })).toContain('phase');
});

test('a step that hides nothing, or only the network, covers no results', () => {
  expect(coveredPanels(undefined)).toEqual([]);
  expect(coveredPanels({ hide: ['topology'] })).toEqual(['topology']);
});
