import { useStore } from 'zustand';
import type { Check, LessonStep } from '../../generated/types';
import { Markdown } from '../inspector/Notes';
import { formatValue, formatVariable } from '../plots/format';
import { lessonStore, tryCheck } from './state';

/** What the run has to show. */
export function Checks({ step }: { step: LessonStep }) {
  const checks = step.checks ?? [];
  if (checks.length === 0) return null;
  return (
    <ul className="lesson-checks" aria-label="Checks">
      {checks.map((check) => (
        <CheckLine key={check.id} step={step} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ step, check }: { step: LessonStep; check: Check }) {
  const id = `${step.id}/${check.id}`;
  const tried = useStore(lessonStore, (s) => s.tried[id]);
  const waiting = useStore(lessonStore, (s) => s.waiting === id);
  const { of, is, value } = check.claim;
  return (
    <li className="lesson-check">
      <div className="lesson-check-line">
        <Markdown text={check.text} />
        <button
          type="button"
          className="button small framed"
          aria-label={`Check: ${check.text}`}
          disabled={waiting}
          onClick={() => void tryCheck(step, check)}
        >
          {waiting ? 'Running …' : tried ? 'Check again' : 'Check'}
        </button>
      </div>
      <div role="status">
        {tried ? (
          <>
            <p className="lesson-found" data-right={tried.holds || undefined}>
              <strong>{tried.holds ? '✓ It holds' : '✗ Not yet'}</strong>
              <span className="secondary">
                {tried.value === null ? 'undefined' : formatVariable(tried.value)} at{' '}
                {formatValue(tried.atS, 0)} s; {is} {formatVariable(value)} is wanted
              </span>
            </p>
            <Markdown text={(tried.holds ? check.passed : check.failed) ?? ''} />
          </>
        ) : (
          <p className="secondary lesson-measure">
            {of.measure}
            {of.per ? ` / ${of.per}` : ''} at {formatValue(of.atS, 0)} s
          </p>
        )}
      </div>
    </li>
  );
}
