import { Fragment } from 'react';
import { formatValue } from '../../drawing/format';
import type { QueueResults } from '../../generated/types';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { select, useRun } from '../../store';
import { Head } from './Head';
import { type MeanColumn, MeanRow } from './Means';
import { cell, percent, ratio } from './table';
import { flowsTexts, queuesTexts as t } from './texts';
import { useChannelNames } from './use-channel-names';
import { ScrollingTable } from './Wide';

interface Props {
  rows: readonly QueueResults[];
  counting: boolean;
  /** Hides the columns that only the packet model has. */
  fluid: boolean;
}

const MEANS: readonly MeanColumn[] = [
  { field: 'utilisation', decimals: 1, times: 100 },
  { field: 'meanPackets', decimals: 1 },
  { field: 'maxPackets', decimals: 0 },
  { field: 'meanDelayMs', decimals: 1 },
  { field: 'drops', decimals: 1 },
  { field: 'lossRate', decimals: 2, times: 100 },
  { field: 'marks', decimals: 1 },
];

export function Queues({ rows, counting, fluid }: Props) {
  const directory = useRun((r) => r.directory);
  const name = useChannelNames();
  // Only queues that can fill up are of interest.
  const narrow = directory ? bottlenecksOf(directory) : new Set<number>();
  const bottlenecks = new Set(directory?.channels.filter((_, i) => narrow.has(i)).map((c) => c.id));
  const shown = rows.filter((r) => bottlenecks.has(r.id) || r.drops > 0);
  if (shown.length === 0) return null;
  const head = (id: string) => {
    const channel = directory?.channels.find((c) => c.id === id);
    return (
      <th scope="row">
        {channel?.removed ? (
          <span className="results-gone" title={flowsTexts.removedHelp}>
            {name(id)} <small>{flowsTexts.removed}</small>
          </span>
        ) : (
          <button
            type="button"
            onClick={() => {
              if (channel) select({ kind: 'link', id: channel.link });
            }}
          >
            <span className="results-name">{name(id)}</span>
          </button>
        )}
      </th>
    );
  };
  return (
    <>
      <ScrollingTable>
        <table>
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <Head name={t.queue} />
              <Head name={t.utilisation} unit="%" title={t.utilisationHelp} />
              <Head name={t.mean} unit={t.packets} title={t.meanHelp} />
              <Head name={t.max} title={t.maxHelp} />
              <Head name={t.delay} unit="ms" title={t.delayHelp} />
              <Head name={t.drops} title={t.dropsHelp} />
              <Head name={t.loss} unit="%" />
              {fluid ? null : <Head name={t.marks} title={t.marksHelp} />}
            </tr>
          </thead>
          <tbody>
            {shown.map((r) => (
              <Fragment key={r.id}>
                <tr>
                  {head(r.id)}
                  <td className="main">{formatValue(r.utilisation * 100, 1)}</td>
                  <td>{cell(counting ? r.meanPackets : null, 1)}</td>
                  <td>{cell(r.maxPackets, 0)}</td>
                  <td>{cell(r.meanDelayMs, 1)}</td>
                  <td>{cell(r.drops, 0)}</td>
                  <td>{percent(r.lossRate)}</td>
                  {fluid ? null : <td>{cell(r.marks, 0)}</td>}
                </tr>
                <MeanRow of={`queues/${r.id}`} columns={fluid ? MEANS.slice(0, -1) : MEANS} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      <details className="results-more">
        <summary>{t.more}</summary>
        <ScrollingTable>
          <table>
            <caption className="visually-hidden">{t.moreCaption}</caption>
            <thead>
              <tr>
                <Head name={t.queue} />
                <Head name="p50" unit={t.packets} title={t.p50Help} />
                <Head name="p95" unit={t.packets} title={t.p95Help} />
                <Head name="p95" unit="ms" title={t.p95DelayHelp} />
                <Head name={t.events} title={t.eventsHelp} />
                <Head name={t.sync} title={t.syncHelp} />
                <Head name={t.byShare} unit="0 … 1" title={t.byShareHelp} />
                {fluid ? null : (
                  <>
                    <Head name={t.bursts} title={t.burstsHelp} />
                    <Head name={t.own} title={t.ownHelp} />
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((r) => (
                <tr key={r.id}>
                  {head(r.id)}
                  <td>{cell(r.p50Packets, 0)}</td>
                  <td>{cell(r.p95Packets, 0)}</td>
                  <td>{cell(r.p95DelayMs, 1)}</td>
                  <td>{cell(r.congestionEvents, 0)}</td>
                  <td className="main">{ratio(r.synchronization)}</td>
                  <td>
                    <SynchronisationLevels counts={r.synchronizationLevels} />
                  </td>
                  {fluid ? null : (
                    <>
                      <td>{cell(r.burstLosses, 0)}</td>
                      <td>{cell(r.burstLossesOwn, 0)}</td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollingTable>
      </details>
    </>
  );
}

/** A histogram of congestion events by the share of flows that lose in them, in tenths. */
function SynchronisationLevels({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts);
  if (most === 0) return '–';
  const words = counts.flatMap((n, i) => (n > 0 ? [t.upTo(n, (i + 1) / 10)] : [])).join(', ');
  return (
    <span className="levels" role="img" aria-label={t.levels(words)} title={words}>
      {counts.map((n, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are the tenths themselves
        <i key={i} style={{ height: `${n > 0 ? Math.max(8, (n / most) * 100) : 0}%` }} />
      ))}
    </span>
  );
}
