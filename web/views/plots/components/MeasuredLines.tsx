import './ensemble.css';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Measured, measured, removeMeasured, shiftMeasured } from '../../../store/measured';
import { NumberInput } from '../../../ui/NumberInput';
import { redraw } from '../../../ui/redraw';
import { MEASURED_DASHES } from '../model/measured';
import { measuredLinesTexts as t } from './texts';

/** The files with measurements over the plots: name, start time, and a button to remove each. */
export function MeasuredLines() {
  const list = useStore(measured, (s) => s.list);
  // With the first file it appears, and with the last one it goes: the plots are drawn again then as well.
  useEffect(() => {
    redraw.markAll();
    const stop = measured.subscribe(() => redraw.markAll());
    return () => {
      stop();
      redraw.markAll();
    };
  }, []);
  return list.map((file, i) => <Line key={file.id} file={file} place={i} />);
}

function Line({ file, place }: { file: Measured; place: number }) {
  const plots = [...new Set(file.curves.map((c) => NAMES[c.plot]))].join(', ');
  return (
    <div className="ensemble-line measured-line">
      <svg className="line-sample" width={24} height={12} viewBox="0 0 24 12" aria-hidden="true">
        <line
          x2={24}
          y1={6}
          y2={6}
          stroke="var(--ink)"
          strokeWidth={1.5}
          strokeDasharray={MEASURED_DASHES[place % MEASURED_DASHES.length]?.join(' ')}
        />
      </svg>
      <span className="ensemble-words">
        <b>{file.name}</b> {plots}
      </span>
      <span className="measured-shift">
        {t.from}
        <NumberInput
          label={t.startLabel(file.name)}
          value={file.shiftS}
          min={-100_000}
          max={100_000}
          onCommit={(shift) => shiftMeasured(file.id, shift ?? 0)}
        />
        s
      </span>
      <button
        type="button"
        className="quiet-button"
        aria-label={t.removeLine(file.name)}
        onClick={() => removeMeasured(file.id)}
      >
        {t.remove}
      </button>
    </div>
  );
}

const NAMES = { cwnd: 'cwnd', queue: 'queue', throughput: 'throughput', rtt: 'RTT' } as const;
