import { formatValue } from '../../drawing/format';
import type { Statistic } from '../../generated/types';
import { useEnsemble, useEnsembleFits } from '../../store/experiment/ensemble';
import { digits } from './metrics';
import { resultsTexts as t } from './texts';

/** Statistics of the ensemble's measures, by name; null without an ensemble of the current scenario. */
export function useMeans(): ReadonlyMap<string, Statistic> | null {
  const statistics = useEnsemble((s) => s.statistics);
  const current = useEnsembleFits();
  return current && statistics.size > 0 ? statistics : null;
}

export interface MeanColumn {
  /** The field of the results: `goodputMbps`. */
  field: string;
  decimals: number;
  /** Factor for display: 100 shows a share as per cent. */
  times?: number;
}

/** The means over the ensemble with their intervals, below the values of this run. */
export function MeanRow({ of, columns }: { of: string; columns: readonly (MeanColumn | null)[] }) {
  const means = useMeans();
  if (!means) return null;
  const runs = runsOf(means);
  return (
    <tr className="means">
      <th scope="row" title={t.meanOfHelp(runs)}>
        {t.meanOf(runs)}
      </th>
      {columns.map((column, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the column
        <td key={place}>
          {column ? <Mean statistic={means.get(`${of}/${column.field}`)} column={column} /> : null}
        </td>
      ))}
    </tr>
  );
}

/** The largest number of runs of any measure. */
function runsOf(means: ReadonlyMap<string, Statistic>): number {
  return Math.max(...[...means.values()].map((s) => s.n));
}

function Mean({ statistic, column }: { statistic: Statistic | undefined; column: MeanColumn }) {
  if (!statistic) return '–';
  const { times = 1 } = column;
  const half = statistic.halfWidth ?? null;
  // A tenth of hundreds of drops says nothing, and takes room.
  const decimals = Math.min(column.decimals, digits(times * statistic.mean));
  return (
    <>
      {formatValue(times * statistic.mean, decimals)}
      {half === null ? null : <span>±{formatValue(times * half, decimals)}</span>}
    </>
  );
}

/** "0.766 ± 0.004" */
export function meanText(statistic: Statistic, decimals: number): string {
  const mean = formatValue(statistic.mean, decimals);
  const half = statistic.halfWidth ?? null;
  return half === null ? mean : `${mean} ± ${formatValue(half, decimals)}`;
}
