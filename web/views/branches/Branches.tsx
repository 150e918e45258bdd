import './branches.css';
import { useEffect, useRef } from 'react';
import { fork, useListedBranches, useRun } from '../../store';
import { later } from '../../ui/later';
import { Popup } from '../../ui/Popup';
import { branchesTexts as t } from './texts';

const BranchTable = later(() => import('./BranchTable').then((m) => m.BranchTable), {
  what: () => t.list,
});

/** The button and popover of the branches, with the results in which they differ. */
export function Branches() {
  const list = useListedBranches();
  const begun = useRun((r) => r.now > 0);
  const some = list.length > 1;
  const forkButton = useRef<HTMLButtonElement>(null);
  const had = useRef(some);
  useEffect(() => {
    // The popover has gone with the last other branch, and the focus with it.
    if (had.current && !some && document.activeElement === document.body) forkButton.current?.focus();
    had.current = some;
  }, [some]);
  if (!some) {
    if (!begun) return null;
    return (
      <button ref={forkButton} type="button" className="quiet-button" title={t.forkHint} onClick={fork}>
        {t.fork}
      </button>
    );
  }
  return (
    <Popup
      label={t.heading}
      className="branches"
      side="start"
      button={{
        className: 'quiet-button',
        children: (
          <>
            <span className="branch-mark" aria-hidden="true">
              ◆
            </span>
            {list.length} {t.branches}
          </>
        ),
      }}
    >
      <BranchTable list={list} />
    </Popup>
  );
}
