import { expect, test } from 'vitest';
import { linkName } from './names';

const link = (id: string, a: string, b: string) => ({ id, a, b, forward: { rateMbps: 1, delayMs: 1 } });
const nodes = [
  { id: 'r1', kind: 'router' as const, name: 'Left' },
  { id: 'r2', kind: 'router' as const },
  { id: 'r3', kind: 'router' as const },
];

test('a link is called by its nodes, with its id where another connects the same ones', () => {
  const links = [link('core', 'r1', 'r2'), link('a', 'r2', 'r3'), link('b', 'r3', 'r2')];
  const names = links.map(({ id }) => linkName({ nodes, links }, id));
  expect(names).toEqual(['Left – r2', 'r2 – r3 (a)', 'r3 – r2 (b)']);
  expect(linkName({ nodes, links }, 'gone')).toBe('gone');
});
