import './tools.css';
import { useEffect, useRef, useState } from 'react';
import {
  addNode,
  duplicateSelected,
  freeNodePosition,
  removeSelected,
  select,
  tidyNetwork,
  useSession,
} from '../../store';
import { foldPanel, session } from '../../store/session';
import { moveFocus } from '../../ui/arrows';
import { useFinger } from '../../ui/use-layout';
import { toolbarTexts as words } from './texts';
import { type Tool, tools } from './tools';

interface Props {
  tool: Tool;
  /** The tool stays selected after it was used. */
  kept: boolean;
  onTool: (tool: Tool, keep: boolean) => void;
  onFit: () => void;
  onTable: () => void;
}

/** Finds the tool in use, which is the one that Tab reaches. */
export const CHOSEN_TOOL = '.topology-tools .tool[tabindex="0"]';

/** The tools of the drawing, in a corner. Tab reaches the one in use, and arrow keys the others. */
export function Toolbar({ tool, kept, onTool, onFit, onTable }: Props) {
  const selection = useSession((s) => s.selection);
  const snap = useSession((s) => s.snap);
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLSpanElement>(null);
  // The drawing can choose a tool as well: its hint stands in the open row.
  useEffect(() => {
    if (tool !== 'select') setOpen(true);
  }, [tool]);
  // On a phone the row scrolls, and what is for the selection is at its start.
  useEffect(() => {
    if (selection) row.current?.scrollTo({ left: 0 });
  }, [selection]);
  const finger = useFinger();
  const hint = tools(finger).find((t) => t.id === tool)?.hint ?? '';
  return (
    <div
      className={`topology-tools${open ? ' open' : ''}`}
      role="toolbar"
      aria-label={words.networkTools}
      onKeyDown={(event) => {
        const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.tool:enabled')];
        moveFocus(
          event,
          all.filter((button) => button.offsetParent),
        );
      }}
    >
      <button
        type="button"
        className="tool tools-toggle"
        aria-expanded={open}
        aria-label={words.editTheNetwork}
        title={words.editTheNetwork}
        onClick={() => setOpen(!open)}
      >
        <Icon path="M2.5 13.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6zM9.3 4.3l2.4 2.4" />
        <span className="tool-word">{words.edit}</span>
      </button>
      <span className="tools-all" ref={row}>
        <Act
          name={words.duplicateTheSelection}
          keys="Ctrl D"
          icon="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1"
          disabled={selection === null}
          onClick={duplicateSelected}
        />
        <Act
          name={words.deleteTheSelection}
          keys="Del"
          icon="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4.5M9.2 7v4.5"
          disabled={selection === null}
          onClick={removeSelected}
        />
        <span className="tool-gap of-selection" />
        {tools(finger).map((t) => (
          <button
            key={t.id}
            type="button"
            className={t.word ? 'tool worded' : 'tool'}
            aria-pressed={tool === t.id}
            tabIndex={tool === t.id ? 0 : -1}
            data-kept={kept && tool === t.id ? '' : undefined}
            aria-label={t.name}
            title={t.id === 'select' ? t.name : words.keepHint(t.name)}
            onClick={(event) => {
              // Without a pointer there is no place to press: the node goes where there is room, and can be moved by arrow keys.
              if ((t.id === 'host' || t.id === 'router') && event.detail === 0) addSomewhere(t.id);
              else {
                // A second press in quick succession keeps the tool instead of putting it away.
                const keep = event.shiftKey || event.detail > 1;
                onTool(tool === t.id && !keep ? 'select' : t.id, keep);
              }
            }}
          >
            <Icon path={t.icon} />
            {t.word}
          </button>
        ))}
        <span className="tool-gap" />
        <button
          type="button"
          className="tool"
          tabIndex={-1}
          aria-pressed={snap}
          aria-label={words.snapToAGrid}
          title={words.snapHint}
          onClick={() => session.setState({ snap: !snap })}
        >
          <Icon path="M3.5 3H6v5a2 2 0 0 0 4 0V3h2.5v5a4.5 4.5 0 0 1-9 0zM3.5 5.5H6M10 5.5h2.5" />
        </button>
        <Act
          name={words.tidyTheNetwork}
          icon="M1.5 2.5H5v3H1.5zM1.5 10.5H5v3H1.5zM11 6.5h3.5v3H11zM5 4l6 4M5 12l6-4"
          onClick={() => void tidyNetwork()}
        />
        <Act name={words.fitToThePanel} icon="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" onClick={onFit} />
        <span className="tool-gap" />
        <Act name={words.showAsATable} icon="M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6.5 3.5v9" onClick={onTable} />
        <Act name={words.hideTheNetwork} icon="M4 10l4-4 4 4" onClick={() => foldPanel('network', true)} />
      </span>
      {hint !== '' && (
        <span className="tool-hint" role="status">
          {hint}
          {kept ? words.putAway(finger) : ''}
        </span>
      )}
    </div>
  );
}

interface ActProps {
  name: string;
  keys?: string;
  icon: string;
  disabled?: boolean;
  onClick: () => void;
}

function Act({ name, keys, icon, disabled = false, onClick }: ActProps) {
  return (
    <button
      type="button"
      className="tool"
      tabIndex={-1}
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon path={icon} />
    </button>
  );
}

function addSomewhere(kind: 'host' | 'router'): void {
  const { x, y } = freeNodePosition();
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
