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
  useDocument,
  useSession,
  useShownFork,
} from '../../../store';
import { redraw } from '../../../ui/redraw';
import { readingOf, valueAt, valueNow } from '../model/moment';
import { LineSample } from './LineSample';
import { readoutTexts as words } from './texts';

interface Props {
  spec: PlotSpec;
  selected: number;
  locked: boolean;
}

/** Legend and readout in one: a line's sample, its name, its value at the crosshair. A press shows one flow alone. */
export function Readout({ spec, selected, locked }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef(spec);
  latest.current = spec;
  // Kept, since to ask for it in a frame would lay the page out.
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
  // Fluid loses amounts, at no moment of their own.
  const packets = useDocument((d) => d.engine !== 'fluid');
  const fluid = spec.curves.some((c) => c.fluid !== undefined);
  const fork = useShownFork();
  const other = fluid || !fork ? undefined : { run: fork.other, name: fork.names.other };
  const both = fluid || other !== undefined;
  return (
    <div className={both ? 'readout both' : 'readout'} ref={list}>
      {spec.groups.map((group) => (
        <div className="readout-row of-group" key={group.algorithm} title={words.groupHint}>
          <LineSample flow={group.flow} />
          <span className="readout-name">{group.name}</span>
          <output data-group={group.algorithm} />
          <output className="quiet" data-group={group.algorithm} data-reach="" />
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
            <output data-value="delay" />
          </div>
          {packets && (
            <div className="readout-row">
              <span />
              <span className="readout-name">{words.drops}</span>
              <output data-value="drops" />
            </div>
          )}
        </>
      )}
    </div>
  );
}

const SSTHRESH = [2, 3];
const DASHES = [[], [7, 3], [2, 2.5], [10, 3, 2, 3]];

interface RowProps {
  curve: Curve;
  solo: boolean;
  locked: boolean;
  /** The branch behind the one on screen, whose values stand in a column of their own. */
  other: { run: number; name: string } | undefined;
}

function Row({ curve, solo, locked, other }: RowProps) {
  const dash =
    curve.role === 'ssthresh'
      ? SSTHRESH
      : curve.role === 'variable' || curve.flow < 0
        ? DASHES[curve.place % 4]
        : undefined;
  const inner = (
    <>
      <LineSample flow={curve.flow} dash={dash} thin={curve.role !== 'line'} />
      <span className={curve.role === 'line' ? 'readout-name' : 'readout-name quiet'} title={curve.help}>
        {curve.name}
      </span>
      <output data-value={curve.series} />
      {curve.fluid === undefined ? null : (
        <output className="by-fluid" data-value={curve.fluid} title={words.byFluid} />
      )}
      {other && (
        <output
          className="of-branch"
          data-value={curve.series}
          data-run={other.run}
          title={words.ofBranch(other.name)}
        />
      )}
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

/** Solo, or back to all; with `hide` the flow alone is hidden. */
function toggle(index: number, hide: boolean): void {
  const ids = latestFrame()?.directory.flows.map((f) => f.id) ?? documentNow().flows.map((f) => f.id);
  const id = ids[index];
  if (id === undefined) return;
  const { hiddenFlows } = sessionNow();
  if (hide) setHiddenFlows([...hiddenFlows, id]);
  else if (ids.filter((f) => !hiddenFlows.includes(f)).length === 1) setHiddenFlows([]);
  else setHiddenFlows(ids.filter((f) => f !== id));
}

/** Heights of rows lie between these; so a row's place is known without asking the page. */
const ROW_PX = { least: 20, most: 24 };

/** Writes the values of the visible rows without React: this runs several times a second. */
function write(
  list: HTMLElement,
  spec: PlotSpec,
  frame: Frame,
  { top, height }: { top: number; height: number },
): void {
  const { t, isNow } = readingOf(frame);
  const rows = list.children;
  const first = Math.floor(top / ROW_PX.most) - 1;
  const last = Math.ceil((top + height) / ROW_PX.least) + 1;
  for (let i = Math.max(0, first); i < Math.min(rows.length, last); i++) {
    for (const output of rows[i]?.getElementsByTagName('output') ?? []) put(output, textOf(output));
  }
  function textOf(output: HTMLOutputElement): string {
    const what = output.dataset.value ?? '';
    const group = spec.groups.find((g) => g.algorithm === output.dataset.group);
    if (group) return groupText(spec, frame, group, t, output.dataset.reach !== undefined);
    if (what === 'delay') return formatValue(delayAt(spec, frame, t, isNow), 0);
    if (what === 'drops') return formatValue(dropsBefore(frame, t, spec.channel, isNow), 0);
    if (output.dataset.run !== undefined) {
      const branch = frame.others.find((b) => b.run === Number(output.dataset.run));
      return written(branch && t <= branch.known ? valueAt(branch.plot, Number(what), t) : Number.NaN);
    }
    return written(isNow ? valueNow(frame, Number(what)) : valueAt(frame.plot, Number(what), t));
  }
  function written(value: number): string {
    return spec.group === 'variables'
      ? formatVariable(value)
      : formatValue(spec.factor * value, spec.decimals);
  }
}

/** A group's mean at a moment, or how far its flows reach; that with a digit less, since one compares it at a glance. */
function groupText(spec: PlotSpec, frame: Frame, { series }: Group, t: number, reach: boolean): string {
  const values = series.map((s) => spec.factor * valueAt(frame.plot, s, t)).filter(Number.isFinite);
  if (!reach) return formatValue(values.reduce((a, b) => a + b, 0) / values.length, spec.decimals);
  if (values.length < 2) return '';
  const text = (value: number) => formatValue(value, Math.max(0, spec.decimals - 1));
  return `${text(Math.min(...values))}–${text(Math.max(...values))}`;
}

/** Changes the text that is there: a new text node with every value would be laid out anew each time. */
function put(output: HTMLElement, text: string): void {
  const node = output.firstChild;
  if (!node) output.textContent = text;
  else if (node.nodeValue !== text) node.nodeValue = text;
}

/** Time that the backlog takes to drain, in ms. Past backlogs are known in packets: these are taken as full-size ones. */
function delayAt(spec: PlotSpec, frame: Frame, t: number, isNow: boolean): number {
  const channel = frame.directory.channels[spec.channel];
  // Where the link does more than send at its rate, the backlog does not say how long it takes.
  if (!channel || !(channel.rateMbps > 0) || channel.behaviours?.length) return Number.NaN;
  const queued = frame.scene.queuedPackets(spec.channel);
  const perPacket = queued > 4 ? frame.scene.queuedBytes(spec.channel) / queued : 1500;
  const bytes = isNow
    ? frame.scene.queuedBytes(spec.channel)
    : perPacket * valueAt(frame.plot, spec.curves[0]?.series ?? -1, t);
  return (bytes * 8) / (channel.rateMbps * 1000);
}

const drops = { list: null as unknown, upTo: 0, counts: [] as number[] };

/** Drops up to `t`; counted from the marks where `t` lies in the past. */
function dropsBefore(frame: Frame, t: number, channel: number, isNow: boolean): number {
  if (isNow) return frame.scene.dropsSoFar(channel);
  const { marks } = frame;
  if (drops.list !== marks || drops.upTo > marks.count)
    Object.assign(drops, { list: marks, upTo: 0, counts: [] });
  for (; drops.upTo < marks.count; drops.upTo++) {
    const before = drops.counts[drops.upTo - 1] ?? 0;
    drops.counts[drops.upTo] = before + (marks.kind(drops.upTo) === 4 ? 1 : 0);
  }
  return drops.counts[marks.firstAt(t) - 1] ?? 0;
}
