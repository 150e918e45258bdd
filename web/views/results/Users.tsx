import type { FlowResults } from '../../generated/types';
import { flowIndexOf, flowStyle, styleOfFlow } from '../../store';
import { LineSample } from '../../ui/LineSample';
import { usersTexts as t } from './deferred-texts';
import { Head } from './Head';
import { cell, columnDecimals, percent } from './table';
import { ScrollingTable } from './Wide';

/** Results that users notice: deadlines of datagrams, stalls of videos, rounds of incast. */
export function Users({ rows }: { rows: readonly FlowResults[] }) {
  return (
    <>
      <Rounds rows={rows} />
      <Datagrams rows={rows} />
      <Videos rows={rows} />
    </>
  );
}

function FlowName({ id }: { id: string }) {
  return (
    <th scope="row">
      <LineSample style={styleOfFlow(flowIndexOf(id))} width={16} />
      <span className="results-name">{flowStyle(flowIndexOf(id)).label}</span>
    </th>
  );
}

function Rounds({ rows }: { rows: readonly FlowResults[] }) {
  const shown = rows.flatMap((r) => (r.transfers?.rounds ? [{ id: r.id, ...r.transfers.rounds }] : []));
  if (shown.length === 0) return null;
  const times = columnDecimals(shown.map((r) => r.p99S));
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{t.roundsCaption}</caption>
        <thead>
          <tr>
            <Head name={t.rounds} />
            <Head name={t.count} title={t.roundsHelp} />
            <Head name={t.mean} unit="s" title={t.roundHelp} />
            <Head name="p50" unit="s" />
            <Head name="p95" unit="s" />
            <Head name="p99" unit="s" />
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <FlowName id={r.id} />
              <td className="main">{cell(r.finished, 0)}</td>
              <td>{cell(r.meanS, times)}</td>
              <td>{cell(r.p50S, times)}</td>
              <td>{cell(r.p95S, times)}</td>
              <td>{cell(r.p99S, times)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

function Datagrams({ rows }: { rows: readonly FlowResults[] }) {
  const shown = rows.flatMap((r) => (r.datagrams ? [{ id: r.id, ...r.datagrams }] : []));
  if (shown.length === 0) return null;
  const deadlines = shown.some((r) => r.deadlines);
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{t.datagramsCaption}</caption>
        <thead>
          <tr>
            <Head name={t.datagrams} />
            <Head name={t.delay} unit="ms" title={t.delayHelp} />
            <Head name="p95" unit="ms" title={t.delayP95Help} />
            <Head name="p99" unit="ms" title={t.delayP99Help} />
            <Head name={t.jitter} unit="ms" title={t.jitterHelp} />
            {deadlines && (
              <>
                <Head name={t.missed} title={t.missedHelp} />
                <Head name={t.missed} unit="%" title={t.missedPercentHelp} />
                <Head name={t.late} title={t.lateHelp} />
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <FlowName id={r.id} />
              <td className="main">{cell(r.delayMeanMs, 1)}</td>
              <td>{cell(r.delayP95Ms, 1)}</td>
              <td>{cell(r.delayP99Ms, 1)}</td>
              <td>{cell(r.jitterMs, 2)}</td>
              {deadlines && (
                <>
                  <td>{cell(r.deadlines?.missed, 0)}</td>
                  <td>
                    {r.deadlines?.missedPercent == null ? '–' : percent(r.deadlines.missedPercent / 100)}
                  </td>
                  <td>{cell(r.deadlines?.late, 0)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

function Videos({ rows }: { rows: readonly FlowResults[] }) {
  const shown = rows.flatMap((r) => (r.video ? [{ id: r.id, ...r.video }] : []));
  if (shown.length === 0) return null;
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{t.videosCaption}</caption>
        <thead>
          <tr>
            <Head name={t.video} />
            <Head name={t.bitrate} unit="Mb/s" title={t.bitrateHelp} />
            <Head name={t.switches} title={t.switchesHelp} />
            <Head name={t.stalls} title={t.stallsHelp} />
            <Head name={t.stalled} unit="s" title={t.stalledHelp} />
            <Head name={t.stalled} unit="%" title={t.stalledPercentHelp} />
            <Head name={t.startup} unit="s" title={t.startupHelp} />
            <Head name={t.buffer} unit="s" title={t.bufferHelp} />
          </tr>
        </thead>
        <tbody>
          {shown.map((r) => (
            <tr key={r.id}>
              <FlowName id={r.id} />
              <td className="main">{cell(r.bitrateMbps, 2)}</td>
              <td>{cell(r.switches, 0)}</td>
              <td>{cell(r.stalls, 0)}</td>
              <td>{cell(r.stallS, 1)}</td>
              <td>{r.stallPercent == null ? '–' : percent(r.stallPercent / 100)}</td>
              <td>{cell(r.startupS, 2)}</td>
              <td>{cell(r.bufferS, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}
