import { beforeEach, expect, test, vi } from 'vitest';
import { initialRun, run } from './run';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** Another visit: nothing is left but what the browser keeps. */
async function visit() {
  vi.resetModules();
  return import('./stamp');
}

beforeEach(() => {
  kept.clear();
  run.setState({ ...initialRun });
});

test('what gets frames is not marked', async () => {
  const stamp = await visit();
  expect(stamp.begin('work a')).toBeUndefined();
  stamp.engineStarted();
  expect(kept.size).toBe(1);
  stamp.shown();
  stamp.answered(0);
  expect(kept.size).toBe(0);
});

test('what never answered is known at the next visit, until it gets past its start', async () => {
  let stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp = await visit();
  expect(stamp.begin('work b')).toBeUndefined();
  expect(stamp.begin('work a')).toEqual({ atS: -1, tries: 1 });
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(0);
  // It stands still: that says nothing yet.
  stamp = await visit();
  expect(stamp.begin('work a')).toEqual({ atS: 0, tries: 0 });
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(0.1);
  stamp = await visit();
  expect(stamp.begin('work a')).toBeUndefined();
});

test('a run that fell silent has to get past that moment', async () => {
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

test('frames of what is on screen say nothing of what is about to be opened', async () => {
  const stamp = await visit();
  stamp.begin('work a');
  stamp.engineStarted();
  stamp.shown();
  stamp.answered(1);
  stamp.begin('work b');
  stamp.engineStarted();
  stamp.answered(2);
  expect(kept.size).toBe(1);
  // Refused with an answer: what was open is what is on screen again.
  stamp.refused();
  expect(kept.size).toBe(0);
  stamp.failedAt(3);
  expect([...kept.values()].join()).toContain('work a');
});

test('an engine that never came, and a page that is left at once, mark nothing', async () => {
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

test('what is kept is bounded, and rubbish in its place is no obstacle', async () => {
  kept.set('droptail.unanswered', '{"no":"list"}');
  const stamp = await visit();
  for (let i = 0; i < 50; i += 1) {
    stamp.begin(`work ${i}`);
    stamp.engineStarted();
  }
  expect(JSON.parse([...kept.values()][0] ?? '')).toHaveLength(20);
});
