import './results.css';
import { Fragment, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import type { FlowResults, Results as RunResults } from '../../generated/types';
import {
  flowIndexOf,
  flowStyle,
  select,
  styleOfFlow,
  useCatalogue,
  useDocument,
  useMoment,
  useRun,
  useSession,
  useSinceFork,
} from '../../store';
import { LineSample } from '../../ui/LineSample';
import { later } from '../../ui/later';
import { Fairness } from './Fairness';
import { Head } from './Head';
import { type MeanColumn, MeanRow, useMeans } from './Means';
import { Theory } from './Metrics';
import { theoryRows } from './metrics';
import { Queues } from './Queues';
import { scriptStopped } from './script';
import { byFluidAlone, cell, columnDecimals, hasBegun, percent, resultsCsv } from './table';
import { flowsTexts, resultsTexts as t } from './texts';
import { nameNow } from './use-channel-names';
import { type OtherBranch, useOtherBranch } from './use-other-branch';
import { ScrollingTable } from './Wide';

// Loaded on demand, since few runs need them.
const Fluid = later(() => import('./Fluid').then((m) => m.Fluid), { what: () => t.fluidPart });
const Transfers = later(() => import('./Transfers').then((m) => m.Transfers), {
  what: () => t.transfersPart,
});

const Users = later(() => import('./Users').then((m) => m.Users), { what: () => t.usersPart });

/** Whether any flow has results that users notice. */
const hasUsers = (rows: readonly FlowResults[]) =>
  rows.some((r) => r.datagrams || r.video || r.transfers?.rounds);

/** The results: tables of flows and queues, and fairness, with a button that copies them as CSV. */
export function Results() {
  const root = useRef<HTMLDivElement>(null);
  const hidden = useSession((s) => s.hidden.includes('results'));
  const latest = useRun((r) => r.results);
  const then = useMoment((m) => m?.results);
  const since = useSinceFork(!hidden);
  const results = hidden ? null : (since?.own ?? then ?? latest);
  const other = useOtherBranch(results);
  // Tables of fifty flows that change twice a second would slow the plots down, so they wait while nobody sees them. Results of
  // the crosshair's moment take a while, and those of before stay until then.
  const visible = useVisible(root);
  const waiting = useRun((r) => r.playing) && !visible;
  const pending = useMoment((m) => m !== null && m.results === null) && since === null;
  const now = { results, other, fromFork: since !== null };
  const shown = useRef(now);
  if (!(waiting || pending) || !results || !shown.current.results) shown.current = now;
  return (
    <div className="results" data-testid="results" ref={root}>
      <Tables {...shown.current} hidden={hidden} />
    </div>
  );
}

interface TablesProps {
  results: RunResults | null;
  other: OtherBranch | null;
  /** They count from the fork on. */
  fromFork: boolean;
  /** By a lesson. */
  hidden: boolean;
}

const Tables = memo(({ results, other, fromFork, hidden }: TablesProps) => {
  // Renders again when names of flows change.
  useDocument((d) => d.flows);
  useCatalogue();
  const from = useDocument((d) => d.sampling?.measureFromS ?? 0);
  const fluid = results !== null && byFluidAlone(results);
  return (
    <>
      <div className="results-head">
        <h2>{t.heading}</h2>
        {results && (
          <span className="quiet">
            {hasBegun(results)
              ? (fromFork ? t.sinceFork : t.span)(seconds(results.fromS), formatValue(results.toS, 1))
              : t.countFrom(seconds(from))}
          </span>
        )}
        {results && <CopyButton results={results} />}
      </div>
      {results ? (
        <>
          <Flows rows={results.flows} other={other} counting={hasBegun(results)} fluid={fluid} />
          {results.fluid ? <Fluid results={results} /> : null}
          {results.flows.some((f) => f.transfers) ? <Transfers rows={results.flows} /> : null}
          {hasUsers(results.flows) ? <Users rows={results.flows} /> : null}
          <Queues rows={results.queues} counting={hasBegun(results)} fluid={fluid} />
          {hasBegun(results) ? <Fairness results={results} /> : null}
          {/* What is measured is zero before. */}
          {hasBegun(results) ? <Predictions rows={results.flows} /> : null}
        </>
      ) : (
        <p className="quiet">{hidden ? t.hidden : t.empty}</p>
      )}
    </>
  );
});

/** With one decimal if needed. */
const seconds = (value: number) => formatValue(value, value % 1 === 0 ? 0 : 1);

/** Whether part of an element is in view. */
function useVisible(root: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setVisible(entries.at(-1)?.isIntersecting ?? true),
    );
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  return visible;
}

/** With more flows than this, only the selected one has predictions. */
const MAX_PREDICTED = 4;

/** Predictions for the selected flow, or for all if there are few. */
function Predictions({ rows }: { rows: readonly FlowResults[] }) {
  const chosen = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const shown = rows.some((r) => r.id === chosen)
    ? rows.filter((r) => r.id === chosen)
    : rows.length <= MAX_PREDICTED
      ? rows
      : [];
  const flows = shown.map((r) => {
    const flow = flowIndexOf(r.id);
    return { id: r.id, flow, label: flowStyle(flow).label, rows: theoryRows(r) };
  });
  return <Theory flows={flows} />;
}

function CopyButton({ results }: { results: RunResults }) {
  const [message, setMessage] = useState('');
  const means = useMeans();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(resultsCsv(results, nameNow, [...(means?.values() ?? [])]));
      setMessage(t.copied);
    } catch {
      // The frame lacks the permission, or the page is not a secure context.
      setMessage(t.cannotCopy);
    }
    setTimeout(() => setMessage(''), 2500);
  };
  return (
    <>
      <span className="results-message" role="status">
        {message}
      </span>
      <button type="button" className="quiet-button" onClick={copy}>
        {t.copyCsv}
      </button>
    </>
  );
}

interface FlowsProps {
  rows: readonly FlowResults[];
  other: OtherBranch | null;
  counting: boolean;
  /** Without the columns that only the packet model has. */
  fluid: boolean;
}

function FlowName({ id, chosen = false }: { id: string; chosen?: boolean }) {
  const { label } = flowStyle(flowIndexOf(id));
  return (
    <>
      <LineSample style={styleOfFlow(flowIndexOf(id))} width={16} />
      <span className={chosen ? 'results-name is-chosen' : 'results-name'}>{label}</span>
    </>
  );
}

function Flows({ rows, other, counting, fluid }: FlowsProps) {
  const chosen = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const algorithms = useCatalogue()?.algorithms;
  const goodput = columnDecimals(rows.map((r) => r.goodputMbps));
  // The other branch's column needs the room of a decimal.
  const rtt = other || Math.max(0, ...rows.map((r) => r.rttP95Ms ?? 0)) >= 100 ? 0 : 1;
  const finished = rows.some((r) => typeof r.completionS === 'number');
  const anyUndone = rows.some((r) => r.undoneRecoveries > 0);
  const means: (MeanColumn | null)[] = [
    { field: 'goodputMbps', decimals: goodput },
    other ? null : { field: 'sharePercent', decimals: 1 },
    { field: 'lossRate', decimals: 2, times: 100 },
    { field: 'rttMeanMs', decimals: rtt },
    ...(fluid
      ? [{ field: 'lossEvents', decimals: 1 }]
      : [
          { field: 'rttP95Ms', decimals: rtt },
          { field: 'retransmissions', decimals: 1 },
          { field: 'timeouts', decimals: 1 },
          ...(anyUndone ? [{ field: 'undoneRecoveries', decimals: 1 }] : []),
        ]),
    ...(finished ? [{ field: 'completionS', decimals: 2 }] : []),
  ];
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{flowsTexts.caption}</caption>
        <thead>
          <tr>
            <Head name={flowsTexts.flow} />
            <Head name={flowsTexts.goodput} unit="Mb/s" title={flowsTexts.goodputHelp} />
            {/* Beside another branch its goodput says more than a share. */}
            {other ? (
              <Head
                className="of-branch"
                name={other.name}
                unit="Mb/s"
                title={flowsTexts.otherHelp(other.name)}
              />
            ) : (
              <Head name={flowsTexts.share} unit="%" />
            )}
            <Head name={flowsTexts.loss} unit="%" />
            <Head name="RTT" unit="ms" title={flowsTexts.rttHelp} />
            {fluid ? (
              <Head name={flowsTexts.events} title={flowsTexts.eventsHelp} />
            ) : (
              <>
                <Head name="p95" unit="ms" title={flowsTexts.p95Help} />
                <Head name={flowsTexts.retransmissions} title={flowsTexts.retransmissionsHelp} />
                <Head name="RTO" title={flowsTexts.timeoutsHelp} />
                {anyUndone && <Head name={flowsTexts.undone} title={flowsTexts.undoneHelp} />}
              </>
            )}
            {finished && <Head name={flowsTexts.done} unit="s" title={flowsTexts.doneHelp} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <Fragment key={r.id}>
              <tr>
                <th scope="row">
                  {r.removed ? (
                    <span className="results-gone" title={flowsTexts.removedHelp}>
                      <FlowName id={r.id} /> <small>{flowsTexts.removed}</small>
                    </span>
                  ) : (
                    <button type="button" onClick={() => select({ kind: 'flow', id: r.id })}>
                      <FlowName id={r.id} chosen={r.id === chosen} />
                    </button>
                  )}
                </th>
                <td className="main">{cell(counting ? r.goodputMbps : null, goodput)}</td>
                {other ? (
                  <td className="of-branch">
                    {cell(counting ? (other.goodput.get(r.id) ?? null) : null, goodput)}
                  </td>
                ) : (
                  <td>{cell(counting ? r.sharePercent : null, 1)}</td>
                )}
                <td>{percent(r.lossRate)}</td>
                <td>{cell(r.rttMeanMs, rtt)}</td>
                {fluid ? (
                  <td>{cell(r.lossEvents, 0)}</td>
                ) : (
                  <>
                    <td>{cell(r.rttP95Ms, rtt)}</td>
                    <td>{cell(r.retransmissions, 0)}</td>
                    <td>{cell(r.timeouts, 0)}</td>
                    {anyUndone && <td>{cell(r.undoneRecoveries, 0)}</td>}
                  </>
                )}
                {finished && <td>{cell(r.completionS, 2)}</td>}
              </tr>
              {r.scriptFailure ? (
                <tr className="script-failure">
                  <td colSpan={means.length + 1}>
                    {scriptStopped(
                      algorithms?.find((a) => a.id === r.algorithm)?.name ?? r.algorithm,
                      r.scriptFailure,
                    )}
                  </td>
                </tr>
              ) : null}
              <MeanRow of={`flows/${r.id}`} columns={means} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}
