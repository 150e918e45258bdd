import { showSide, useDocument, useSide } from '../../store';
import { later } from '../../ui/later';
import { Inspector } from '../inspector/Inspector';
import { sideTexts as t } from './texts';

// Loaded on demand, since most scenarios have no lesson.
const Lesson = later(() => import('../lesson').then((m) => m.default), {
  what: () => t.lessonPart,
  waiting: () => <div className="progress" role="progressbar" aria-label={t.loadingTheLesson} />,
});

export const useHasLesson = (): boolean => useDocument((d) => d.lesson !== undefined && d.lesson !== null);

/** The column beside the plots, with the lesson or the inspector. */
export function Side() {
  const lesson = useHasLesson();
  const side = useSide();
  if (!lesson) return <Inspector />;
  return (
    <div className="side-column">
      <fieldset className="side-choice" aria-label={t.besideThePlots}>
        {sides().map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={side === id} onClick={() => showSide(id)}>
            {name}
          </button>
        ))}
      </fieldset>
      {side === 'lesson' ? <LessonPanel /> : <Inspector />}
    </div>
  );
}

const sides = () =>
  [
    { id: 'lesson', name: t.lesson },
    { id: 'inspector', name: t.inspector },
  ] as const;

/** The lesson alone, loaded if there is one. */
export function LessonPanel() {
  return <Lesson />;
}
