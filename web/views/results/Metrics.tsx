import { formatValue } from '../../drawing/format';
import type { Statistic } from '../../generated/types';
import { unitName } from '../../language/units';
import { styleOfFlow, useSession } from '../../store';
import { LineSample } from '../../ui/LineSample';
import { meanText, useMeans } from './Means';
import { deviation, digits, type MetricRow, type TheoryRow } from './metrics';
import { resultsTexts, theoryTexts as t } from './texts';
import { ScrollingTable } from './Wide';

/** The mean of a measure over the ensemble's runs. */
function MeanOf({ statistic }: { statistic: Statistic | undefined }) {
  if (!statistic) return null;
  const decimals = Math.min(3, digits(statistic.halfWidth || statistic.mean));
  return (
    <small className="metric-mean">
      {resultsTexts.meanOfRuns(statistic.n, meanText(statistic, decimals))}
    </small>
  );
}

/** Measures of all flows together: name, value, unit. */
export function Metrics({ rows }: { rows: readonly MetricRow[] }) {
  const explain = useSession((s) => s.explain);
  const means = useMeans();
  return (
    <dl className="metrics">
      {rows.map((row) => (
        <div key={row.id} title={row.help}>
          <dt>
            {row.name}
            {explain ? <small>{row.help}</small> : null}
          </dt>
          <dd>
            <b>{row.value === null ? '–' : formatValue(row.value, Math.min(3, digits(row.value)))}</b>
            {row.unit ? <span className="quiet"> {unitName(row.unit)}</span> : null}
            <MeanOf statistic={means?.get(row.id)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface FlowTheory {
  id: string;
  /** Index and name of the flow. */
  flow: number;
  label: string;
  rows: readonly TheoryRow[];
}

/** Predictions beside measurements, with the name of the formula. */
export function Theory({ flows }: { flows: readonly FlowTheory[] }) {
  const explain = useSession((s) => s.explain);
  const shown = flows.filter((f) => f.rows.length > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <h3 className="results-sub">{t.heading}</h3>
      <ScrollingTable>
        <table className="theory">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.quantity}</th>
              <th scope="col">{t.measured}</th>
              <th scope="col">{t.theory}</th>
              <th scope="col" title={t.deviationHelp}>
                {t.deviation}
              </th>
            </tr>
          </thead>
          {shown.map((f) => (
            <tbody key={f.id}>
              {flows.length > 1 ? (
                <tr className="theory-flow">
                  <th scope="rowgroup" colSpan={4}>
                    <span>
                      <LineSample style={styleOfFlow(f.flow)} width={16} />
                      {f.label}
                    </span>
                  </th>
                </tr>
              ) : null}
              {f.rows.map((row) => (
                <tr key={row.id} title={row.from || undefined}>
                  <th scope="row">
                    {row.name}
                    {row.unit ? <span className="quiet">, {unitName(row.unit)}</span> : null}
                    <small>{row.source}</small>
                    {explain && row.from ? <small>{row.from}</small> : null}
                  </th>
                  <td className="main">{valueText(row.measured, row)}</td>
                  <td>
                    {row.predictedTo == null
                      ? valueText(row.predicted, row)
                      : t.range(valueText(row.predicted, row), valueText(row.predictedTo, row))}
                  </td>
                  <td className="quiet">{deviation(row) || '–'}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollingTable>
    </>
  );
}

/** All values of a row have the same number of decimals, for comparison. */
function valueText(value: number | null, row: TheoryRow): string {
  return value === null ? '–' : formatValue(value, digits(row.predicted ?? row.measured));
}
