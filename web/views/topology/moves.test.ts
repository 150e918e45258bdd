import { expect, test } from 'vitest';
import type { Node } from '../../generated/types';
import { movedTo, stepped } from './moves';

const nodes: Node[] = [
  { id: 'a', kind: 'host', x: 3, y: 4 },
  { id: 'b', kind: 'host', x: 103, y: 54 },
  { id: 'c', kind: 'host', x: 0, y: 0 },
];

test('a group moves together: the dragged node snaps to the grid, the others keep their distance', () => {
  expect(movedTo(nodes, new Set(['a', 'b']), 'a', 29, 51, true)).toEqual([
    { id: 'a', x: 20, y: 60 },
    { id: 'b', x: 120, y: 110 },
  ]);
  expect(movedTo(nodes, new Set(), 'c', 29, 51, false)).toEqual([{ id: 'c', x: 29, y: 51 }]);
  expect(movedTo(nodes, new Set(), 'gone', 1, 1, true)).toEqual([]);
});

test('arrow keys go from line to line of the grid, or by pixels', () => {
  expect(stepped(3, 1, 8, 1, true)).toBe(20);
  expect(stepped(20, 1, 8, 1, true)).toBe(40);
  expect(stepped(20, -1, 8, 1, true)).toBe(0);
  expect(stepped(3, -1, 8, 1, true)).toBe(0);
  expect(stepped(0, 1, 40, 0.5, true)).toBe(80);
  expect(stepped(3, -1, 8, 2, false)).toBe(-1);
  expect(stepped(3, 0, 8, 2, true)).toBe(3);
});
