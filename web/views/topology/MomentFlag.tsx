import { useEffect, useRef, useState } from 'react';
import { formatValue, timeDecimals } from '../../drawing/format';
import { latestFrame, moment, unpinCursor, useMoment, useSession } from '../../store';
import { Icon } from '../../ui/Icon';
import { redraw } from '../../ui/redraw';
import { setText } from '../../ui/set-text';
import { momentFlagTexts as t } from './texts';

/** Times that differ by less are the same, s. */
const SAME_S = 1e-9;

/** Says which time the drawing shows, if that is not the end of the curves: the crosshair's, or one outside the span of the plots. */
export function MomentFlag() {
  const text = useRef<HTMLSpanElement>(null);
  const shown = useMoment((m) => m !== null);
  const pinned = useSession((s) => s.cursorPinned);
  const [outside, setOutside] = useState(false);
  // Without React: the time changes with each move of the pointer, and with each frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new element has no text yet
  useEffect(() => {
    const handle = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!frame) return;
      const { now, t0, t1 } = frame;
      const { shown } = moment.getState();
      setOutside(!shown && (now > t1 + SAME_S || now < t0 - SAME_S));
      if (!text.current) return;
      const time = formatValue(shown?.atS ?? now, timeDecimals(t1 - t0));
      setText(text.current, t.at(time));
    });
    return handle.dispose;
  }, [shown, outside]);
  if (!shown && !outside) return null;
  return (
    <p className="moment-flag" data-testid={shown ? 'moment-flag' : 'outside-flag'}>
      <span className="moment-time numeric">
        <span ref={text} />
        {!shown && <span className="moment-where">, {t.outside}</span>}
      </span>
      {shown && pinned && (
        <button type="button" className="quiet-button" onClick={unpinCursor} title={t.backHint}>
          <Icon name="pin" />
          {t.back}
        </button>
      )}
    </p>
  );
}
