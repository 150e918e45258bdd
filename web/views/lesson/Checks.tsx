import { useStore } from 'zustand';
import { formatValue, formatVariable } from '../../drawing/format';
import type { Check, LessonStep } from '../../generated/types';
import { opensParameters, useSession } from '../../store';
import { Markdown } from '../inspector/Notes';
import { lessonStore, tryCheck } from './state';
import { lessonTexts, checkTexts as t } from './texts';

/** The claims that a step makes about the run, for the reader to check. */
export function Checks({ step }: { step: LessonStep }) {
  const checks = step.checks ?? [];
  if (checks.length === 0) return null;
  return (
    <ul className="lesson-checks" aria-label={t.checks}>
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
  const locked = useSession((s) => s.embed && !opensParameters(s.allow));
  const { of, is, value } = check.claim;
  const found = is === 'above' ? t.foundAbove : t.foundBelow;
  return (
    <li className="lesson-check">
      <div className="lesson-check-line">
        <Markdown text={check.text} />
        <button
          type="button"
          className="button small framed"
          aria-label={t.checkOf(check.text)}
          disabled={waiting}
          onClick={() => void tryCheck(step, check)}
        >
          {waiting ? lessonTexts.running : tried ? t.checkAgain : t.check}
        </button>
      </div>
      {check.task && locked ? <p className="secondary">{t.lockedTask}</p> : null}
      <div role="status">
        {tried ? (
          <>
            <p className="lesson-found" data-right={tried.holds || undefined}>
              <strong>{tried.holds ? t.met : t.notMet}</strong>
              <span className="secondary">
                {found(
                  tried.value === null ? t.undefined : formatVariable(tried.value),
                  formatValue(tried.atS, 0),
                  formatVariable(value),
                )}
              </span>
            </p>
            <Markdown text={(tried.holds ? check.passed : check.failed) ?? ''} />
          </>
        ) : (
          <p className="secondary lesson-measure">
            {t.measure(of.per ? `${of.measure} / ${of.per}` : of.measure, formatValue(of.atS, 0))}
          </p>
        )}
      </div>
    </li>
  );
}
