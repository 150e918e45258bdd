import { useEffect, useMemo, useRef } from 'react';
import { formatVariable } from '../../drawing/format';
import type { AlgorithmInfo } from '../../generated/types';
import { unitName } from '../../language/units';
import { usesThreshold } from '../../scenario/rules';
import { type Frame, latestFrame, plotProbe, requestSeries, useRun, useSession } from '../../store';
import { MathSymbol } from '../../ui/MathSymbol';
import { redraw } from '../../ui/redraw';
import { readingOf, valueIn } from '../plots/model/moment';
import { DEFAULT_PLOTS } from '../plots/model/specs';
import { Section } from './Rows';
import { variablesTexts as words } from './selected-texts';

interface Props {
  /** Id of the flow or channel. */
  owner: string;
  /** Row of its algorithm or discipline. */
  row: Pick<AlgorithmInfo, 'id' | 'variables'> & Partial<Pick<AlgorithmInfo, 'rules'>>;
  /** "of the algorithm" */
  of: string;
}

/** Variables of flows with a window, plotted with the windows. */
const windowVariables = (threshold: boolean) => [
  { id: 'cwnd', symbol: '', name: words.congestionWindow, unit: 'packets' },
  ...(threshold ? [{ id: 'ssthresh', symbol: '', name: words.slowStartThreshold, unit: 'packets' }] : []),
];

/** The variables of a flow's algorithm or of a queue. Their values follow the run or the crosshair, and each can be plotted. */
export function Variables({ owner, row, of }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const directory = useRun((r) => r.directory);
  const hidden = useSession((s) => s.hiddenProbes);
  const plots = useSession((s) => s.plots) ?? DEFAULT_PLOTS;
  const rows = useMemo(() => {
    if (!directory) return [];
    const one = directory.flows.find((f) => f.id === owner)?.window === 'one';
    const seriesOf = (kind: string, probe?: string) =>
      directory.series.findIndex(
        (s) => s.kind === kind && s.owner === owner && (s.variable ?? undefined) === probe,
      );
    return [
      ...(one ? windowVariables(usesThreshold({ rules: row.rules ?? [] })) : []).map((what) => ({
        what,
        series: seriesOf(what.id),
        own: false,
      })),
      ...row.variables.map((what) => ({ what, series: seriesOf('probe', what.id), own: true })),
    ].filter((r) => r.series >= 0);
  }, [row, directory, owner]);

  const wanted = rows.map((r) => r.series).join();
  const states = useMemo(() => {
    const named = row.variables.flatMap(({ id, states }) => (states ? [[id, states] as const] : []));
    const names = new Map<string, readonly string[]>(named);
    return new Map(rows.map(({ what, series }) => [series, names.get(what.id) ?? []]));
  }, [rows, row]);
  useEffect(() => {
    if (wanted === '') return;
    const dispose = requestSeries(wanted.split(',').map(Number));
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (frame) write(list.current, frame, states);
    });
    return () => {
      dispose();
      handle.dispose();
    };
  }, [wanted, states]);

  const covered = useSession((s) => s.hidden.includes('cwnd') || s.hidden.includes('variables'));
  const isPlotted = (id: string) => plots.includes('variables') && !hidden.includes(`${row.id}/${id}`);
  if (rows.length === 0 || covered) return null;
  return (
    <Section title={words.variables} aside={words.live(of)}>
      <div ref={list}>
        {rows.map(({ what, series, own }) => (
          <div className="row variable" key={what.id}>
            <span className="row-name">
              {what.symbol ? (
                <>
                  <MathSymbol text={what.symbol} />{' '}
                </>
              ) : null}
              <span className={what.symbol ? 'secondary' : ''}>{what.name}</span>
            </span>
            {/* No output element: it would be read out with every change. */}
            <span className="row-value numeric" data-series={series}>
              –
            </span>
            <span className="row-unit secondary">{unitName(what.unit)}</span>
            {own ? (
              <button
                type="button"
                className="button small tick"
                aria-label={words.plotVariable(what.name)}
                aria-pressed={isPlotted(what.id)}
                onClick={() => plotProbe(row.id, what.id, !isPlotted(what.id), DEFAULT_PLOTS)}
              >
                {words.plot}
              </button>
            ) : null}
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Writes without React: this runs with every frame. `states`: names of the values of states, by series. */
function write(list: HTMLElement | null, frame: Frame, states: ReadonlyMap<number, readonly string[]>): void {
  const reading = readingOf(frame);
  for (const place of list?.querySelectorAll<HTMLElement>('[data-series]') ?? []) {
    const series = Number(place.dataset.series);
    const value = valueIn(frame, series, reading);
    const text = states.get(series)?.[value] ?? formatVariable(value);
    if (place.textContent !== text) place.textContent = text;
  }
}
