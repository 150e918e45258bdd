import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Lesson, Scenario } from '../../../generated/types';
import { manifest } from '../../share/manifest';
import { timesOf } from '../judge';
import type { Progress } from '../progress';
import { openSession } from './api';
import { answerOf, duration, gradeElements, gradeOf, interactionElements, SUSPEND_LIMIT } from './model';
import { readSuspended, writeSuspended } from './suspend';

const GALLERY = new URL('../../../../public/gallery/', import.meta.url);
const lessons = readdirSync(GALLERY)
  .filter((name) => name.startsWith('lesson-'))
  .map((name) => JSON.parse(readFileSync(new URL(name, GALLERY), 'utf8')) as Scenario);

/** Progress with every question answered and every check tried, and with random digests and drawings, which do not compress. */
function finishedProgress({ steps }: Lesson): Progress {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const digest = () => Array.from({ length: 16 }, () => Math.floor(16 * random()).toString(16)).join('');
  const progress: Progress = {
    place: 0,
    guesses: {},
    answered: {},
    curves: {},
    tried: {},
    name: 'Lovelace, Ada',
  };
  for (const { id, question, checks = [] } of steps) {
    const seen = () => ({ digest: digest(), atS: 100 * random() });
    if (question) {
      const { sketch } = question;
      const curve = () => (sketch ? timesOf(sketch).map(() => sketch.max * random()) : []);
      const guess = sketch
        ? ({ kind: 'sketch', values: curve() } as const)
        : question.number
          ? ({ kind: 'number', value: 100 * random() } as const)
          : ({ kind: 'choice', option: 0 } as const);
      if (sketch) progress.curves = { ...progress.curves, [id]: curve() };
      const verdict = {
        right: random() > 0.5,
        words: 'Close: the mean distance from the curve is 4 % of the axis.',
      };
      progress.guesses = { ...progress.guesses, [id]: guess };
      progress.answered = { ...progress.answered, [id]: { guess, verdict, ...seen() } };
    }
    for (const check of checks)
      progress.tried = {
        ...progress.tried,
        [`${id}/${check.id}`]: { value: random(), holds: true, ...seen() },
      };
  }
  return progress;
}

const smallLesson: Lesson = {
  steps: [
    { id: 'read' },
    { id: 'ask', question: { ask: 'Which?', options: [{ text: 'One' }, { text: 'Two', right: true }] } },
    {
      id: 'do',
      checks: [
        {
          id: 'task',
          text: 'Mend it.',
          task: true,
          claim: { of: { measure: 'jain', atS: 9 }, is: 'above', value: 0.9 },
        },
        {
          id: 'look',
          text: 'It is so.',
          claim: { of: { measure: 'jain', atS: 9 }, is: 'above', value: 0.1 },
        },
      ],
    },
  ],
};
const noProgress: Progress = { place: 0, guesses: {}, answered: {}, curves: {}, tried: {}, name: '' };
const seen = { digest: '0123456789abcdef', atS: 9 };
const correctAnswer = {
  guess: { kind: 'choice', option: 1 } as const,
  verdict: { right: true, words: '' },
  ...seen,
};
const checkHeld = { value: 0.95, holds: true, ...seen };

test('a score counts questions and tasks, and a lesson is complete once all have been tried', () => {
  expect(gradeOf(smallLesson, noProgress)).toEqual({ score: 0, done: 0, complete: false });
  const answered = { ...noProgress, answered: { ask: correctAnswer }, tried: { 'do/look': checkHeld } };
  expect(gradeOf(smallLesson, answered)).toEqual({ score: 0.5, done: 0.5, complete: false });
  const missed = { ...answered, tried: { 'do/task': { ...checkHeld, holds: false } } };
  expect(gradeOf(smallLesson, missed)).toEqual({ score: 0.5, done: 1, complete: true });
  const text: Lesson = { steps: [{ id: 'a' }, { id: 'b' }] };
  expect(gradeOf(text, { ...noProgress, place: 1 })).toEqual({ score: null, done: 0.5, complete: false });
  expect(gradeOf(text, { ...noProgress, place: 2 })).toEqual({ score: null, done: 1, complete: true });
});

test('the status is passed or failed only once the lesson is complete, and only with a passing score', () => {
  const status = (complete: boolean, pass: number | null) =>
    Object.fromEntries(gradeElements('1.2', { score: 0.5, done: 1, complete }, pass))[
      'cmi.core.lesson_status'
    ];
  expect(status(false, 0.5)).toBe('incomplete');
  expect(status(true, 0.5)).toBe('passed');
  expect(status(true, 0.6)).toBe('failed');
  expect(status(true, null)).toBe('completed');
  const modern = Object.fromEntries(gradeElements('2004', { score: 1 / 3, done: 1, complete: true }, 0.6));
  expect(modern).toMatchObject({
    'cmi.score.scaled': '0.3333',
    'cmi.score.raw': '33.33',
    'cmi.completion_status': 'completed',
    'cmi.success_status': 'failed',
  });
});

test('an interaction reports the answer, whether it is correct, and the run', () => {
  const step = smallLesson.steps[1];
  if (!step) throw new Error('no step');
  const at = new Date(Date.UTC(2026, 10, 25, 9, 5, 7, 250));
  const elements = (standard: '1.2' | '2004') =>
    Object.fromEntries(interactionElements(standard, 3, answerOf(standard, step, correctAnswer), at, 12.345));
  expect(elements('2004')).toEqual({
    'cmi.interactions.3.id': 'ask',
    'cmi.interactions.3.type': 'choice',
    'cmi.interactions.3.objectives.0.id': 'run-0123456789abcdef-at-9s',
    'cmi.interactions.3.timestamp': '2026-11-25T09:05:07.25Z',
    'cmi.interactions.3.weighting': '1',
    'cmi.interactions.3.correct_responses.0.pattern': 'b',
    'cmi.interactions.3.learner_response': 'b',
    'cmi.interactions.3.result': 'correct',
    'cmi.interactions.3.latency': 'PT12.35S',
    'cmi.interactions.3.description': 'Which?',
  });
  expect(elements('1.2')).toMatchObject({
    'cmi.interactions.3.student_response': 'b',
    'cmi.interactions.3.latency': '0000:00:12.35',
  });
});

test('times have the format of their standard', () => {
  expect(duration('1.2', 3 * 3600 + 25 * 60 + 59.999)).toBe('0003:26:00.00');
  expect(duration('2004', 75.1)).toBe('PT75.1S');
});

test('the progress of every lesson of the gallery fits into the suspend data of SCORM 1.2, with its curves', async () => {
  expect(lessons.length).toBeGreaterThan(10);
  for (const { lesson } of lessons) {
    if (!lesson) throw new Error('no lesson');
    const progress = finishedProgress(lesson);
    const text = await writeSuspended(lesson, progress, SUSPEND_LIMIT['1.2']);
    const read = (await readSuspended(text ?? ''))?.(lesson);
    expect(read?.answered).toMatchObject(
      Object.fromEntries(
        Object.entries(progress.answered).map(([id, { verdict, digest }]) => [id, { verdict, digest }]),
      ),
    );
    expect(Object.keys(read?.curves ?? {})).toEqual(Object.keys(progress.curves));
    expect(read?.name).toBe('Lovelace, Ada');
  }
});

test('suspend data that are too long are written without curves, and those of another lesson are not read', async () => {
  const { lesson } = lessons.find((l) => l.lesson?.steps.some((s) => s.question?.sketch)) ?? {};
  if (!lesson) throw new Error('no lesson with a sketch');
  const progress = finishedProgress(lesson);
  const whole = (await writeSuspended(lesson, progress, 64_000)) ?? '';
  const text = (await writeSuspended(lesson, progress, whole.length - 1)) ?? '';
  const read = await readSuspended(text);
  expect(read?.(lesson)?.curves).toEqual({});
  expect(Object.keys(read?.(lesson)?.answered ?? {})).toEqual(Object.keys(progress.answered));
  expect(read?.(smallLesson)).toBeNull();
  expect(await readSuspended('something else')).toBeNull();
  expect(await writeSuspended(lesson, progress, 10)).toBeNull();
});

test('a course system is found in a parent frame of the page or of its opener, past frames that cannot be read', () => {
  const calls = { LMSInitialize: () => 'true', LMSGetValue: (name: string) => `value of ${name}` };
  const top: Record<string, unknown> = { API: calls };
  top.parent = top;
  const foreign = Object.defineProperty({ parent: top }, 'API', {
    get: () => {
      throw new Error('Blocked a frame');
    },
  });
  const page = { parent: foreign };
  const open = (window: object) => openSession('1.2', window as Window);
  expect(open(page)?.get('cmi.core.student_name')).toBe('value of cmi.core.student_name');
  const alone: Record<string, unknown> = { opener: page };
  alone.parent = alone;
  expect(open(alone)).not.toBeNull();
  alone.opener = null;
  expect(open(alone)).toBeNull();
  expect(openSession('2004', page as unknown as Window)).toBeNull();
  calls.LMSInitialize = () => 'false';
  expect(open(page)).toBeNull();
});

test('a manifest escapes its title', () => {
  expect(manifest('1.2', 'A < B & "C"', '0a')).toContain('<title>A &lt; B &amp; "C"</title>');
});
