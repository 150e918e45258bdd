import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Link, Node, Scenario } from '../../generated/types';
import type { NodePosition } from '../../scenario/node-layout';
import {
  addNode,
  freeNodePosition,
  moveNodes,
  select,
  selected,
  useCatalogue,
  useDocument,
  useSession,
  useShownDirectory,
  useShownDocument,
} from '../../store';
import { app } from '../../store/app';
import { nothingOpen } from '../../store/document';
import { session } from '../../store/session';
import { useFinger, useLayout, useSideBySide } from '../../ui/use-layout';
import { useSize } from '../plots/drawing/use-size';
import { behaviourWords } from './behaviours';
import { Drawing } from './Drawing';
import { useDrags } from './drag';
import { type Fit, toWorld, zoomed } from './geometry';
import { joinsHosts } from './joins-hosts';
import { layOut } from './layout';
import { baseFit as fitOf } from './layout-fit';
import type { FlowEnds } from './layout-types';
import { movedTo, stepped } from './moves';
import { PointedLabel } from './PointedLabel';
import { isEdited, isFlowEdit, needsRefit, placesOf } from './refit';
import { TrafficCanvas } from './TrafficCanvas';
import { canvasTexts as t } from './texts';
import type { Tool } from './tools';
import { useBand } from './use-band';
import { useConnect } from './use-connect';
import { useLiveText } from './use-live-text';
import { useNodeDrag } from './use-node-drag';
import { moveInGroup, useTabStops } from './use-tab-stops';
import { useZoom } from './use-zoom';

interface Props {
  tool: Tool;
  /** Called when the tool was used once. */
  onToolUsed: () => void;
  /** The tool is put away. */
  onToolDone: () => void;
  onTool: (tool: Tool) => void;
  /** At the moment that is shown. */
  flows: readonly FlowEnds[];
  /** Now, for the fit: it stays while the crosshair moves. */
  ownFlows: readonly FlowEnds[];
  /** Incremented when the reader asks to fit the drawing. */
  fits: number;
  locked: boolean;
}

/** The drawing with all interaction. */
export function Canvas({ tool, onToolUsed, onToolDone, onTool, flows, ownFlows, fits, locked }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const open = useDocument(() => !nothingOpen());
  const nodes = useThings((d) => d.nodes);
  const ownNodes = useDocument((d) => d.nodes);
  const links = useThings((d) => d.links, true);
  const directory = useShownDirectory();
  const catalogue = useCatalogue();
  const selection = useSession((s) => s.selection);
  const more = useSession((s) => s.more);
  const snap = useSession((s) => s.snap);
  const [moved, setMoved] = useState<readonly NodePosition[]>([]);

  const compact = size.height < 170 || size.width < 560;
  const phone = useLayout() === 'phone';
  const beside = useSideBySide();
  // Beside the plots the tools have a row of their own.
  const tools = locked || beside ? 'none' : phone ? 'button' : 'all';
  const finger = useFinger();
  const { transform, resetZoom } = useZoom(root, locked, tool === 'area');
  const opened = useStore(app, (s) => s.opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: to fit is to forget the zoom, which is none of another document or of a phone held otherwise
  useEffect(() => {
    resetZoom();
  }, [fits, opened, phone, beside]);
  const zooms = transform.k !== 1 || transform.x !== 0 || transform.y !== 0;
  const fit = useFit({ nodes: ownNodes, flows: ownFlows, size, compact, finger, tools }, fits, zooms);
  const shownFit = useMemo(() => zoomed(fit, transform), [fit, transform]);

  const layout = useMemo(
    () =>
      layOut(
        {
          nodes: moved.length > 0 ? nodes.map((n) => ({ ...n, ...moved.find((m) => m.id === n.id) })) : nodes,
          links,
          flows,
          directory,
          size,
          compact,
          finger,
          tools,
          selected: selection,
          discipline: (id) => catalogue?.queues.find((q) => q.id === id),
          behaviourWords: (channel) => behaviourWords(channel, catalogue?.behaviours ?? []),
        },
        shownFit,
      ),
    [nodes, moved, links, flows, directory, size, compact, finger, tools, selection, catalogue, shownFit],
  );

  const { button } = layout;
  const held = moved.length > 0 || zooms;
  // The tools stand beside the drawing; under a finger that moves it they stay where they are.
  useEffect(() => {
    if (held) return;
    const { style } = root.current?.parentElement ?? {};
    style?.setProperty('--tools-left', `${button?.x ?? 0}px`);
    style?.setProperty('--tools-top', `${button?.y ?? 0}px`);
  }, [held, button?.x, button?.y]);

  const stops = useTabStops(root, {
    link: layout.links.length,
    node: layout.nodes.length,
    flow: layout.tags.filter((tag) => tag.kind !== 'more').length,
  });
  const connect = useConnect(tool, shownFit, ownNodes, onToolUsed);
  const places = (id: string, x: number, y: number, onGrid: boolean) => {
    const group = selectedNodes();
    return movedTo(ownNodes, group.has(id) ? group : new Set(), id, x, y, onGrid);
  };
  const dragNode = useNodeDrag((tool === 'select' || tool === 'area') && !locked, shownFit, ownNodes, {
    move: (id, x, y, free) => setMoved(places(id, x, y, snap && !free)),
    drop: (id, x, y, free) => {
      moveNodes(places(id, x, y, snap && !free));
      setMoved([]);
    },
    cancel: () => setMoved([]),
  });
  const { band, begin: drawBand } = useBand(tool === 'area', locked, layout, onToolUsed);
  useDrags(root, [dragNode, connect.begin, drawBand]);
  useLiveText(root, layout);

  const press = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-pick]')) return;
    if ((tool === 'host' || tool === 'router') && root.current) {
      const box = root.current.getBoundingClientRect();
      const p = toWorld(shownFit, { x: event.clientX - box.left, y: event.clientY - box.top });
      select({ kind: 'node', id: addNode(tool, p.x, p.y) });
      onToolUsed();
    } else if (!locked && tool !== 'area' && !event.shiftKey) select(null);
  };

  /** As in the plots, a double click ends the zoom. With another tool it is two clicks. */
  const fitAgain = (event: MouseEvent) => {
    if (tool === 'select' && event.target instanceof Element && !event.target.closest('[data-pick]'))
      resetZoom();
  };

  const keys = (event: KeyboardEvent) => {
    if (locked) return;
    if (event.key === 'Escape') {
      connect.cancel();
      onToolDone();
      select(null);
      return;
    }
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const id = event.target instanceof Element ? event.target.getAttribute('data-node') : null;
    const node = ownNodes.find((n) => n.id === id);
    // A selected node moves; from everything else the keys lead to the next of its kind.
    if (!by || !node || !selectedNodes().has(node.id)) {
      moveInGroup(event);
      return;
    }
    // Steps in screen pixels, whatever the document's units are; with a grid at least one of its lines.
    const pixels = event.shiftKey ? 40 : 8;
    const x = stepped(node.x ?? 0, by[0] ?? 0, pixels, shownFit.sx, snap);
    const y = stepped(node.y ?? 0, by[1] ?? 0, pixels, shownFit.sy, snap);
    moveNodes(places(node.id, x, y, false));
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble from the nodes and links, which are the controls
    <div
      className={`drawing tool-${tool}${compact ? ' compact' : ''}`}
      ref={root}
      onClick={press}
      onDoubleClick={fitAgain}
      onKeyDown={keys}
      onFocus={stops.focused}
      onBlur={stops.left}
    >
      {nodes.length === 0 && open ? <Empty /> : null}
      {nodes.length > 0 && flows.length === 0 && tool === 'select' && !locked ? (
        <p className="drawing-next">
          <NextStep nodes={nodes} links={links} onTool={onTool} />
        </p>
      ) : null}
      <Drawing
        layout={layout}
        size={size}
        compact={compact}
        selected={selection ? [selection, ...more] : []}
        adds={tool === 'area'}
        band={band}
        grid={snap && moved.length > 0 ? shownFit : null}
        connect={connect}
        locked={locked}
        stops={stops}
        traffic={<TrafficCanvas layout={layout} size={size} compact={compact} />}
      />
      <PointedLabel root={root} layout={layout} flows={flows} size={size} />
    </div>
  );
}

/**
 * The nodes or links that the network had at the moment that is shown.
 * @param changing with the values that they had, such as rates; else with those of now: a node has been moved since, and stands where it is
 */
function useThings<T extends { id: string }>(
  list: (scenario: Scenario) => T[],
  changing = false,
): readonly T[] {
  const now = useDocument(list);
  const then = useShownDocument(list);
  return useMemo(
    () => (then === now || changing ? then : then.map((past) => now.find((t) => t.id === past.id) ?? past)),
    [now, then, changing],
  );
}

/** Ids of the selected nodes. */
function selectedNodes(): Set<string> {
  return new Set(selected().flatMap((s) => (s.kind === 'node' ? [s.id] : [])));
}

/** A sketch in place of an empty network, and how to begin. */
function Empty() {
  return (
    <div className="drawing-empty">
      <svg width={160} height={40} viewBox="0 0 160 40" aria-hidden="true">
        <path d="M34 20h31M95 20h31" stroke="var(--edge)" fill="none" />
        <rect x={8} y={8} width={26} height={24} rx={4} fill="none" stroke="var(--edge)" />
        <circle cx={80} cy={20} r={15} fill="none" stroke="var(--edge)" />
        <rect x={126} y={8} width={26} height={24} rx={4} fill="none" stroke="var(--edge)" />
      </svg>
      <p>{t.empty}</p>
      <div className="drawing-empty-ways">
        <button
          type="button"
          className="button filled"
          onClick={act(() => session.setState({ creating: true }))}
        >
          {t.templates}
        </button>
        <AddHost className="button framed" />
      </div>
    </div>
  );
}

/** A press on a button is none on the drawing. */
const act = (run: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  run();
};

/** Adds one of the first two hosts. */
function AddHost({ className }: { className: string }) {
  return (
    <button
      type="button"
      className={className}
      onClick={act(() => {
        const { x, y } = freeNodePosition();
        const id = addNode('host', x, y);
        select({ kind: 'node', id });
        // This button goes, and what had the focus with it.
        requestAnimationFrame(() => {
          const node = document.querySelector<SVGElement>(`.drawing [data-node="${CSS.escape(id)}"]`);
          node?.focus({ preventScroll: true });
        });
      })}
    >
      {t.addHost}
    </button>
  );
}

/** Whether there is no host yet that another one could send to. */
const lacksHost = (nodes: readonly Node[]) => nodes.filter((n) => n.kind === 'host').length < 2;

interface NextStepProps {
  nodes: readonly Node[];
  links: readonly Link[];
  onTool: (tool: Tool) => void;
}

/** What a network lacks before anything can run, and the tool for it. */
function NextStep({ nodes, links, onTool }: NextStepProps) {
  const className = 'button small framed';
  if (lacksHost(nodes))
    return (
      <>
        {t.anotherHost}
        <AddHost className={className} />
      </>
    );
  const joined = joinsHosts(nodes, links);
  return (
    <>
      {joined ? t.addFlow : t.draw}
      <button type="button" className={className} onClick={act(() => onTool(joined ? 'flow' : 'link'))}>
        {joined ? t.flowTool : t.linkTool}
      </button>
    </>
  );
}

/** The fit in use: computed again for another network, another size or on demand, and kept otherwise. */
function useFit(input: Parameters<typeof fitOf>[0], fits: number, zooms: boolean): Fit {
  const kept = useRef<Kept | null>(null);
  const widest = Math.max(0, ...input.flows.map((f) => f.label.length));
  const ends = [
    input.flows.length,
    ...(['from', 'to'] as const).map((e) => new Set(input.flows.map((f) => f[e])).size),
  ]
    .map((n, _, all) => n > 0 && n === all[0])
    .join();
  const key = `${input.size.width}x${input.size.height} ${input.compact} ${input.tools} ${fits}`;
  const names = `${ends} ${Math.ceil(widest / 4)}`;
  const places = placesOf(input.nodes);
  const flows = new Set(input.flows.map((f) => f.id));
  const old = kept.current;
  const stays =
    old?.key === key &&
    !needsRefit(old.places, places) &&
    (old.names === names || isFlowEdit(old.flows, flows));
  // Under a view that the reader has moved, another fit of an edited network would carry it off the screen.
  if (zooms && old && (old.key === key || isEdited(old, places, flows))) return old.fit;
  kept.current = { fit: old && stays ? old.fit : fitOf(input), places, flows, key, names };
  return kept.current.fit;
}

/** A fit with what it depends on. */
interface Kept {
  fit: Fit;
  places: ReturnType<typeof placesOf>;
  /** Ids. */
  flows: ReadonlySet<string>;
  /** Panel and tools. */
  key: string;
  /** How much room the flows' names need. */
  names: string;
}
