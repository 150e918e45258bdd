import type { FlowResults } from '../../generated/types';
import { flowIndexOf, flowStyle } from '../../store';
import { LineSample } from '../plots/LineSample';
import { Head } from './Head';
import { cell, columnDecimals } from './table';
import { Wide } from './Wide';

/** Completion times of flows whose traffic is many transfers; nothing where there are none. */
export function Transfers({ rows }: { rows: readonly FlowResults[] }) {
  const shown = rows.flatMap((r) => (r.transfers ? [{ id: r.id, ...r.transfers }] : []));
  if (shown.length === 0) return null;
  const times = columnDecimals(shown.map((r) => r.p95S ?? 0));
  return (
    <Wide>
      <table>
        <caption className="visually-hidden">Transfers per flow</caption>
        <thead>
          <tr>
            <Head name="Transfers" />
            <Head name="Count" title="Transfers that began and ended in the time of measurement" />
            <Head name="Mean" unit="s" title="Mean completion time" />
            <Head name="Median" unit="s" title="Half of the transfers took less" />
            <Head name="p95" unit="s" title="95 % of the transfers took less" />
            <Head name="Size" unit="kB" title="Mean size of a transfer" />
            <Head name="Active" title="Mean number of transfers at once" />
            <Head name="Refused" title="Transfers that found too many others" />
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <th scope="row">
                <LineSample flow={flowIndexOf(r.id)} width={16} />
                <span className="results-name">{flowStyle(flowIndexOf(r.id)).label}</span>
              </th>
              <td className="main">{cell(r.finished, 0)}</td>
              <td>{cell(r.meanS, times)}</td>
              <td>{cell(r.medianS, times)}</td>
              <td>{cell(r.p95S, times)}</td>
              <td>{cell(r.meanKb, 1)}</td>
              <td>{cell(r.meanActive, 1)}</td>
              <td>{cell(r.refused, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
