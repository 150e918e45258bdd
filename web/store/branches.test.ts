import { describe, expect, test, vi } from 'vitest';
import type { Scenario } from '../generated/types';
import {
  addBranch,
  type Branch,
  branches,
  deleteBranch,
  forkNames,
  nameForkAfter,
  resetBranches,
  shownFork,
} from './branches';

const branch = (more: Partial<Branch>): Branch => ({
  run: 1,
  name: 'Main',
  parent: null,
  atS: 0,
  source: {} as Scenario,
  drawn: true,
  ...more,
});
const fork = branch({ run: 2, name: 'buffer 120 → 40', parent: 1, atS: 24 });

describe('the fork on screen', () => {
  test('the fork on screen names both values of a change', () => {
    expect(forkNames(fork, branch({}))).toEqual({ own: 'buffer 40', other: 'buffer 120' });
    const removal = { ...fork, name: 'remove flow 2' };
    expect(forkNames(removal, branch({}))).toEqual({ own: 'remove flow 2', other: 'Main' });
    // Where the visitor has given a name, that stands.
    expect(forkNames(fork, branch({ name: 'As measured' })).other).toBe('As measured');
  });

  test('two algorithms of a flow are told apart by their names', () => {
    const flows = (algorithm: string) => [
      { id: 'f1', algorithm },
      { id: 'f2', algorithm: 'cubic' },
    ];
    const before = branch({ source: { flows: flows('cubic') } as Scenario });
    const edits = [{ atS: 24, path: '/flows/f1/algorithm', value: 'h-tcp' }];
    const after = { ...fork, name: 'CUBIC 1 → h-tcp', source: { flows: flows('cubic'), edits } as Scenario };
    expect(forkNames(after, before)).toEqual({ own: 'h-tcp', other: 'cubic' });
    // A change of the whole run is in no edit.
    const rerun = { ...after, atS: 0, source: { flows: flows('h-tcp') } as Scenario };
    expect(forkNames(rerun, before)).toEqual({ own: 'h-tcp', other: 'cubic' });
    // Later both have a third one.
    const third = { atS: 30, path: '/flows/f1/algorithm', value: 'bic' };
    const later = (b: Branch): Branch => ({
      ...b,
      source: { ...b.source, edits: [...(b.source.edits ?? []), third] },
    });
    expect(forkNames(later(after), later(before))).toEqual({ own: 'CUBIC 1 → h-tcp', other: 'Main' });
    expect(forkNames({ ...after, name: 'My idea' }, before)).toEqual({ own: 'My idea', other: 'Main' });
  });

  test('a branch whose value has changed again since the fork is called by its name', () => {
    const path = '/links/core/forward/queue/params/limitPackets';
    const edited = (b: Branch, ...changes: [atS: number, path: string, value: number][]): Branch => ({
      ...b,
      source: { edits: changes.map(([atS, path, value]) => ({ atS, path, value })) } as Scenario,
    });
    const own = edited(fork, [24, path, 40]);
    const names = (a: Branch, b: Branch) => forkNames(a, b);
    expect(names(own, edited(branch({}), [30, path, 200]))).toEqual({ own: 'buffer 40', other: 'Main' });
    expect(names(own, edited(branch({}), [12, path, 120], [30, '/seed', 2])).other).toBe('buffer 120');
    expect(names(edited(fork, [24, path, 40], [30, path, 20]), branch({}))).toEqual({
      own: 'buffer 120 → 40',
      other: 'buffer 120',
    });
  });

  test('a branch that was left is called by the value that named it', () => {
    const edits = [{ atS: 12, path: '/seed', value: 20 }];
    const left = branch({
      name: 'buffer 60 → 20',
      parent: 0,
      atS: 12,
      source: { edits } as unknown as Scenario,
    });
    expect(forkNames({ ...fork, name: 'remove flow 2' }, left).other).toBe('buffer 20');
  });

  test('the fork on screen is that of the active branch, if the branch that it left is drawn', () => {
    expect(shownFork({ list: [branch({}), fork], active: 2 })).toMatchObject({
      atS: 24,
      change: 'buffer 120 → 40',
      other: 1,
    });
    expect(shownFork({ list: [branch({ drawn: false }), fork], active: 2 })).toBeNull();
  });

  test('on the branch that was left, it is that of the branch that left it', () => {
    expect(shownFork({ list: [branch({}), fork], active: 1 })).toMatchObject({
      atS: 24,
      change: 'buffer 120 → 40',
      other: 2,
      names: { own: 'buffer 120', other: 'buffer 40' },
    });
    expect(shownFork({ list: [branch({}), { ...fork, drawn: false }], active: 1 })).toBeNull();
  });

  test('two branches that left the same one part at the earlier fork, and further ones are named as well', () => {
    const second = branch({ run: 3, name: 'remove flow 2', parent: 1, atS: 12 });
    const list = [branch({ drawn: false }), fork, second];
    expect(shownFork({ list, active: 2 })).toMatchObject({ atS: 12, change: 'remove flow 2', other: 3 });
    const all = [branch({}), fork, second];
    expect(shownFork({ list: all, active: 2 })).toMatchObject({ other: 1, fainter: ['remove flow 2'] });
  });

  test('after the branch between them has been removed, two branches are not called by a value that neither has', () => {
    const path = '/links/core/forward/queue/params/limitPackets';
    const withEdits = (b: Branch, ...edits: [atS: number, value: number][]): Branch => ({
      ...b,
      source: { edits: edits.map(([atS, value]) => ({ atS, path, value })) } as Scenario,
    });
    const middle = withEdits(branch({ run: 2, name: 'buffer 60 → 20', parent: 1, atS: 24 }), [24, 20]);
    const last = withEdits(
      branch({ run: 3, name: 'buffer 20 → 120', parent: 2, atS: 31 }),
      [24, 20],
      [31, 120],
    );
    branches.setState({ list: [branch({}), middle, last], active: 3 });
    deleteBranch(2);
    expect(shownFork(branches.getState())).toMatchObject({
      atS: 24,
      other: 1,
      names: { own: 'buffer 20 → 120', other: 'Main' },
    });
  });
});

test('two branches at most are drawn behind the one on screen', () => {
  resetBranches(1, {} as Scenario);
  for (const run of [2, 3, 4]) addBranch(run, {} as Scenario, run, `Fork ${run}`);
  const { list, active } = branches.getState();
  expect(active).toBe(4);
  expect(list.filter((b) => b.drawn).map((b) => b.run)).toEqual([2, 3, 4]);
});

describe('a fork without a name', () => {
  const nameOf = (run: number) => branches.getState().list.find((b) => b.run === run)?.name;
  const forked = (name: string) => {
    resetBranches(1, {} as Scenario);
    addBranch(2, {} as Scenario, 24, name);
  };

  test('an unnamed fork is called after its first change', () => {
    forked('Fork 1');
    nameForkAfter('buffer 120 → 40', 'limit', 24);
    nameForkAfter('rate 20 → 10', 'rate', 24);
    expect(nameOf(2)).toBe('buffer 120 → 40');
  });

  test('the name of a fork keeps the first value while a slider is dragged', () => {
    forked('Fork 1');
    for (const label of ['buffer 120 → 90', 'buffer 90 → 60', 'buffer 60 → 40'])
      nameForkAfter(label, 'limit', 24);
    expect(nameOf(2)).toBe('buffer 120 → 40');
  });

  test('so does the name of a fork that the first step of the drag has made', () => {
    resetBranches(1, {} as Scenario);
    addBranch(2, {} as Scenario, 24, 'buffer 120 → 90', 'limit');
    for (const label of ['buffer 90 → 60', 'buffer 60 → 40']) nameForkAfter(label, 'limit', 24);
    expect(nameOf(2)).toBe('buffer 120 → 40');
  });

  test('the same change later in the run has no part in it', () => {
    vi.useFakeTimers();
    forked('Fork 1');
    nameForkAfter('buffer 120 → 40', 'limit', 24);
    vi.advanceTimersByTime(5000);
    nameForkAfter('buffer 40 → 300', 'limit', 29);
    expect(nameOf(2)).toBe('buffer 120 → 40');
    nameForkAfter('buffer 40 → 60', 'limit', 24);
    expect(nameOf(2)).toBe('buffer 120 → 60');
    vi.useRealTimers();
  });

  test('a fork that has a name keeps it', () => {
    forked('Small buffer');
    nameForkAfter('buffer 120 → 40', 'limit', 24);
    expect(nameOf(2)).toBe('Small buffer');
    resetBranches(1, {} as Scenario);
    nameForkAfter('buffer 120 → 40', 'limit', 24);
    expect(nameOf(1)).toBe('Main');
  });
});
