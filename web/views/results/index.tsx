import './results.css';
import { useState } from 'react';
import { flowIndexOf, flowStyle, select, useCatalogue, useDocument, useRun, useSession } from '../../store';
import { bottlenecksOf } from '../bottlenecks';
import { formatValue } from '../plots/format';
import { LineSample } from '../plots/LineSample';
import { Head } from './Head';
import { Metrics, Theory } from './Metrics';
import { metricRows, theoryRows } from './metrics';
import { Transfers } from './Transfers';
import {
  cell,
  columnDecimals,
  counts,
  type FlowRow,
  percent,
  type QueueRow,
  resultsCsv,
  type Table,
  tableOf,
} from './table';
import { Wide } from './Wide';

/** What came out: a table per flow, one per queue, and fairness; to be copied as CSV. */
export function Results() {
  const results = useRun((r) => r.results);
  // Names of flows follow both.
  useDocument((d) => d.flows);
  useCatalogue();
  const table = tableOf(results);
  const several = (table?.flows.length ?? 0) > 1;
  const all = metricRows((results as { fairness?: unknown } | null)?.fairness);
  const fairness = all.some((m) => m.id === 'jain')
    ? all
    : [...metricRows({ jain: table?.jain ?? null }), ...all];
  const from = useDocument((d) => d.sampling?.measureFromS ?? 0);
  return (
    <div className="results" data-testid="results">
      <div className="results-head">
        <h2>Results</h2>
        {table && (
          <span className="quiet">
            {counts(table)
              ? `${formatValue(table.fromS, table.fromS % 1 === 0 ? 0 : 1)} to ${formatValue(table.toS, 1)} s`
              : `count from ${formatValue(from, from % 1 === 0 ? 0 : 1)} s on`}
          </span>
        )}
        {table && <CopyButton table={table} />}
      </div>
      {table ? (
        <>
          <Flows rows={table.flows} counting={counts(table)} />
          <Transfers rows={table.flows} />
          <Metrics title="Fairness" rows={several ? fairness : []} />
          <Queues rows={table.queues} counting={counts(table)} />
          <Predictions />
        </>
      ) : (
        <p className="quiet">Goodput, loss and round-trip times appear here when the run has begun.</p>
      )}
    </div>
  );
}

/** Flows whose predictions stand there at once; of more, those of the selected one. */
const FEW = 4;

/** What theory says of the selected flow, or of all while they are few. */
function Predictions() {
  const rows = useRun((r) => r.results?.flows) ?? [];
  const chosen = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const shown = rows.some((r) => r.id === chosen)
    ? rows.filter((r) => r.id === chosen)
    : rows.length <= FEW
      ? rows
      : [];
  const flows = shown.map((r) => {
    const flow = flowIndexOf(r.id);
    return { id: r.id, flow, label: flowStyle(flow).label, rows: theoryRows(r) };
  });
  return <Theory flows={flows} />;
}

function CopyButton({ table }: { table: Table }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(resultsCsv(table));
      setSaid('Copied');
    } catch {
      // A frame without the permission, or a page that is not secure.
      setSaid('The browser does not allow copying here');
    }
    setTimeout(() => setSaid(''), 2500);
  };
  return (
    <>
      <span className="results-said" role="status">
        {said}
      </span>
      <button type="button" className="quiet-button" onClick={copy}>
        Copy CSV
      </button>
    </>
  );
}

function Flows({ rows, counting }: { rows: readonly FlowRow[]; counting: boolean }) {
  const chosen = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const goodput = columnDecimals(rows.map((r) => r.goodputMbps));
  const rtt = Math.max(0, ...rows.map((r) => r.rttP95Ms ?? 0)) >= 100 ? 0 : 1;
  const finished = rows.some((r) => typeof r.completionS === 'number');
  return (
    <Wide>
      <table>
        <caption className="visually-hidden">Results per flow</caption>
        <thead>
          <tr>
            <Head name="Flow" />
            <Head
              name="Goodput"
              unit="Mb/s"
              title="Data handed to the application, without retransmissions"
            />
            <Head name="Share" unit="%" />
            <Head name="Loss" unit="%" />
            <Head name="RTT" unit="ms" title="Mean round-trip time" />
            <Head name="p95" unit="ms" title="95 % of round-trip times are below" />
            <Head name="Retr." title="Packets sent again" />
            <Head name="RTO" title="Timeouts" />
            {finished && <Head name="Done" unit="s" title="Completion time" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.id}>
              <th scope="row">
                <button type="button" onClick={() => select({ kind: 'flow', id: r.id })}>
                  <LineSample flow={flowIndexOf(r.id)} width={16} />
                  <span className={r.id === chosen ? 'results-name is-chosen' : 'results-name'}>
                    {flowStyle(flowIndexOf(r.id)).label}
                  </span>
                </button>
              </th>
              <td className="main">{cell(counting ? r.goodputMbps : null, goodput)}</td>
              <td>{cell(counting ? r.sharePercent : null, 1)}</td>
              <td>{percent(r.lossRate)}</td>
              <td>{cell(r.rttMeanMs, rtt)}</td>
              <td>{cell(r.rttP95Ms, rtt)}</td>
              <td>{cell(r.retransmissions, 0)}</td>
              <td>{cell(r.timeouts, 0)}</td>
              {finished && <td>{cell(r.completionS, 2)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Queues({ rows, counting }: { rows: readonly QueueRow[]; counting: boolean }) {
  const directory = useRun((r) => r.directory);
  const nodes = useDocument((d) => d.nodes);
  // Queues that nothing ever waited in say nothing.
  const narrow = directory ? bottlenecksOf(directory) : new Set<number>();
  const bottlenecks = new Set(directory?.channels.filter((_, i) => narrow.has(i)).map((c) => c.id));
  const shown = rows.filter((r) => bottlenecks.has(r.id) || r.drops > 0);
  if (shown.length === 0) return null;
  const name = (id: string) => {
    const channel = directory?.channels.find((c) => c.id === id);
    const of = (node: string) => nodes.find((n) => n.id === node)?.name || node;
    return channel ? `${of(channel.from)} to ${of(channel.to)}` : id;
  };
  return (
    <Wide>
      <table>
        <caption className="visually-hidden">Results per queue</caption>
        <thead>
          <tr>
            <Head name="Queue" />
            <Head name="Busy" unit="%" title="Share of time in which the link sends" />
            <Head name="Mean" unit="packets" title="Mean backlog" />
            <Head name="Max" title="Largest backlog" />
            <Head name="Delay" unit="ms" title="Mean time in the queue" />
            <Head name="Drops" title="Packets dropped" />
            <Head name="Loss" unit="%" />
            <Head name="Marks" title="ECN marks" />
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => {
                    const link = directory?.channels.find((c) => c.id === r.id)?.link;
                    if (link) select({ kind: 'link', id: link });
                  }}
                >
                  <span className="results-name">{name(r.id)}</span>
                </button>
              </th>
              <td className="main">{formatValue(r.utilisation * 100, 1)}</td>
              <td>{cell(counting ? r.meanPackets : null, 1)}</td>
              <td>{cell(r.maxPackets, 0)}</td>
              <td>{cell(r.meanDelayMs, 1)}</td>
              <td>{cell(r.drops, 0)}</td>
              <td>{percent(r.lossRate)}</td>
              <td>{cell(r.marks, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
