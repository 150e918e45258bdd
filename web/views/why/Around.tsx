import { formatTime } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { droppedIn } from './explain';
import { decreased, turns } from './pick';
import { eventTexts, whyTexts as t } from './texts';
import { causeWords } from './words';

const AROUND = 6;

/** The events around that changed the curve's course. */
export function Around({
  moments,
  place,
  onPick,
}: {
  moments: readonly Moment[];
  place: number;
  onPick: (place: number) => void;
}) {
  const all = moments.flatMap((_, i) => (turns(moments, i) || i === place ? [i] : []));
  const at = all.indexOf(place);
  const shown = all.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  return (
    <section>
      <h3>{t.around}</h3>
      <ol className="why-around" aria-label={t.around}>
        {shown.map((i) => {
          const m = moments[i] as Moment;
          return (
            <li key={m.events}>
              <button type="button" aria-current={i === place} onClick={() => onPick(i)}>
                <span className="numeric">{formatTime(m.atS, 2)}</span>
                <span className={decreased(m) ? 'decreased' : ''}>
                  {droppedIn(m) ? eventTexts.marks.drop : causeWords(m.cause)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
