/** A reader's progress as suspend data of a course system: JSON, compressed like the payload of a link, within a limit. */
import type { Lesson } from '../../../generated/types';
import { checksum, decodePayload, encodePayload } from '../../../scenario/payload';
import { type Progress, restoreNaN } from '../progress';

const lessonChecksum = (lesson: Lesson) => checksum(new TextEncoder().encode(JSON.stringify(lesson)));

/** Rounds curves to three digits, which is finer than a pixel. */
const roundCurves = (_: string, value: unknown) =>
  Array.isArray(value) && value.every((v) => v === null || typeof v === 'number')
    ? value.map((v) => (v === null ? null : Number(Number(v).toPrecision(3))))
    : value;

/** What is left out, step by step, to fit into the limit. Curves appear again with the next answer; sketches are only for viewing. */
const REDUCTIONS: readonly ((progress: Progress) => Progress)[] = [
  (progress) => progress,
  (progress) => ({ ...progress, curves: {} }),
  ({ guesses, ...progress }) => ({
    ...progress,
    guesses: {},
    curves: {},
    answered: levelSketches(progress.answered),
  }),
];

function levelSketches(answered: Progress['answered']): Progress['answered'] {
  const flat = Object.entries(answered).map(([step, answer]) => [
    step,
    answer.guess.kind === 'sketch' ? { ...answer, guess: { kind: 'sketch', values: [] } } : answer,
  ]);
  return Object.fromEntries(flat);
}

/** Returns null if even the shortest form is too long. */
export async function writeSuspended(
  lesson: Lesson,
  progress: Progress,
  limit: number,
): Promise<string | null> {
  for (const part of REDUCTIONS) {
    const text = await encodePayload(
      JSON.stringify({ lesson: lessonChecksum(lesson), progress: part(progress) }, roundCurves),
    );
    if (text.length <= limit) return text;
  }
  return null;
}

/** Reads progress, which is returned only for its own lesson; null if it cannot be read. */
export async function readSuspended(text: string): Promise<((lesson: Lesson) => Progress | null) | null> {
  if (text === '') return null;
  try {
    const { lesson: of, progress } = JSON.parse(await decodePayload(text)) as {
      lesson: string;
      progress: Progress;
    };
    return (lesson) => (lessonChecksum(lesson) === of ? restoreNaN(progress) : null);
  } catch {
    return null;
  }
}
