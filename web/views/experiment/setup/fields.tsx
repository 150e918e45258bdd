/** Fields of the editor: problems that the engine reports, text inputs that keep refused text, and list items. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { editExperiment, experiment, useExperiment } from '../../../store/experiment';
import { FieldError } from '../../../ui/FieldError';
import { Icon } from '../../../ui/Icon';
import type { Change } from './edits';
import { setupTexts } from './texts';

/** Applies a change if the engine accepts it; resolves to whether it did. */
export function changeExperiment(edit: Change, label: string, key = ''): Promise<boolean> {
  return editExperiment(edit, label, key);
}

/** Pointers with a field of their own, which shows their problems. Other problems are shown above the forms. */
const FIELD_POINTER = /^\/(axes\/\d+\/(values|sets|name|unit)|measures\/\d+|replications|quick|chart|traces)/;

export const hasField = (pointer: string): boolean => FIELD_POINTER.test(pointer);

/** The problems that the engine found at or below a pointer. */
export function Problems({ at }: { at: string }) {
  const problems = useExperiment((s) => s.problems);
  const own = problems.filter((p) => p.pointer === at || p.pointer.startsWith(`${at}/`));
  if (own.length === 0) return null;
  return (
    <p className="refused" role="alert">
      {own.map((p) => (
        <span key={`${p.pointer} ${p.problem}`}>
          {p.problem}
          {p.expected ? <span className="secondary"> {setupTexts.expected(p.expected)}</span> : null}{' '}
        </span>
      ))}
    </p>
  );
}

/** The problem of a text that must not be empty. */
export const notEmpty = (text: string): string | null => (text === '' ? setupTexts.empty : null);

const forgetProblems = () => experiment.setState({ problems: [] });

interface TextInputProps {
  label: string;
  value: string;
  placeholder?: string;
  /** What is wrong with a text, in words; null: nothing. Only then the engine is asked. */
  problem?: (text: string) => string | null;
  onCommit: (text: string) => Promise<boolean> | boolean;
  describedBy?: string;
  maxLength?: number;
}

/** A one-line text input. It commits when it loses the focus; text with a problem, and text that the engine refuses, stays. */
export function TextInput({
  label,
  value,
  placeholder,
  problem = () => null,
  onCommit,
  describedBy,
  maxLength = 4000,
}: TextInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const words = draft === null ? null : problem(draft.trim());
  const wrong = words !== null || refused;
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const commit = async () => {
    if (draft === null) return;
    const text = draft.trim();
    if (text === value) {
      setDraft(null);
      setRefused(false);
      return;
    }
    if (problem(text) !== null) {
      setRefused(true);
      return;
    }
    const accepted = await onCommit(text);
    setRefused(!accepted);
    if (accepted) setDraft(null);
  };
  const said = refused && words !== null;
  return (
    <>
      <input
        ref={field}
        className="field line"
        aria-label={label}
        aria-describedby={said ? errorId : describedBy}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        aria-invalid={wrong}
        data-invalid={wrong ? '' : undefined}
        value={draft ?? value}
        placeholder={placeholder}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setRefused(false);
        }}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          if (event.key === 'Escape' && draft !== null) {
            event.stopPropagation();
            setDraft(null);
            setRefused(false);
            forgetProblems();
          }
        }}
      />
      {said ? <FieldError id={errorId} field={field} text={words} /> : null}
    </>
  );
}

/** A control of full width with its label above. */
export function Field({
  name,
  help,
  children,
}: {
  name: string;
  help?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="tall-row">
      <span className="row-name">{name}</span>
      {children(id)}
      {help ? (
        <span className="row-help secondary" id={id}>
          {help}
        </span>
      ) : null}
    </div>
  );
}

/** A list item with a button that removes it. */
export function Item({
  title,
  aside,
  removeLabel,
  onRemove,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  removeLabel: string;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div className="item">
      <div className="item-head">
        <span className="item-title">{title}</span>
        {aside}
        {onRemove ? (
          <button type="button" className="button small square" aria-label={removeLabel} onClick={onRemove}>
            <Icon name="close" />
          </button>
        ) : null}
      </div>
      {children}
    </div>
  );
}
