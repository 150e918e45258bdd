import { useEffect, useState } from 'react';
import { flowStyle, latestFrame, useRun } from '../store';

/** Says in words where the run stands, for those who do not see the plots: when it stops, never while it runs. */
export function LiveSummary() {
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  const [text, setText] = useState('');
  useEffect(() => {
    if (playing) {
      setText('Running.');
      return;
    }
    const frame = latestFrame();
    if (!frame) return;
    const flows = frame.directory.flows.slice(0, 10).map((_, i) => {
      const rate = frame.scene.throughputMbps(i).toFixed(1);
      return `${flowStyle(i).label}: window ${Math.round(frame.scene.cwnd(i))} packets, ${rate} megabit a second`;
    });
    setText(`${ended ? 'Ended' : 'Paused'} at ${frame.now.toFixed(2)} seconds. ${flows.join('. ')}.`);
  }, [playing, ended]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
