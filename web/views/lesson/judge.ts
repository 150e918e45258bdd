/** Guesses, and what is to be said of them. */
import type { Question, Sketch } from '../../generated/types';
import { formatVariable } from '../plots/format';

export type Guess =
  | { kind: 'choice'; option: number }
  | { kind: 'number'; value: number }
  /** Values at `timesOf` the sketch; null where nothing is drawn. */
  | { kind: 'sketch'; values: (number | null)[] };

export interface Verdict {
  right: boolean;
  /** What was right, or how far the guess was from it. */
  words: string;
}

/** Points of a sketch. */
export const POINTS = 41;

/** The moments at which a sketch has values, s. */
export function timesOf({ fromS, toS }: Sketch): number[] {
  return Array.from({ length: POINTS }, (_, i) => fromS + ((toS - fromS) * i) / (POINTS - 1));
}

/** Whether there is enough of a guess to be judged. */
export function isComplete(guess: Guess | undefined): guess is Guess {
  if (!guess) return false;
  if (guess.kind === 'number') return Number.isFinite(guess.value);
  return guess.kind === 'choice' || guess.values.some((v) => v !== null);
}

/**
 * The verdict on a guess.
 * @param curve the simulated curve at the sketch's times (NaN: none there); undefined before it is known
 * @param fromS up to here the curve was shown beforehand
 */
export function judge(
  question: Question,
  guess: Guess,
  curve?: readonly number[],
  fromS = Number.NEGATIVE_INFINITY,
): Verdict | null {
  if (guess.kind === 'choice') {
    const right = question.options?.[guess.option]?.right ?? false;
    return { right, words: right ? 'Right.' : 'Not so.' };
  }
  if (guess.kind === 'number') {
    if (!question.number) return null;
    const { value, tolerance, unit } = question.number;
    const right = Math.abs(guess.value - value) <= tolerance;
    const answer = `${formatVariable(value)}${unit ? ` ${unit}` : ''}`;
    return { right, words: right ? `Right: ${answer}.` : `It is ${answer}.` };
  }
  if (!question.sketch || !curve) return null;
  const away = distance(question.sketch, guess.values, curve, fromS);
  if (away === null) return null;
  const right = away <= (question.sketch.tolerance ?? 0);
  const percent = `${Math.round(100 * away)} % of the axis`;
  return { right, words: `${right ? 'Close' : 'Not close'}: on average ${percent} from the curve.` };
}

/** Mean distance of a sketch from the curve after `fromS`, as a part of the axis; null where they have no moment in common. */
function distance(
  sketch: Sketch,
  values: readonly (number | null)[],
  curve: readonly number[],
  fromS: number,
): number | null {
  const within = (v: number) => Math.min(sketch.max, Math.max(0, v));
  const apart = timesOf(sketch).flatMap((t, i) => {
    const drawn = values[i] ?? null;
    const real = curve[i] ?? Number.NaN;
    return t <= fromS || drawn === null || Number.isNaN(real) ? [] : [Math.abs(within(drawn) - within(real))];
  });
  if (apart.length === 0) return null;
  return apart.reduce((a, b) => a + b, 0) / apart.length / sketch.max;
}

/** A guess in words. */
export function guessWords(question: Question, guess: Guess): string {
  if (guess.kind === 'choice') return question.options?.[guess.option]?.text ?? '';
  if (guess.kind === 'number')
    return `${formatVariable(guess.value)}${question.number?.unit ? ` ${question.number.unit}` : ''}`;
  return 'a curve';
}
