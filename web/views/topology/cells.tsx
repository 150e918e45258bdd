import { useEffect, useState } from 'react';
import { NumberInput } from '../../ui/NumberInput';
import { cellsTexts as t } from './table-texts';

interface CellProps<T> {
  label: string;
  value: T;
  onCommit: (value: T) => void;
}

/** A cell is committed by Enter or when it is left, and put back by Escape: half a number is no edit. */
function useDraft(text: string, commit: (draft: string) => void) {
  const [draft, setDraft] = useState(text);
  useEffect(() => {
    setDraft(text);
  }, [text]);
  return {
    value: draft,
    onChange: (e: { target: { value: string } }) => setDraft(e.target.value),
    onBlur: () => {
      if (draft !== text) commit(draft);
    },
    onKeyDown: (e: { key: string; stopPropagation(): void }) => {
      if (e.key === 'Enter' && draft !== text) commit(draft);
      if (e.key === 'Escape') setDraft(text);
      // Single-key shortcuts of the page are not for text.
      e.stopPropagation();
    },
  };
}

export function TextCell({ label, value, onCommit }: CellProps<string>) {
  return (
    <td>
      <input type="text" className="field" aria-label={label} maxLength={60} {...useDraft(value, onCommit)} />
    </td>
  );
}

export function NumberCell({ label, value, onCommit }: CellProps<number>) {
  return (
    <td>
      <NumberInput
        label={label}
        value={Number.isNaN(value) ? null : value}
        placeholder={t.defaultLabel}
        onCommit={(next) => next !== null && onCommit(next)}
      />
    </td>
  );
}

export function SelectCell({
  label,
  value,
  options,
  onCommit,
}: CellProps<string> & { options: readonly { id: string; name: string }[] }) {
  return (
    <td>
      <select className="field" aria-label={label} value={value} onChange={(e) => onCommit(e.target.value)}>
        {options.some((o) => o.id === value) ? null : <option value={value}>{value}</option>}
        {options.map((o) => (
          <option key={o.id} value={o.id}>
            {o.name}
          </option>
        ))}
      </select>
    </td>
  );
}
