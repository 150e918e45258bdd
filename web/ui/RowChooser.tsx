import './rows.css';
import './chooser.css';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { RowSearch, scrollToOption, taken } from './RowSearch';
import { byFamily, type PickerRow, search } from './rows';
import { rowPickerTexts as t } from './texts';

interface Props {
  title: string;
  /** What is chosen: "Algorithm". */
  label: string;
  rows: readonly PickerRow[];
  value: string;
  onChange: (id: string) => void;
  /** Text before the summary of a row; empty: none. */
  note?: (row: PickerRow) => string;
  /** Text in place of the chosen row if there is none. */
  none?: string;
  /** Renders the source of the described row. */
  source: (text: string) => ReactNode;
  /** The language of the rows, if it is not that of the page. */
  lang?: string | undefined;
}

/**
 * Chooses a row of the catalogue, in place: families with counts beside the rows of one family, with a search above and the row's summary
 * below. Rows without families are in two columns.
 */
export function RowChooser({ title, label, rows, value, onChange, note, none = '', source, lang }: Props) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  /** The row under the pointer or the keyboard cursor. */
  const [active, setActive] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const families = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const all = byFamily(rows);
  const searching = query.trim() !== '';
  const hits = searching ? search(rows, query) : all;
  const current = rows.find((row) => row.id === value);
  const grouped = all.length > 1;
  const family = searching ? chosen : (chosen ?? current?.family ?? all[0]?.name ?? '');
  const shown = hits
    .filter((group) => !grouped || family === null || group.name === family)
    .flatMap((g) => g.rows);
  const first = searching ? (shown[0]?.id ?? '') : value;
  const marked = shown.some((row) => row.id === active)
    ? active
    : shown.some((row) => row.id === first)
      ? first
      : '';
  const described = rows.find((row) => row.id === (active ?? (searching ? marked : value))) ?? current;
  const optionId = (key: string) => `${id}-${key}`;
  const markedId = marked ? optionId(marked) : undefined;

  // The keyboard cursor may have moved to a row that is scrolled out of view.
  useEffect(() => {
    const box = list.current;
    const option = marked ? box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(marked)}"]`) : null;
    if (box && option) scrollToOption(box, option);
  }, [marked]);

  const pick = (key: string) => {
    setQuery('');
    setChosen(null);
    setActive(null);
    if (key !== value) onChange(key);
  };
  const rowKeys = (event: KeyboardEvent) => {
    const at = shown.findIndex((row) => row.id === marked);
    const typing = event.target === field.current;
    const half = Math.ceil(shown.length / 2);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1) };
    if (!typing) Object.assign(steps, { Home: 0, End: shown.length - 1 });
    if (!typing && !grouped && !searching)
      Object.assign(steps, { ArrowRight: at + half, ArrowLeft: at - half });
    const to = steps[event.key];
    if (to !== undefined) {
      const next = shown[to];
      if (next) setActive(next.id);
    } else if (event.key === 'Enter' || (event.key === ' ' && !typing)) {
      if (marked) pick(marked);
    } else if (event.key === 'ArrowLeft' && grouped && !typing) families.current?.focus();
    else if (event.key === 'Escape' && query !== '') pick(value);
    else return;
    taken(event);
  };
  const familyKeys = (event: KeyboardEvent) => {
    const at = all.findIndex((group) => group.name === family);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: all.length - 1,
    };
    const next = all[steps[event.key] ?? -1];
    if (next) {
      setChosen(next.name);
      setActive(null);
    } else if (event.key === 'ArrowRight' || event.key === 'Enter' || event.key === ' ') {
      list.current?.focus();
      if (!marked) setActive(shown[0]?.id ?? null);
    } else if (!(event.key in steps)) return;
    taken(event);
  };
  return (
    <div className={grouped ? 'chooser grouped' : 'chooser'}>
      <div className="section-head">
        <h3>{title}</h3>
        <span className="search">
          <RowSearch
            field={field}
            label={label}
            count={rows.length}
            list={`${id}-list`}
            active={searching ? markedId : undefined}
            value={query}
            onChange={(next) => {
              setQuery(next);
              setChosen(null);
              setActive(null);
            }}
            onKeyDown={rowKeys}
          />
        </span>
      </div>
      <div className="chooser-columns">
        {grouped ? (
          <div
            ref={families}
            className="chooser-families"
            role="listbox"
            aria-label={t.families(label)}
            aria-activedescendant={
              family === null ? undefined : `${id}-family-${all.findIndex((g) => g.name === family)}`
            }
            tabIndex={0}
            onKeyDown={familyKeys}
          >
            {all.map(({ name }, place) => {
              const count = hits.find((group) => group.name === name)?.rows.length ?? 0;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list, which names its active option, handles keys
                <div
                  key={name}
                  id={`${id}-family-${place}`}
                  className={count === 0 ? 'chooser-family is-empty' : 'chooser-family'}
                  role="option"
                  tabIndex={-1}
                  aria-selected={name === family}
                  onClick={() => {
                    setChosen(searching && name === chosen ? null : name);
                    setActive(null);
                  }}
                >
                  <span lang={lang}>{name}</span> <span className="numeric">{count}</span>
                </div>
              );
            })}
          </div>
        ) : null}
        <Rows
          box={list}
          id={`${id}-list`}
          label={label}
          rows={shown}
          value={value}
          marked={marked || null}
          lang={lang}
          optionId={optionId}
          onKeyDown={rowKeys}
          onActive={setActive}
          onPick={pick}
        />
      </div>
      {searching && shown.length === 0 ? <p className="secondary chooser-about">{t.nothing}</p> : null}
      {searching && shown.length === 0 ? null : (
        <p className="secondary chooser-about">
          {described ? (
            <>
              {described.id === value ? null : <b lang={lang}>{described.name}. </b>}
              {note?.(described) ? <b>{note(described)} </b> : null}
              <span lang={lang}>
                {described.summary} {source(described.source)}
              </span>
            </>
          ) : (
            none
          )}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {searching ? t.found(shown.length) : ''}
      </p>
    </div>
  );
}

interface RowsProps {
  box: RefObject<HTMLDivElement | null>;
  id: string;
  label: string;
  rows: readonly PickerRow[];
  value: string;
  marked: string | null;
  lang: string | undefined;
  optionId: (key: string) => string;
  onKeyDown: (event: KeyboardEvent) => void;
  onActive: (key: string | null) => void;
  onPick: (key: string) => void;
}

/** The rows of a family, or the results of a search. */
function Rows(props: RowsProps) {
  const { box, id, label, rows, value, marked, lang, optionId, onKeyDown, onActive, onPick } = props;
  return (
    <div
      ref={box}
      id={id}
      className="chooser-rows"
      role="listbox"
      aria-label={label}
      aria-activedescendant={marked === null ? undefined : optionId(marked)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onActive(null)}
      onBlur={() => onActive(null)}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list or search, which names its active option, handles keys
        <div
          key={row.id}
          id={optionId(row.id)}
          data-key={row.id}
          className={row.id === marked ? 'chooser-row is-active' : 'chooser-row'}
          role="option"
          tabIndex={-1}
          aria-selected={row.id === value}
          onClick={() => onPick(row.id)}
          onPointerMove={(event) => {
            // A touch picks a row at once.
            if (event.pointerType !== 'touch') onActive(row.id);
          }}
        >
          <span className="rows-name" lang={lang}>
            {row.name}
          </span>{' '}
          <span className="numeric">{row.year || ''}</span>
        </div>
      ))}
    </div>
  );
}
