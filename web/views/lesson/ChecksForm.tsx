import { useId } from 'react';
import { Button } from 'react-aria-components';
import type { Check } from '../../generated/types';
import { useRun } from '../../store';
import { Area, Line, Numeric, Pick } from './fields';
import { measureNamesIn } from './measure';

const COMPARISONS = [
  { id: 'above', name: 'above' },
  { id: 'below', name: 'below' },
] as const;

interface Props {
  checks: Check[];
  onChange: (checks: Check[]) => void;
}

/** What the run has to show, by the names of its results. */
export function ChecksForm({ checks, onChange }: Props) {
  const list = useId();
  const results = useRun((s) => s.results);
  const add = () => {
    let number = checks.length + 1;
    while (checks.some((c) => c.id === `c${number}`)) number += 1;
    const claim: Check['claim'] = { of: { measure: 'jain', atS: 30 }, is: 'above', value: 0.95 };
    onChange([...checks, { id: `c${number}`, text: 'Jain’s index above 0.95 by 30 s.', claim }]);
  };
  return (
    <fieldset className="lesson-group">
      <legend>Checks</legend>
      <datalist id={list}>
        {results ? measureNamesIn(results).map((name) => <option key={name} value={name} />) : null}
      </datalist>
      {checks.map((check, i) => {
        const change = (part: Partial<Check>) => onChange(checks.with(i, { ...check, ...part }));
        const { claim } = check;
        const claimed = (part: Partial<Check['claim']>) => change({ claim: { ...claim, ...part } });
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
            <label className="lesson-field">
              <span>Measure</span>
              <input
                className="field"
                list={list}
                defaultValue={claim.of.measure}
                key={claim.of.measure}
                maxLength={200}
                onBlur={(event) => {
                  const measure = event.currentTarget.value.trim();
                  if (measure !== '' && measure !== claim.of.measure)
                    claimed({ of: { ...claim.of, measure } });
                }}
              />
            </label>
            <Pick
              label="is"
              name={`Comparison of check ${i + 1}`}
              value={claim.is}
              options={COMPARISONS}
              onChange={(is) => claimed({ is })}
            />
            <Numeric
              label="Value"
              signed
              required
              value={claim.value}
              onCommit={(v) => claimed({ value: v ?? 0 })}
            />
            <Numeric
              label="by, s"
              required
              value={claim.of.atS}
              onCommit={(v) => claimed({ of: { ...claim.of, atS: v ?? 0 } })}
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
            <Button className="button small" onPress={() => onChange(checks.toSpliced(i, 1))}>
              Remove check {i + 1}
            </Button>
          </div>
        );
      })}
      <Button className="button small framed" isDisabled={checks.length >= 12} onPress={add}>
        Add check
      </Button>
    </fieldset>
  );
}
