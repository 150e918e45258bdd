/** Reports a lesson to the course system around the page: score, status, each answer, the time spent, and the progress to resume from. */
import type { Lesson } from '../../../generated/types';
import { coursePackage } from '../../../store/standalone';
import { type Progress, storeProgressIn } from '../progress';
import { type Lms, openSession } from './api';
import {
  answerOf,
  checkOf,
  duration,
  type Elements,
  gradeElements,
  gradeOf,
  type Interaction,
  identifier,
  interactionElements,
  namesOf,
  SUSPEND_DATA,
  SUSPEND_LIMIT,
} from './model';
import { course } from './state';
import { readSuspended, writeSuspended } from './suspend';

/** Typed text is sent after a pause of this length, ms. */
const TYPING_PAUSE_MS = 1000;

/** Opens the session with the course system, before a lesson is opened. */
export async function connectCourse(): Promise<void> {
  const own = coursePackage();
  if (!own) return;
  const { standard, pass, once } = own;
  const lms = openSession(standard);
  if (!lms) {
    // Answers are stored in this browser.
    course.setState({ once, link: 'absent' });
    return;
  }
  const begun = performance.now();
  addEventListener('pagehide', () => {
    lms.set(namesOf(standard).sessionTime, duration(standard, (performance.now() - begun) / 1000));
    lms.commit();
    lms.end();
  });
  // A page restored from the back/forward cache has lost its session.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  const suspended = await readSuspended(lms.get(SUSPEND_DATA));
  const mode = lms.get(namesOf(standard).mode);
  const silent = mode === 'review' || mode === 'browse';
  course.setState({ once, link: silent ? 'none' : 'connected' });
  storeProgressIn(courseStore(lms, begun, pass, silent, suspended ?? (() => null)));
}

function courseStore(
  lms: Lms,
  begun: number,
  pass: number | null,
  silent: boolean,
  suspended: (lesson: Lesson) => Progress | null,
) {
  const { standard } = lms;
  const names = namesOf(standard);
  let own: string | null = null;
  let before: Progress | null = null;
  /** When the reader began to think about the answer. */
  let since = performance.now();
  let interactions = Number(lms.get('cmi.interactions._count')) || 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const send = (elements: Elements): boolean =>
    elements.map(([element, value]) => lms.set(element, value)).every(Boolean);

  /** Reports new answers. Course systems of SCORM 1.2 need not support interactions. */
  const sendAnswers = ({ steps }: Lesson, { answered, tried }: Progress): boolean => {
    const found: Interaction[] = steps.flatMap((step) => {
      const answer = answered[step.id];
      const fresh = answer && answer !== before?.answered[step.id] ? [answerOf(standard, step, answer)] : [];
      const checks = (step.checks ?? []).flatMap((check) => {
        const id = `${step.id}/${check.id}`;
        const own = tried[id];
        return own && own !== before?.tried[id] ? [checkOf(standard, step, check, own)] : [];
      });
      return [...fresh, ...checks];
    });
    const latencyS = (performance.now() - since) / 1000;
    for (const interaction of found) {
      if (send(interactionElements(standard, interactions, interaction, new Date(), latencyS)))
        interactions += 1;
      since = performance.now();
    }
    return found.length > 0;
  };

  const sendState = async (lesson: Lesson, progress: Progress): Promise<void> => {
    const text = await writeSuspended(lesson, progress, SUSPEND_LIMIT[standard]);
    // The reader has moved on in the meantime.
    if (progress !== before) return;
    const grade = gradeOf(lesson, progress);
    const taken = send([
      ...gradeElements(standard, grade, pass),
      [names.location, identifier(lesson.steps[progress.place]?.id ?? 'summary')],
      [names.exit, 'suspend'],
      [names.sessionTime, duration(standard, (performance.now() - begun) / 1000)],
      ...(text === null ? [] : [[SUSPEND_DATA, text] as const]),
    ]);
    const kept = lms.commit();
    course.setState({ link: taken && kept ? 'connected' : 'refused', score: grade.score });
  };

  return {
    load(lesson: Lesson): Progress | null {
      // Another lesson opened in the package does not belong to the course.
      own ??= JSON.stringify(lesson);
      if (JSON.stringify(lesson) !== own) return null;
      const name = lms.get(names.learner);
      const fresh = { place: 0, guesses: {}, answered: {}, curves: {}, tried: {}, name };
      before = suspended(lesson) ?? fresh;
      return { ...before, name: before.name || name };
    },
    save(lesson: Lesson, progress: Progress): void {
      if (silent || JSON.stringify(lesson) !== own) return;
      const moved = progress.place !== before?.place;
      const answered = sendAnswers(lesson, progress);
      if (moved) since = performance.now();
      before = progress;
      clearTimeout(waiting);
      waiting = setTimeout(() => void sendState(lesson, progress), answered || moved ? 0 : TYPING_PAUSE_MS);
    },
  };
}
