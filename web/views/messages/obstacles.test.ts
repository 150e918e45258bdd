import { expect, test } from 'vitest';
import { obstacleWords } from './obstacles';

const at = (pointer: string, problem: string) => ({ pointer, problem, expected: '' });

test('what has no fluid form is named once, in one sentence', () => {
  const tfrc = at('/flows/0/algorithm', 'TFRC has no fluid form');
  expect(obstacleWords([tfrc])).toBe('TFRC has no fluid form');
  expect(
    obstacleWords([
      tfrc,
      at('/flows/1/algorithm', 'RAP has no fluid form'),
      tfrc,
      at('', 'CoDel has no fluid form'),
    ]),
  ).toBe('TFRC, RAP and CoDel have no fluid form');
});

test('a problem may name its thing by its place, and say where it is', () => {
  expect(obstacleWords([at('/links/0/forward/trace', 'has no fluid form')])).toBe('trace has no fluid form');
  expect(obstacleWords([at('/edits/0', 'RAP has no fluid form at /flows/1/algorithm')])).toBe(
    'RAP has no fluid form',
  );
  expect(obstacleWords([at('/seed', 'is bad')])).toBe('is bad');
});
