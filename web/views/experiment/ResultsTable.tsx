import { Fragment, useMemo, useState } from 'react';
import { formatPlain } from '../../drawing/format';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { ScrollingTable } from '../results/Wide';
import { axesOf, centre, estimateDescription, valueText, variantName } from './figure/data';
import { columnDecimals, formatEstimate } from './figure/text';
import {
  havePublished,
  type Sort,
  type SortKey,
  sameKey,
  sortedRows,
  type TableRow,
  tableRows,
  tableTsv,
} from './table';
import { tableTexts as t } from './texts';

interface Props {
  document: Experiment;
  table: ExperimentTable;
  /** Runs that each variant is to have. */
  runs: number;
  picked: number | null;
  onPick: (row: number) => void;
}

/** The number of rows shown at first; the others are shown on demand. */
const INITIAL_ROWS = 200;

/** All values, including those that the figure does not show. */
export function ResultsTable({ document, table, runs, picked, onPick }: Props) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [all, setAll] = useState(false);
  const rows = useMemo(() => tableRows(document, table), [document, table]);
  const sorted = useMemo(() => sortedRows(document, rows, sort), [document, rows, sort]);
  const shown = all ? sorted : sorted.slice(0, INITIAL_ROWS);
  const beside = havePublished(document);
  const decimals = useMemo(
    () =>
      document.measures.map((_, m) =>
        columnDecimals(rows.flatMap(({ cells }) => (cells[m] ? [centre(document, cells[m])] : []))),
      ),
    [document, rows],
  );
  const axes = axesOf(document);
  return (
    <section className="exp-table" aria-label={t.heading}>
      <div className="section-head">
        <h2>{t.heading}</h2>
        <span className="secondary">{estimateDescription(document, table)}</span>
        <CopyTable text={() => tableTsv(document, sorted)} />
      </div>
      <ScrollingTable>
        <table>
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              {axes.length === 0 ? <th scope="col">{t.variant}</th> : null}
              {axes.map((axis, place) => (
                <SortableHeader
                  key={axis.name}
                  words={rows.some((row) => typeof row.at[place] === 'string')}
                  name={axis.name}
                  unit={axis.unit ?? ''}
                  by={{ kind: 'axis', place }}
                  sort={sort}
                  onSort={setSort}
                />
              ))}
              {document.measures.map((measure, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the measure
                <Fragment key={place}>
                  <SortableHeader
                    name={measure.name}
                    unit={measure.unit ?? ''}
                    by={{ kind: 'measure', place }}
                    sort={sort}
                    onSort={setSort}
                  />
                  {beside[place] ? (
                    <th scope="col" className="published">
                      <span>{t.published}</span>
                    </th>
                  ) : null}
                </Fragment>
              ))}
              <SortableHeader name={t.runs} unit="" by={{ kind: 'runs' }} sort={sort} onSort={setSort} />
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.row}
                document={document}
                row={row}
                runs={runs}
                beside={beside}
                decimals={decimals}
                picked={row.row === picked}
                onPick={onPick}
              />
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      {shown.length < sorted.length ? (
        <button type="button" className="quiet-button" onClick={() => setAll(true)}>
          {t.showAll(sorted.length)}
        </button>
      ) : null}
    </section>
  );
}

function SortableHeader({
  name,
  unit,
  words = false,
  by,
  sort,
  onSort,
}: {
  name: string;
  unit: string;
  /** Whether the column holds names, which are aligned left; numbers are aligned right. */
  words?: boolean;
  by: SortKey;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}) {
  const now = sort && sameKey(sort.key, by) ? sort : null;
  const next = (): Sort | null => {
    if (!now) return { key: by, descending: by.kind !== 'axis' };
    return now.descending === (by.kind !== 'axis') ? { key: by, descending: !now.descending } : null;
  };
  return (
    <th
      scope="col"
      className={words ? 'name' : undefined}
      aria-sort={now ? (now.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => onSort(next())}>
        <span>{name}</span>
        {unit ? <span className="unit">{unit}</span> : null}
        <span className="sort-mark" aria-hidden="true">
          {now ? (now.descending ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}

function Row({
  document,
  row,
  runs,
  beside,
  decimals,
  picked,
  onPick,
}: {
  document: Experiment;
  row: TableRow;
  runs: number;
  beside: readonly boolean[];
  /** Decimals of each measure's column. */
  decimals: readonly number[];
  picked: boolean;
  onPick: (row: number) => void;
}) {
  const name = variantName(document, row.at);
  const [first, ...others] = row.at;
  const cells = row.cells.map((cell, m) => {
    const { value, halfWidth } = cell ? centre(document, cell) : { value: null, halfWidth: null };
    const text = value === null ? null : formatEstimate(value, halfWidth, decimals[m]);
    const published = row.published[m];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the measure
      <Fragment key={m}>
        <td>
          {text ? (
            <>
              {text.value}
              {text.halfWidth ? <span className="off"> ± {text.halfWidth}</span> : null}
              {cell && cell.n < row.runs ? <span className="off"> (n = {cell.n})</span> : null}
            </>
          ) : (
            <span className="off">–</span>
          )}
        </td>
        {beside[m] ? (
          <td className="published" title={published?.source || undefined}>
            {published ? formatPlain(published.value) : ''}
          </td>
        ) : null}
      </Fragment>
    );
  });
  return (
    <tr className={picked ? 'is-picked' : undefined} onClick={() => onPick(row.row)}>
      <th scope="row">
        <button type="button" aria-pressed={picked} aria-label={t.select(name)}>
          {first === undefined ? t.scenario : valueText(first)}
        </button>
      </th>
      {others.map((value, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the column
        <td key={i} className={typeof value === 'string' ? 'name' : undefined}>
          {valueText(value)}
        </td>
      ))}
      {cells}
      <td className="off">{row.runs < runs ? t.someOf(row.runs, runs) : row.runs}</td>
    </tr>
  );
}

function CopyTable({ text }: { text: () => string }) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setMessage(t.copied);
    } catch {
      setMessage(t.cannotCopy);
    }
    setTimeout(() => setMessage(''), 2500);
  };
  return (
    <>
      <span className="results-message" role="status">
        {message}
      </span>
      <button type="button" className="quiet-button" onClick={() => void copy()}>
        {t.copy}
      </button>
    </>
  );
}
