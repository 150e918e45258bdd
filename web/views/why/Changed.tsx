import { formatVariable } from '../../drawing/format';
import type { Moment, Variable } from '../../generated/types';
import { unitName } from '../../language/units';
import { useCatalogue } from '../../store';
import { whyTexts as t } from './texts';

interface Row {
  name: string;
  unit: string;
  from: number | null;
  to: number | null;
}

/** The variables before and after. Those that did not change are folded. */
export function Changed({ moment, algorithm }: { moment: Moment; algorithm: string }) {
  const catalogue = useCatalogue();
  const variables = catalogue?.algorithms.find((a) => a.id === algorithm)?.variables ?? [];
  const rows = rowsOf(moment, variables);
  const changed = rows.filter((r) => text(r.from) !== text(r.to));
  const same = rows.filter((r) => text(r.from) === text(r.to));
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
          <th scope="col">{t.becomes}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.name} className={text(r.from) === text(r.to) ? '' : 'changed'}>
            <th scope="row">
              <VariableName text={r.name} />
            </th>
            <td className="numeric">{text(r.from)}</td>
            <td className="why-arrow" aria-hidden="true">
              →
            </td>
            <td className="numeric">
              <span>{text(r.to)}</span> <small>{r.unit}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** W_max with its index below. */
function VariableName({ text }: { text: string }) {
  const [main, index] = text.split('_');
  return index ? (
    <i>
      {main}
      <sub>{index}</sub>
    </i>
  ) : (
    <i>{text}</i>
  );
}

const text = (x: number | null) => (x === null ? '–' : formatVariable(x));

function rowsOf({ before, after }: Moment, variables: readonly Variable[]): Row[] {
  const rows: Row[] = [];
  const add = (name: string, unit: string, from?: number | null, to?: number | null) => {
    if (from != null || to != null) rows.push({ name, unit, from: from ?? null, to: to ?? null });
  };
  const packets = unitName('packets');
  add(t.variables.queue, packets, before.queue, after.queue);
  add(t.variables.cwnd, packets, before.cwnd, after.cwnd);
  add(t.variables.ssthresh, packets, before.ssthresh, after.ssthresh);
  variables.forEach((v, i) => {
    add(v.symbol || v.name, unitName(v.unit), before.variables[i], after.variables[i]);
  });
  add(t.variables.inFlight, packets, before.flight, after.flight);
  add('SRTT', 'ms', before.srttMs, after.srttMs);
  add('RTO', 'ms', before.rtoMs, after.rtoMs);
  return rows;
}
