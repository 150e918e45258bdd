import { formatValue, formatVariable } from '../../drawing/format';
import type { Moment, Variable } from '../../generated/types';
import { unitName } from '../../language/units';
import { usesThreshold } from '../../scenario/rules';
import { useCatalogue } from '../../store';
import { MathSymbol } from '../../ui/MathSymbol';
import { whyTexts as t } from './texts';

interface Row {
  name: string;
  unit: string;
  from: number | null;
  to: number | null;
  /** Names of the values, if it is a state. */
  states: readonly string[];
}

interface Props {
  moment: Moment;
  /** The flow's algorithm before and after the event, by id; empty for a queue. */
  algorithms: { before: string; after: string };
}

/** The variables before and after the event. Unchanged variables are folded. */
export function ChangedVariables({ moment, algorithms: { before, after } }: Props) {
  const catalogue = useCatalogue();
  const row = catalogue?.algorithms.find((a) => a.id === after);
  const variables = row?.variables ?? [];
  // A new algorithm has variables of its own.
  const rows = rowsOf(
    before === after ? moment : withoutVariables(moment),
    variables,
    row === undefined || usesThreshold(row),
  );
  const changed = rows.filter(isChanged);
  const same = rows.filter((r) => !isChanged(r));
  return (
    <section className="why-changed">
      <h3>{t.changed}</h3>
      {changed.length > 0 ? <Values rows={changed} /> : <p className="secondary">{t.nothingChanged}</p>}
      {same.length > 0 ? (
        <details>
          <summary>{t.unchanged}</summary>
          <Values rows={same} />
        </details>
      ) : null}
    </section>
  );
}

function Values({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="why-values">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t.variable}</th>
          <th scope="col">{t.before}</th>
          <td />
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => {
          const [from, to] = formatRow(r);
          return (
            <tr key={r.name} className={from === to ? '' : 'changed'}>
              <th scope="row">
                <MathSymbol text={r.name} />
              </th>
              <td className="numeric">{from}</td>
              <td className="why-arrow">
                <span aria-hidden="true">→</span>
              </td>
              <td className="numeric">
                <span>{to}</span> <small>{r.unit}</small>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const text = (x: number | null) => (x === null ? '–' : formatVariable(x));

/** Changes beyond this number of decimals are ignored. */
const MAX_DECIMALS = 7;

/** Both values of a variable, with enough decimals to distinguish them. */
export function formatPair(from: number | null, to: number | null): [string, string] {
  const usual: [string, string] = [text(from), text(to)];
  if (from === null || to === null || usual[0] !== usual[1]) return usual;
  for (let decimals = 3; decimals <= MAX_DECIMALS; decimals += 1) {
    const [a, b] = [formatValue(from, decimals), formatValue(to, decimals)];
    if (a !== b) return [a, b];
  }
  return usual;
}

const formatRow = ({ from, to, states }: Row): [string, string] => {
  const state = (value: number | null) => (value === null ? undefined : states[value]);
  const [before, after] = formatPair(from, to);
  return [state(from) ?? before, state(to) ?? after];
};

const isChanged = ({ from, to }: Row) => {
  const [before, after] = formatPair(from, to);
  return before !== after;
};

const withoutVariables = (moment: Moment): Moment => ({
  ...moment,
  before: { ...moment.before, variables: [] },
});

function rowsOf({ before, after }: Moment, variables: readonly Variable[], threshold: boolean): Row[] {
  const rows: Row[] = [];
  const add = (
    name: string,
    unit: string,
    from?: number | null,
    to?: number | null,
    states: readonly string[] = [],
  ) => {
    if (from != null || to != null) rows.push({ name, unit, from: from ?? null, to: to ?? null, states });
  };
  const packets = unitName('packets');
  add(t.variables.queue, packets, before.queue, after.queue);
  add(t.variables.cwnd, packets, before.cwnd, after.cwnd);
  if (threshold) add(t.variables.ssthresh, packets, before.ssthresh, after.ssthresh);
  variables.forEach((v, i) => {
    add(v.symbol || v.name, unitName(v.unit), before.variables[i], after.variables[i], v.states);
  });
  add(t.variables.inFlight, packets, before.flight, after.flight);
  add('SRTT', 'ms', before.srttMs, after.srttMs);
  add('RTO', 'ms', before.rtoMs, after.rtoMs);
  return rows;
}
