import { Fragment } from 'react';
import type { QueueResults } from '../../generated/types';
import { select, useRun } from '../../store';
import { bottlenecksOf } from '../bottlenecks';
import { formatValue } from '../plots/format';
import { Head } from './Head';
import { type MeanColumn, MeanRow } from './Means';
import { cell, percent, ratio } from './table';
import { useChannelNames } from './use-channel-names';
import { Wide } from './Wide';

interface Props {
  rows: readonly QueueResults[];
  counting: boolean;
  /** Without what only packets have. */
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
  // Queues that nothing ever waited in say nothing.
  const narrow = directory ? bottlenecksOf(directory) : new Set<number>();
  const bottlenecks = new Set(directory?.channels.filter((_, i) => narrow.has(i)).map((c) => c.id));
  const shown = rows.filter((r) => bottlenecks.has(r.id) || r.drops > 0);
  if (shown.length === 0) return null;
  const head = (id: string) => (
    <th scope="row">
      <button
        type="button"
        onClick={() => {
          const link = directory?.channels.find((c) => c.id === id)?.link;
          if (link) select({ kind: 'link', id: link });
        }}
      >
        <span className="results-name">{name(id)}</span>
      </button>
    </th>
  );
  return (
    <>
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
              {fluid ? null : <Head name="Marks" title="ECN marks" />}
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
      </Wide>
      <details className="results-more">
        <summary>Spread of backlogs, loss events and synchronisation</summary>
        <Wide>
          <table>
            <caption className="visually-hidden">Backlogs and loss events per queue</caption>
            <thead>
              <tr>
                <Head name="Queue" />
                <Head name="p50" unit="packets" title="Backlog that is not exceeded half of the time" />
                <Head name="p95" unit="packets" title="Backlog that is not exceeded 95 % of the time" />
                <Head name="p95" unit="ms" title="95 % of packets waited less" />
                <Head name="Events" title="Drops less than a round-trip time apart are one event" />
                <Head
                  name="Sync"
                  title="Mean share of the queue’s active flows that lost a packet in an event"
                />
                <Head name="By share" unit="0 … 1" title="Events by that share, in tenths" />
                {fluid ? null : (
                  <>
                    <Head
                      name="Bursts"
                      title="Runs of two or more drops of one flow with no other packet between them"
                    />
                    <Head name="Own" title="The same, with packets of other flows allowed between them" />
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
                    <Levels counts={r.synchronizationLevels} />
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
        </Wide>
      </details>
    </>
  );
}

/** How many events hit which share of the flows: ten bars. */
function Levels({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts);
  if (most === 0) return '–';
  const words = counts.flatMap((n, i) => (n > 0 ? [`${n} up to ${(i + 1) / 10}`] : [])).join(', ');
  return (
    <span className="levels" role="img" aria-label={`Events by share of flows: ${words}`} title={words}>
      {counts.map((n, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are the tenths themselves
        <i key={i} style={{ height: `${n > 0 ? Math.max(8, (n / most) * 100) : 0}%` }} />
      ))}
    </span>
  );
}
