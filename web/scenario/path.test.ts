import { describe, expect, test } from 'vitest';
import { small } from '../worker/testing/fake-engine';
import { algorithmChange, channelChange, freshId, removal } from './change';
import { diff, patch } from './diff';
import { atTime, withEdits } from './effective';
import { applyEdits, getPath, isCosmetic, sameSimulation, setInSource, setPath } from './path';

describe('setPath', () => {
  test('names things in lists by id and shares what does not change', () => {
    const next = setPath(small, '/links/core/forward/queue/params/limitPackets', 20);
    expect(getPath(next, '/links/core/forward/queue/params/limitPackets')).toBe(20);
    expect(next.links[0]).toBe(small.links[0]);
    expect(next.nodes).toBe(small.nodes);
    expect(small.links[1]?.forward.queue?.params?.limitPackets).toBe(40);
  });

  test('the same value gives the same document', () => {
    expect(setPath(small, '/seed', 1)).toBe(small);
  });

  test('null removes, a new id adds, a missing object comes into being', () => {
    expect(setPath(small, '/flows/f1', null).flows).toEqual([]);
    expect(setPath(small, '/flows/f1/stopS', null)).toBe(small);
    expect(setPath(small, '/nodes/h3', { id: 'h3', kind: 'host' }).nodes).toHaveLength(4);
    expect(setPath(small, '/flows/f1/params/beta', 0.5).flows[0]?.params).toEqual({ beta: 0.5 });
    expect(
      'stopS' in (setPath(setPath(small, '/flows/f1/stopS', 4), '/flows/f1/stopS', null).flows[0] ?? {}),
    ).toBe(false);
  });

  test('refuses places that do not exist, and prototypes', () => {
    expect(() => setPath(small, '/flows/f9/algorithm', 'x')).toThrow();
    expect(() => setPath(small, '/flows/f9', null)).toThrow();
    expect(() => setPath(small, '/nodes/h3', { id: 'h4', kind: 'host' })).toThrow();
    expect(() => setPath(small, '/seed/x', 1)).toThrow();
    expect(() => setPath(small, 'seed', 1)).toThrow();
    expect(() => setPath(small, '/__proto__/polluted', 1)).toThrow();
    expect(() => setPath(small, '/constructor/prototype/polluted', 1)).toThrow();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('timed edits', () => {
  const edited = withEdits(small, [
    { atS: 5, path: '/nodes/h3', value: { id: 'h3', kind: 'host', x: 1, y: 1 } },
    { atS: 2, path: '/flows/f1/algorithm', value: 'cubic' },
  ]);

  test('are kept in order of time, behind those of the same time', () => {
    const more = withEdits(edited, [{ atS: 2, path: '/flows/f1/algorithm', value: 'vegas' }]);
    expect(more.edits?.map((e) => [e.atS, e.value])).toMatchObject([
      [2, 'cubic'],
      [2, 'vegas'],
      [5, { id: 'h3' }],
    ]);
  });

  test('show from their moment on', () => {
    expect(atTime(edited, 1.9)).toEqual({ shown: edited, applied: 0 });
    expect(atTime(edited, 2).shown.flows[0]?.algorithm).toBe('cubic');
    expect(atTime(edited, 9).shown.nodes).toHaveLength(4);
  });

  test('one that no longer fits is left out', () => {
    const edits = [
      { path: '/flows/gone/algorithm', value: 'x' },
      { path: '/seed', value: 5 },
      { path: '/flows/f1/algorithm', value: 'cubic' },
    ];
    const { seed, flows } = applyEdits(small, edits);
    expect([seed, flows[0]?.algorithm]).toEqual([small.seed, 'cubic']);
  });

  test('a thing that an edit added is moved there', () => {
    const moved = setInSource(edited, '/nodes/h3/x', 70);
    expect(moved.edits?.find((e) => e.path === '/nodes/h3')?.value).toMatchObject({ x: 70 });
    expect(setInSource(edited, '/nodes/h1/x', 9).nodes[0]?.x).toBe(9);
  });

  test('a new thing is added, and one that an edit added goes with all that was done to it', () => {
    const h9 = { id: 'h9', kind: 'host' };
    expect(setInSource(edited, '/nodes/h9', h9).nodes.at(-1)).toEqual(h9);
    const moved = setInSource(edited, '/nodes/h3/x', 70);
    const gone = setInSource(moved, '/nodes/h3', null);
    expect(gone.edits?.filter((e) => e.path.startsWith('/nodes/h3'))).toEqual([]);
    expect(gone.nodes).toBe(edited.nodes);
    expect(setInSource(edited, '/nodes/none', null)).toBe(edited);
    expect(setInSource({ ...small, notes: 'Words' }, '/notes', null).notes).toBe('');
  });
});

test('looks are no input of the simulation', () => {
  expect(isCosmetic('/nodes/h1/x')).toBe(true);
  expect(isCosmetic('/notes')).toBe(true);
  expect(isCosmetic('/nodes/h1')).toBe(false);
  expect(isCosmetic('/flows/f1/algorithm')).toBe(false);
  expect(sameSimulation(small, setPath(setPath(small, '/nodes/h1/x', 5), '/title', 'other'))).toBe(true);
  expect(sameSimulation(small, setPath(small, '/seed', 2))).toBe(false);
});

describe('changes', () => {
  test('a node goes after what hangs on it', () => {
    const changes = removal(small, 'node', 'h1');
    expect(changes.map((c) => c.path)).toEqual(['/flows/f1', '/links/in', '/nodes/h1']);
    expect(changes.reduce((d, c) => setPath(d, c.path, c.value), small).nodes).toHaveLength(2);
  });

  test('ids are never given twice', () => {
    const gone = withEdits(small, [{ atS: 1, path: '/nodes/h3', value: null }]);
    expect(freshId(small, 'h')).toBe('h3');
    expect(freshId(gone, 'h')).toBe('h4');
  });

  test('another algorithm starts from its own defaults', () => {
    const flow = { id: 'f1', from: 'h1', to: 'h2', algorithm: 'vegas' as const, params: { alpha: 1 } };
    expect(algorithmChange(flow, null, 'reno')).toEqual([
      { path: '/flows/f1/params', value: {} },
      { path: '/flows/f1/algorithm', value: 'reno' },
    ]);
  });

  test('a backward channel comes into being when it is to differ', () => {
    const link = small.links[1] as (typeof small.links)[number];
    expect(channelChange(link, 'forward', ['rateMbps'], 5).path).toBe('/links/core/forward/rateMbps');
    const { path, value } = channelChange(link, 'backward', ['queue', 'params', 'limitPackets'], 7);
    const now = setPath(small, path, value).links[1];
    expect(now?.backward).toEqual({
      ...link.forward,
      queue: { kind: 'droptail', params: { limitPackets: 7 } },
    });
    expect(now?.forward).toBe(link.forward);
  });
});

describe('diff', () => {
  test('finds what makes one document out of the other', () => {
    let to = setPath(small, '/links/core/forward/queue/params/limitPackets', 20);
    to = setPath(to, '/flows/f2', { id: 'f2', from: 'h1', to: 'h2', algorithm: 'cubic' });
    to = setPath(to, '/nodes/r1/name', 'Core');
    to = withEdits(to, [{ atS: 3, path: '/seed', value: 1 }]);
    const changes = diff(small, to);
    expect(changes).toHaveLength(4);
    expect(patch(small, changes ?? [])).toEqual(to);
  });

  test('finds removals, and gives up on another order', () => {
    expect(diff(small, setPath(small, '/links/in', null))).toEqual([{ path: '/links/in', value: null }]);
    expect(diff(small, { ...small, nodes: [...small.nodes].reverse() })).toBeNull();
    expect(diff(small, small)).toEqual([]);
  });
});
