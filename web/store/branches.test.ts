import { describe, expect, test } from 'vitest';
import type { Scenario } from '../generated/types';
import { type Branch, shownFork, sidesOf } from './branches';

const branch = (more: Partial<Branch>): Branch => ({
  run: 1,
  name: 'Main',
  colour: 0,
  parent: null,
  atS: 0,
  source: {} as Scenario,
  drawn: true,
  ...more,
});
const fork = branch({ run: 2, name: 'buffer 120 → 40', parent: 1, atS: 24 });

describe('the fork on screen', () => {
  test('names both sides of a change', () => {
    expect(sidesOf('buffer 120 → 40', 'Main')).toEqual({ own: 'buffer 40', other: 'buffer 120' });
    expect(sidesOf('remove flow 2', 'Main')).toEqual({ own: 'remove flow 2', other: 'Main' });
  });

  test('is that of the branch on screen, where the one that it left is drawn', () => {
    expect(shownFork({ list: [branch({}), fork], active: 2 })).toMatchObject({
      atS: 24,
      change: 'buffer 120 → 40',
      other: 1,
    });
    expect(shownFork({ list: [branch({}), fork], active: 1 })).toBeNull();
    expect(shownFork({ list: [branch({ drawn: false }), fork], active: 2 })).toBeNull();
  });
});
