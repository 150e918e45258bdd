import type { FlowResults } from '../../generated/types';
import { flowIndexOf, flowStyle, styleOfFlow } from '../../store';
import { LineSample } from '../../ui/LineSample';
import { transfersTexts as t } from './deferred-texts';
import { Head } from './Head';
import { cell, columnDecimals, ratio } from './table';
import { ScrollingTable } from './Wide';

/** Completion times of flows with many transfers. */
export function Transfers({ rows }: { rows: readonly FlowResults[] }) {
  const shown = rows.flatMap((r) => (r.transfers ? [{ id: r.id, ...r.transfers }] : []));
  if (shown.length === 0) return null;
  const times = columnDecimals(shown.map((r) => r.p95S ?? 0));
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{t.caption}</caption>
        <thead>
          <tr>
            <Head name={t.transfers} />
            <Head name={t.count} title={t.countHelp} />
            <Head name={t.mean} unit="s" title={t.meanHelp} />
            <Head name={t.median} unit="s" title={t.medianHelp} />
            <Head name="p95" unit="s" title={t.p95Help} />
            <Head name="p99" unit="s" title={t.p99Help} />
            <Head name={t.slowdown} title={t.slowdownHelp} />
            <Head name={t.slowdown} unit="p99" title={t.slowdownP99Help} />
            <Head name={t.size} unit="kB" title={t.sizeHelp} />
            <Head name={t.active} title={t.activeHelp} />
            <Head name={t.refused} title={t.refusedHelp} />
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <th scope="row">
                <LineSample style={styleOfFlow(flowIndexOf(r.id))} width={16} />
                <span className="results-name">{flowStyle(flowIndexOf(r.id)).label}</span>
              </th>
              <td className="main">{cell(r.finished, 0)}</td>
              <td>{cell(r.meanS, times)}</td>
              <td>{cell(r.medianS, times)}</td>
              <td>{cell(r.p95S, times)}</td>
              <td>{cell(r.p99S, times)}</td>
              <td>{ratio(r.slowdownMean)}</td>
              <td>{ratio(r.slowdownP99)}</td>
              <td>{cell(r.meanKb, 1)}</td>
              <td>{cell(r.meanActive, 1)}</td>
              <td>{cell(r.refused, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}
