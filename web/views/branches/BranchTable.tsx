import { useStore } from 'zustand';
import { formatTime, formatValue } from '../../drawing/format';
import type { Results } from '../../generated/types';
import {
  type Branch,
  branches,
  changeBranch,
  drawBranch,
  fork as forkHere,
  removeBranch,
  sameSpan,
  showBranch,
  useRun,
  useSession,
  useShownFork,
} from '../../store';
import { ConfirmButton } from '../../ui/ConfirmButton';
import { Icon } from '../../ui/Icon';
import { resultsTexts } from '../results/texts';
import { compareBranch, type Delta } from './deltas';
import { branchTableTexts as t } from './texts';

/** Compares the branches: name, time of departure and results. */
export function BranchTable({ list }: { list: readonly Branch[] }) {
  const active = useStore(branches, (s) => s.active);
  const others = useStore(branches, (s) => s.results);
  const own = useRun((r) => r.results);
  const duration = useRun((r) => r.directory?.durationS ?? 1);
  const results = (b: Branch): Results | null =>
    b.run === active ? own : (others.get(b.run)?.results ?? null);
  const at = useRun((r) => r.digestAt);
  const comparable = (b: Branch): Results | null => {
    const found = results(b);
    return found && own && sameSpan(found, own) ? found : null;
  };
  const fork = useShownFork();
  // Its numbers would answer a lesson's question.
  const hidden = useSession((s) => s.hidden.includes('results'));
  const compared = hidden ? null : own;
  const columns = compared ? compareBranch(compared, compared) : [];
  return (
    <>
      <table className="branch-table">
        <thead>
          <tr>
            <th scope="col">{t.branch}</th>
            <th scope="col" className="numeric departs">
              {t.forksAt}
            </th>
            {columns.map((c) => (
              <th scope="col" className="numeric compared" key={c.id}>
                {c.name}
                {c.unit ? <small> {c.unit}</small> : null}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((b) => (
            <Row
              key={b.run}
              branch={b}
              active={b.run === active}
              named={b.run === fork?.other}
              alias={b.run === fork?.other && fork.names.other !== b.name ? fork.names.other : ''}
              departure={b.parent === null ? '' : formatTime(b.atS, duration)}
              cells={compared ? compareBranch(comparable(b), compared) : []}
            />
          ))}
        </tbody>
      </table>
      <p className="secondary">
        {hidden
          ? resultsTexts.hidden
          : t.caption(
              unbroken(formatTime(own?.fromS ?? 0, duration)),
              unbroken(formatTime(own?.toS ?? at, duration)),
            )}
      </p>
      <button type="button" className="quiet-button" onClick={forkHere}>
        {t.forkHere}
      </button>
    </>
  );
}

function Row({
  branch,
  active,
  named,
  alias,
  departure,
  cells,
}: {
  branch: Branch;
  active: boolean;
  /** The texts beside the plots are about its curves. */
  named: boolean;
  /** What the plots call it; empty: its name. */
  alias: string;
  departure: string;
  cells: readonly Delta[];
}) {
  const behind = named ? 'named' : 'other';
  const look = active ? 'shown' : branch.drawn ? behind : 'off';
  return (
    <tr aria-current={active ? 'true' : undefined}>
      <th scope="row">
        <span className="branch-name">
          <i className={`branch-line is-${look}`} />
          <input
            aria-label={t.name}
            value={branch.name}
            maxLength={60}
            onChange={(event) => changeBranch(branch.run, { name: event.currentTarget.value })}
          />
          {alias && <small className="secondary">{alias}</small>}
        </span>
      </th>
      <td className="numeric departs" data-name={t.forksAtShort}>
        {departure}
      </td>
      {cells.map((cell) => (
        <td key={cell.id} className="numeric" data-name={cell.name.toLowerCase()}>
          {cell.value === null ? '–' : formatValue(cell.value, cell.decimals)}
          {/* Also without a difference, so that the values are below each other. */}
          <small className="delta">
            {active || cell.delta === null ? '' : signed(cell.delta, cell.decimals)}
          </small>
        </td>
      ))}
      <td className="branch-actions">
        {active ? (
          <span className="secondary">{t.onScreen}</span>
        ) : (
          <>
            <button
              type="button"
              className="quiet-button"
              onClick={(event) => {
                // The row on screen has no such button.
                keepFocus(event.currentTarget.closest('tr'));
                showBranch(branch.run);
              }}
            >
              {t.show}
            </button>
            <button
              type="button"
              className="quiet-button"
              aria-pressed={branch.drawn}
              title={branch.drawn ? t.overlaid : t.notOverlaid}
              onClick={() => drawBranch(branch.run, !branch.drawn)}
            >
              {t.overlay}
            </button>
            <ConfirmButton
              names={{ first: t.remove(branch.name), sure: t.confirmRemove(branch.name) }}
              sure={t.confirm}
              className="quiet-button"
              onSure={() => {
                keepFocus(document.querySelector('.branch-table [aria-current]'));
                removeBranch(branch.run);
              }}
            >
              <Icon name="bin" />
            </ConfirmButton>
          </>
        )}
      </td>
    </tr>
  );
}

/** The pressed button goes: focuses the name of a branch or, as a tap must not open a phone's keyboard, the popover. */
function keepFocus(row: Element | null): void {
  const next = document.activeElement?.matches(':focus-visible')
    ? row?.querySelector('input')
    : row?.closest<HTMLElement>('[popover]');
  next?.focus();
}

/** A number and its unit stay on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

function signed(x: number, decimals: number): string {
  const text = formatValue(Math.abs(x), decimals);
  return Number(text) === 0 ? '±0' : `${x < 0 ? '−' : '+'}${text}`;
}
