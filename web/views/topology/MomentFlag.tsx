import { useEffect, useRef } from 'react';
import { formatValue, timeDecimals } from '../../drawing/format';
import { latestFrame, moment, unpinCursor, useMoment, useSession } from '../../store';
import { Icon } from '../../ui/Icon';
import { redraw } from '../../ui/redraw';
import { setText } from '../../ui/set-text';
import { momentFlagTexts as t } from './texts';

/** Says that the drawing shows another moment than now, and which. */
export function MomentFlag() {
  const text = useRef<HTMLSpanElement>(null);
  const shown = useMoment((m) => m !== null);
  const pinned = useSession((s) => s.cursorPinned);
  // Without React: it changes with each move of the pointer.
  useEffect(() => {
    if (!shown) return;
    const handle = redraw.register('marks', () => {
      const { shown } = moment.getState();
      const frame = latestFrame();
      if (!shown || !frame || !text.current) return;
      setText(text.current, t.at(formatValue(shown.atS, timeDecimals(frame.t1 - frame.t0))));
    });
    return handle.dispose;
  }, [shown]);
  if (!shown) return null;
  return (
    <p className="moment-flag" data-testid="moment-flag">
      <span className="moment-time numeric" ref={text} />
      {pinned && (
        <button type="button" className="quiet-button" onClick={unpinCursor} title={t.backHint}>
          <Icon name="pin" />
          {t.back}
        </button>
      )}
    </p>
  );
}
