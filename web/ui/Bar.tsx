/** The bar at the top of a page: back button, brand, title, and the page's actions at the end. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon, Logo } from './Icon';
import { barTexts as t } from './texts';
import type { Layout } from './use-layout';

interface BarProps {
  layout: Layout;
  /** Leaves the page: label and action of the back button. */
  back?: { label: string; go: () => void };
  /** On a phone it takes the place of the brand. */
  title: ReactNode;
  children: ReactNode;
}

export function Bar({ layout, back, title, children }: BarProps) {
  return (
    <header className="bar">
      {back ? (
        <button type="button" className="button square" aria-label={back.label} onClick={back.go}>
          <Icon name="back" />
        </button>
      ) : null}
      {layout === 'phone' ? null : (
        <>
          <span className="brand">
            <Logo />
            {layout === 'desktop' ? 'Droptail' : null}
          </span>
          <span className="bar-rule" />
        </>
      )}
      {title}
      {children}
    </header>
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'name' | 'children'> {
  name: string;
  icon: ComponentProps<typeof Icon>['name'];
  /** Shows only the icon. */
  short: boolean;
}

export function BarButton(props: ButtonProps) {
  return <button type="button" {...barButton(props)} />;
}

/** The properties of such a button, for a popup or menu that renders it. */
export function barButton({ name, icon, short, ...rest }: ButtonProps): ComponentProps<'button'> {
  return {
    ...rest,
    className: short ? 'button square' : 'button',
    'aria-label': short ? name : undefined,
    children: (
      <>
        <Icon name={icon} />
        {short ? null : name}
      </>
    ),
  };
}

interface EditableTitleProps {
  title: string;
  /** The language of the title, if it is not that of the page. */
  lang?: string | undefined;
  onChange: (title: string) => void;
}

/** A title that a click edits in place. */
export function EditableTitle({ title, lang, onChange }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft !== null && draft.trim() !== title) onChange(draft.trim());
    setDraft(null);
  };
  return (
    <h1 className="title" lang={draft === null ? lang : undefined} tabIndex={-1} data-text={draft ?? title}>
      <input
        aria-label={t.title}
        value={draft ?? title}
        placeholder={t.untitled}
        maxLength={200}
        size={1}
        spellCheck={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </h1>
  );
}

interface UndoRedoProps {
  /** The steps that can be undone and redone; null: none. */
  history: { undo: string | null; redo: string | null };
  onUndo: () => void;
  onRedo: () => void;
  /** Shows each only if there is something to undo or redo. */
  short: boolean;
}

export function UndoRedo({ history, onUndo, onRedo, short }: UndoRedoProps) {
  const steps = [
    { icon: 'undo', step: history.undo, name: t.undo(history.undo), onClick: onUndo },
    { icon: 'redo', step: history.redo, name: t.redo(history.redo), onClick: onRedo },
  ] as const;
  return steps
    .filter(({ step }) => step !== null || !short)
    .map(({ icon, step, name, onClick }) => (
      <button
        key={icon}
        type="button"
        className="button square"
        aria-label={name}
        disabled={step === null}
        onClick={onClick}
      >
        <Icon name={icon} />
      </button>
    ));
}
