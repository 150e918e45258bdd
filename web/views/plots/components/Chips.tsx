import './chips.css';
import { useEffect, useRef } from 'react';
import { formatTime, formatValue } from '../../../drawing/format';
import type { Unit } from '../../../drawing/units';
import {
  type BranchPlot,
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
  useShownFork,
} from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { redraw } from '../../../ui/redraw';
import { type FlowValue, flowValue, flowValueText, seriesOfValue } from '../model/flow-value';
import { besideBranch, isPresent, type Reading, readingOf, valueIn, valueInBranch } from '../model/moment';
import { useRates } from '../model/use-rates';
import { readoutTexts, chipsTexts as words } from './texts';

/**
 * Values where there is no room for a column: one chip for each flow, with its window or rate at the crosshair, and behind it that of the branch
 * that the plots draw pale. A click selects the flow.
 * @param unit the windows' unit if it is not packets, as in their plot
 */
export function Chips({ selected, unit }: { selected: number; unit: Unit | null }) {
  const row = useRef<HTMLDivElement>(null);
  const moment = useRef<HTMLSpanElement>(null);
  const flows = useDocument((d) => d.flows);
  // Labels depend on both, so reading them here renders the chips again when they change.
  useCatalogue();
  const directory = useRun((r) => r.directory);
  useRates();
  const windows = directory?.flows.some((f) => !f.removed && f.window !== 'none') ?? true;

  const fork = useShownFork();
  const [other, forkAt] = [fork?.other, fork?.atS ?? 0];

  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (!frame || !row.current) return;
      const reading = readingOf(frame);
      const { t } = reading;
      const present = isPresent(reading, frame);
      write(moment.current, present ? words.now : words.at(formatTime(t, frame.t1 - frame.t0)));
      const { branch, both } = besideBranch(
        frame,
        reading,
        other === undefined ? null : { other, atS: forkAt },
      );
      for (const output of row.current.getElementsByTagName('output')) {
        const flow = Number(output.dataset.flow);
        const value = flowValue(both.exact ?? frame, flow, runNow().catalogue, both.exact ? null : t);
        if (output.classList.contains('of-branch'))
          write(output, branch ? ` · ${textIn(unit, branchValue(frame, value, flow, branch, both))}` : '');
        else write(output, textIn(unit, value) + fluidText(frame, flow, reading));
      }
    });
    return handle.dispose;
  }, [unit, other, forkAt]);

  if (flows.length === 0) return null;
  const notes = flowNotes();
  return (
    <div className="plots-chips" ref={row}>
      <p className="chips-moment">
        {windows ? (unit ? `cwnd, ${unit.name}` : 'cwnd') : words.rate}
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
            <Value flow={index} note={notes.get(flow.id)} branch={fork?.names.other} />
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
              <Value flow={index} note={notes.get(id)} branch={fork?.names.other} />
            </div>
          ),
      )}
    </div>
  );
}

interface ValueProps {
  flow: number;
  note: FlowNote | undefined;
  /** Name of the branch whose value stands behind it. */
  branch: string | undefined;
}

function Value({ flow, note, branch }: ValueProps) {
  return (
    <span className="chip-value" title={note?.help}>
      <output aria-live="off" data-flow={flow}>
        –
      </output>
      {branch !== undefined && (
        <output
          aria-live="off"
          className="of-branch"
          data-flow={flow}
          title={readoutTexts.ofBranch(branch)}
        />
      )}
      {note && <small> {note.text}</small>}
    </span>
  );
}

/** The value of the same quantity in another branch. */
function branchValue(
  frame: Frame,
  { kind }: FlowValue,
  flow: number,
  branch: BranchPlot,
  reading: Reading,
): FlowValue {
  const series = seriesOfValue(frame.directory, flow, kind, runNow().catalogue);
  return { kind, value: valueInBranch(frame, series, branch, reading) };
}

/** A window in the unit of its plot; what has a unit of its own stays. */
function textIn(unit: Unit | null, { kind, value }: FlowValue): string {
  const isWindow = kind === 'window' || kind === 'sum';
  return flowValueText({ kind, value: unit && isWindow ? value * unit.factor : value });
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
