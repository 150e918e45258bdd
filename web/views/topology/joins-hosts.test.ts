import { expect, test } from 'vitest';
import { joinsHosts } from './joins-hosts';

const nodes = [
  { id: 'h1', kind: 'host' },
  { id: 'h2', kind: 'host' },
  { id: 'r1', kind: 'router' },
  { id: 'r2', kind: 'router' },
] as const;
const links = (...pairs: string[]) => pairs.map((pair) => ({ a: pair.slice(0, 2), b: pair.slice(2) }));

test('links join two hosts if a path of them leads from one to the other', () => {
  expect(joinsHosts(nodes, [])).toBe(false);
  expect(joinsHosts(nodes, links('h1r1', 'h2r2'))).toBe(false);
  expect(joinsHosts(nodes, links('h1r1', 'r1r2'))).toBe(false);
  expect(joinsHosts(nodes, links('h1r1', 'h2r2', 'r2r1'))).toBe(true);
  expect(joinsHosts(nodes, links('h2h1'))).toBe(true);
});
