/** Guesses and the verdicts on them. */

import { formatVariable } from '../../drawing/format';
import type { LessonStep, Question, Sketch } from '../../generated/types';
import { questionTexts as t } from './texts';

export type Guess =
  | { kind: 'choice'; option: number }
  | { kind: 'number'; value: number }
  /** Values at the times that `timesOf` gives; null where nothing is drawn. */
  | { kind: 'sketch'; values: (number | null)[] };

export interface Verdict {
  right: boolean;
  /** The correct answer, or the error of the guess. */
  words: string;
}

/** Points of a sketch. */
export const POINTS = 41;

/** The times at which a sketch has values, s. */
export function timesOf({ fromS, toS }: Sketch): number[] {
  return Array.from({ length: POINTS }, (_, i) => fromS + ((toS - fromS) * i) / (POINTS - 1));
}

/** Index of the first time of a step's sketch that the reader draws: before it the run so far is shown. */
export function firstToDraw({ stage }: Pick<LessonStep, 'stage'>, sketch: Sketch): number {
  const untilS = Math.min(stage?.runToS ?? 0, sketch.toS);
  return timesOf(sketch).findIndex((time) => time > untilS);
}

/** The part of a sketch that is drawn, from 0 to 1. */
export function drawnShare(values: readonly (number | null)[], first: number): number {
  const open = values.slice(Math.max(0, first));
  return open.length > 0 ? open.filter((v) => v !== null).length / open.length : 1;
}

/** A hand may stop a little before the edge. Less than this part of a sketch says nothing about the curve. */
export const ENOUGH_DRAWN = 0.9;

/** Whether a step has a guess that is complete enough to be judged. */
export function isComplete(guess: Guess | undefined, step: LessonStep): guess is Guess {
  if (!guess) return false;
  if (guess.kind === 'number') return Number.isFinite(guess.value);
  const sketch = step.question?.sketch;
  if (guess.kind === 'choice' || !sketch) return guess.kind === 'choice';
  return drawnShare(guess.values, firstToDraw(step, sketch)) >= ENOUGH_DRAWN;
}

/**
 * The verdict on a guess.
 * @param curve the simulated curve at the sketch's times, NaN where it has no value; undefined if it is not known yet
 * @param fromS the end of the part of the curve that was given, s
 */
export function judge(
  question: Question,
  guess: Guess,
  curve?: readonly number[],
  fromS = Number.NEGATIVE_INFINITY,
): Verdict | null {
  if (guess.kind === 'choice') {
    const right = question.options?.[guess.option]?.right ?? false;
    return { right, words: right ? t.rightSentence : t.wrongSentence };
  }
  if (guess.kind === 'number') {
    if (!question.number) return null;
    const { value, tolerance, unit } = question.number;
    const right = Math.abs(guess.value - value) <= tolerance;
    const answer = `${formatVariable(value)}${unit ? ` ${unit}` : ''}`;
    return { right, words: right ? t.rightNumber(answer) : t.wrongNumber(answer) };
  }
  if (!question.sketch || !curve) return null;
  const error = sketchError(question.sketch, guess.values, curve, fromS);
  if (error === null) return null;
  const right = error <= (question.sketch.tolerance ?? 0);
  const percent = Math.round(100 * error);
  return { right, words: right ? t.close(percent) : t.notClose(percent) };
}

/** Mean absolute error of a sketch after `fromS`, as a share of the axis; null if sketch and curve have no time in common. */
function sketchError(
  sketch: Sketch,
  values: readonly (number | null)[],
  curve: readonly number[],
  fromS: number,
): number | null {
  const within = (v: number) => Math.min(sketch.max, Math.max(0, v));
  const distances = timesOf(sketch).flatMap((time, i) => {
    const drawn = values[i] ?? null;
    const real = curve[i] ?? Number.NaN;
    return time <= fromS || drawn === null || Number.isNaN(real)
      ? []
      : [Math.abs(within(drawn) - within(real))];
  });
  if (distances.length === 0) return null;
  return distances.reduce((a, b) => a + b, 0) / distances.length / sketch.max;
}

/** A guess as text. */
export function guessText(question: Question, guess: Guess): string {
  if (guess.kind === 'choice') return question.options?.[guess.option]?.text ?? '';
  if (guess.kind === 'number')
    return `${formatVariable(guess.value)}${question.number?.unit ? ` ${question.number.unit}` : ''}`;
  return t.aSketch;
}
