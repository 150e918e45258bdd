import { formatTime } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { droppedIn, occasionOf } from './explain';
import { changesCourse, decreased, signals } from './pick';
import { eventTexts, whyTexts as t } from './texts';
import { eventText, markText } from './words';

const MAX_EVENTS = 6;

/** Nearby events that changed the course of the curve. */
export function NearbyEvents({
  moments,
  place,
  story,
  shown,
  payload,
  onPick,
}: {
  moments: readonly Moment[];
  /** Index of the moment being explained. */
  place: number;
  /** Indices of the moments that one steps through, which are listed too. */
  story: readonly number[];
  /** Index of the moment that the page shows. */
  shown: number;
  /** Payload of a full packet, bytes. */
  payload: number;
  onPick: (moment: Moment) => void;
}) {
  const isListed = (i: number) => i === place || story.includes(i) || changesCourse(moments, i);
  const all = moments.flatMap((_, i) => (isListed(i) ? [i] : []));
  const at = all.indexOf(shown);
  const near = all.slice(Math.max(0, at - MAX_EVENTS), at + MAX_EVENTS + 1);
  return (
    <section>
      <h3>{t.around}</h3>
      <ol className="why-around" aria-label={t.around}>
        {near.map((i) => {
          const m = moments[i] as Moment;
          return (
            <li key={m.events}>
              <button type="button" aria-current={i === shown} onClick={() => onPick(m)}>
                <span className="numeric">{formatTime(m.atS, 2)}</span>
                <span className={(m.after.queue == null ? decreased(m) : signals(m)) ? 'decreased' : ''}>
                  {droppedIn(m)
                    ? eventTexts.marks.drop
                    : occasionOf(m) === 'mark'
                      ? eventTexts.aPacketMarked
                      : (markText(m.effects) ?? eventText(moments, i, payload))}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
