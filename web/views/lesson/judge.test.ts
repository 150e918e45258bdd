import { expect, test } from 'vitest';
import type { LessonStep, Sketch } from '../../generated/types';
import { type Guess, isComplete, POINTS, timesOf } from './judge';

const sketch: Sketch = { series: 'cwnd', owner: 'f1', fromS: 0, toS: 20, max: 100, tolerance: 0.1 };
const step = (runToS: number): LessonStep => ({
  id: 's',
  stage: { runToS },
  question: { ask: '', sketch },
});
/** A sketch with values where `drawn` holds. */
const guess = (drawn: (time: number) => boolean): Guess => ({
  kind: 'sketch',
  values: timesOf(sketch).map((time) => (drawn(time) ? 50 : null)),
});

test('a sketch is complete if nearly all of it is drawn, not with a single point', () => {
  expect(timesOf(sketch)).toHaveLength(POINTS);
  expect(
    isComplete(
      guess((time) => time === 10),
      step(0),
    ),
  ).toBe(false);
  expect(
    isComplete(
      guess((time) => time > 4),
      step(0),
    ),
  ).toBe(false);
  expect(
    isComplete(
      guess((time) => time > 0 && time < 19),
      step(0),
    ),
  ).toBe(true);
});

test('the part of a sketch that the run has shown need not be drawn', () => {
  const later = guess((time) => time > 12);
  expect([isComplete(later, step(12)), isComplete(later, step(4))]).toEqual([true, false]);
});
