import { useEffect, useRef } from 'react';
import { formatValue } from '../../../drawing/format';
import type { PlotSpec } from '../../../drawing/spec';
import { latestFrame, setValueZoom } from '../../../store';
import { redraw } from '../../../ui/redraw';
import { setText } from '../../../ui/set-text';
import type { Chart } from '../drawing/chart';
import { plotToolsTexts as t } from './texts';

interface Props {
  spec: PlotSpec;
  chart: () => Chart | undefined;
  /** The highest value that is shown. */
  end: number;
}

/** Shows all values again, and says up to which value curves are outside the plot. */
export function AllValues({ spec, chart, end }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { id, factor, decimals } = spec;
  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      const max = (frame && chart()?.largest(frame)) ?? 0;
      if (button.current)
        setText(button.current, max > end ? t.upTo(formatValue(factor * max, decimals)) : t.allValues);
    });
    handle.mark();
    return handle.dispose;
  }, [chart, factor, decimals, end]);
  return (
    <button type="button" ref={button} className="plot-reset" onClick={() => setValueZoom(id, null)}>
      {t.allValues}
    </button>
  );
}
