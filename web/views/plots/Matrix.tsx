import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
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
  useCatalogue,
  useDocument,
  useSession,
} from '../../store';
import { moved, tint } from './covariance';
import { LineSample } from './LineSample';
import { DEFAULT_PLOTS } from './specs';

/** Width of a row's name, and the widths that a cell may have; from `ROOMY` on its value fits in. */
const NAME = 112;
const CELL = { least: 9, most: 48, named: 72 };
const ROOMY = 34;
/** So few columns have room for names above them. */
const NAMED = 6;

/** What is known of any two flows. */
export interface Pairs {
  /** Ids of the flows, in the order of rows and columns. */
  flows: readonly string[];
  /** −1 … 1; null where it is undefined. */
  values: readonly (readonly (number | null)[])[];
}

interface Props {
  /** Id of the plot. */
  id: string;
  title: string;
  /** Of what it is. */
  of: string;
  /** What the table is, for those who hear it. */
  label: string;
  /** Null: there is nothing to show yet. */
  pairs: Pairs | null;
  nothing: string;
  width: number;
  text: (value: number | null | undefined) => string;
  /** What a cell says, in a sentence. */
  sentence: (row: number, column: number) => string;
  /** Words while no cell is pointed at. */
  summary: string;
  /** The meaning of the colours. */
  scale: ReactNode;
}

/** A value of any two flows: a table of colours that is a table of numbers, too. */
export function Matrix(props: Props) {
  const { pairs, width, text } = props;
  useDocument((d) => d.flows);
  useCatalogue();
  const embed = useSession((s) => s.embed);
  const [active, setActive] = useState<[number, number] | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const flows = pairs?.flows ?? [];
  const n = flows.length;
  const most = n <= NAMED ? CELL.named : CELL.most;
  const cell = Math.max(CELL.least, Math.min(most, Math.floor((width - 40 - NAME) / Math.max(1, n)) - 1));
  const label = (i: number) => flowStyle(flowIndexOf(flows[i] ?? '')).label;

  // Thousands of cells are painted by hand, those that changed: React would compare them all with every result.
  useEffect(() => {
    if (table.current && pairs) paint(table.current, pairs.values, text);
  });
  const place = active && active[0] < n && active[1] < n ? active : null;
  useEffect(() => {
    const cells = table.current?.tBodies[0]?.rows;
    const at = place && cells?.[place[0]]?.cells[place[1] + 1];
    if (!at) return;
    at.id = `${id}-active`;
    at.classList.add('is-active');
    return () => {
      at.removeAttribute('id');
      at.classList.remove('is-active');
    };
  }, [id, place]);

  const keys = (event: KeyboardEvent) => {
    const next = moved(event.key, place ?? [0, 0], n);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(next);
  };
  const over = (event: PointerEvent) => {
    const at = (event.target as Element).closest('td');
    const row = at?.parentElement as HTMLTableRowElement | null | undefined;
    setActive(at && row ? [row.sectionRowIndex, at.cellIndex - 1] : null);
  };
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== props.id));
  const name = props.title.toLowerCase();
  return (
    <figure className="matrix" aria-label={`${props.title} ${props.of}`}>
      <figcaption>
        <b>{props.title}</b>
        <span className="quiet">{props.of}</span>
        {embed ? null : (
          <button type="button" className="quiet-button" onClick={hide} aria-label={`Hide ${name}`}>
            Hide
          </button>
        )}
      </figcaption>
      {pairs ? (
        <>
          <div className="matrix-scroll">
            <table
              ref={table}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells can be walked is a grid
              role="grid"
              className={cell < ROOMY ? 'dense' : ''}
              tabIndex={0}
              aria-label={props.label}
              aria-readonly="true"
              aria-activedescendant={place ? `${id}-active` : undefined}
              onKeyDown={keys}
              onFocus={() => setActive((now) => now ?? [0, 1])}
              onBlur={() => setActive(null)}
              onPointerOver={over}
              onPointerLeave={() => setActive(null)}
            >
              <Skeleton
                flows={flows.join('\n')}
                labels={flows.map((_, i) => label(i)).join('\n')}
                cell={cell}
              />
            </table>
          </div>
          <p className="matrix-words">
            <span aria-live="polite">{place ? props.sentence(place[0], place[1]) : props.summary}</span>
            <span className="matrix-scale" aria-hidden="true">
              {props.scale}
            </span>
          </p>
        </>
      ) : (
        <p className="quiet">{props.nothing}</p>
      )}
    </figure>
  );
}

/** A piece of the scale of colours. */
export function Tint({ value }: { value: number }) {
  return <i data-sign={tint(value).sign} style={shareOf(value)} />;
}

/** Heads and empty cells; drawn again only when flows, names or the room change. */
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
              <LineSample flow={flowIndexOf(flow)} width={Math.min(24, cell - 2)} />
              <span className={named ? 'matrix-name' : 'visually-hidden'}>{names[i]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.map((flow, i) => (
          <tr key={flow} style={{ height: Math.min(cell, 32) }}>
            <th scope="row" title={names[i]}>
              <span>
                <LineSample flow={flowIndexOf(flow)} width={18} />
                <span className="matrix-name">{names[i]}</span>
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

/** Writes the cells whose text changed. */
function paint(
  table: HTMLTableElement,
  of: readonly (readonly (number | null)[])[],
  write: Props['text'],
): void {
  const rows = table.tBodies[0]?.rows;
  of.forEach((values, i) => {
    const row = rows?.[i];
    if (!row) return;
    values.forEach((value, j) => {
      const at = row.cells[j + 1];
      const text = write(value);
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
