import { useEffect, useRef } from 'react';
import {
  flowIndexOf,
  flowStyle,
  latestFrame,
  select,
  sessionNow,
  useCatalogue,
  useDocument,
  useRun,
} from '../../store';
import { FlowState } from '../../worker/sections';
import { formatTime, formatValue } from './format';
import { LineSample } from './LineSample';
import { momentOf, valueAt } from './moment';
import type { Painter } from './painter';

/** Where there is no column of values: one chip a flow with its window at the crosshair. A press selects the flow. */
export function Chips({ painter, selected }: { painter: Painter; selected: number }) {
  const row = useRef<HTMLDivElement>(null);
  const moment = useRef<HTMLSpanElement>(null);
  const flows = useDocument((d) => d.flows);
  // Labels depend on both; reading them here draws the chips again when they change.
  useCatalogue();
  useRun((r) => r.directory);

  useEffect(() => {
    const handle = painter.register(() => {
      const frame = latestFrame();
      if (!frame || !row.current) return;
      const { cursor } = sessionNow();
      const t = momentOf(cursor, frame.now);
      write(moment.current, cursor === null ? 'now' : `at ${formatTime(t, frame.t1 - frame.t0)}`);
      for (const output of row.current.getElementsByTagName('output')) {
        const flow = Number(output.dataset.flow);
        const owner = frame.directory.flows[flow]?.id;
        const series = frame.directory.series.findIndex((s) => s.kind === 'cwnd' && s.owner === owner);
        const drawn = valueAt(frame.plot, series, t);
        // The cwnd plot may be hidden; then only the present value is known.
        const value = Number.isNaN(drawn) && cursor === null ? frame.scene.cwnd(flow) : drawn;
        // A flow that has not started has no window yet, whatever the first one will be.
        const waits = cursor === null && frame.scene.state(flow) === FlowState.waiting;
        write(output, waits ? '–' : formatValue(value, 0));
      }
    }, false);
    return handle.dispose;
  }, [painter]);

  if (flows.length === 0) return null;
  return (
    <div className="plots-chips" ref={row}>
      <p className="chips-moment">
        cwnd
        <span className="chips-time" ref={moment} />
      </p>
      {flows.map((flow) => {
        const index = flowIndexOf(flow.id);
        return (
          <button
            key={flow.id}
            type="button"
            className="plots-chip"
            aria-pressed={index === selected}
            onClick={() => select(index === selected ? null : { kind: 'flow', id: flow.id })}
          >
            <span className="chip-label">
              <LineSample flow={index} width={18} />
              {flowStyle(index).label}
            </span>
            <output className="chip-value" data-flow={index}>
              –
            </output>
          </button>
        );
      })}
    </div>
  );
}

function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
