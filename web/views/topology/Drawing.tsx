import type { KeyboardEvent, ReactNode } from 'react';
import { meanRateMbps } from '../../scenario/trace';
import { documentNow, type Selection, select, styleOfFlow, toggleSelected } from '../../store';
import type { Box, Fit, Point, Size } from './geometry';
import type { FlowTag, Layout, PlacedLink, PlacedNode } from './layout-types';
import { GRID } from './moves';
import { drawingTexts as words } from './texts';
import type { Connect } from './use-connect';
import type { TabStops } from './use-tab-stops';

interface Props {
  layout: Layout;
  size: Size;
  compact: boolean;
  /** The inspector shows the first one if it is the only one. */
  selected: readonly Selection[];
  /** A press adds to what is selected. */
  adds: boolean;
  band: Box | null;
  /** The grid that nodes snap to, while they move. */
  grid: Fit | null;
  connect: Connect;
  locked: boolean;
  stops: TabStops;
  /** The moving traffic, between links and nodes. */
  traffic: ReactNode;
}

/** Links at the bottom, then traffic, then nodes and texts. Sizes are screen pixels at every zoom. */
export function Drawing(props: Props) {
  const { layout, size, compact, selected, adds, band, grid, connect, locked, stops, traffic } = props;
  const is = (kind: Selection['kind'], id: string) => selected.some((s) => s.kind === kind && s.id === id);
  const choose = (thing: Selection, shift: boolean) => {
    // What was removed since the moment that is shown has nothing to be changed.
    const { nodes, links, flows } = documentNow();
    const all = { node: nodes, link: links, flow: flows }[thing.kind];
    if (!all.some(({ id }) => id === thing.id)) return;
    if (adds || shift) toggleSelected(thing);
    else select(thing);
  };
  const named = layout.tags.filter((t) => t.kind !== 'more');
  const group = (name: string) => (locked ? {} : { role: 'group', 'aria-label': name });
  const start = layout.nodes.find((n) => n.node.id === connect.from);
  return (
    <>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a layer of controls that have names of their own, not a picture */}
      <svg className="layer links" width={size.width} height={size.height}>
        {grid && <Grid fit={grid} size={size} />}
        <g {...group(words.links)}>
          {layout.links.map((l, i) => (
            <LinkLine
              key={l.link.id}
              placed={l}
              tabIndex={stops.tabIndex('link', i)}
              selected={is('link', l.link.id)}
              choose={choose}
              locked={locked}
            />
          ))}
        </g>
        {start && connect.end && (
          <line className="rubber" x1={start.p.x} y1={start.p.y} x2={connect.end.x} y2={connect.end.y} />
        )}
      </svg>
      {traffic}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a layer of controls that have names of their own, not a picture */}
      <svg className="layer nodes" width={size.width} height={size.height}>
        <g>
          {layout.links.map((l) =>
            l.box ? (
              <text
                key={l.link.id}
                className="link-text"
                x={l.box.x + l.box.width / 2}
                y={l.box.y + 11.5}
                textAnchor="middle"
              >
                {l.text}
              </text>
            ) : null,
          )}
        </g>
        {layout.channels.map((channel, c) =>
          channel?.head ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its number
            <g key={c}>
              {channel.title === '' ? (
                // What is written into one is not to stay in the other: the page writes it, not React.
                <text
                  key="short"
                  className="link-text"
                  x={channel.head.x + channel.head.width / 2}
                  y={channel.head.y + 12}
                  textAnchor="middle"
                  data-live="held"
                  data-of={c}
                />
              ) : (
                <text key="titled" className="queue-title" x={channel.head.x} y={channel.head.y + 12}>
                  <tspan>{channel.title}</tspan>
                  <tspan
                    className="quiet"
                    dx={channel.brief ? 4 : 10}
                    data-live={channel.brief ? 'held' : 'backlog'}
                    data-of={c}
                  />
                </text>
              )}
              {channel.foot && (
                <text
                  className="queue-foot"
                  x={channel.foot.x + (channel.footAlign === 'right' ? channel.foot.width : 0)}
                  y={channel.foot.y + 11.5}
                  textAnchor={channel.footAlign === 'right' ? 'end' : 'start'}
                  data-live="counts"
                  data-of={c}
                />
              )}
            </g>
          ) : null,
        )}
        <g {...group(words.nodes)}>
          {layout.nodes.map((n, i) => (
            <NodeShape
              key={n.node.id}
              placed={n}
              tabIndex={stops.tabIndex('node', i)}
              selected={is('node', n.node.id) || connect.from === n.node.id}
              sends={layout.tags.some(
                (t) => t.flow >= 0 && t.kind === 'sender' && t.node === n.node.id && is('flow', t.id),
              )}
              connect={connect}
              choose={choose}
              locked={locked}
            />
          ))}
        </g>
        <g {...group(words.flows)}>
          {layout.tags.map((t) => (
            <Tag
              key={`${t.node} ${t.kind} ${t.flow}`}
              tag={t}
              tabIndex={stops.tabIndex('flow', named.indexOf(t))}
              compact={compact}
              selected={is('flow', t.id)}
              choose={choose}
              locked={locked}
            />
          ))}
        </g>
        {band && <rect className="band" {...band} />}
      </svg>
    </>
  );
}

/** Dots at the positions of the grid; none if they would be too dense. */
function Grid({ fit, size }: { fit: Fit; size: Size }) {
  const [width, height] = [GRID * fit.sx, GRID * fit.sy];
  if (width < 5 || height < 5) return null;
  return (
    <>
      <pattern
        id="grid"
        patternUnits="userSpaceOnUse"
        x={fit.tx - width / 2}
        y={fit.ty - height / 2}
        width={width}
        height={height}
      >
        <circle className="grid-dot" cx={width / 2} cy={height / 2} r={0.8} />
      </pattern>
      <rect width={size.width} height={size.height} fill="url(#grid)" />
    </>
  );
}

/** Selects a thing; with Shift adds it to the selection. */
type Choose = (thing: Selection, shift: boolean) => void;

type Act = (event: { shiftKey: boolean }) => void;

/**
 * Enter and Space activate the focused element, without the page's shortcuts. If it is already selected, Space is the page's shortcut. So is
 * Delete, which is about what has the focus.
 */
function pressed(act: Act, selected: boolean, select: Act = act) {
  return (event: KeyboardEvent) => {
    if ((event.key === 'Delete' || event.key === 'Backspace') && !selected) select({ shiftKey: false });
    if (event.key !== 'Enter' && (event.key !== ' ' || selected)) return;
    event.preventDefault();
    event.stopPropagation();
    act(event);
  };
}

interface LinkProps {
  placed: PlacedLink;
  tabIndex: number;
  selected: boolean;
  choose: Choose;
  locked: boolean;
}

function LinkLine({ placed, tabIndex, selected, choose, locked }: LinkProps) {
  const { link, a, b, width, reach } = placed;
  const press: Act = (event) => choose({ kind: 'link', id: link.id }, event.shiftKey);
  const { delayMs } = link.forward;
  const rateMbps = meanRateMbps(link.forward);
  const control = locked
    ? {}
    : {
        role: 'button',
        tabIndex,
        'aria-label': words.linkLabel(link.a, link.b, rateMbps, delayMs),
        'aria-pressed': selected,
        onClick: press,
        onKeyDown: pressed(press, selected),
        'data-page-space': selected || undefined,
      };
  return (
    <g className={`link${selected ? ' selected' : ''}`} data-pick="link" data-link={link.id} {...control}>
      <line className="halo" x1={a.x} y1={a.y} x2={b.x} y2={b.y} strokeWidth={width + 5} />
      <line className="line" x1={a.x} y1={a.y} x2={b.x} y2={b.y} strokeWidth={width} />
      <polygon className="reach" points={band(a, b, reach)} />
    </g>
  );
}

/** The corners of a band of this width along a line. An area, because a stroke would have no box for the pointer. */
function band(a: Point, b: Point, width: number): string {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const half = width / 2 / (Math.hypot(dx, dy) || 1);
  const [nx, ny] = [-dy * half, dx * half];
  const corners = [a.x + nx, a.y + ny, b.x + nx, b.y + ny, b.x - nx, b.y - ny, a.x - nx, a.y - ny];
  return corners.map((x) => x.toFixed(1)).join(' ');
}

interface NodeProps {
  placed: PlacedNode;
  tabIndex: number;
  selected: boolean;
  /** It sends the selected flow. */
  sends: boolean;
  connect: Connect;
  choose: Choose;
  locked: boolean;
}

function NodeShape({ placed, tabIndex, selected, sends, connect, choose, locked }: NodeProps) {
  const { node, p, rx, ry, label, reach } = placed;
  const select: Act = ({ shiftKey }) => choose({ kind: 'node', id: node.id }, shiftKey);
  const press: Act = (event) => {
    if (!connect.choose(node.id)) select(event);
  };
  const control = locked
    ? {}
    : {
        role: 'button',
        tabIndex,
        'aria-label': `${node.kind === 'host' ? words.host : words.router} ${node.name || node.id}`,
        'aria-pressed': selected,
        onClick: press,
        onKeyDown: pressed(press, selected, select),
        'data-page-space': selected || undefined,
      };
  const className = `node ${node.kind}${selected || sends ? ' selected' : ''}${ry < 4 ? ' tiny' : ''}`;
  return (
    <g
      className={className}
      data-pick="node"
      data-node={node.id}
      transform={`translate(${p.x} ${p.y})`}
      {...control}
    >
      <rect className="reach" {...reach} x={reach.x - p.x} y={reach.y - p.y} />
      {node.kind === 'host' ? (
        <rect className="shape" x={-rx} y={-ry} width={2 * rx} height={2 * ry} rx={Math.min(4, ry)} />
      ) : (
        <circle className="shape" r={rx} />
      )}
      {label && (
        <text y={4.5} textAnchor="middle">
          {label}
        </text>
      )}
    </g>
  );
}

function Tag({
  tag,
  tabIndex,
  compact,
  selected,
  choose,
  locked,
}: {
  tag: FlowTag;
  tabIndex: number;
  compact: boolean;
  selected: boolean;
  choose: Choose;
  locked: boolean;
}) {
  const { box, align, kind, oneLine } = tag;
  const right = align === 'right';
  const edge = right ? box.x + box.width : box.x;
  const middle = box.y + 12.5;
  if (kind === 'more') {
    return (
      <text className="tag-more" x={edge} y={middle} textAnchor={right ? 'end' : 'start'}>
        {tag.text}
      </text>
    );
  }
  const press: Act = (event) => choose({ kind: 'flow', id: tag.id }, event.shiftKey);
  const control = locked
    ? {}
    : {
        role: 'button',
        tabIndex,
        'aria-label': kind === 'sender' ? words.flowLabel(tag.text) : words.throughputOf(tag.text),
        'aria-pressed': selected,
        onClick: press,
        onKeyDown: pressed(press, selected),
        'data-page-space': selected || undefined,
      };
  return (
    <g className={`tag${selected ? ' selected' : ''}`} data-pick="flow" data-flow={tag.id} {...control}>
      <rect className="reach" {...tag.reach} />
      {kind === 'sender' ? (
        <SenderWords tag={tag} brief={compact || tag.brief} edge={edge} middle={middle} />
      ) : (
        <ReceiverWords tag={tag} edge={edge} middle={box.y + box.height / 2 + 4.5} oneLine={oneLine} />
      )}
    </g>
  );
}

function SenderWords({
  tag,
  brief,
  edge,
  middle,
}: {
  tag: FlowTag;
  /** Without the value. */
  brief: boolean;
  edge: number;
  middle: number;
}) {
  const { box, align, flow, text, oneLine } = tag;
  const right = align === 'right';
  const sample = brief ? 20 : 24;
  // The sample comes first on either side; the text is clear of it.
  const start = right ? edge : edge + sample + 8;
  const anchor = right ? 'end' : 'start';
  const value = { 'data-live': oneLine ? 'window' : 'cwnd', 'data-of': flow };
  return (
    <>
      <Sample flow={flow} x={box.x} y={middle - 4} width={sample} />
      <text className="tag-name" x={start} y={middle} textAnchor={anchor}>
        {text}
        {oneLine && !brief && <tspan className="quiet" dx={8} {...value} />}
      </text>
      {!oneLine && <text className="quiet" x={start} y={middle + 16} textAnchor={anchor} {...value} />}
    </>
  );
}

function ReceiverWords({
  tag,
  edge,
  middle,
  oneLine,
}: {
  tag: FlowTag;
  edge: number;
  middle: number;
  oneLine: boolean;
}) {
  const right = tag.align === 'right';
  // If several flows end here, each value has its flow's line sample.
  const sample = oneLine && tag.box.width > 100;
  return (
    <>
      {sample && <Sample flow={tag.flow} x={tag.box.x} y={middle - 4} width={24} />}
      <text
        className="tag-rate"
        x={sample && !right ? edge + 32 : edge}
        y={middle}
        textAnchor={right ? 'end' : 'start'}
      >
        <tspan data-live="rate" data-of={tag.flow} />
        <tspan className="quiet"> Mb/s</tspan>
      </text>
    </>
  );
}

function Sample({ flow, x, y, width }: { flow: number; x: number; y: number; width: number }) {
  const style = styleOfFlow(flow);
  return (
    <line
      className="sample"
      x1={x}
      x2={x + width}
      y1={y}
      y2={y}
      stroke={style.color}
      strokeDasharray={style.dash.join(' ') || undefined}
    />
  );
}
