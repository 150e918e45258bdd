import type { Check } from '../../generated/types';
import { ClaimForm, defaultQuantity } from './ClaimForm';
import { checkFormTexts as t } from './editor-texts';
import { Checkbox, TextArea, TextField } from './fields';
import { withoutEmpty } from './without-empty';

interface Props {
  checks: Check[];
  onChange: (checks: Check[]) => void;
}

/** The checks of a step: claims about results of the run. */
export function ChecksForm({ checks, onChange }: Props) {
  const add = () => {
    let number = checks.length + 1;
    while (checks.some((c) => c.id === `c${number}`)) number += 1;
    const claim: Check['claim'] = { of: defaultQuantity(), is: 'above', value: 0.95 };
    onChange([...checks, { id: `c${number}`, text: t.firstCheck, claim }]);
  };
  return (
    <fieldset className="lesson-group">
      <legend>{t.heading}</legend>
      {checks.map((check, i) => {
        const change = (part: Partial<Check>) =>
          onChange(checks.with(i, withoutEmpty({ ...check, ...part })));
        return (
          <div key={check.id} className="lesson-answer">
            <TextArea
              label={t.check(i + 1)}
              rows={2}
              maxLength={400}
              value={check.text}
              onCommit={(text) => {
                if (text.trim() !== '') change({ text });
              }}
            />
            <ClaimForm of={t.check(i + 1)} claim={check.claim} onChange={(claim) => change({ claim })} />
            <Checkbox label={t.task} value={check.task ?? false} onChange={(task) => change({ task })} />
            <TextField
              label={t.whenMet}
              maxLength={1000}
              value={check.passed ?? ''}
              onCommit={(passed) => change({ passed })}
            />
            <TextField
              label={t.whenNotMet}
              maxLength={1000}
              value={check.failed ?? ''}
              onCommit={(failed) => change({ failed })}
            />
            <button type="button" className="button small" onClick={() => onChange(checks.toSpliced(i, 1))}>
              {t.remove(i + 1)}
            </button>
          </div>
        );
      })}
      <button type="button" className="button small framed" disabled={checks.length >= 12} onClick={add}>
        {t.add}
      </button>
    </fieldset>
  );
}
