import { useState } from 'react';
import { freePlace } from '../../scenario/change';
import { addNode, documentNow, remove, select, useSession } from '../../store';
import { TOOLS, type Tool } from './tools';

interface Props {
  tool: Tool;
  onTool: (tool: Tool) => void;
  onFit: () => void;
  onTable: () => void;
}

/** The drawing's tools: quiet, in a corner, all of them within the keyboard's reach. */
export function Toolbar({ tool, onTool, onFit, onTable }: Props) {
  const selection = useSession((s) => s.selection);
  const [open, setOpen] = useState(false);
  const hint = TOOLS.find((t) => t.id === tool)?.hint ?? '';
  return (
    <div className={`topology-tools${open ? ' open' : ''}`} role="toolbar" aria-label="Network tools">
      <button
        type="button"
        className="tool tools-toggle"
        aria-expanded={open}
        aria-label="Edit the network"
        title="Edit the network"
        onClick={() => setOpen(!open)}
      >
        <Icon path="M2.5 13.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6zM9.3 4.3l2.4 2.4" />
      </button>
      <span className="tools-all">
        {TOOLS.map((t) => (
          <button
            key={t.id}
            type="button"
            className="tool"
            aria-pressed={tool === t.id}
            aria-label={t.name}
            title={t.name}
            onClick={(event) => {
              // Without a pointer there is no place to press: the node goes where there is room, and can be moved by arrow keys.
              if ((t.id === 'host' || t.id === 'router') && event.detail === 0) addSomewhere(t.id);
              else onTool(tool === t.id ? 'select' : t.id);
            }}
          >
            <Icon path={t.icon} />
          </button>
        ))}
        <button
          type="button"
          className="tool"
          aria-label="Delete the selection"
          title="Delete the selection (Del)"
          disabled={selection === null}
          onClick={() => selection && remove(selection.kind, selection.id)}
        >
          <Icon path="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4.5M9.2 7v4.5" />
        </button>
        <span className="tool-gap" />
        <button
          type="button"
          className="tool"
          aria-label="Fit to the panel"
          title="Fit to the panel"
          onClick={onFit}
        >
          <Icon path="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />
        </button>
        <button
          type="button"
          className="tool"
          aria-label="Show as a table"
          title="Show as a table"
          onClick={onTable}
        >
          <Icon path="M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6.5 3.5v9" />
        </button>
      </span>
      {hint !== '' && (
        <span className="tool-hint" role="status">
          {hint}
        </span>
      )}
    </div>
  );
}

function addSomewhere(kind: 'host' | 'router'): void {
  const { x, y } = freePlace(documentNow().nodes);
  select({ kind: 'node', id: addNode(kind, x, y) });
}

function Icon({ path }: { path: string }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.3}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
