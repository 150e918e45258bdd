import { type KeyboardEvent, useEffect, useRef } from 'react';
import { spanAround, type ValueScale } from '../../../drawing/scale';
import type { PlotSpec } from '../../../drawing/spec';
import { latestFrame, runNow, sessionNow, setValueZoom } from '../../../store';
import { Icon } from '../../../ui/Icon';
import { redraw } from '../../../ui/redraw';
import type { Chart } from '../drawing/chart';
import { valueToolsTexts as t } from './texts';

interface Props {
  spec: PlotSpec;
  chart: () => Chart | undefined;
}

/** In a moving run, so many looks in a row must agree before the button *Fit* changes. There are about five a second. */
const STEADY = 10;

/** For each key: the zoom factor, and the movement as a share of the height. */
const KEYS: Record<string, { factor: number; up: number }> = {
  '+': { factor: 0.5, up: 0 },
  '=': { factor: 0.5, up: 0 },
  '-': { factor: 2, up: 0 },
  ArrowUp: { factor: 1, up: 0.1 },
  ArrowDown: { factor: 1, up: -0.1 },
  PageUp: { factor: 1, up: 0.5 },
  PageDown: { factor: 1, up: -0.5 },
};

/** Zooms or moves a plot's values by a key; false if the key has no meaning here. */
export function showValues(spec: PlotSpec, now: ValueScale | undefined, key: string): boolean {
  const by = KEYS[key];
  if (key === '0') setValueZoom(spec.id, null);
  else if (now && by) setValueZoom(spec.id, spanAround(now, by.factor, by.up));
  else return false;
  return true;
}

/** Zooms a plot to most of the values in view. */
export function fitValues(spec: PlotSpec, chart: Chart | undefined): void {
  const frame = latestFrame();
  const span = frame && chart?.fitted(frame, sessionNow().logPlots.includes(spec.id));
  if (span) setValueZoom(spec.id, span);
}

/** Buttons that zoom and move a plot's values; the same keys do so with time over the plots. */
export function ValueTools({ spec, chart }: Props) {
  const fit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let offered = false;
    let differs = 0;
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      const useful = (frame && chart()?.isFlat(frame)) ?? false;
      differs = useful === offered ? 0 : differs + 1;
      // In a run that moves, a plot near the limit would show and hide the button several times a second.
      if (differs === 0 || (runNow().playing && differs < STEADY)) return;
      offered = useful;
      differs = 0;
      fit.current?.classList.toggle('is-useful', useful);
    });
    handle.mark();
    return handle.dispose;
  }, [chart]);
  const show = (key: string) => showValues(spec, chart()?.shown, key);
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !show(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const button = (key: '+' | '-', words: string) => (
    <button
      type="button"
      className="plot-tool plot-values"
      aria-label={t.valuesOf(words, spec.title)}
      aria-keyshortcuts="+ - ArrowUp ArrowDown PageUp PageDown 0"
      title={t.rangeHint(words, key === '-' ? '−' : key)}
      onKeyDown={keys}
      onClick={() => show(key)}
    >
      <Icon name={key === '+' ? 'plus' : 'minus'} />
    </button>
  );
  return (
    <>
      <button
        type="button"
        ref={fit}
        className="plot-fit"
        aria-label={t.fitTo(spec.title)}
        title={t.fitHint}
        onClick={() => fitValues(spec, chart())}
      >
        {t.fit}
      </button>
      {button('+', t.fewer)}
      {button('-', t.more)}
    </>
  );
}
