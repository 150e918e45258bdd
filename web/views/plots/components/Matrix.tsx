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
import {
  flowIndexOf,
  flowStyle,
  sessionNow,
  setPlots,
  styleOfFlow,
  useCatalogue,
  useDocument,
  useSession,
} from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { moved, tint } from '../model/covariance';
import { DEFAULT_PLOTS } from '../model/specs';
import { matrixTexts as t } from './figures-texts';

/** Width of a row's name, and the widths of a cell; from `ROOMY` on its value fits in. */
const NAME = 112;
const CELL = { least: 9, most: 48, named: 72 };
const ROOMY = 34;
/** From this width on, the number of a column fits in. */
const NUMBERED = 18;
/** Up to this many columns have names above them. */
const NAMED = 6;

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
  width: number;
  text: (value: number | null | undefined) => string;
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
  const { pairs, width, text, self } = props;
  useDocument((d) => d.flows);
  useCatalogue();
  const embed = useSession((s) => s.embed);
  const [active, setActive] = useState<[number, number] | null>(null);
  const [kept, setKept] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const flows = pairs?.flows ?? [];
  const n = flows.length;
  const most = n <= NAMED ? CELL.named : CELL.most;
  const cell = Math.max(CELL.least, Math.min(most, Math.floor((width - 40 - NAME) / Math.max(1, n)) - 1));
  const label = (i: number) => flowStyle(flowIndexOf(flows[i] ?? '')).label;

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
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== props.id));
  const name = props.title.toLowerCase();
  return (
    <figure className="matrix" aria-label={`${props.title} ${props.of}`}>
      <figcaption>
        <b>{props.title}</b>
        <span className="quiet">{props.of}</span>
        {props.counted ? <span className="quiet">{props.counted}</span> : null}
        {embed ? null : (
          <button type="button" className="quiet-button" onClick={hide} aria-label={t.hideMatrix(name)}>
            {t.hide}
          </button>
        )}
      </figcaption>
      {pairs ? (
        <>
          <div className="matrix-scroll">
            <div className="matrix-frame">
              <table ref={table} className={cell < ROOMY ? 'densify' : ''} aria-label={props.label}>
                <Skeleton
                  flows={flows.join('\n')}
                  labels={flows.map((_, i) => label(i)).join('\n')}
                  cell={cell}
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
          <p className="matrix-words">
            {/* The finding changes as the run goes on; a place is asked for. */}
            <span id={`${id}-words`} className={place ? '' : 'finding'} aria-live={place ? 'polite' : 'off'}>
              {place ? props.sentence(place[0], place[1]) : props.summary}
            </span>
            <span className="matrix-scale" aria-hidden="true">
              {props.scale}
            </span>
          </p>
          <p className="matrix-reading quiet">{props.reading}</p>
        </>
      ) : (
        <p className="quiet">{props.nothing}</p>
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
  cell,
}: {
  flows: string;
  labels: string;
  cell: number;
}) {
  const ids = flows.split('\n');
  const names = labels.split('\n');
  const named = ids.length <= NAMED && cell >= ROOMY;
  return (
    <>
      <thead>
        <tr>
          <td style={{ width: NAME }} />
          {ids.map((flow, i) => (
            <th key={flow} scope="col" style={{ width: cell }} title={names[i]}>
              <LineSample style={styleOfFlow(flowIndexOf(flow))} width={Math.min(24, cell - 2)} />
              {/* Rows have names. If there is no room for names of columns, rows and columns are numbered. */}
              <span className={named ? 'matrix-name' : 'visually-hidden'}>{names[i]}</span>
              {!named && cell >= NUMBERED ? <span aria-hidden="true">{i + 1}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.map((flow, i) => (
          <tr key={flow} style={{ height: Math.min(cell, 48) }}>
            <th scope="row" title={names[i]}>
              <span>
                <LineSample style={styleOfFlow(flowIndexOf(flow))} width={18} />
                <span className="matrix-name">
                  {named || cell < NUMBERED ? null : <span aria-hidden="true">{i + 1} </span>}
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
