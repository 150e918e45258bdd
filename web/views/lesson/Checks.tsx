import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatValue } from '../../drawing/format';
import type { Check, LessonStep, Quantity } from '../../generated/types';
import { taskParameters, withoutPaths } from '../../scenario/named-parameters';
import { canDo, flowIndexOf, flowStyle, reset, useDocument, useRun, useSession } from '../../store';
import { documentStore } from '../../store/document';
import { Markdown } from '../inspector/Notes';
import { quantityName, quantityText } from './measure-names';
import { lessonStore, tryCheck } from './state';
import { lessonTexts, measureTexts, checkTexts as t } from './texts';

/** A step's claims about the run, for the reader to check. */
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
  const locked = useSession((s) => s.embed && !canDo(s.allow, taskParameters(step) ?? []));
  const { of, is, value } = check.claim;
  const changedAtS = useLastChange();
  const found = is === 'above' ? t.foundAbove : t.foundBelow;
  const measureOf = useQuantityName();
  const line = useRef<HTMLLIElement>(null);
  const [first] = useState(tried);
  useEffect(() => {
    if (tried && tried !== first) line.current?.scrollIntoView({ block: 'nearest' });
  }, [tried, first]);
  return (
    <li className="lesson-check" ref={line}>
      <div className="lesson-check-line">
        <Markdown text={check.text} />
        <button
          type="button"
          className="button small framed"
          aria-label={t.checkOf(withoutPaths(check.text))}
          aria-disabled={waiting}
          onClick={() => waiting || void tryCheck(step, check)}
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
                {found(quantityText(of, tried.value), formatValue(tried.atS, 0), quantityText(of, value))}
              </span>
            </p>
            <Markdown text={(tried.holds ? check.passed : check.failed) ?? ''} />
            {check.task && !tried.holds && changedAtS > 0 ? (
              <p>
                {t.lateChange(formatValue(changedAtS, changedAtS % 1 === 0 ? 0 : 1))}{' '}
                <button type="button" className="quiet-button framed" onClick={reset}>
                  {t.toStart}
                </button>
              </p>
            ) : null}
          </>
        ) : (
          <p className="secondary lesson-measure">{t.measure(measureOf(of), formatValue(of.atS, 0))}</p>
        )}
      </div>
    </li>
  );
}

/** When the last change of the run takes effect, s; 0: there is none, or it applies from the start. */
function useLastChange(): number {
  return useStore(documentStore, (s) => s.source.edits?.at(-1)?.atS ?? 0);
}

/** Names quantities as this scenario does. */
function useQuantityName(): (quantity: Quantity) => string {
  const scenario = useDocument((d) => d);
  const catalogue = useRun((r) => r.catalogue);
  const directory = useRun((r) => r.directory);
  const node = (id: string) => scenario.nodes.find((n) => n.id === id)?.name || id;
  const names = {
    flow: (id: string) => flowStyle(flowIndexOf(id)).label,
    queue: (id: string) => {
      const channel = directory?.channels.find((c) => c.id === id);
      return channel ? measureTexts.channel(node(channel.from), node(channel.to)) : id;
    },
    algorithm: (id: string) => catalogue?.algorithms.find((a) => a.id === id)?.name ?? id,
  };
  return (quantity) => quantityName(quantity, scenario, names);
}
