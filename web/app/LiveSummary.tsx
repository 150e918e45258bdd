import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatValue } from '../drawing/format';
import { type Frame, flowStyle, isHiddenByLesson, latestFrame, useRun, useSession } from '../store';
import { app } from '../store/app';
import { liveSummaryTexts as t } from './texts';

/** The state is read out once the run has been at rest for this time, so that dragging through time is read out only at its end, ms. */
const REST_MS = 400;

/** Describes the window of a flow, which for several connections is a sum; some flows have none. */
function windowText({ directory, scene }: Frame, flow: number): string {
  const kind = directory.flows[flow]?.window ?? 'none';
  const cwnd = Math.round(scene.cwnd(flow));
  // Before it starts, and when all its connections have closed, a flow has no window.
  return kind === 'none' || Number.isNaN(cwnd) || isHiddenByLesson('cwnd') ? '' : t[kind](cwnd);
}

/** Without what an open question of a lesson hides. */
function summary(frame: Frame, ended: boolean): string {
  const flows = frame.directory.flows.slice(0, 10).map((_, i) => {
    const rate = isHiddenByLesson('throughput') ? '' : t.rate(formatValue(frame.scene.throughputMbps(i), 1));
    return ` ${flowStyle(i).label}: ${[windowText(frame, i), rate].filter(Boolean).join(', ') || t.hidden}.`;
  });
  return t.summary(ended ? t.ended : t.paused, formatValue(frame.now, 2), flows.join(''));
}

/** Describes the state of the run for screen readers whenever the run comes to rest, but not while it runs. */
export function LiveSummary() {
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  // A step or a jump moves it while the run is paused.
  const moment = useRun((s) => (s.playing ? null : s.now));
  const hidden = useSession((s) => s.hidden);
  const [text, setText] = useState('');
  const announcement = useStore(app, (s) => s.announcement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment has another summary, and an open question leaves things out of it
  useEffect(() => {
    if (playing) {
      setText(t.running);
      return;
    }
    const rest = setTimeout(() => {
      const frame = latestFrame();
      if (frame) setText(summary(frame, ended));
    }, REST_MS);
    return () => clearTimeout(rest);
  }, [playing, ended, moment, hidden]);
  return (
    <div className="visually-hidden">
      <p role="status">{text}</p>
      <p role="status">{announcement}</p>
    </div>
  );
}
