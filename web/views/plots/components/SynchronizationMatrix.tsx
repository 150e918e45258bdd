import { useEffect, useRef, useState } from 'react';
import { formatUpTo } from '../../../drawing/format';
import type { Directory } from '../../../generated/types';
import { documentNow, flowStyle, latestFrame, runNow, subscribeFrame, useRun } from '../../../store';
import type { Room } from '../model/figure-room';
import { countedFromS, LossEvents } from '../model/losses';
import { synchronizationMatrixTexts as t } from './figures-texts';
import { Matrix, Tint } from './Matrix';

/** Which flows lose together: of the congestion events that hit the row's flow, the share that also hit the column's. */
export function SynchronizationMatrix(slot: Room) {
  // Updated with the page's texts, a few times a second: often enough for a table.
  useRun((r) => r.now);
  // The texts may have been updated before the frame at which the run stands still.
  const [, standAt] = useState(Number.NaN);
  useEffect(() => subscribeFrame((frame) => (runNow().playing ? undefined : standAt(frame.now))), []);
  const directory = useRun((r) => r.directory);
  const counted = useRef<{ of: string; events: LossEvents } | null>(null);
  const events = directory ? countedOf(counted, directory) : null;
  const present = (directory?.flows ?? []).flatMap((f, i) => (f.removed ? [] : [i]));
  const hit = events ? present.filter((f) => events.both(f, f) > 0) : [];
  const label = (place: number) => flowStyle(present[place] ?? -1).label;
  const pairs =
    events && directory && present.length >= 2 && hit.length > 0
      ? {
          flows: present.map((f) => directory.flows[f]?.id ?? ''),
          values: present.map((a) => present.map((b) => events.share(a, b))),
        }
      : null;
  const mean = events?.meanShare(present);
  const sentence = (i: number, j: number) => {
    const [a, b] = [present[i] ?? -1, present[j] ?? -1];
    const all = events?.both(a, a) ?? 0;
    if (all === 0) return t.lostNothing(label(i));
    if (i === j) return t.hitBy(label(i), all);
    return t.hitBoth(label(i), all, label(j), events?.both(a, b) ?? 0);
  };
  return (
    <Matrix
      id="synchronization"
      title={t.synchronization}
      of={t.ofLosses}
      counted={events && pairs ? t.counted(events.count, ...spanNow()) : ''}
      label={t.label}
      pairs={pairs}
      nothing={t.empty}
      slot={slot}
      text={percent}
      widest="000"
      self={(i) => String(events?.both(present[i] ?? -1, present[i] ?? -1) ?? 0)}
      sentence={sentence}
      summary={mean === null || mean === undefined ? '' : t.finding(percent(mean))}
      reading={t.hint}
      scale={
        <>
          0
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <Tint key={share} value={share} />
          ))}
          {t.together}
        </>
      }
    />
  );
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${Math.round(100 * share)}`;
}

/** The span in which events are counted, s, in words. */
function spanNow(): [from: string, to: string] {
  const now = latestFrame()?.now ?? 0;
  const words = (s: number) => formatUpTo(Math.round(10 * s) / 10, 1);
  return [words(countedFromS(documentNow(), now)), words(now)];
}

/** The events up to now. Counting continues while flows, paths and buffers are unchanged. */
function countedOf(
  kept: { current: { of: string; events: LossEvents } | null },
  directory: Directory,
): LossEvents {
  const of = JSON.stringify([directory.flows, directory.channels]);
  if (kept.current?.of !== of) kept.current = { of, events: new LossEvents(directory) };
  const frame = latestFrame();
  if (frame) kept.current.events.advance(frame.marks, frame.now, countedFromS(documentNow(), frame.now));
  return kept.current.events;
}
