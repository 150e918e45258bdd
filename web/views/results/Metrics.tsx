import { formatValue } from '../../drawing/format';
import type { Statistic } from '../../generated/types';
import { unitName } from '../../language/units';
import { useSession } from '../../store';
import { meanText, useMeans } from './Means';
import { digits, type MetricRow } from './metrics';
import { resultsTexts } from './texts';

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
