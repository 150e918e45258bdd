import { useState } from 'react';
import type { ScriptParam } from '../../generated/types';
import { Icon } from '../../ui/Icon';
import { NumberInput } from '../../ui/NumberInput';
import { LineField } from './LineField';
import { isName } from './names';
import { panelTexts as t } from './texts';

/** Of the document's schema. */
const MAX_PARAMS = 16;

interface Props {
  params: readonly ScriptParam[];
  onChange: (params: ScriptParam[]) => void;
}

/** The parameters of a controller. */
export function ParamsTable({ params, onChange }: Props) {
  const [refused, setRefused] = useState(false);
  const set = (place: number, change: Partial<ScriptParam>) =>
    onChange(params.map((p, i) => (i === place ? { ...p, ...change } : p)));
  return (
    <>
      {params.length === 0 ? (
        <p className="secondary">{t.noParams}</p>
      ) : (
        <table className="script-params">
          <thead>
            <tr>
              <th scope="col">{t.paramName}</th>
              <th scope="col">{t.meaning}</th>
              <th scope="col">{t.unit}</th>
              <th scope="col">{t.min}</th>
              <th scope="col">{t.usual}</th>
              <th scope="col">{t.max}</th>
              <th scope="col">
                <span className="visually-hidden">{t.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {params.map((p, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an id may change while it is edited
              <tr key={i}>
                <td className="script-id" data-name={t.paramName}>
                  <LineField
                    unlabelled
                    label={t.of(t.paramName, p.id)}
                    value={p.id}
                    maxLength={40}
                    valid={(id) => isName(id) && params.every((other) => other === p || other.id !== id)}
                    onRefuse={(text) => setRefused(text !== null)}
                    onCommit={(id) => set(i, { id })}
                  />
                </td>
                <td className="script-meaning" data-name={t.meaning}>
                  <LineField
                    unlabelled
                    label={t.of(t.meaning, p.id)}
                    value={p.help ?? ''}
                    maxLength={400}
                    onCommit={(help) => set(i, { help })}
                  />
                </td>
                <td className="script-unit" data-name={t.unit}>
                  <LineField
                    unlabelled
                    label={t.of(t.unit, p.id)}
                    value={p.unit ?? ''}
                    maxLength={20}
                    onCommit={(unit) => set(i, { unit })}
                  />
                </td>
                <td data-name={t.min}>
                  <NumberInput
                    label={t.of(t.min, p.id)}
                    value={p.min}
                    max={p.default}
                    onCommit={(min) => min !== null && set(i, { min })}
                  />
                </td>
                <td data-name={t.usual}>
                  <NumberInput
                    label={t.of(t.usual, p.id)}
                    value={p.default}
                    min={p.min}
                    max={p.max}
                    onCommit={(usual) => usual !== null && set(i, { default: usual })}
                  />
                </td>
                <td data-name={t.max}>
                  <NumberInput
                    label={t.of(t.max, p.id)}
                    value={p.max}
                    min={p.default}
                    onCommit={(max) => max !== null && set(i, { max })}
                  />
                </td>
                <td className="script-remove">
                  <button
                    type="button"
                    className="button small square"
                    aria-label={t.remove(p.id)}
                    onClick={() => onChange(params.filter((_, place) => place !== i))}
                  >
                    <Icon name="bin" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refused ? (
        <p className="script-refused" role="alert">
          {t.badName}
        </p>
      ) : null}
      {params.length < MAX_PARAMS ? (
        <button
          type="button"
          className="button small"
          onClick={() => onChange([...params, { id: freeName(params), min: 0, default: 1, max: 10 }])}
        >
          <Icon name="plus" />
          {t.addParam}
        </button>
      ) : (
        <p className="secondary">{t.tooMany}</p>
      )}
    </>
  );
}

function freeName(params: readonly ScriptParam[]): string {
  let n = 1;
  while (params.some((p) => p.id === `p${n}`)) n++;
  return `p${n}`;
}
