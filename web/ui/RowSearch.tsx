import type { KeyboardEvent, RefObject } from 'react';
import { Icon } from './Icon';
import { rowPickerTexts as t } from './texts';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  /** What is picked: "Algorithm". */
  label: string;
  /** How many rows there are to search. */
  count: number;
  /** Id of the list of results. */
  list: string;
  /** Id of the active option. */
  active: string | undefined;
  value: string;
  onChange: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The search field of a picker. It keeps the focus while keys move through the list. */
export function RowSearch({ field, label, count, list, active, value, onChange, onKeyDown }: Props) {
  return (
    <>
      <Icon name="search" />
      <input
        ref={field}
        className="field"
        type="search"
        role="combobox"
        aria-label={t.find(label)}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={t.findAmong(count)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

/** Scrolls a list until an option is visible below a heading of `head` px. */
export function scrollToOption(box: HTMLElement, option: HTMLElement, head = 0): void {
  const { offsetTop: top, offsetHeight: height } = option;
  if (top - head < box.scrollTop) box.scrollTop = top - head;
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
}

/** Marks a key as handled. */
export function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
