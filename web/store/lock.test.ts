import { afterEach, describe, expect, test } from 'vitest';
import type { Scenario } from '../generated/types';
import { small } from '../worker/testing/fake-engine';
import { defaultEmbed, readEmbed, writeEmbed } from './embed-options';
import { type Allow, mayChange, mayFork, mayStepHistory } from './lock';
import { session } from './session';

const allow = (value: Allow) => session.setState({ allow: value });
const some = (...paths: string[]) => allow({ kind: 'some', paths });
const may = (path: string, value: unknown) => mayChange(small, [{ path, value }]);
const flow = small.flows[0]?.id ?? '';

afterEach(() => allow({ kind: 'everything' }));

describe('what may be changed', () => {
  test('an embed allows everything or nothing', () => {
    expect([may('/seed', 9), mayFork()]).toEqual([true, true]);
    allow({ kind: 'play' });
    expect([may('/seed', 9), may('/title', 'x'), mayFork()]).toEqual([false, false, false]);
  });

  test('an embed allows some paths and what is below them, judged by what differs', () => {
    some('/links/core/forward/queue');
    expect(may('/links/core/forward/queue/params/limitPackets', 7)).toBe(true);
    expect(may('/links/core/forward/rateMbps', 7)).toBe(false);
    // A parent may be set if nothing else in it changes.
    const { forward } = small.links.find((l) => l.id === 'core') as Scenario['links'][number];
    const queue = { kind: 'droptail', params: { limitPackets: 3 } };
    expect(may('/links/core/forward', { ...forward, queue })).toBe(true);
    expect(may('/links/core/forward', { ...forward, queue, delayMs: 1 })).toBe(false);
    expect(may('/links/core', null)).toBe(false);
    expect(may('/links/core/forward/queuekind', 'x')).toBe(false);
    expect(may('/nowhere/at/all', 1)).toBe(false);
  });

  test('an open path may add the backward channel of a link', () => {
    some('/links/core/backward/rateMbps');
    const { forward } = small.links.find((l) => l.id === 'core') as Scenario['links'][number];
    expect(may('/links/core/backward', { ...forward, rateMbps: 1 })).toBe(true);
    expect(may('/links/core/backward', { ...forward, rateMbps: 1, delayMs: 1 })).toBe(false);
  });

  test('an open algorithm may be changed along with its parameters, but they may not change alone', () => {
    some(`/flows/${flow}/algorithm`);
    const params = { path: `/flows/${flow}/params`, value: { alpha: 2 } };
    expect(mayChange(small, [params, { path: `/flows/${flow}/algorithm`, value: 'vegas' }])).toBe(true);
    expect(mayChange(small, [params])).toBe(false);
  });

  test('history only leads over changes of open paths', () => {
    some('/links/core/forward/rateMbps');
    const edited = (path: string): Scenario => ({ ...small, edits: [{ atS: 1, path, value: 1 }] });
    expect(mayStepHistory(edited('/links/core/forward/rateMbps'), small)).toBe(true);
    expect(mayStepHistory(small, edited('/links/core/forward/rateMbps'))).toBe(true);
    expect(mayStepHistory(edited('/links/core/forward/delayMs'), small)).toBe(false);
    expect(mayStepHistory({ ...small, seed: 99 }, small)).toBe(false);
  });
});

describe('options of an embed', () => {
  test('the options of an embed are read back from the address', () => {
    const options = {
      panels: ['plots', 'time'] as const,
      allow: { kind: 'some' as const, paths: ['/links/a,b/forward/rateMbps', '/seed'] },
      slider: '/links/a,b/forward/rateMbps',
      theme: 'dark' as const,
      language: 'de' as const,
      decimals: 'comma' as const,
      origins: ['https://course.example'],
    };
    expect(readEmbed(`#g=x${writeEmbed(options)}`)).toEqual(options);
    expect(writeEmbed(defaultEmbed)).toBe('&embed=1');
    expect(readEmbed('#g=x&embed=1')).toEqual(defaultEmbed);
  });

  test('a value of `allow` that cannot be read unlocks nothing', () => {
    for (const text of ['all', '', '/', 'links/core', 'Everything', 'none,everything'])
      expect(readEmbed(`#g=x&embed=1&allow=${text}`).allow).toEqual({ kind: 'play' });
  });
});
