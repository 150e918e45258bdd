import './rows.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon';
import { Modal } from './Modal';
import { Popup } from './Popup';
import { RowSearch, scrollToOption, taken } from './RowSearch';
import { firstRows, type PickerRow, type RowGroup, search } from './rows';
import { rowPickerTexts as t } from './texts';
import { useLayout } from './use-layout';

interface Props {
  /** What is picked: "Algorithm". */
  label: string;
  rows: readonly PickerRow[];
  value: string;
  onChange: (id: string) => void;
  /** Ids of recently picked rows, the last one first. */
  recent?: readonly string[];
  /** A framed button over the whole width, for the main choice of a form. */
  wide?: boolean;
  /** Text after the source of a row; empty: none. */
  note?: (row: PickerRow) => string;
  /** Text in the button before the name, if there is no visible label beside it. */
  of?: string;
  /** Text in the button instead of the name of the picked row. */
  name?: string;
  /** The language of the rows, if it is not that of the page. */
  lang?: string | undefined;
}

/** From this many rows on there is a search. */
const MANY = 8;
const MAX_RECENT = 3;
/** No more rows than this are rendered: a search finds the others. */
const MAX_DRAWN = 300;

/** Picks a row of the catalogue, by family and with a search: in a popover beside the button, or a sheet on a phone. */
export function RowPicker({
  label,
  rows,
  value,
  onChange,
  recent = [],
  wide = false,
  note,
  of,
  name,
  lang,
}: Props) {
  const [open, setOpen] = useState(false);
  const phone = useLayout() === 'phone';
  const current = rows.find((r) => r.id === value);
  const shown = name ?? current?.name ?? value;
  const body = (
    <Rows
      label={label}
      rows={rows}
      value={value}
      recent={recent}
      note={note}
      lang={lang}
      sheet={phone}
      onClose={() => setOpen(false)}
      onPick={(id) => {
        setOpen(false);
        if (id !== value) onChange(id);
      }}
    />
  );
  const button = {
    className: wide ? 'picker wide' : 'picker',
    'aria-label': `${of ?? label}: ${shown}`,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      taken(event);
      setOpen(true);
    },
    children: (
      <>
        <span className="picker-name">{shown}</span>
        {wide && current?.year ? <span className="secondary numeric">{current.year}</span> : null}
        <Icon name="down" />
      </>
    ),
  };
  if (!phone)
    return (
      <Popup
        label={label}
        className="rows-popover rows-dialog"
        side={wide ? 'end' : 'start'}
        open={open}
        onOpen={setOpen}
        button={button}
      >
        {body}
      </Popup>
    );
  return (
    <>
      <button
        type="button"
        {...button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Modal
          label={label}
          overlay="sheet-overlay"
          className="sheet rows-sheet rows-dialog"
          onClose={() => setOpen(false)}
        >
          {body}
        </Modal>
      ) : null}
    </>
  );
}

interface RowsProps {
  label: string;
  rows: readonly PickerRow[];
  value: string;
  recent: readonly string[];
  note: ((row: PickerRow) => string) | undefined;
  lang: string | undefined;
  sheet: boolean;
  onPick: (id: string) => void;
  onClose: () => void;
}

/** An option on screen: one row may be among the recent ones and in its family. */
interface Placed {
  key: string;
  row: PickerRow;
}

function place(groups: readonly RowGroup[], recent: readonly PickerRow[]): [string, Placed[]][] {
  const placed = groups.map((g): [string, Placed[]] => [g.name, g.rows.map((row) => ({ key: row.id, row }))]);
  if (recent.length === 0) return placed;
  return [[t.recent, recent.map((row) => ({ key: `recent ${row.id}`, row }))], ...placed];
}

function Rows({ label, rows, value, recent, note, lang, sheet, onPick, onClose }: RowsProps) {
  const id = useId();
  const many = rows.length > MANY;
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(value);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const lately =
    many && query.trim() === ''
      ? recent.flatMap((r) => rows.filter((row) => row.id === r && r !== value)).slice(0, MAX_RECENT)
      : [];
  const { groups: found, beyond } = firstRows(search(rows, query), MAX_DRAWN);
  const groups = place(found, lately);
  const options = groups.flatMap(([, members]) => members);
  const current = options.some((o) => o.key === active) ? active : (options[0]?.key ?? '');
  const optionId = (key: string) => `${id}-${key.replace(' ', '-')}`;

  // On a phone the keyboard would cover half of the list, so it opens only when the search is touched.
  useEffect(() => {
    const target = many && !sheet ? field.current : list.current;
    target?.focus({ preventScroll: true });
  }, [many, sheet]);
  // The list opens at the picked row, with its neighbours, and follows the keyboard cursor.
  const first = useRef(true);
  useEffect(() => {
    const box = list.current;
    const option = box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(current)}"]`);
    if (!box || !option) return;
    if (first.current) {
      const middle = option.offsetTop - (box.clientHeight - option.offsetHeight) / 2;
      // Rows must not be hidden by the sticky heading of their family.
      const whole = [...box.querySelectorAll<HTMLElement>('[data-key]')].map((o) => o.offsetTop - HEADING);
      box.scrollTop = whole.find((at) => at >= middle) ?? middle;
    } else scrollToOption(box, option, HEADING);
    first.current = false;
  }, [current]);

  const move = (to: number) => {
    const next = options[Math.max(0, Math.min(options.length - 1, to))];
    if (next) setActive(next.key);
  };
  const keys = (event: KeyboardEvent) => {
    const at = options.findIndex((o) => o.key === current);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    };
    const inText = event.target === field.current && query !== '';
    if (!inText) Object.assign(steps, { Home: 0, End: options.length - 1 });
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' || (event.key === ' ' && event.target !== field.current)) {
      const picked = options[at];
      if (picked) onPick(picked.row.id);
    } else if (event.key === 'Escape' && query !== '') {
      setQuery('');
      setActive(value);
    } else return;
    taken(event);
  };
  const activeOption = options.length > 0 ? optionId(current) : undefined;
  return (
    <>
      {sheet ? (
        <div className="rows-head">
          <h2>{label}</h2>
          <button type="button" className="button small square" aria-label={t.close(label)} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      ) : null}
      {many ? (
        <div className="search rows-search">
          <RowSearch
            field={field}
            label={label}
            count={rows.length}
            list={`${id}-list`}
            active={activeOption}
            value={query}
            onChange={(next) => {
              setQuery(next);
              setActive(next.trim() === '' ? value : '');
            }}
            onKeyDown={keys}
          />
        </div>
      ) : null}
      <div
        ref={list}
        className="rows-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        tabIndex={many ? -1 : 0}
        aria-activedescendant={activeOption}
        onKeyDown={keys}
      >
        {groups.map(([name, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
          <div key={name} role="group" aria-label={name || label}>
            {name ? (
              <div className="rows-family" aria-hidden="true">
                {name}
              </div>
            ) : null}
            {members.map(({ key, row }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search or list, which names its active option, handles keys
              <div
                key={key}
                id={optionId(key)}
                data-key={key}
                className={key === current ? 'rows-option is-active' : 'rows-option'}
                role="option"
                tabIndex={-1}
                aria-selected={row.id === value}
                onClick={() => onPick(row.id)}
                onPointerMove={() => setActive(key)}
              >
                <span className="rows-name" lang={lang}>
                  {row.name}
                </span>
                <span className="rows-source" lang={lang}>
                  {row.source}
                </span>
                <span className="rows-year numeric">{row.year || ''}</span>
                <span className="rows-summary">
                  {note?.(row) ? <b>{note(row)} </b> : null}
                  <span lang={lang}>{row.summary}</span>
                </span>
              </div>
            ))}
          </div>
        ))}
        {beyond > 0 ? (
          <p className="rows-none secondary" role="presentation">
            {t.more(beyond)}
          </p>
        ) : null}
      </div>
      {options.length === 0 ? <p className="rows-none secondary">{t.nothing}</p> : null}
      {many ? (
        <p className="visually-hidden" role="status">
          {query.trim() === '' ? '' : t.found(options.length + beyond)}
        </p>
      ) : null}
    </>
  );
}

/** Height of the sticky heading of a family. */
const HEADING = 28;
