import { useState } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../../app/widgets/Icon';
import type { Lesson } from '../../generated/types';
import { useCatalogue, useDocument } from '../../store';
import { fileName, saveBlob } from '../../store/save';
import { Markdown } from '../inspector/Notes';
import { guessWords } from './judge';
import { lessonStore } from './state';
import { scoreOf, summaryText } from './summary';

/** What was asked, guessed and found, to be taken away. */
export function Summary({ lesson, onRestart }: { lesson: Lesson; onRestart: () => void }) {
  const answered = useStore(lessonStore, (s) => s.answered);
  const tried = useStore(lessonStore, (s) => s.tried);
  const title = useDocument((d) => d.title ?? '');
  const version = useCatalogue()?.modelVersion;
  const [said, setSaid] = useState('');
  const score = scoreOf(lesson, answered, tried);
  const text = () => summaryText(title, lesson, answered, tried, version);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      // A frame without the permission, or a page that is not secure.
      setSaid('The browser does not allow copying here');
    }
  };
  return (
    <div className="lesson-summary">
      <p>
        <strong>
          {score.right} of {score.questions} questions right
        </strong>
        {score.answered < score.questions ? `, ${score.questions - score.answered} not answered` : ''}
        {score.checks > 0 ? `; ${score.held} of ${score.checks} checks met` : ''}.
      </p>
      <ol>
        {lesson.steps.map((step) => {
          const own = answered[step.id];
          if (!step.question) return null;
          return (
            <li key={step.id}>
              <strong>{step.title}</strong>
              {own ? (
                <>
                  <Markdown
                    text={`${own.verdict?.right ? '✓' : '✗'} ${guessWords(step.question, own.guess)}`}
                  />
                  <p className="secondary">
                    {own.verdict?.words} Run <code>{own.digest.slice(0, 8)}</code> at {own.atS} s.
                  </p>
                </>
              ) : (
                <p className="secondary">Not answered</p>
              )}
            </li>
          );
        })}
      </ol>
      <p className="secondary">
        Answers stay in this page and are gone when it closes. The summary names the digest of each run that
        it speaks of.
      </p>
      <p className="lesson-take">
        <button type="button" className="button filled" onClick={() => void copy()}>
          <Icon name="copy" />
          Copy summary
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
          <Icon name="file" />
          Download
        </button>
        <button type="button" className="button" onClick={onRestart}>
          From the beginning
        </button>
      </p>
      <p role="status" className="secondary">
        {said}
      </p>
    </div>
  );
}
