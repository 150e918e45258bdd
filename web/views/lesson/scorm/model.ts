/** The elements of the SCORM 1.2 (RTE, 3.4) and SCORM 2004 (RTE, 4.2) data models that are reported to a course system. */
import type { Check, Lesson, LessonStep, Question } from '../../../generated/types';
import { withoutPaths } from '../../../scenario/named-parameters';
import type { Standard } from '../../../store/standalone';
import { timesOf } from '../judge';
import type { Progress } from '../progress';
import type { Answered, Seen, Tried } from '../summary';

/** Pairs of element name and value. */
export type Elements = readonly (readonly [string, string])[];

const NAMES = {
  '1.2': {
    location: 'cmi.core.lesson_location',
    score: 'cmi.core.score',
    exit: 'cmi.core.exit',
    sessionTime: 'cmi.core.session_time',
    learner: 'cmi.core.student_name',
    mode: 'cmi.core.lesson_mode',
    response: 'student_response',
    time: 'time',
  },
  2004: {
    location: 'cmi.location',
    score: 'cmi.score',
    exit: 'cmi.exit',
    sessionTime: 'cmi.session_time',
    learner: 'cmi.learner_name',
    mode: 'cmi.mode',
    response: 'learner_response',
    time: 'timestamp',
  },
} as const;

export const namesOf = (standard: Standard) => NAMES[standard];

export const SUSPEND_DATA = 'cmi.suspend_data';
/** Characters of suspend data that every course system must store (1.2: RTE, 3.4.4; 2004: RTE, 4.2.23). */
export const SUSPEND_LIMIT: Record<Standard, number> = { '1.2': 4096, 2004: 64_000 };
/** Characters of the learner's response in an interaction. */
const RESPONSE_LIMIT: Record<Standard, number> = { '1.2': 255, 2004: 4000 };
const DESCRIPTION_LIMIT = 250;

/** A reader's score and completion. */
export interface Grade {
  /** Share of correct answers and completed tasks, 0 … 1; null if the lesson has neither questions nor tasks. */
  score: number | null;
  /** Share of questions answered and tasks tried, 0 … 1. */
  done: number;
  /** Whether every question has been answered and every task tried; in a lesson without any, whether the summary has been reached. */
  complete: boolean;
}

/** Only checks that are tasks count: others hold whatever the reader does. */
export function gradeOf({ steps }: Lesson, { place, answered, tried }: Progress): Grade {
  const questions = steps.flatMap(({ id, question }) => (question ? [answered[id]] : []));
  const tasks = steps.flatMap(({ id, checks = [] }) =>
    checks.flatMap((check) => (check.task ? [tried[`${id}/${check.id}`]] : [])),
  );
  const all = questions.length + tasks.length;
  const done = [...questions, ...tasks].filter(Boolean).length;
  const right = questions.filter((a) => a?.verdict?.right).length + tasks.filter((a) => a?.holds).length;
  if (all === 0)
    return { score: null, done: Math.min(1, place / steps.length), complete: place >= steps.length };
  return { score: right / all, done: done / all, complete: done === all };
}

/** Score and status. @param pass the passing score, 0 … 1; null if there is none */
export function gradeElements(standard: Standard, grade: Grade, pass: number | null): Elements {
  const { score, done, complete } = grade;
  const passed = !complete || score === null || pass === null ? null : score >= pass;
  const percent = score === null ? null : String(Number((100 * score).toFixed(2)));
  const name = NAMES[standard].score;
  const raw: Elements =
    percent === null
      ? []
      : [
          [`${name}.min`, '0'],
          [`${name}.max`, '100'],
          [`${name}.raw`, percent],
        ];
  if (standard === '1.2') {
    const finished = passed === null ? 'completed' : passed ? 'passed' : 'failed';
    return [...raw, ['cmi.core.lesson_status', complete ? finished : 'incomplete']];
  }
  return [
    ...raw,
    ...(score === null ? [] : [['cmi.score.scaled', String(Number(score.toFixed(4)))] as const]),
    ['cmi.progress_measure', String(Number(done.toFixed(4)))],
    ['cmi.completion_status', complete ? 'completed' : 'incomplete'],
    ['cmi.success_status', passed === null ? 'unknown' : passed ? 'passed' : 'failed'],
  ];
}

/** The report of an answer or a check. */
export interface Interaction {
  id: string;
  type: 'choice' | 'numeric' | 'sketch';
  response: string;
  /** Patterns of correct responses; empty if the standard has none for the type. */
  correct: readonly string[];
  result: 'correct' | 'incorrect' | 'neutral';
  /** Zero if it does not count towards the score. */
  weighting: number;
  description: string;
  seen: Seen;
}

const letter = (option: number) => String.fromCharCode(97 + option);
/** Formats a number with at most seven significant digits (2004: real(10,7)) and without an exponent. */
const realNumber = (value: number) => {
  const short = String(Number(value.toPrecision(7)));
  return short.includes('e') ? value.toFixed(7) : short;
};

export function answerOf(standard: Standard, step: LessonStep, answer: Answered): Interaction {
  const { guess, verdict } = answer;
  const question = step.question as Question;
  const common = {
    id: identifier(step.id),
    result: verdict ? (verdict.right ? 'correct' : 'incorrect') : 'neutral',
    weighting: 1,
    description: question.ask,
    seen: answer,
  } as const;
  if (guess.kind === 'choice') {
    const correct = (question.options ?? []).flatMap((option, i) => (option.right ? [letter(i)] : []));
    return { ...common, type: 'choice', response: letter(guess.option), correct };
  }
  if (guess.kind === 'number') {
    const { value, tolerance } = question.number ?? { value: 0, tolerance: 0 };
    const correct =
      standard === '1.2'
        ? [realNumber(value)]
        : [`${realNumber(value - tolerance)}[:]${realNumber(value + tolerance)}`];
    return { ...common, type: 'numeric', response: realNumber(guess.value), correct };
  }
  const times = question.sketch ? timesOf(question.sketch) : [];
  return {
    ...common,
    type: 'sketch',
    response: sketchText(times, guess.values, RESPONSE_LIMIT[standard]),
    correct: [],
  };
}

export function checkOf(standard: Standard, step: LessonStep, check: Check, tried: Tried): Interaction {
  const { is, value } = check.claim;
  const bound = realNumber(value);
  return {
    id: `${identifier(step.id)}.${identifier(check.id)}`,
    type: 'numeric',
    response: tried.value === null ? '' : realNumber(tried.value),
    correct: standard === '1.2' ? [] : [is === 'above' ? `${bound}[:]` : `[:]${bound}`],
    result: tried.holds ? 'correct' : 'incorrect',
    weighting: check.task ? 1 : 0,
    description: withoutPaths(check.text),
    seen: tried,
  };
}

/** Points of a curve as `time:value`, thinned out to fit into a limit. */
function sketchText(times: readonly number[], values: readonly (number | null)[], limit: number): string {
  const points = times.flatMap((time, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [`${Number(time.toPrecision(4))}:${Number(value.toPrecision(3))}`];
  });
  for (let every = 1; ; every *= 2) {
    const text = points.filter((_, i) => i % every === 0).join(' ');
    if (text.length <= limit) return text;
  }
}

/** An id of characters that both standards allow. */
export const identifier = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_');

/** @param n the number of interactions that the course system already has */
export function interactionElements(
  standard: Standard,
  n: number,
  { id, type, response, correct, result, weighting, description, seen }: Interaction,
  at: Date,
  latencyS: number,
): Elements {
  const modern = standard === '2004';
  const names = NAMES[standard];
  const words = { choice: 'choice', numeric: 'numeric', sketch: modern ? 'other' : 'performance' }[type];
  const place = `cmi.interactions.${n}`;
  return [
    [`${place}.id`, id],
    [`${place}.type`, words],
    // The digest of the run that the answer refers to, and the simulated time that it had reached.
    [`${place}.objectives.0.id`, `run-${seen.digest}-at-${Number(seen.atS.toFixed(3))}s`],
    [`${place}.${names.time}`, modern ? `${at.toISOString().slice(0, -2)}Z` : timeOfDay(at)],
    [`${place}.weighting`, String(weighting)],
    ...correct.map((pattern, i) => [`${place}.correct_responses.${i}.pattern`, pattern] as const),
    ...(response === '' ? [] : [[`${place}.${names.response}`, response] as const]),
    [`${place}.result`, modern || result !== 'incorrect' ? result : 'wrong'],
    [`${place}.latency`, duration(standard, latencyS)],
    ...(modern
      ? [[`${place}.description`, description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_LIMIT)] as const]
      : []),
  ];
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** HH:MM:SS */
const timeOfDay = (at: Date) => [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');

/** 1.2: HHHH:MM:SS.SS; 2004: a duration of ISO 8601. */
export function duration(standard: Standard, seconds: number): string {
  if (standard === '2004') return `PT${Number(seconds.toFixed(2))}S`;
  const hundredths = Math.round(100 * Math.min(seconds, 9999 * 3600));
  const whole = Math.floor(hundredths / 100);
  const hours = String(Math.floor(whole / 3600)).padStart(4, '0');
  return `${hours}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}.${twoDigits(hundredths % 100)}`;
}
