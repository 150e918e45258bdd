import { useDocument, useSession } from '../../store';
import { session } from '../../store/session';
import { later } from '../../ui/later';
import { Inspector } from '../inspector/Inspector';
import { sideTexts as t } from './texts';

// Most scenarios have no lesson.
const Lesson = later(() => import('../lesson').then((m) => m.default), {
  what: t.lessonPart,
  waiting: <div className="progress" role="progressbar" aria-label={t.loadingTheLesson} />,
});

export const useHasLesson = (): boolean => useDocument((d) => d.lesson !== undefined && d.lesson !== null);

/** The column beside the plots: the lesson, or what is selected. */
export function Side() {
  const lesson = useHasLesson();
  const side = useSession((s) => s.side);
  if (!lesson) return <Inspector />;
  return (
    <div className="side-column">
      <fieldset className="side-choice" aria-label={t.besideThePlots}>
        {SIDES.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={side === id}
            onClick={() => session.setState({ side: id })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {side === 'lesson' ? <LessonPanel /> : <Inspector />}
    </div>
  );
}

const SIDES = [
  { id: 'lesson', name: t.lesson },
  { id: 'inspector', name: t.inspector },
] as const;

/** The lesson by itself, loaded when there is one. */
export function LessonPanel() {
  return <Lesson />;
}
