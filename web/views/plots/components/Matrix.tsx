import './matrix.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flowIndexOf, flowStyle, styleOfFlow, useCatalogue, useDocument } from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { widthOf } from '../drawing/text-width';
import { moved, tint } from '../model/covariance';
import { arrangeFigure, controlHeight, type Room } from '../model/figure-room';
import { FigureHead } from './FigureHead';
import { matrixTexts as t } from './figures-texts';

/** Up to this many columns have names above them, and up to this many the cells show their values. */
const NAMED = 6;
const VALUED = 16;
/** Heights of the words below the table and of the finding among them, and minimum width of those beside it, with the gaps, px. */
const WORDS = 104;
const FINDING = 40;
const BESIDE = 160;

/** A value for each pair of flows. */
export interface Pairs {
  /** Ids of the flows, in the order of rows and columns. */
  flows: readonly string[];
  /** −1 … 1; null: undefined. */
  values: readonly (readonly (number | null)[])[];
}

interface Props {
  /** Id of the plot. */
  id: string;
  title: string;
  /** What the values are. */
  of: string;
  /** How many events or samples they are based on. */
  counted?: string;
  /** Describes the table to screen readers. */
  label: string;
  /** Null: there is no result yet. */
  pairs: Pairs | null;
  nothing: string;
  /** The room of the figure. */
  slot: Room;
  text: (value: number | null | undefined) => string;
  /** The widest text of a cell, with zeros for digits. */
  widest: string;
  /** Text of a diagonal cell, if that is not a value of the table. */
  self?: (row: number) => string;
  /** A cell as a sentence. */
  sentence: (row: number, column: number) => string;
  /** The overall result, shown while no cell is pointed at. */
  summary: string;
  /** How to read the table. */
  reading: string;
  /** The meaning of the colours. */
  scale: ReactNode;
}

/** A table of colours with a value for each pair of flows, which is also a table of numbers for screen readers. */
export function Matrix(props: Props) {
  const { pairs, slot, text, self } = props;
  useDocument((d) => d.flows);
  useCatalogue();
  const [active, setActive] = useState<[number, number] | null>(null);
  const [kept, setKept] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const flows = pairs?.flows ?? [];
  const n = flows.length;
  const control = controlHeight();
  const around = { stacked: control + WORDS, head: control + FINDING, beside: BESIDE };
  const label = (i: number) => flowStyle(flowIndexOf(flows[i] ?? '')).label;
  const widths = {
    name: Math.min(NAME, BESIDE_NAME + Math.max(0, ...flows.map((_, i) => textWidth(NAME_FONT, label(i))))),
    value: CELL_PADDING + textWidth(VALUE_FONT, props.widest),
  };
  const { arrangement, room } = arrangeFigure(slot, around, (r) => fitOf(r, n, widths));
  const cell = cellOf(room, n, widths);

  // Thousands of cells: only those that changed are written, since React would compare all of them with every result.
  useEffect(() => {
    if (table.current && pairs)
      paint(table.current, pairs.values, (value, i, j) => (i === j && self ? self(i) : text(value)));
  });
  const place = active && active[0] < n && active[1] < n ? active : null;
  useEffect(() => {
    const cells = table.current?.tBodies[0]?.rows;
    const at = place && cells?.[place[0]]?.cells[place[1] + 1];
    if (!at) return;
    at.classList.add('is-active');
    return () => at.classList.remove('is-active');
  }, [place]);

  const keys = (event: KeyboardEvent) => {
    const next = moved(event.key, place ?? [0, 0], n);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(next);
  };
  const point = (event: MouseEvent) => {
    const found = cellAt(event);
    if (found !== undefined && !kept) setActive(found);
  };
  const leave = () => {
    if (!kept) setActive(null);
  };
  /** A click keeps the cell's sentence while the run goes on; a second click ends this. */
  const press = (event: MouseEvent) => {
    // A click by key has no position.
    const at = event.detail === 0 ? place : (cellAt(event) ?? null);
    setKept(at !== null && !(kept && at[0] === place?.[0] && at[1] === place[1]));
    setActive(at);
  };
  return (
    <figure
      className={`plot-figure matrix is-${arrangement}`}
      style={{ width: slot.width }}
      aria-label={`${props.title} ${props.of}`}
    >
      <FigureHead id={props.id} title={props.title}>
        <span className="quiet">{[props.of, props.counted].filter(Boolean).join(', ')}</span>
      </FigureHead>
      {pairs ? (
        <>
          <div className="figure-picture matrix-scroll">
            <div className="matrix-frame">
              <table ref={table} className={cell.valued ? '' : 'dense'} aria-label={props.label}>
                <Skeleton
                  flows={flows.join('\n')}
                  labels={flows.map((_, i) => label(i)).join('\n')}
                  {...cell}
                />
              </table>
              {/* Screen readers read the table; this layer on top handles pointer and keys. */}
              <button
                type="button"
                className="matrix-walk"
                aria-label={t.cellLabel(props.title, props.of)}
                aria-describedby={`${id}-words`}
                aria-pressed={kept}
                onKeyDown={keys}
                onFocus={() => setActive((now) => now ?? [0, 1])}
                onBlur={leave}
                onPointerMove={point}
                onPointerLeave={leave}
                onClick={press}
              />
            </div>
          </div>
          <div className="figure-words matrix-words">
            {/* The finding changes as the run goes on; a place is asked for. */}
            <p id={`${id}-words`} className={place ? '' : 'finding'} aria-live={place ? 'polite' : 'off'}>
              {place ? props.sentence(place[0], place[1]) : props.summary}
            </p>
            <span className="matrix-scale" aria-hidden="true">
              {props.scale}
            </span>
            <p className="matrix-reading quiet">
              {props.reading}
              {cell.valued ? '' : ` ${t.pointed}`}
            </p>
          </div>
        </>
      ) : (
        <p className="figure-picture quiet">{props.nothing}</p>
      )}
    </figure>
  );
}

/** A sample of the scale of colours. */
export function Tint({ value }: { value: number }) {
  return <i data-sign={tint(value).sign} style={shareOf(value)} />;
}

/** Headings and empty cells; rendered again only when flows, names or the width change. */
const Skeleton = memo(function Skeleton({
  flows,
  labels,
  width,
  height,
  name,
}: {
  flows: string;
  labels: string;
} & Cell) {
  const ids = flows.split('\n');
  const names = labels.split('\n');
  const named = ids.length <= NAMED;
  const numbered = !named && name > SAMPLE && width >= NUMBERED;
  return (
    <>
      <thead>
        <tr>
          <td style={{ width: name }} />
          {ids.map((flow, i) => (
            <th key={flow} scope="col" style={{ width }} title={names[i]}>
              <LineSample style={styleOfFlow(flowIndexOf(flow))} width={Math.min(24, width - 2)} />
              {/* Rows have names. If there is no room for names of columns, rows and columns are numbered. */}
              <span className={named ? 'matrix-name' : 'visually-hidden'}>{names[i]}</span>
              {numbered ? <span aria-hidden="true">{i + 1}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.map((flow, i) => (
          <tr key={flow} style={{ height }}>
            <th scope="row" title={names[i]}>
              <span>
                <LineSample style={styleOfFlow(flowIndexOf(flow))} width={18} />
                <span className={name > SAMPLE ? 'matrix-name' : 'visually-hidden'}>
                  {!numbered ? null : <span aria-hidden="true">{i + 1} </span>}
                  {names[i]}
                </span>
              </span>
            </th>
            {ids.map((other, j) => (
              <td key={other} className={i === j ? 'self' : ''} />
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
});

/** The size of the cells, and what fits beside and into them. */
interface Cell {
  /** px */
  width: number;
  height: number;
  /** Width of the rows' names, px. */
  name: number;
  /** Whether a cell shows its value; else its shade says it, and its value stands in words under the pointer. */
  valued: boolean;
}

/** The greatest width of the rows' names with their line samples, and the width of the samples alone, px. */
const NAME = 112;
const SAMPLE = 24;
/** What stands beside a name: its sample and the gaps; and what stands beside a value in its cell, px. */
const BESIDE_NAME = 34;
const CELL_PADDING = 6;
/** The gap between two cells, the space around the table, and the heights of columns' heads without and with names, px. */
const GAP = 1;
const AROUND = 8;
const HEAD = { sample: 8, name: 26 };
/** Least and largest sizes of a cell, px; the least height of those with values, and the width of named columns. */
const CELL = { least: 4, most: 96 };
const VALUE_HEIGHT = 20;
const COLUMN = 60;
/** The height from which on a row's name fits in, and the width from which on a column's number does, px. */
const READABLE = 13;
const NUMBERED = 18;
/** As in matrix.css. */
const NAME_FONT = "400 13px 'Inter Variable', Inter, system-ui, sans-serif";
const VALUE_FONT = "600 12px 'Inter Variable', Inter, system-ui, sans-serif";

let measuring: CanvasRenderingContext2D | null = null;

/** The width of a text outside any canvas, px; 0 where nothing can be measured. */
function textWidth(font: string, text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring) return 0;
  measuring.font = font;
  return widthOf(measuring, font, text);
}

/** Widths of the text of a table, px. */
interface TextWidths {
  /** Of a row's name with its line sample. */
  name: number;
  /** Of a cell with its value. */
  value: number;
}

/** How large the cells of a table of `n` flows are if it fills a room without the names of dense rows, px. */
const fitOf = (room: Room, n: number, widths: TextWidths) =>
  Math.min(widthIn(room, n, n <= VALUED ? widths.name : SAMPLE), heightIn(room, n));

const widthIn = (room: Room, n: number, name: number) =>
  Math.floor((room.width - AROUND - name) / Math.max(1, n)) - GAP;

function heightIn(room: Room, n: number): number {
  const head = n <= NAMED ? HEAD.name : HEAD.sample + READABLE;
  return Math.floor((room.height - AROUND - head) / Math.max(1, n)) - GAP;
}

/** The largest cells with which a table of `n` flows fits into a room. */
function cellOf(room: Room, n: number, { name, value }: TextWidths): Cell {
  const high = Math.min(CELL.most, heightIn(room, n));
  const wide = Math.min(CELL.most, widthIn(room, n, name));
  if (n <= VALUED && wide >= value) {
    const height = Math.max(VALUE_HEIGHT, high);
    // Wider than high for the columns' names.
    const width = Math.min(wide, Math.max(height, n <= NAMED ? COLUMN : value));
    return { width, height: Math.min(height, Math.max(width, VALUE_HEIGHT)), name, valued: true };
  }
  const side = Math.min(wide, high);
  if (side >= READABLE) return { width: side, height: side, name, valued: false };
  const small = Math.max(CELL.least, Math.min(widthIn(room, n, SAMPLE), high));
  return { width: small, height: small, name: SAMPLE, valued: false };
}

/** Row and column of the cell under the pointer; null on a name; undefined in the gap between two cells. */
function cellAt({ clientX, clientY }: MouseEvent): [number, number] | null | undefined {
  const cell = document.elementsFromPoint(clientX, clientY).find((e) => e instanceof HTMLTableCellElement);
  if (!cell) return undefined;
  const row = cell.parentElement as HTMLTableRowElement;
  return cell.tagName === 'TD' && cell.cellIndex > 0 ? [row.sectionRowIndex, cell.cellIndex - 1] : null;
}

/** Writes the cells whose text changed. */
function paint(
  table: HTMLTableElement,
  of: readonly (readonly (number | null)[])[],
  write: (value: number | null, row: number, column: number) => string,
): void {
  const rows = table.tBodies[0]?.rows;
  of.forEach((values, i) => {
    const row = rows?.[i];
    if (!row) return;
    values.forEach((value, j) => {
      const at = row.cells[j + 1];
      const text = write(value, i, j);
      if (!at || at.textContent === text) return;
      at.textContent = text;
      if (i !== j) colour(at, value);
    });
  });
}

function shareOf(rho: number): CSSProperties {
  return { '--share': `${tint(rho).percent}%` } as CSSProperties;
}

function colour(element: HTMLElement, rho: number | null): void {
  const { sign, percent } = tint(rho);
  element.dataset.sign = sign;
  element.style.setProperty('--share', `${percent}%`);
}
