import { precisionFixed } from 'd3-format';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatTime, formatValue } from '../../../drawing/format';
import { cursorIn, latestFrame, runNow, useShownFork } from '../../../store';
import { redraw } from '../../../ui/redraw';
import { isPresent, readingOf } from '../model/moment';
import { useBothModels } from '../model/use-both-models';
import { headerTexts as words } from './texts';

interface Props {
  readout: boolean;
  left: number;
  children: ReactNode;
}

/** The row above the plots: the menu of plots, the span shown, and the time of the values. */
export function Header({ readout, children }: Props) {
  const range = useRef<HTMLSpanElement>(null);
  const moment = useRef<HTMLSpanElement>(null);
  const fluid = useBothModels();
  const fork = useShownFork();
  const [own, other] = fluid ? [words.packets, words.fluid] : fork ? [fork.names.own, fork.names.other] : [];
  const both = own !== undefined;
  const spoken = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (!frame) return;
      const cursor = cursorIn(frame);
      const span = frame.t1 - frame.t0;
      // Whole seconds while the window follows the run: tenths would flicker.
      const digits = precisionFixed(span / 10);
      write(range.current, words.span(formatValue(frame.t0, digits), formatValue(frame.t1, digits)));
      const reading = readingOf(frame);
      write(moment.current, isPresent(reading, frame) ? words.now : words.at(formatTime(reading.t, span)));
      // Screen readers announce the time at rest only.
      if (!runNow().playing)
        write(spoken.current, cursor === null ? '' : words.valuesAt(formatTime(cursor, span)));
    });
    return handle.dispose;
  }, []);

  return (
    <header className="plots-head">
      <h2>{words.plots}</h2>
      {children}
      <span className="plots-range" ref={range} />
      {readout && (
        <span className={both ? 'plots-moment both' : 'plots-moment'}>
          <span ref={moment} />
          {both && (
            <>
              <span title={own}>{own}</span>
              <span title={other}>{short(own, other)}</span>
            </>
          )}
        </span>
      )}
      <p className="plots-spoken" aria-live="polite" ref={spoken} />
    </header>
  );
}

/** A name without the first word that it shares with the other one: "buffer 40" and "120". */
function short(own: string, other = ''): string {
  const value = other.lastIndexOf(' ') + 1;
  return value > 0 && own.startsWith(other.slice(0, value)) ? other.slice(value) : other;
}

function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
