import './readout.css';
import { useEffect, useRef } from 'react';
import { formatValue, formatVariable } from '../../../drawing/format';
import type { Group } from '../../../drawing/groups';
import type { Curve, PlotSpec } from '../../../drawing/spec';
import {
  documentNow,
  type Frame,
  latestFrame,
  sessionNow,
  setHiddenFlows,
  styleOfFlow,
  useDocument,
  useSession,
  useShownFork,
} from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { MathSymbol } from '../../../ui/MathSymbol';
import { redraw } from '../../../ui/redraw';
import { setText } from '../../../ui/set-text';
import {
  besideBranch,
  isSinceFork,
  type Reading,
  readingOf,
  timeIn,
  valueIn,
  valueInBranch,
} from '../model/moment';
import { delayAt, dropsBefore, queueInBranch } from '../model/queue-values';
import { dashOf } from '../model/strokes';
import { useBothModels } from '../model/use-both-models';
import { readoutTexts as words } from './texts';

interface Props {
  spec: PlotSpec;
  selected: number;
  locked: boolean;
}

/** Legend and readout in one: a flow's line sample, name, and value at the crosshair. A click shows the flow alone. */
export function Readout({ spec, selected, locked }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef(spec);
  latest.current = spec;
  // Cached, because measuring in each frame would force layout.
  const isVisible = useRef({ top: 0, height: Number.POSITIVE_INFINITY });
  const hidden = useSession((s) => s.hiddenFlows);
  const total = useDocument((d) => d.flows.length);
  const shown = total - hidden.length;

  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (list.current && frame) write(list.current, latest.current, frame, isVisible.current);
    });
    const element = list.current;
    const look = () => {
      if (!element) return;
      isVisible.current = { top: element.scrollTop, height: element.clientHeight };
      handle.mark();
    };
    const sizes = new ResizeObserver(look);
    if (element) sizes.observe(element);
    element?.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element?.removeEventListener('scroll', look);
      handle.dispose();
    };
  }, []);

  const rows = [...spec.curves].sort((a, b) => Number(b.flow === selected) - Number(a.flow === selected));
  const extra = spec.channel >= 0;
  // The fluid model has losses, but no drops at certain times.
  const packets = useDocument((d) => d.engine !== 'fluid');
  const fluid = useBothModels();
  const fork = useShownFork();
  const other = fluid || !fork ? undefined : { run: fork.other, name: fork.names.other, atS: fork.atS };
  const both = fluid || other !== undefined;
  return (
    <div className={both ? 'readout both' : 'readout'} ref={list}>
      {spec.groups.map((group) => (
        <div className="readout-row of-group" key={group.algorithm} title={words.groupHint}>
          <LineSample style={styleOfFlow(group.flow)} />
          <span className="readout-name">{group.name}</span>
          <output aria-live="off" data-group={group.algorithm} />
          <output aria-live="off" className="quiet" data-group={group.algorithm} data-reach="" />
        </div>
      ))}
      {(rows.length > 10 ? rows : spec.curves)
        .filter((curve) => spec.groups.length === 0 || curve.flow < 0 || curve.flow === selected)
        .map((curve) => (
          <Row key={curve.series} curve={curve} solo={shown === 1} locked={locked} other={other} />
        ))}
      {extra && (
        <>
          <div className="readout-row">
            <span />
            <span className="readout-name">{words.delayMs}</span>
            <output aria-live="off" data-value="delay" />
            {other && <OfBranch value="delay" other={other} />}
          </div>
          {packets && (
            <div className="readout-row">
              <span />
              <span className="readout-name" data-name="drops">
                {words.drops}
              </span>
              <output aria-live="off" data-value="drops" />
              {other && <OfBranch value="drops" other={other} />}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The branch drawn behind, whose values have a column of their own. */
interface Other {
  run: number;
  name: string;
  atS: number;
}

function OfBranch({ value, other }: { value: number | string; other: Other }) {
  return (
    <output
      aria-live="off"
      className="of-branch"
      data-value={value}
      data-run={other.run}
      data-from={other.atS}
      title={words.ofBranch(other.name)}
    />
  );
}

interface RowProps {
  curve: Curve;
  solo: boolean;
  locked: boolean;
  other: Other | undefined;
}

function Row({ curve, solo, locked, other }: RowProps) {
  const inner = (
    <>
      <LineSample
        style={curve.flow < 0 ? null : styleOfFlow(curve.flow)}
        dash={dashOf(curve)}
        thin={curve.role !== 'line'}
      />
      <span
        className={curve.role === 'line' ? 'readout-name' : 'readout-name quiet'}
        title={curve.help || curve.name}
      >
        {curve.symbol ? <MathSymbol text={curve.name} /> : curve.name}
        {curve.note && <small> {curve.note}</small>}
      </span>
      <output aria-live="off" data-value={curve.series} />
      {curve.fluid === undefined ? null : (
        <output aria-live="off" className="by-fluid" data-value={curve.fluid} title={words.byFluid} />
      )}
      {other && <OfBranch value={curve.series} other={other} />}
    </>
  );
  if (curve.flow < 0 || curve.role !== 'line' || locked) return <div className="readout-row">{inner}</div>;
  return (
    <button
      type="button"
      className="readout-row"
      aria-pressed={solo}
      title={solo ? words.showAllFlows : words.aloneHint}
      onClick={(e) => toggle(curve.flow, e.shiftKey)}
    >
      {inner}
    </button>
  );
}

/** Shows the flow alone, or all again; with `hide` hides the flow. */
function toggle(index: number, hide: boolean): void {
  const ids = latestFrame()?.directory.flows.map((f) => f.id) ?? documentNow().flows.map((f) => f.id);
  const id = ids[index];
  if (id === undefined) return;
  const { hiddenFlows } = sessionNow();
  if (hide) setHiddenFlows([...hiddenFlows, id]);
  else if (ids.filter((f) => !hiddenFlows.includes(f)).length === 1) setHiddenFlows([]);
  else setHiddenFlows(ids.filter((f) => f !== id));
}

/** Heights of rows are between these, so that their positions are known without measuring. Those of a presentation differ most. */
const ROW_PX = { least: 17, most: 32 };

/** Drops count from the start of the measurement on, as in the results; before it from the start of the run. */
function dropsName(t: number): string {
  const from = documentNow().sampling?.measureFromS ?? 0;
  return from > 0 && t >= from ? words.dropsSince(formatValue(from, from % 1 === 0 ? 0 : 1)) : words.drops;
}

/** Writes the values of the visible rows without React, because this runs several times a second. */
function write(
  list: HTMLElement,
  spec: PlotSpec,
  frame: Frame,
  { top, height }: { top: number; height: number },
): void {
  const reading = readingOf(frame);
  const { t, exact } = reading;
  const fork = list.querySelector<HTMLOutputElement>('[data-run]')?.dataset;
  const { branch, both } = besideBranch(
    frame,
    reading,
    fork ? { other: Number(fork.run), atS: Number(fork.from) } : null,
  );
  const rows = list.children;
  const first = Math.floor(top / ROW_PX.most) - 1;
  const last = Math.ceil((top + height) / ROW_PX.least) + 1;
  for (let i = Math.max(0, first); i < Math.min(rows.length, last); i++) {
    for (const output of rows[i]?.getElementsByTagName('output') ?? []) setText(output, textOf(output));
    const drops = rows[i]?.querySelector('[data-name=drops]');
    // Beside a second column there is no room for more.
    if (drops) setText(drops, list.classList.contains('both') ? words.drops : dropsName(t));
  }
  function textOf(output: HTMLOutputElement): string {
    const what = output.dataset.value ?? '';
    const group = spec.groups.find((g) => g.algorithm === output.dataset.group);
    if (group) return groupText(spec, frame, group, reading, output.dataset.reach !== undefined);
    // Before the fork the two branches are one run; the curves are thinned, so that only this one's values are exact.
    if (output.dataset.run !== undefined && isSinceFork(t, Number(output.dataset.from))) {
      if (what === 'delay' || what === 'drops')
        return formatValue(queueInBranch(spec, frame, branch, timeIn(frame, branch, reading))[what], 0);
      return written(valueInBranch(frame, Number(what), branch, both));
    }
    if (what === 'delay') return formatValue(delayAt(spec, frame, t, exact), 0);
    if (what === 'drops') return formatValue(dropsBefore(frame, t, spec.channel, exact), 0);
    return written(valueIn(frame, Number(what), both));
  }
  function written(value: number): string {
    return spec.group === 'variables'
      ? formatVariable(value)
      : formatValue(spec.factor * value, spec.decimals);
  }
}

/** A group's mean at a time, or the range of its flows, with a digit less because ranges are compared at a glance. */
function groupText(
  spec: PlotSpec,
  frame: Frame,
  { series }: Group,
  reading: Reading,
  reach: boolean,
): string {
  const values = series.map((s) => spec.factor * valueIn(frame, s, reading)).filter(Number.isFinite);
  if (!reach) return formatValue(values.reduce((a, b) => a + b, 0) / values.length, spec.decimals);
  if (values.length < 2) return '';
  const text = (value: number) => formatValue(value, Math.max(0, spec.decimals - 1));
  return `${text(Math.min(...values))}–${text(Math.max(...values))}`;
}
