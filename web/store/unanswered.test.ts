import { beforeEach, expect, test, vi } from 'vitest';
import { initialRun, run } from './run';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** Another visit: only storage is left. */
async function visit() {
  vi.resetModules();
  return import('./unanswered');
}

beforeEach(() => {
  kept.clear();
  run.setState({ ...initialRun });
});

test('a document that gets frames is not recorded', async () => {
  const stamp = await visit();
  expect(stamp.begin('work a')).toBeUndefined();
  stamp.engineStarted();
  expect(kept.size).toBe(1);
  stamp.shown();
  stamp.answered(0);
  expect(kept.size).toBe(0);
});

test('a document that never got an answer is known at the next visit, until it gets past its start', async () => {
  let stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp = await visit();
  expect(stamp.begin('work b')).toBeUndefined();
  expect(stamp.begin('work a')).toEqual({ atS: -1, tries: 1 });
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(0);
  // It opens paused, so this frame says nothing yet.
  stamp = await visit();
  expect(stamp.begin('work a')).toEqual({ atS: 0, tries: 0 });
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(0.1);
  stamp = await visit();
  expect(stamp.begin('work a')).toBeUndefined();
});

test('a run that stopped responding has to get past that time', async () => {
  let stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(19);
  stamp.failedAt(20);
  stamp = await visit();
  expect(stamp.begin('work a')).toEqual({ atS: 20, tries: 0 });
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(19);
  expect(kept.size).toBe(1);
  stamp.answered(20.1);
  expect(kept.size).toBe(0);
});

test('frames of the open document say nothing about the one being opened', async () => {
  const stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(1);
  stamp.begin('work b');
  stamp.engineStarted();
  stamp.answered(2);
  expect(kept.size).toBe(1);
  // The engine refused it, so the document before is on screen again.
  stamp.refused();
  expect(kept.size).toBe(0);
  stamp.failedAt(3);
  expect([...kept.values()].join()).toContain('work a');
});

test('an engine that never loaded, or a page that is left at once, records nothing', async () => {
  let stamp = await visit();
  stamp.begin('work a');
  stamp.withdraw();
  expect(kept.size).toBe(0);
  stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp.leave();
  expect(kept.size).toBe(0);
});

test('the record is bounded, and invalid data in its place does no harm', async () => {
  kept.set('droptail.unanswered', '{"no":"list"}');
  const stamp = await visit();
  for (let i = 0; i < 50; i += 1) {
    stamp.begin(`work ${i}`);
    stamp.engineStarted();
  }
  expect(JSON.parse([...kept.values()][0] ?? '')).toHaveLength(20);
});
