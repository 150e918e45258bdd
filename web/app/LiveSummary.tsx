import { useEffect, useState } from 'react';
import { type Frame, flowStyle, latestFrame, useRun } from '../store';
import { liveSummaryTexts as t } from './texts';

/** Not every flow has a window, and that of many connections is a sum. */
function windowWords({ directory, scene }: Frame, flow: number): string {
  const kind = directory.flows[flow]?.window ?? 'none';
  return kind === 'none' ? '' : t[kind](Math.round(scene.cwnd(flow)));
}

/** Describes the state of the run for screen readers when the run stops, but not while it runs. */
export function LiveSummary() {
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  const [text, setText] = useState('');
  useEffect(() => {
    if (playing) {
      setText(t.running);
      return;
    }
    const frame = latestFrame();
    if (!frame) return;
    const flows = frame.directory.flows.slice(0, 10).map((_, i) => {
      const rate = t.rate(frame.scene.throughputMbps(i).toFixed(1));
      return `${flowStyle(i).label}: ${windowWords(frame, i)}${rate}`;
    });
    setText(t.summary(ended ? t.ended : t.paused, frame.now.toFixed(2), flows.join('. ')));
  }, [playing, ended]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
