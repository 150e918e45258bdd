import { describe, expect, test } from 'vitest';
import type { Scenario } from '../generated/types';
import { small } from '../worker/testing/fake-engine';
import { algorithmChange, channelChange, freshId, removal } from './change';
import { diff, patch } from './diff';
import { branchSource, scenarioAt, withEdits } from './effective';
import { applyEdits, getPath, isCosmetic, sameSimulation, setInSource, setPath } from './path';

describe('setPath', () => {
  test('finds list items by id and shares unchanged parts', () => {
    const next = setPath(small, '/links/core/forward/queue/params/limitPackets', 20);
    expect(getPath(next, '/links/core/forward/queue/params/limitPackets')).toBe(20);
    expect(next.links[0]).toBe(small.links[0]);
    expect(next.nodes).toBe(small.nodes);
    expect(small.links[1]?.forward.queue?.params?.limitPackets).toBe(40);
  });

  test('setting the same value returns the same document', () => {
    expect(setPath(small, '/seed', 1)).toBe(small);
  });

  test('null removes, a new id adds, and missing objects are created', () => {
    expect(setPath(small, '/flows/f1', null).flows).toEqual([]);
    expect(setPath(small, '/flows/f1/stopS', null)).toBe(small);
    expect(setPath(small, '/nodes/h3', { id: 'h3', kind: 'host' }).nodes).toHaveLength(4);
    expect(setPath(small, '/flows/f1/params/beta', 0.5).flows[0]?.params).toEqual({ beta: 0.5 });
    expect(
      'stopS' in (setPath(setPath(small, '/flows/f1/stopS', 4), '/flows/f1/stopS', null).flows[0] ?? {}),
    ).toBe(false);
  });

  test('refuses paths that do not exist, and prototypes', () => {
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

  test('are kept in order of time, after those of the same time', () => {
    const more = withEdits(edited, [{ atS: 2, path: '/flows/f1/algorithm', value: 'vegas' }]);
    expect(more.edits?.map((e) => [e.atS, e.value])).toMatchObject([
      [2, 'cubic'],
      [2, 'vegas'],
      [5, { id: 'h3' }],
    ]);
  });

  test('apply from their time on', () => {
    expect(scenarioAt(edited, 1.9)).toEqual({ shown: edited, applied: 0 });
    expect(scenarioAt(edited, 2).shown.flows[0]?.algorithm).toBe('cubic');
    expect(scenarioAt(edited, 9).shown.nodes).toHaveLength(4);
  });

  test('that no longer apply are left out', () => {
    const edits = [
      { path: '/flows/gone/algorithm', value: 'x' },
      { path: '/seed', value: 5 },
      { path: '/flows/f1/algorithm', value: 'cubic' },
    ];
    const { seed, flows } = applyEdits(small, edits);
    expect([seed, flows[0]?.algorithm]).toEqual([small.seed, 'cubic']);
  });

  test('moving a node that an edit added changes the edit', () => {
    const moved = setInSource(edited, '/nodes/h3/x', 70);
    expect(moved.edits?.find((e) => e.path === '/nodes/h3')?.value).toMatchObject({ x: 70 });
    expect(setInSource(edited, '/nodes/h1/x', 9).nodes[0]?.x).toBe(9);
  });

  test('a new node is added, and removing one that an edit added also removes the edits of it', () => {
    const h9 = { id: 'h9', kind: 'host' };
    expect(setInSource(edited, '/nodes/h9', h9).nodes.at(-1)).toEqual(h9);
    const moved = setInSource(edited, '/nodes/h3/x', 70);
    const gone = setInSource(moved, '/nodes/h3', null);
    expect(gone.edits?.filter((e) => e.path.startsWith('/nodes/h3'))).toEqual([]);
    expect(gone.nodes).toBe(edited.nodes);
    expect(setInSource(edited, '/nodes/none', null)).toBe(edited);
    expect(setInSource({ ...small, notes: 'Words' }, '/notes', null).notes).toBe('');
  });

  test('a link to a node that an edit added becomes an edit of the same time', () => {
    const later = { atS: 9, path: '/seed', value: 2 };
    const added = { ...edited, edits: [...(edited.edits ?? []), later] };
    const link = { id: 'new', a: 'h1', b: 'h3', forward: { rateMbps: 1, delayMs: 1 } };
    const linked = setInSource(added, '/links/new', link);
    expect(linked.links).toBe(added.links);
    const place = linked.edits?.findIndex((e) => e.path === '/links/new') ?? -1;
    const { atS } = linked.edits?.find((e) => e.path === '/nodes/h3') ?? {};
    expect(linked.edits?.[place]).toEqual({ atS, path: '/links/new', value: link });
    expect(linked.edits?.slice(place + 1).every((e) => e.atS >= (atS ?? 0))).toBe(true);
    // One between nodes that are there from the start is there from the start, too.
    expect(setInSource(added, '/links/new', { ...link, b: 'h2' }).links.at(-1)?.id).toBe('new');
  });

  test('a new version of a controller from the start is not followed by earlier ones', () => {
    const version = (script: string) => ({ id: 'own', name: 'Own', script });
    const taken = { atS: 1, path: '/flows/f1/algorithm', value: 'own' };
    const added: Scenario = {
      ...small,
      edits: [
        { atS: 1, path: '/controllers', value: [version('1')] },
        taken,
        { atS: 2, path: '/controllers/own', value: version('2') },
        { atS: 3, path: '/controllers/own/script', value: '3' },
      ],
    };
    const changed = setInSource(added, '/controllers/own', version('4'));
    expect(changed.controllers).toEqual([version('4')]);
    expect(changed.edits).toEqual([{ atS: 1, path: '/controllers', value: [version('4')] }, taken]);
    expect(setInSource(small, '/controllers/own', version('1')).controllers).toEqual([version('1')]);
  });
});

test('cosmetic values are not part of the simulation', () => {
  expect(isCosmetic('/nodes/h1/x')).toBe(true);
  expect(isCosmetic('/notes')).toBe(true);
  expect(isCosmetic('/nodes/h1')).toBe(false);
  expect(isCosmetic('/flows/f1/algorithm')).toBe(false);
  expect(sameSimulation(small, setPath(setPath(small, '/nodes/h1/x', 5), '/title', 'other'))).toBe(true);
  expect(sameSimulation(small, setPath(small, '/seed', 2))).toBe(false);
});

test('a branch keeps titles, names and positions that changed after the run began', () => {
  const h9 = { id: 'h9', kind: 'host', name: '', x: 0 };
  const begun = withEdits(small, [
    { atS: 1, path: '/nodes/h9', value: h9 },
    { atS: 5, path: '/seed', value: 7 },
  ]);
  const now = ['/title', '/nodes/h9/name'].reduce((d, path) => setInSource(d, path, 'Mine'), begun);
  const changed = { atS: 3, path: '/flows/f1/algorithm', value: 'reno' };
  const branch = branchSource(now, [...(begun.edits ?? []).slice(0, 1), changed]);
  expect(branch.title).toBe('Mine');
  expect(branch.edits).toEqual([{ atS: 1, path: '/nodes/h9', value: { ...h9, name: 'Mine' } }, changed]);
});

describe('changes', () => {
  test('a node is removed after what depends on it', () => {
    const changes = removal(small, 'node', 'h1');
    expect(changes.map((c) => c.path)).toEqual(['/flows/f1', '/links/in', '/nodes/h1']);
    expect(changes.reduce((d, c) => setPath(d, c.path, c.value), small).nodes).toHaveLength(2);
  });

  test('ids are never reused', () => {
    const gone = withEdits(small, [{ atS: 1, path: '/nodes/h3', value: null }]);
    expect(freshId(small, 'h')).toBe('h3');
    expect(freshId(gone, 'h')).toBe('h4');
  });

  test('changing the algorithm resets its parameters to defaults', () => {
    const flow = { id: 'f1', from: 'h1', to: 'h2', algorithm: 'vegas' as const, params: { alpha: 1 } };
    expect(algorithmChange(flow, null, 'reno')).toEqual([
      { path: '/flows/f1/params', value: {} },
      { path: '/flows/f1/algorithm', value: 'reno' },
    ]);
  });

  test('a backward channel is created once it differs', () => {
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
  test('finds the changes from one document to the other', () => {
    let to = setPath(small, '/links/core/forward/queue/params/limitPackets', 20);
    to = setPath(to, '/flows/f2', { id: 'f2', from: 'h1', to: 'h2', algorithm: 'cubic' });
    to = setPath(to, '/nodes/r1/name', 'Core');
    to = withEdits(to, [{ atS: 3, path: '/seed', value: 1 }]);
    const changes = diff(small, to);
    expect(changes).toHaveLength(4);
    expect(patch(small, changes ?? [])).toEqual(to);
  });

  test('finds removals, and gives up on a changed order', () => {
    expect(diff(small, setPath(small, '/links/in', null))).toEqual([{ path: '/links/in', value: null }]);
    expect(diff(small, { ...small, nodes: [...small.nodes].reverse() })).toBeNull();
    expect(diff(small, small)).toEqual([]);
  });
});
