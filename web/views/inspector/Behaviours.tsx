import { Fragment } from 'react';
import type { BehaviourInfo, ParamValue } from '../../generated/types';
import { english } from '../../language/english';
import { Toggle } from '../../ui/Toggle';
import { ParamsForm } from './ParamsForm';
import type { Params } from './params';

interface Props {
  /** Path of the behaviours. */
  at: string;
  rows: readonly BehaviourInfo[];
  /** The active ones by id, with their parameters. */
  given: Readonly<Record<string, Params>>;
  onToggle: (id: string, on: boolean) => void;
  /** Null restores the default. */
  onParam: (id: string, param: string, value: ParamValue | null) => void;
}

/** Switches for the behaviours in the catalogue, with the parameters of the active ones. */
export function Behaviours({ at, rows, given, onToggle, onParam }: Props) {
  return rows.map((row) => {
    const values = given[row.id];
    return (
      <Fragment key={row.id}>
        <div className="row-toggle" lang={english()} title={`${row.summary} ${row.source}`}>
          <Toggle label={row.name} value={values !== undefined} onChange={(on) => onToggle(row.id, on)} />
        </div>
        {values ? (
          <ParamsForm
            at={`${at}/${row.id}`}
            params={row.params}
            values={values}
            onChange={(param, value) => onParam(row.id, param, value)}
          />
        ) : null}
      </Fragment>
    );
  });
}
