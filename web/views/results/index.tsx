import './results.css';
import { Fragment, type RefObject, useEffect, useRef, useState } from 'react';
import { later } from '../../app/later';
import type { FlowResults, Results as RunResults } from '../../generated/types';
import { flowIndexOf, flowStyle, select, useCatalogue, useDocument, useRun, useSession } from '../../store';
import { formatValue } from '../plots/format';
import { LineSample } from '../plots/LineSample';
import { Fairness } from './Fairness';
import { Head } from './Head';
import { type MeanColumn, MeanRow, useMeans } from './Means';
import { Theory } from './Metrics';
import { theoryRows } from './metrics';
import { Queues } from './Queues';
import { byFluidAlone, cell, columnDecimals, counts, percent, resultsCsv } from './table';
import { Wide } from './Wide';

// Few runs have them.
const Fluid = later(() => import('./Fluid').then((m) => m.Fluid), { what: 'The results of the fluid model' });
const Transfers = later(() => import('./Transfers').then((m) => m.Transfers), {
  what: 'The list of transfers',
});

const EMPTY = 'Goodput, loss and round-trip times appear here when the run has begun.';

/** What came out: a table per flow, one per queue, and fairness; to be copied as CSV. */
export function Results() {
  const root = useRef<HTMLDivElement>(null);
  const hidden = useSession((s) => s.hidden.includes('results'));
  const latest = useResults(root);
  const results = hidden ? null : latest;
  // Names of flows follow both.
  useDocument((d) => d.flows);
  useCatalogue();
  const from = useDocument((d) => d.sampling?.measureFromS ?? 0);
  const fluid = results !== null && byFluidAlone(results);
  return (
    <div className="results" data-testid="results" ref={root}>
      <div className="results-head">
        <h2>Results</h2>
        {results && (
          <span className="quiet">
            {counts(results)
              ? `${formatValue(results.fromS, results.fromS % 1 === 0 ? 0 : 1)} to ${formatValue(results.toS, 1)} s`
              : `count from ${formatValue(from, from % 1 === 0 ? 0 : 1)} s on`}
          </span>
        )}
        {results && <CopyButton results={results} />}
      </div>
      {results ? (
        <>
          <Flows rows={results.flows} counting={counts(results)} fluid={fluid} />
          {results.fluid ? <Fluid results={results} /> : null}
          {results.flows.some((f) => f.transfers) ? <Transfers rows={results.flows} /> : null}
          <Queues rows={results.queues} counting={counts(results)} fluid={fluid} />
          {counts(results) ? <Fairness results={results} /> : null}
          <Predictions rows={results.flows} />
        </>
      ) : (
        <p className="quiet">{hidden ? 'Hidden until you have answered the lesson’s question.' : EMPTY}</p>
      )}
    </div>
  );
}

/**
 * The run's results: where they are out of sight, the last ones that were seen until the run stands still. Tables of fifty flows that change twice
 * a second take their time from the plots.
 */
function useResults(root: RefObject<HTMLElement | null>): RunResults | null {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    const sight = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? true));
    if (root.current) sight.observe(root.current);
    return () => sight.disconnect();
  }, [root]);
  const seen = useRef<RunResults | null>(null);
  return useRun((r) => {
    if (inSight || !r.playing || !r.results || !seen.current) seen.current = r.results;
    return seen.current;
  });
}

/** Flows whose predictions stand there at once; of more, those of the selected one. */
const FEW = 4;

/** What theory says of the selected flow, or of all while they are few. */
function Predictions({ rows }: { rows: readonly FlowResults[] }) {
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

function CopyButton({ results }: { results: RunResults }) {
  const [said, setSaid] = useState('');
  const means = useMeans();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(resultsCsv(results, [...(means?.values() ?? [])]));
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

interface FlowsProps {
  rows: readonly FlowResults[];
  counting: boolean;
  /** Without what only packets have. */
  fluid: boolean;
}

function Flows({ rows, counting, fluid }: FlowsProps) {
  const chosen = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const goodput = columnDecimals(rows.map((r) => r.goodputMbps));
  const rtt = Math.max(0, ...rows.map((r) => r.rttP95Ms ?? 0)) >= 100 ? 0 : 1;
  const finished = rows.some((r) => typeof r.completionS === 'number');
  const means: MeanColumn[] = [
    { field: 'goodputMbps', decimals: goodput },
    { field: 'sharePercent', decimals: 1 },
    { field: 'lossRate', decimals: 2, times: 100 },
    { field: 'rttMeanMs', decimals: rtt },
    ...(fluid
      ? [{ field: 'lossEvents', decimals: 1 }]
      : [
          { field: 'rttP95Ms', decimals: rtt },
          { field: 'retransmissions', decimals: 1 },
          { field: 'timeouts', decimals: 1 },
        ]),
    ...(finished ? [{ field: 'completionS', decimals: 2 }] : []),
  ];
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
            {fluid ? (
              <Head name="Events" title="Decreases of the window" />
            ) : (
              <>
                <Head name="p95" unit="ms" title="95 % of round-trip times are below" />
                <Head name="Retr." title="Packets sent again" />
                <Head name="RTO" title="Timeouts" />
              </>
            )}
            {finished && <Head name="Done" unit="s" title="Completion time" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <Fragment key={r.id}>
              <tr>
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
                {fluid ? (
                  <td>{cell(r.lossEvents, 0)}</td>
                ) : (
                  <>
                    <td>{cell(r.rttP95Ms, rtt)}</td>
                    <td>{cell(r.retransmissions, 0)}</td>
                    <td>{cell(r.timeouts, 0)}</td>
                  </>
                )}
                {finished && <td>{cell(r.completionS, 2)}</td>}
              </tr>
              <MeanRow of={`flows/${r.id}`} columns={means} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
