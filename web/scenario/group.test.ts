import { expect, test } from 'vitest';
import { small } from '../worker/testing/fake-engine';
import { clipOf, clipText, countText, pasteClip, readClip, removals } from './group';
import { layOutNodes, placed } from './node-layout';
import { setPath } from './path';
import { fromTemplate, TEMPLATES, type Template } from './templates';

const templateOf = (id: string, flows: number) =>
  fromTemplate(
    TEMPLATES.find((t) => t.id === id) as Template,
    { flows, rateMbps: 20, rttMs: 60, bufferBdp: 1, algorithm: 'cubic', otherAlgorithm: '' },
    null,
  );
const dumbbell = templateOf('dumbbell', 2);
const apply = (d: typeof dumbbell, changes: readonly { path: string; value: unknown }[]) =>
  changes.reduce((r, c) => setPath(r, c.path, c.value), d);

test('removing several things removes what depends on them, each once, in an order that keeps the document valid', () => {
  const things = [
    { kind: 'node', id: 's1' },
    { kind: 'node', id: 'r1' },
    { kind: 'flow', id: 'f1' },
  ] as const;
  const paths = removals(dumbbell, things).map((c) => c.path);
  expect(paths).toEqual(['/flows/f1', '/links/in1', '/links/in2', '/links/core', '/nodes/s1', '/nodes/r1']);
});

test('copying a sender and its receiver copies their links and their flow', () => {
  const clip = clipOf(dumbbell, [
    { kind: 'node', id: 's1' },
    { kind: 'node', id: 'd1' },
  ]);
  const { changes, things } = pasteClip(dumbbell, clip, { x: 0, y: 40 }, 0);
  const grown = apply(dumbbell, changes);
  expect(things.map((t) => t.id)).toEqual(['s3', 'd3', 'in3', 'out3', 'f3']);
  expect(grown.links.slice(-2)).toMatchObject([
    { a: 's3', b: 'r1' },
    { a: 'r2', b: 'd3' },
  ]);
  expect(grown.flows.at(-1)).toMatchObject({ from: 's3', to: 'd3', algorithm: 'cubic' });
  expect(grown.nodes.find((n) => n.id === 's3')?.y).toBe((dumbbell.nodes[0]?.y ?? 0) + 40);
});

test('pasting only a flow adds another one between the same hosts, starting now', () => {
  const ending = setPath(dumbbell, '/flows/f2/stopS', 5);
  const clip = clipOf(ending, [{ kind: 'flow', id: 'f2' }]);
  const { changes } = pasteClip(ending, clip, { x: 0, y: 0 }, 12);
  expect(changes).toHaveLength(1);
  expect(changes[0]?.value).toMatchObject({ id: 'f3', from: 's2', to: 'd2', startS: 12 });
  expect(changes[0]?.value).not.toHaveProperty('stopS');
});

test('links and flows without ends in the document are left out', () => {
  const clip = clipOf(dumbbell, [{ kind: 'flow', id: 'f1' }]);
  expect(pasteClip({ ...dumbbell, nodes: [] }, clip, { x: 0, y: 0 }, 0).changes).toEqual([]);
});

test('a clip can be read from text, and other text is ignored', () => {
  const clip = clipOf(small, [{ kind: 'node', id: 'h1' }]);
  expect(readClip(clipText(clip))).toEqual(clip);
  for (const text of ['', 'hello', '{"nodes":[]}', '"droptail-network"', '{"droptail-network":2}'])
    expect(readClip(text)).toBeNull();
  expect(readClip('{"droptail-network":1,"nodes":[3,{"id":""},{"id":"a"}]}')).toEqual({
    nodes: [{ id: 'a' }],
    links: [],
    flows: [],
  });
});

test('counts as text', () => {
  expect(countText([{ kind: 'flow', id: 'a' }])).toBe('1 flow');
  expect(
    countText([
      { kind: 'flow', id: 'a' },
      { kind: 'node', id: 'b' },
      { kind: 'flow', id: 'c' },
    ]),
  ).toBe('1 node, 2 flows');
});

const pathOf = (ids: string) => ids.split(' ');

test('layout: a dumbbell is in layers, with senders left and receivers right, whatever it was before', async () => {
  const heap = dumbbell.nodes.map((n) => ({ ...n, x: 5, y: 5 }));
  const paths = [pathOf('s1 r1 r2 d1'), pathOf('s2 r1 r2 d2')];
  const places = new Map((await layOutNodes(heap, dumbbell.links, paths)).map((p) => [p.id, p]));
  const x = (id: string) => places.get(id)?.x ?? Number.NaN;
  expect([x('s1'), x('s2'), x('d1'), x('d2')]).toEqual([0, 0, 1000, 1000]);
  expect(x('r1')).toBeGreaterThan(x('s1'));
  expect(x('r2')).toBeGreaterThan(x('r1'));
  const y = (id: string) => places.get(id)?.y ?? Number.NaN;
  expect(y('r1')).toBe(y('r2'));
  expect(Math.abs(y('s1') - y('s2'))).toBeGreaterThanOrEqual(60);
  expect(y('s1')).toBeLessThan(y('s2'));
  expect(x('r2') - x('r1')).toBeGreaterThan(2 * x('r1'));
  // No links cross: receivers are in the order of their senders.
  expect(Math.sign(y('s1') - y('s2'))).toBe(Math.sign(y('d1') - y('d2')));
});

test('layout: a ring is laid out by forces, deterministically and without overlaps', async () => {
  const ring = templateOf('ring', 5);
  const ways = ring.flows.map((f) => [f.from, `r${f.from.slice(1)}`, `r${f.to.slice(1)}`, f.to]);
  const heap = ring.nodes.map((n) => ({ ...n, x: 0, y: 0 }));
  const places = await layOutNodes(heap, ring.links, ways);
  expect(await layOutNodes(heap, ring.links, ways)).toEqual(places);
  for (const a of places)
    for (const b of places) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40);
});

test('a scenario without places gets them along the ways of its flows', async () => {
  const bare = { ...dumbbell, nodes: dumbbell.nodes.map(({ id, kind }) => ({ id, kind })) };
  const { nodes } = await placed(bare);
  const x = new Map(nodes.map((n) => [n.id, n.x ?? 0]));
  for (const { from, to } of dumbbell.flows) expect(x.get(from)).toBeLessThan(x.get(to) ?? 0);
  expect(new Set(nodes.map((n) => `${n.x} ${n.y}`)).size).toBe(nodes.length);
});
