import { useState } from 'react';
import { useStore } from 'zustand';
import type { Lesson } from '../../generated/types';
import { withoutPaths } from '../../scenario/named-parameters';
import { useCatalogue, useDocument, useSession } from '../../store';
import { fileName, saveBlob } from '../../store/save';
import { ConfirmButton } from '../../ui/ConfirmButton';
import { Icon } from '../../ui/Icon';
import { TextInput } from '../../ui/TextInput';
import { Markdown } from '../inspector/Notes';
import { guessText } from './judge';
import { quantityText } from './measure-names';
import { NextLesson } from './NextLesson';
import { course } from './scorm/state';
import { lessonStore } from './state';
import { scoreOf, summaryText } from './summary';
import { summaryTexts as t } from './texts';

/** Questions, answers and checks, to copy or download. */
export function Summary({ lesson, onRestart }: { lesson: Lesson; onRestart: () => void }) {
  const answered = useStore(lessonStore, (s) => s.answered);
  const tried = useStore(lessonStore, (s) => s.tried);
  const name = useStore(lessonStore, (s) => s.name);
  const { link, once, score: sent } = useStore(course);
  const title = useDocument((d) => d.title ?? '');
  const embedded = useSession((s) => s.embed);
  const version = useCatalogue()?.modelVersion;
  const [message, setMessage] = useState('');
  const score = scoreOf(lesson, answered, tried);
  const text = () => summaryText(title, name, lesson, answered, tried, version);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setMessage(t.copied);
    } catch {
      // The frame lacks the permission, or the page is not a secure context.
      setMessage(t.cannotCopy);
    }
  };
  return (
    <div className="lesson-summary">
      <p className="lesson-printed">{[title, name].filter(Boolean).join(', ')}</p>
      <p>
        <strong>{t.correct(score.right, score.questions)}</strong>
        {score.answered < score.questions ? ` ${t.open(score.questions - score.answered)}` : ''}
        {score.checks > 0 ? ` ${t.met(score.held, score.checks)}` : ''}
      </p>
      <ol>
        {lesson.steps.map((step) => {
          const own = answered[step.id];
          const checks = step.checks ?? [];
          if (!step.question && checks.length === 0) return null;
          return (
            <li key={step.id}>
              <strong>{step.title}</strong>
              {!step.question ? null : own ? (
                <>
                  <Markdown
                    text={`${own.verdict?.right ? '✓' : '✗'} ${guessText(step.question, own.guess)}`}
                  />
                  <p className="secondary">
                    {own.verdict?.words} {t.run(<code>{own.digest.slice(0, 8)}</code>, own.atS)}
                  </p>
                </>
              ) : (
                <p className="secondary">{t.notAnswered}</p>
              )}
              {checks.map((check) => {
                const found = tried[`${step.id}/${check.id}`];
                if (!found)
                  return <Markdown key={check.id} text={`${withoutPaths(check.text)} *${t.notChecked}*`} />;
                const value = quantityText(check.claim.of, found.value);
                const text = t.found(withoutPaths(check.text), value);
                return (
                  <div key={check.id}>
                    <Markdown text={`${found.holds ? '✓' : '✗'} ${text}`} />
                    <p className="secondary">{t.run(<code>{found.digest.slice(0, 8)}</code>, found.atS)}</p>
                  </div>
                );
              })}
            </li>
          );
        })}
      </ol>
      <p className="secondary">
        {link === 'connected' ? t.sent(sent === null ? null : Math.round(100 * sent)) : t.keeping}
      </p>
      <p className="lesson-name">
        <TextInput
          label={t.name}
          placeholder={t.name}
          value={name}
          onCommit={(own) => lessonStore.setState({ name: own })}
        />
      </p>
      <p className="lesson-take">
        <button type="button" className="button filled" onClick={() => void copy()}>
          <Icon name="copy" />
          {t.copy}
        </button>
        <button
          type="button"
          className="button framed"
          onClick={() =>
            saveBlob(
              `${fileName(title || 'lesson')}-summary.md`,
              new Blob([text()], { type: 'text/markdown' }),
            )
          }
        >
          <Icon name="download" />
          {t.download}
        </button>
        {once ? null : (
          <ConfirmButton
            names={{ first: t.restart, sure: t.restartSure }}
            sure={t.restartSure}
            className="button"
            onSure={onRestart}
          >
            {t.restart}
          </ConfirmButton>
        )}
      </p>
      <p role="status" className="secondary">
        {message}
      </p>
      {embedded || link !== 'none' ? null : <NextLesson />}
    </div>
  );
}
