import './menus.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { PlotSpec } from '../../../drawing/spec';
import { pinPlot, sessionNow, setLogPlot, setPlots, setPlotUnit, useSession } from '../../../store';
import { Icon } from '../../../ui/Icon';
import { later } from '../../../ui/later';
import { Menu } from '../../../ui/Menu';
import type { Chart } from '../drawing/chart';
import { movedBefore, movedBy } from '../model/order';
import { DEFAULT_PLOTS } from '../model/specs';
import { plotToolsTexts as t } from './texts';
import { fitValues, showValues, ValueTools } from './ValueTools';

// Loaded on demand: few plots are zoomed.
const AllValues = later(() => import('./AllValues').then((m) => m.AllValues), { what: () => t.allValues });

const wantedNow = () => sessionNow().plots ?? [...DEFAULT_PLOTS];

interface Props {
  spec: PlotSpec;
  chart: () => Chart | undefined;
}

/** The controls of a plot: its position, scale and unit. */
export function PlotTools({ spec, chart }: Props) {
  const end = useSession((s) => s.valueZooms[spec.id]?.end);
  return (
    <span className="plot-tools">
      {end !== undefined && <AllValues spec={spec} chart={chart} end={end} />}
      <ValueTools spec={spec} chart={chart} />
      <Grip spec={spec} />
      <More spec={spec} chart={chart} />
    </span>
  );
}

function More({ spec, chart }: Props) {
  const log = useSession((s) => s.logPlots.includes(spec.id));
  const pinned = useSession((s) => s.pinnedPlots.includes(spec.group));
  const unit = useSession((s) => s.plotUnits[spec.id]);
  const [usual] = spec.units;
  const chosen = spec.units.find((u) => u.id === unit) ?? usual;
  const name = spec.title;
  const act = (key: string) => {
    const wanted = wantedNow();
    if (key === 'up') moveBy(spec.group, -1);
    else if (key === 'down') moveBy(spec.group, 1);
    else if (key === 'only') setPlots([spec.group]);
    else setPlots(wanted.filter((id) => id !== spec.group));
  };
  return (
    <Menu
      label={t.moreForPlot(name)}
      side="start"
      button={{
        className: 'plot-tool',
        'aria-label': t.moreForPlot(name),
        children: <Icon name="more" />,
      }}
      groups={[
        {
          label: t.scaleAndPlace,
          holds: 'any',
          options: [
            { id: 'log', name: t.logarithmicScale, on: log, onPick: () => setLogPlot(spec.id, !log) },
            { id: 'pin', name: t.keepInSight, on: pinned, onPick: () => pinPlot(spec.group, !pinned) },
          ],
        },
        {
          label: t.values,
          options: [
            { id: 'fit', name: t.fitValues, onPick: () => fitValues(spec, chart()) },
            { id: 'fewer', name: t.fewerValues, onPick: () => showValues(spec, chart()?.shown, '+') },
            { id: 'more', name: t.moreValues, onPick: () => showValues(spec, chart()?.shown, '-') },
          ],
        },
        ...(spec.units.length > 1 && chosen
          ? [
              {
                label: t.unit,
                holds: 'one' as const,
                options: spec.units.map((u) => ({
                  id: u.id,
                  name: u.name,
                  on: u === chosen,
                  onPick: () => setPlotUnit(spec.id, u.id === usual?.id ? null : u.id),
                })),
              },
            ]
          : []),
        {
          label: t.place,
          options: [
            { id: 'up', name: t.moveUp, onPick: () => act('up') },
            { id: 'down', name: t.moveDown, onPick: () => act('down') },
            { id: 'only', name: t.showOnlyThisPlot, onPick: () => act('only') },
            { id: 'hide', name: t.hide, onPick: () => act('hide') },
          ],
        },
      ]}
    />
  );
}

/** The groups of the plots in the same stack, from top to bottom. */
function seenGroups(group: string): string[] {
  const own = figureOf(group)?.closest('.plots-stack');
  const groups = [...(own?.querySelectorAll<HTMLElement>('[data-group]') ?? [])].map((e) => e.dataset.group);
  return [...new Set(groups.filter((g) => g !== undefined))];
}

const figureOf = (group: string) => document.querySelector<HTMLElement>(`[data-group="${group}"]`);

function moveBy(group: string, step: 1 | -1): void {
  setPlots([...movedBy(wantedNow(), group, step, seenGroups(group))]);
}

/** Moves a plot by drag or by the arrow keys. */
function Grip({ spec }: { spec: PlotSpec }) {
  const button = useRef<HTMLButtonElement>(null);
  const drag = useRef<AbortController | null>(null);
  useEffect(() => () => drag.current?.abort(), []);

  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    moveBy(spec.group, step);
    // Moving the plot's elements may lose the focus.
    requestAnimationFrame(() => button.current?.focus());
  };
  const down = (event: PointerEvent) => {
    const stack = button.current?.closest<HTMLElement>('.plots-stack');
    if (event.button !== 0 || !stack) return;
    event.preventDefault();
    button.current?.focus();
    drag.current?.abort();
    const ended = new AbortController();
    drag.current = ended;
    const line = document.createElement('div');
    line.className = 'drop-line';
    stack.append(line);
    ended.signal.addEventListener('abort', () => line.remove());
    let before: string | null | undefined;
    const listen = { signal: ended.signal };
    const move = ({ clientY }: { clientY: number }) => {
      const place = dropPlace(stack, clientY);
      before = place.before;
      line.style.transform = `translateY(${place.y}px)`;
    };
    move(event);
    addEventListener('pointermove', move, listen);
    addEventListener('pointercancel', () => ended.abort(), listen);
    addEventListener('keydown', (e) => e.key === 'Escape' && ended.abort(), listen);
    addEventListener(
      'pointerup',
      () => {
        ended.abort();
        if (before !== undefined) setPlots(movedBefore(wantedNow(), spec.group, before));
      },
      listen,
    );
  };
  return (
    <button
      type="button"
      ref={button}
      className="plot-tool plot-grip"
      aria-label={t.movePlot(spec.title)}
      title={t.dragHint}
      onKeyDown={keys}
      onPointerDown={down}
    >
      <svg width={8} height={12} viewBox="0 0 8 12" aria-hidden="true">
        <path d="M2 2v.01M6 2v.01M2 6v.01M6 6v.01M2 10v.01M6 10v.01" />
      </svg>
    </button>
  );
}

/** Before which group a plot would be dropped at this height of the window, and the position of that in the stack. */
function dropPlace(stack: HTMLElement, clientY: number): { before: string | null; y: number } {
  const top = stack.getBoundingClientRect().top;
  let end = 0;
  let last = '';
  for (const figure of stack.querySelectorAll<HTMLElement>('[data-group]')) {
    const group = figure.dataset.group ?? '';
    const box = figure.getBoundingClientRect();
    // The plots of one group stay together.
    if (group !== last && clientY < box.top + box.height / 2) return { before: group, y: box.top - top };
    last = group;
    end = box.bottom - top;
  }
  return { before: null, y: end };
}
