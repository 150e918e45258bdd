import type { KeyboardEvent, ReactNode } from 'react';
import { moveFocus } from './arrows';

export interface Option {
  id: string;
  name: ReactNode;
  /** One line below the name. */
  hint?: string | undefined;
  /** Whether it is on, for switches and choices. */
  on?: boolean;
  disabled?: boolean;
  onPick: () => void;
}

export interface OptionGroup {
  label?: string;
  /** The label is visible. */
  headed?: boolean;
  /** Of the options that can be on: one at a time, or any number. */
  holds?: 'one' | 'any';
  options: readonly Option[];
}

interface Props {
  role: 'menu' | 'listbox';
  label: string;
  groups: readonly OptionGroup[];
  /** Called after a pick, except in a group in which any number can be on. */
  onClose: () => void;
}

/** A menu of actions, or a list to pick from. Arrow keys, Home, End and first letters move the focus. */
export function Options({ role, label, groups, onClose }: Props) {
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
    if (moveFocus(event, items)) return;
    if (event.key === 'Tab') onClose();
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return;
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const letter = event.key.toLowerCase();
    const next = [...items.slice(at + 1), ...items].find((i) =>
      i.textContent?.toLowerCase().startsWith(letter),
    );
    next?.focus();
    // Letters must not trigger the page's shortcuts.
    event.stopPropagation();
  };
  const ticked = role === 'menu' && groups.some((g) => g.holds);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles may have a name
    // biome-ignore lint/a11y/noStaticElementInteractions: both are roles of controls
    <div className="options" role={role} aria-label={label} onKeyDown={keys}>
      {groups.map((group, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a menu
        <div key={group.label ?? i} role="group" aria-label={group.label ?? label}>
          {group.headed ? (
            <div className="options-head" aria-hidden="true">
              {group.label}
            </div>
          ) : null}
          {group.options.map((option) => (
            <button
              key={option.id}
              type="button"
              tabIndex={-1}
              className={`option${group.holds && role === 'menu' ? ' ticked' : ticked ? ' indented' : ''}`}
              disabled={option.disabled}
              {...stateOf(role, group, option)}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                option.onPick();
                if (group.holds !== 'any') onClose();
              }}
            >
              <span>{option.name}</span>
              {option.hint ? <span className="secondary">{option.hint}</span> : null}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function stateOf(role: Props['role'], { holds }: OptionGroup, { on = false }: Option) {
  if (role === 'listbox') return { role: 'option', 'aria-selected': on };
  if (!holds) return { role: 'menuitem' };
  return { role: holds === 'one' ? 'menuitemradio' : 'menuitemcheckbox', 'aria-checked': on };
}
