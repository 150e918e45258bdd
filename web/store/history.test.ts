import { beforeEach, describe, expect, test } from 'vitest';
import type { Listen } from '../runner/runner';
import { small } from '../worker/testing/fake-engine';
import { branches, listedBranches } from './branches';
import { seekTo } from './connection';
import { documentStore } from './document';
import { drawBranch, edit, followHistory, fork, redo, removeBranch, undo } from './edit-actions';
import { latestFrame } from './frames';
import { pause, play } from './run-actions';
import { session } from './session';
import { BUFFER, beginAnew, openSmall, pass, say } from './testing/run';

followHistory();

const source = () => documentStore.getState().source;

beforeEach(beginAnew);

/** A fork at one second of a run of two, by a change of the buffer. */
function forkBySeeking(): void {
  play();
  pass(2000);
  seekTo(1);
  pass(200);
  edit(BUFFER, 20);
  pass(200);
}

test('a fork begins at the pinned crosshair, which the page shows, and the run goes on from there', () => {
  play();
  pass(2000);
  session.setState({ cursor: 1, cursorPinned: true });
  fork();
  pass(400);
  const { list, active } = branches.getState();
  expect(list.map((b) => b.atS)).toEqual([0, 1]);
  expect(active).toBe(list[1]?.run);
  expect(session.getState().cursorPinned).toBe(false);
  expect(latestFrame()?.now).toBeGreaterThan(1);
});

describe('the curves of an undone fork', () => {
  const behind = () => latestFrame()?.others.map((b) => b.run);

  const listed = () => listedBranches(branches.getState().list).map((b) => b.run);

  test('are not drawn, and its branch is not listed, until it is redone', () => {
    forkBySeeking();
    const { list, active } = branches.getState();
    expect(list).toHaveLength(2);
    const main = list[0]?.run ?? -1;
    expect(behind()).toEqual([main]);
    undo();
    pass(200);
    expect(branches.getState().active).toBe(main);
    expect(behind()).toEqual([]);
    expect(listed()).toEqual([main]);
    redo();
    pass(200);
    expect(branches.getState().active).toBe(active);
    expect(behind()).toEqual([main]);
    expect(listed()).toEqual([main, active]);
  });

  test('go with its branch once it cannot be redone', async () => {
    forkBySeeking();
    const { list, active } = branches.getState();
    const main = list[0]?.run ?? -1;
    undo();
    pass(200);
    fork();
    pass(200);
    await Promise.resolve();
    const now = branches.getState();
    expect(now.list.map((b) => b.run)).toEqual([main, now.active]);
    expect(now.active).not.toBe(active);
  });

  test('of a fork without a change stay when the first change in it is undone', () => {
    play();
    pass(1000);
    fork();
    pass(200);
    const onFork = () => {
      const { list, active } = branches.getState();
      return list.find((b) => b.run === active)?.parent !== null;
    };
    expect(onFork()).toBe(true);
    edit(BUFFER, 20);
    pass(200);
    undo();
    pass(200);
    expect(onFork()).toBe(true);
    expect(listed()).toHaveLength(2);
    undo();
    pass(200);
    expect(onFork()).toBe(false);
    expect(listed()).toHaveLength(1);
    redo();
    pass(200);
    expect(onFork()).toBe(true);
    redo();
    pass(200);
    expect(source().edits).toMatchObject([{ path: BUFFER, value: 20 }]);
    expect(listed()).toHaveLength(2);
  });

  test('of a redone fork stay', async () => {
    forkBySeeking();
    const { list } = branches.getState();
    undo();
    pass(200);
    redo();
    await Promise.resolve();
    pass(200);
    expect(listed()).toEqual(list.map((b) => b.run));
    drawBranch(list[0]?.run ?? -1, false);
    pass(200);
    expect(behind()).toEqual([]);
    drawBranch(list[0]?.run ?? -1, true);
    pass(200);
    removeBranch(list[0]?.run ?? -1);
    pass(200);
    expect(behind()).toEqual([]);
  });
});

describe('steps of history that are faster than the engine', () => {
  let held: Parameters<Listen>[0][] | null = null;
  const deliver = () => {
    for (const message of held?.splice(0) ?? []) say(message);
    pass(5);
  };

  /** Main, a fork with two changes, and a second fork of it with one. */
  function withForks(): void {
    openSmall((message) => {
      held?.push(message);
      return held !== null;
    });
    forkBySeeking();
    edit(BUFFER, 15);
    pass(200);
    play();
    pass(500);
    pause();
    seekTo(1.2);
    pass(200);
    edit(BUFFER, 10);
    pass(200);
  }

  const tree = () => branches.getState().list.map(({ name, source }) => [name, source.edits ?? []]);
  const isRight = () => {
    const { list, active } = branches.getState();
    expect(list.find((b) => b.run === active)?.source).toEqual(source());
    expect(latestFrame()?.run).toBe(active);
    const before = latestFrame()?.now ?? 0;
    play();
    pass(100);
    expect(latestFrame()?.now).toBeGreaterThan(before);
    pause();
  };

  test.for([1, 2, 3, 4, 5, 6, 7, 8])('lead to the run of the document, in random order %i', (seed) => {
    withForks();
    const before = tree();
    expect(before).toHaveLength(3);
    let state = seed * 7919;
    const random = (n: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor(state / 65_536) % n;
    };
    held = [];
    for (let i = 0; i < 60; i += 1) {
      const what = random(5);
      if (what < 2) undo();
      else if (what < 4) redo();
      else deliver();
    }
    for (let i = 0; i < 4; i += 1) redo();
    while (held.length > 0) deliver();
    held = null;
    pass(500);
    isRight();
    expect(tree()).toEqual(before);
  });

  test('undo a change of the whole run that the engine has not answered', () => {
    withForks();
    held = [];
    edit('/seed', 7);
    undo();
    while (held.length > 0) deliver();
    held = null;
    pass(500);
    expect(source().seed).toBe(small.seed);
    isRight();
    redo();
    pass(500);
    expect(source().seed).toBe(7);
    isRight();
  });

  test('stay right if the last of several runs is refused', () => {
    withForks();
    held = [];
    undo();
    edit('/seed', 2);
    documentStore.setState((s) => ({ source: { ...s.source, title: 'bad' } }));
    edit('/durationS', 7);
    while (held.length > 0) deliver();
    held = null;
    pass(500);
    expect(branches.getState().active).toBe(latestFrame()?.run);
  });
});
