import { formatValue } from '../../drawing/format';
import { unitName } from '../../language/units';
import { styleOfFlow, useSession } from '../../store';
import { LineSample } from '../../ui/LineSample';
import { deviation, digits, type TheoryRow } from './metrics';
import { theoryTexts as t } from './texts';
import { ScrollingTable } from './Wide';

export interface FlowTheory {
  id: string;
  /** Index and name of the flow. */
  flow: number;
  label: string;
  rows: readonly TheoryRow[];
}

/** Predictions beside measurements, with the name of the formula. */
export function Theory({ flows }: { flows: readonly FlowTheory[] }) {
  const explain = useSession((s) => s.explain);
  const shown = flows.filter((f) => f.rows.length > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <h3 className="results-sub">{t.heading}</h3>
      <ScrollingTable>
        <table className="theory">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.quantity}</th>
              <th scope="col">{t.measured}</th>
              <th scope="col">{t.theory}</th>
              <th scope="col" title={t.deviationHelp}>
                {t.deviation}
              </th>
            </tr>
          </thead>
          {shown.map((f) => (
            <tbody key={f.id}>
              {flows.length > 1 ? (
                <tr className="theory-flow">
                  <th scope="rowgroup" colSpan={4}>
                    <span>
                      <LineSample style={styleOfFlow(f.flow)} width={16} />
                      {f.label}
                    </span>
                  </th>
                </tr>
              ) : null}
              {f.rows.map((row) => (
                <tr key={row.id} title={row.from || undefined}>
                  <th scope="row">
                    {row.name}
                    {row.unit ? <span className="quiet">, {unitName(row.unit)}</span> : null}
                    <small>{row.source}</small>
                    {explain && row.from ? <small>{row.from}</small> : null}
                  </th>
                  <td className="main">{valueText(row.measured, row)}</td>
                  <td>
                    {row.predictedTo == null
                      ? valueText(row.predicted, row)
                      : t.range(valueText(row.predicted, row), valueText(row.predictedTo, row))}
                  </td>
                  <td className="quiet">{deviation(row) || '–'}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollingTable>
    </>
  );
}

/** All values of a row have the same number of decimals, for comparison. */
function valueText(value: number | null, row: TheoryRow): string {
  return value === null ? '–' : formatValue(value, digits(row.predicted ?? row.measured));
}
