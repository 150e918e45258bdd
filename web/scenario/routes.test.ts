import { expect, test } from 'vitest';
import { small } from '../worker/testing/fake-engine';
import { setPath } from './path';
import { flowsWithoutRoute } from './routes';

test('a flow has a route while links connect its hosts, in whichever direction they were drawn', () => {
  expect(flowsWithoutRoute(small)).toEqual([]);
  const turned = {
    ...small,
    links: small.links.map((link, i) => (i === 0 ? { ...link, a: link.b, b: link.a } : link)),
  };
  expect(flowsWithoutRoute(turned)).toEqual([]);
  expect(flowsWithoutRoute(setPath(small, '/links/core', null))).toEqual(['f1']);
  const other = { id: 'spare', a: 'h1', b: small.links[1]?.b ?? '', forward: small.links[0]?.forward };
  expect(flowsWithoutRoute(setPath(setPath(small, '/links/spare', other), '/links/core', null))).toEqual([]);
});

test('a flow without one of its hosts has no route', () => {
  expect(flowsWithoutRoute({ ...small, nodes: small.nodes.filter(({ id }) => id !== 'h1') })).toEqual(['f1']);
});
