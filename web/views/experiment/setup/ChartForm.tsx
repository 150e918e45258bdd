import type { Chart, Experiment } from '../../../generated/types';
import { Choice } from '../../../ui/Choice';
import { Toggle } from '../../../ui/Toggle';
import { Row, Section } from '../../inspector/Rows';
import { axesOf } from '../figure/data';
import { changeExperiment, Problems } from './fields';
import { chartTexts as t } from './texts';

const figureKinds = () => [
  { id: 'line', name: t.line, hint: t.lineHint },
  { id: 'bar', name: t.bar, hint: t.barHint },
  { id: 'heat', name: t.heat, hint: t.heatHint },
  { id: 'trace', name: t.trace, hint: t.traceHint },
  { id: 'table', name: t.table, hint: t.tableHint },
];

const centres = () => [
  { id: 'mean', name: t.mean, hint: t.meanHint },
  { id: 'median', name: t.median, hint: t.medianHint },
];

/** The kind of figure and its options. */
export function ChartForm({ document }: { document: Experiment }) {
  const chart = document.chart ?? {};
  const kind = chart.kind ?? 'line';
  const set = (next: Partial<Chart>, label: string) =>
    void changeExperiment((d) => ({ ...d, chart: { ...d.chart, ...next } }), label);
  const traces = (document.traces ?? []).length > 0;
  const kinds = figureKinds().filter(
    (k) =>
      k.id === kind || ((k.id !== 'trace' || traces) && (k.id !== 'heat' || axesOf(document).length === 2)),
  );
  return (
    <Section title={t.heading}>
      <Row name={t.kind}>
        <Choice
          label={t.kindOfFigure}
          value={kind}
          options={kinds}
          onChange={(next) => {
            // Measures and traces are numbered separately.
            const other = (next === 'trace') !== (kind === 'trace');
            set({ kind: next as 'line', ...(other ? { shows: [] as [] } : {}) }, t.undo.kind);
          }}
        />
      </Row>
      {kind === 'table' || kind === 'trace' ? null : (
        <Row name={t.centre}>
          <Choice
            label={t.centre}
            value={chart.centre ?? 'mean'}
            options={centres()}
            onChange={(centre) => set({ centre: centre as 'mean' }, t.undo.centre)}
          />
        </Row>
      )}
      {kind === 'line' ? (
        <Toggle label={t.logX} value={chart.logX ?? false} onChange={(logX) => set({ logX }, t.undo.logX)} />
      ) : null}
      {kind === 'heat' || kind === 'table' ? null : (
        <Toggle label={t.logY} value={chart.logY ?? false} onChange={(logY) => set({ logY }, t.undo.logY)} />
      )}
      <Problems at="/chart" />
    </Section>
  );
}
