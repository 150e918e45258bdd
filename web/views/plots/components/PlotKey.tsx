import './plot-key.css';
import { useEffect, useRef } from 'react';
import { formatValue, formatVariable } from '../../../drawing/format';
import type { Curve, PlotSpec } from '../../../drawing/spec';
import { latestFrame, styleOfFlow } from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { MathSymbol } from '../../../ui/MathSymbol';
import { redraw } from '../../../ui/redraw';
import { setText } from '../../../ui/set-text';
import { readingOf, valueIn } from '../model/moment';
import { dashOf } from '../model/strokes';

/** More flows have names alone. */
const MOST_VALUES = 3;

/** A flow has one name, that of its line: its threshold has none. */
const isNamed = ({ role }: Curve) => role !== 'ssthresh';

interface Props {
  spec: PlotSpec;
  /** Only the names: the plot is too low for a row of its own. */
  short: boolean;
}

/** Which line is which, and its value, where there is no column of values. */
export function PlotKey({ spec, short }: Props) {
  const row = useRef<HTMLParagraphElement>(null);
  const latest = useRef(spec);
  latest.current = spec;
  useEffect(() => {
    const words = redraw.register('words', () => {
      const frame = latestFrame();
      if (!frame || !row.current) return;
      const { group, factor, decimals } = latest.current;
      const reading = readingOf(frame);
      for (const output of row.current.getElementsByTagName('output')) {
        const value = valueIn(frame, Number(output.dataset.value), reading);
        setText(
          output,
          group === 'variables' ? formatVariable(value) : formatValue(factor * value, decimals),
        );
      }
    });
    words.mark();
    return words.dispose;
  }, []);
  const curves = spec.curves.filter(isNamed);
  // The values of many flows would push the last names off a phone.
  const bare = short || (curves.length > MOST_VALUES && curves.every((c) => c.flow >= 0));
  return (
    <p className={short ? 'plot-key is-short' : 'plot-key'} ref={row}>
      {curves.map((curve) => (
        <span key={curve.series} title={curve.help || curve.name}>
          <LineSample
            style={curve.flow < 0 ? null : styleOfFlow(curve.flow)}
            dash={dashOf(curve)}
            width={20}
            thin
          />
          {curve.symbol ? <MathSymbol text={curve.name} /> : curve.name}
          {!bare && <output aria-live="off" data-value={curve.series} />}
        </span>
      ))}
    </p>
  );
}
