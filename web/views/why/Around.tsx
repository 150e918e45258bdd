import { formatTime } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { droppedIn, occasionOf } from './explain';
import { changesCourse, decreased, signals } from './pick';
import { eventTexts, whyTexts as t } from './texts';
import { causeText, markText } from './words';

const MAX_EVENTS = 6;

/** Nearby events that changed the course of the curve. */
export function NearbyEvents({
  moments,
  place,
  onPick,
}: {
  moments: readonly Moment[];
  place: number;
  onPick: (moment: Moment) => void;
}) {
  const all = moments.flatMap((_, i) => (changesCourse(moments, i) || i === place ? [i] : []));
  const at = all.indexOf(place);
  const shown = all.slice(Math.max(0, at - MAX_EVENTS), at + MAX_EVENTS + 1);
  return (
    <section>
      <h3>{t.around}</h3>
      <ol className="why-around" aria-label={t.around}>
        {shown.map((i) => {
          const m = moments[i] as Moment;
          return (
            <li key={m.events}>
              <button type="button" aria-current={i === place} onClick={() => onPick(m)}>
                <span className="numeric">{formatTime(m.atS, 2)}</span>
                <span className={(m.after.queue == null ? decreased(m) : signals(m)) ? 'decreased' : ''}>
                  {droppedIn(m)
                    ? eventTexts.marks.drop
                    : occasionOf(m) === 'mark'
                      ? eventTexts.aPacketMarked
                      : (markText(m.effects) ?? causeText(m.cause))}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
