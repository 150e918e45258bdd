import './topology.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Flow } from '../../generated/types';
import {
  flowStyle,
  select,
  useCatalogue,
  useDocument,
  useRun,
  useSession,
  useShownDocument,
} from '../../store';
import { app } from '../../store/app';
import { later } from '../../ui/later';
import { useFocusAfter } from '../../ui/use-focus-after';
import { Canvas } from './Canvas';
import type { FlowEnds } from './layout-types';
import { MarkKey } from './MarkKey';
import { ModelNote } from './ModelNote';
import { MomentFlag } from './MomentFlag';
import { CHOSEN_TOOL, Toolbar } from './Toolbar';
import { topologyTexts as t } from './texts';
import type { Tool } from './tools';

const TableEditor = later(() => import('./TableEditor').then((m) => m.TableEditor), {
  what: () => t.table,
});

/** The network, as an editable drawing or as tables. */
export function Topology() {
  // In a presentation the network cannot be changed.
  const locked = useSession((s) => s.allow.kind !== 'everything' || s.presenting);
  const small = useSession((s) => s.embed || s.presenting);
  const [tool, setTool] = useState<Tool>('select');
  /** The tool stays selected after it was used. */
  const [kept, setKept] = useState(false);
  const done = () => setTool('select');
  // Wherever the focus is: on a tool after it was chosen, in the drawing after it was used.
  useEffect(() => {
    if (tool === 'select') return;
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setTool('select');
    };
    addEventListener('keydown', end);
    return () => removeEventListener('keydown', end);
  }, [tool]);
  const opened = useStore(app, (s) => s.opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tool is for one document
  useEffect(() => {
    setTool('select');
  }, [opened]);
  const [table, setTable] = useState(false);
  useFocusAfter(table, table ? '' : CHOSEN_TOOL);
  const [fits, setFits] = useState(0);
  const flows = useFlowEnds(useShownDocument((d) => d.flows));
  const ownFlows = useFlowEnds(useDocument((d) => d.flows));
  return (
    <div className={`topology${small ? ' is-embed' : ''}`} data-testid="topology">
      {table ? (
        <TableEditor onClose={() => setTable(false)} />
      ) : (
        <Canvas
          tool={tool}
          onToolUsed={kept ? () => undefined : done}
          onToolDone={done}
          onTool={setTool}
          flows={flows}
          ownFlows={ownFlows}
          fits={fits}
          locked={locked}
        />
      )}
      {!table && <MomentFlag />}
      {!table && !small && (
        <div className="topology-notes">
          <ModelNote locked={false} />
          <MarkKey />
        </div>
      )}
      {!locked && !table && (
        <Toolbar
          tool={tool}
          kept={kept}
          onTool={(next, keep) => {
            setTool(next);
            setKept(keep);
            if (next !== 'select') select(null);
          }}
          onFit={() => setFits((n) => n + 1)}
          onTable={() => setTable(true)}
        />
      )}
    </div>
  );
}

/** Flows as the drawing needs them, in the order of the engine's directory. */
function useFlowEnds(flows: readonly Flow[]): FlowEnds[] {
  const directory = useRun((r) => r.directory);
  const catalogue = useCatalogue();
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels come from the catalogue through flowStyle
  return useMemo(
    () =>
      flows.map((flow, i) => {
        const listed = directory?.flows.findIndex((f) => f.id === flow.id) ?? -1;
        const index = listed >= 0 ? listed : i;
        return { index, id: flow.id, label: flowStyle(index).label, from: flow.from, to: flow.to };
      }),
    [flows, directory, catalogue],
  );
}
