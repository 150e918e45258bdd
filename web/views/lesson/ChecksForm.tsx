import type { Check } from '../../generated/types';
import { ClaimForm, firstQuantity } from './ClaimForm';
import { Area, Line, Tick } from './fields';
import { tidy } from './tidy';

interface Props {
  checks: Check[];
  onChange: (checks: Check[]) => void;
}

/** What the run has to show, by the names of its results. */
export function ChecksForm({ checks, onChange }: Props) {
  const add = () => {
    let number = checks.length + 1;
    while (checks.some((c) => c.id === `c${number}`)) number += 1;
    const claim: Check['claim'] = { of: firstQuantity(), is: 'above', value: 0.95 };
    onChange([...checks, { id: `c${number}`, text: 'Jain’s index above 0.95 by 30 s.', claim }]);
  };
  return (
    <fieldset className="lesson-group">
      <legend>Checks</legend>
      {checks.map((check, i) => {
        const change = (part: Partial<Check>) => onChange(checks.with(i, tidy({ ...check, ...part })));
        return (
          <div key={check.id} className="lesson-answer">
            <Area
              label={`Check ${i + 1}`}
              rows={2}
              most={400}
              value={check.text}
              onCommit={(text) => {
                if (text.trim() !== '') change({ text });
              }}
            />
            <ClaimForm of={`check ${i + 1}`} claim={check.claim} onChange={(claim) => change({ claim })} />
            <Tick
              label="A task: it does not hold at first, and the reader brings it about"
              value={check.task ?? false}
              onChange={(task) => change({ task })}
            />
            <Line
              label="Said where it holds"
              most={1000}
              value={check.passed ?? ''}
              onCommit={(passed) => change({ passed })}
            />
            <Line
              label="Said where it does not"
              most={1000}
              value={check.failed ?? ''}
              onCommit={(failed) => change({ failed })}
            />
            <button type="button" className="button small" onClick={() => onChange(checks.toSpliced(i, 1))}>
              Remove check {i + 1}
            </button>
          </div>
        );
      })}
      <button type="button" className="button small framed" disabled={checks.length >= 12} onClick={add}>
        Add check
      </button>
    </fieldset>
  );
}
