import { Choice } from '../../../app/widgets/Choice';
import { Toggle } from '../../../app/widgets/Toggle';
import type { Chart, Experiment } from '../../../generated/types';
import { Row, Section } from '../../inspector/Rows';
import { axesOf } from '../figure/data';
import { change, Refused } from './fields';

const KINDS = [
  { id: 'line', name: 'Lines', hint: 'The first axis along x, a line for each value of the second' },
  { id: 'bar', name: 'Bars', hint: 'A group for each value of the first axis' },
  { id: 'heat', name: 'Heat map', hint: 'Both axes, the measure as a shade' },
  { id: 'trace', name: 'Over time', hint: 'Time series of the first seed of each variant' },
  { id: 'table', name: 'None', hint: 'Only the table' },
];

const CENTRES = [
  { id: 'mean', name: 'mean', hint: 'With its 95 % interval' },
  { id: 'median', name: 'median', hint: 'With the semi-interquartile range' },
];

/** How the table is drawn. */
export function ChartForm({ document }: { document: Experiment }) {
  const chart = document.chart ?? {};
  const kind = chart.kind ?? 'line';
  const set = (next: Partial<Chart>, label: string) =>
    void change((d) => ({ ...d, chart: { ...d.chart, ...next } }), label);
  const traces = (document.traces ?? []).length > 0;
  const kinds = KINDS.filter(
    (k) =>
      k.id === kind || ((k.id !== 'trace' || traces) && (k.id !== 'heat' || axesOf(document).length === 2)),
  );
  return (
    <Section title="Figure">
      <Row name="Kind">
        <Choice
          label="Kind of figure"
          value={kind}
          options={kinds}
          onChange={(next) => {
            // Places among the measures are no places among the traces.
            const other = (next === 'trace') !== (kind === 'trace');
            set({ kind: next as 'line', ...(other ? { shows: [] as [] } : {}) }, 'kind of figure');
          }}
        />
      </Row>
      {kind === 'table' || kind === 'trace' ? null : (
        <Row name="Runs of a variant as">
          <Choice
            label="Runs of a variant as"
            value={chart.centre ?? 'mean'}
            options={CENTRES}
            onChange={(centre) => set({ centre: centre as 'mean' }, 'centre')}
          />
        </Row>
      )}
      {kind === 'line' ? (
        <Toggle
          label="Logarithmic x axis"
          value={chart.logX ?? false}
          onChange={(logX) => set({ logX }, 'logarithmic x axis')}
        />
      ) : null}
      {kind === 'heat' || kind === 'table' ? null : (
        <Toggle
          label="Logarithmic y axis"
          value={chart.logY ?? false}
          onChange={(logY) => set({ logY }, 'logarithmic y axis')}
        />
      )}
      <Refused at="/chart" />
    </Section>
  );
}
