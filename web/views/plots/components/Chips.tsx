import './chips.css';
import { useEffect, useRef } from 'react';
import { formatTime, formatValue } from '../../../drawing/format';
import {
  type FlowNote,
  type Frame,
  flowIndexOf,
  flowNotes,
  flowStyle,
  latestFrame,
  runNow,
  select,
  styleOfFlow,
  useCatalogue,
  useDocument,
  useRun,
} from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { redraw } from '../../../ui/redraw';
import { flowValue, flowValueText } from '../model/flow-value';
import { type Reading, readingOf, valueIn } from '../model/moment';
import { useRates } from '../model/use-rates';
import { chipsTexts as words } from './texts';

/** Values where there is no room for a column: one chip for each flow, with its window or rate at the crosshair. A click selects the flow. */
export function Chips({ selected }: { selected: number }) {
  const row = useRef<HTMLDivElement>(null);
  const moment = useRef<HTMLSpanElement>(null);
  const flows = useDocument((d) => d.flows);
  // Labels depend on both, so reading them here renders the chips again when they change.
  useCatalogue();
  const directory = useRun((r) => r.directory);
  useRates();
  const windows = directory?.flows.some((f) => !f.removed && f.window !== 'none') ?? true;

  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (!frame || !row.current) return;
      const reading = readingOf(frame);
      const { t, isNow, exact } = reading;
      write(moment.current, isNow ? words.now : words.at(formatTime(t, frame.t1 - frame.t0)));
      for (const output of row.current.getElementsByTagName('output')) {
        const value = flowValue(
          exact ?? frame,
          Number(output.dataset.flow),
          runNow().catalogue,
          exact ? null : t,
        );
        write(output, flowValueText(value) + fluidText(frame, Number(output.dataset.flow), reading));
      }
    });
    return handle.dispose;
  }, []);

  if (flows.length === 0) return null;
  const notes = flowNotes();
  return (
    <div className="plots-chips" ref={row}>
      <p className="chips-moment">
        {windows ? 'cwnd' : words.rate}
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
              <LineSample style={styleOfFlow(index)} width={18} />
              {flowStyle(index).label}
            </span>
            <Value flow={index} note={notes.get(flow.id)} />
          </button>
        );
      })}
      {(directory?.flows ?? []).map(
        ({ id, removed }, index) =>
          removed && (
            <div key={id} className="plots-chip">
              <span className="chip-label">
                <LineSample style={styleOfFlow(index)} width={18} />
                {flowStyle(index).label}
              </span>
              <Value flow={index} note={notes.get(id)} />
            </div>
          ),
      )}
    </div>
  );
}

function Value({ flow, note }: { flow: number; note: FlowNote | undefined }) {
  return (
    <span className="chip-value" title={note?.help}>
      <output aria-live="off" data-flow={flow}>
        –
      </output>
      {note && <small> {note.text}</small>}
    </span>
  );
}

/** The fluid model's window, beside that of packets, if its line is shown. */
function fluidText(frame: Frame, flow: number, reading: Reading): string {
  const { directory } = frame;
  const id = directory.flows[flow]?.id;
  const series = directory.series.findIndex((s) => s.fluid && s.kind === 'cwnd' && s.owner === id);
  const value = series < 0 ? Number.NaN : valueIn(frame, series, reading);
  return Number.isNaN(value) ? '' : ` · ${formatValue(value, 0)}`;
}

function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
