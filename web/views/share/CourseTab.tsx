import { useState } from 'react';
import { formatValue } from '../../drawing/format';
import { useDocument } from '../../store';
import { failedFile } from '../../store/load-errors';
import { fileName, saveBlob } from '../../store/save';
import type { CoursePackage } from '../../store/standalone';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { NumberInput } from '../../ui/NumberInput';
import { Toggle } from '../../ui/Toggle';
import { courseTabTexts as t } from './texts';

const standardChoices = () =>
  [
    { id: '1.2', name: 'SCORM 1.2', hint: t.hint12 },
    { id: '2004', name: 'SCORM 2004', hint: t.hint2004 },
  ] as const;

const DEFAULT_PACKAGE: CoursePackage = { standard: '1.2', pass: 0.6, once: true };

/** Saves the lesson as a course package. */
export function CourseTab() {
  const [course, setCourse] = useState(DEFAULT_PACKAGE);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const title = useDocument((d) => d.title) || t.lesson;
  const set = (change: Partial<CoursePackage>) => setCourse({ ...course, ...change });
  const save = async () => {
    setBusy(true);
    try {
      const { makePackage } = await import('./course-package');
      const made = await makePackage(course, title);
      const name = `${fileName(title)}-scorm-${course.standard}.zip`;
      if (made) saveBlob(name, made);
      setMessage(made ? t.saved(name, formatValue(made.size / 1e6, 1)) : t.noPageFile);
    } catch (error) {
      setMessage(failedFile(error) ?? (error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="share-course">
      <p>{t.about}</p>
      <div className="builder-row">
        <span>{t.standard}</span>
        <Choice
          label={t.standard}
          value={course.standard}
          options={standardChoices()}
          onChange={(standard) => set({ standard: standard as CoursePackage['standard'] })}
        />
      </div>
      <div className="builder-row">
        <span>{t.pass}</span>
        <NumberInput
          label={t.pass}
          value={course.pass === null ? null : Math.round(100 * course.pass)}
          min={0}
          max={100}
          emptiable
          placeholder={t.noPass}
          onCommit={(percent) => set({ pass: percent === null ? null : percent / 100 })}
        />
      </div>
      <p className="secondary">{t.passHelp}</p>
      <Toggle label={t.once} value={course.once} onChange={(once) => set({ once })} />
      <p className="secondary">{t.reports}</p>
      <div className="share-actions">
        <button type="button" className="button filled" disabled={busy} onClick={() => void save()}>
          <Icon name="download" />
          {t.download}
        </button>
        <span className="secondary" role="status">
          {message}
        </span>
      </div>
    </div>
  );
}
