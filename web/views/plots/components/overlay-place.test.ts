import { expect, test } from 'vitest';
import { FORK_GAP, forkRoom, forkText } from './overlay-place';

const LEFT = 70;
const RIGHT = 800;
const TITLE_END = 160;
const roomAt = (x: number, wide: number) => forkRoom(x, forkText(x, LEFT, RIGHT, TITLE_END), wide);

test('the text of a fork takes the room behind the title, or before its line', () => {
  // Under the title it begins where the title ends.
  expect(roomAt(80, 100)).toEqual([80, TITLE_END + 100]);
  expect(roomAt(300, 100)).toEqual([300, 300 + 10 + 100]);
  expect(roomAt(700, 100)).toEqual([700 - FORK_GAP - 100, 700]);
  // It is cut off at the title, and at the end of the plots.
  expect(roomAt(500, 1000)).toEqual([TITLE_END, 500]);
  expect(roomAt(300, 1000)).toEqual([300, RIGHT]);
});
