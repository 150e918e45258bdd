import { expect, test } from 'vitest';
import { obstacleText } from './obstacles';

const at = (pointer: string, problem: string) => ({ pointer, problem, expected: '' });

test('each thing without a fluid form is named once, in one sentence', () => {
  const tfrc = at('/flows/0/algorithm', 'TFRC has no fluid form');
  expect(obstacleText([tfrc])).toBe('TFRC has no fluid form');
  expect(
    obstacleText([
      tfrc,
      at('/flows/1/algorithm', 'RAP has no fluid form'),
      tfrc,
      at('', 'CoDel has no fluid form'),
    ]),
  ).toBe('TFRC, RAP and CoDel have no fluid form');
});

test('the path in a problem is left out', () => {
  expect(obstacleText([at('/links/0/forward/trace', 'has no fluid form')])).toBe('trace has no fluid form');
  expect(obstacleText([at('/edits/0', 'RAP has no fluid form at /flows/1/algorithm')])).toBe(
    'RAP has no fluid form',
  );
  expect(obstacleText([at('/seed', 'is bad')])).toBe('is bad');
});
