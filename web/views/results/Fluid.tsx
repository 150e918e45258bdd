import { formatPlain, formatValue } from '../../drawing/format';
import type { ModelDifference, Results } from '../../generated/types';
import { unitName } from '../../language/units';
import { fluidTexts as t } from './deferred-texts';
import { deviation, digits } from './metrics';
import { hasBegun } from './table';
import { useChannelNames } from './use-channel-names';
import { ScrollingTable } from './Wide';

/** Results of the fluid model: comparison with the packet model, warnings, and statistics of the solver. */
export function Fluid({ results }: { results: Results }) {
  const { fluid, beside = [] } = results;
  if (!fluid) return null;
  const steps = formatValue(fluid.steps, 0);
  const solver = [
    fluid.rejected > 0 ? t.stepsRejected(steps, formatValue(fluid.rejected, 0)) : t.steps(fluid.steps, steps),
    t.error(`${formatPlain(Number((100 * fluid.tolerance).toPrecision(3)))} %`),
    fluid.firstCongestionS == null
      ? t.noCongestion
      : t.firstCongestion(`${formatValue(fluid.firstCongestionS, 2)} s`),
  ];
  return (
    <>
      <h3 className="results-sub">{beside.length > 0 ? t.comparison : t.solver}</h3>
      {hasBegun(results) && beside.length > 0 ? <ModelComparison rows={beside} /> : null}
      {fluid.cautions.map((words) => (
        <p key={words} className="caution">
          {words}
        </p>
      ))}
      <p className="quiet solver">{solver.join(' ')}</p>
    </>
  );
}

function ModelComparison({ rows }: { rows: readonly ModelDifference[] }) {
  const channelName = useChannelNames();
  // Rows name their channel only if there are several.
  const channels = new Set(rows.flatMap((r) => channelOf(r) ?? []));
  const name = (row: ModelDifference) => {
    const channel = channelOf(row);
    if (!channel) return row.name;
    const figure = row.name.replace(`, ${channel}`, '');
    return channels.size > 1 ? t.figureAt(figure, channelName(channel)) : figure;
  };
  return (
    <ScrollingTable>
      <table className="theory">
        <caption className="visually-hidden">{t.comparison}</caption>
        <thead>
          <tr>
            <th scope="col">{t.quantity}</th>
            <th scope="col">{t.packets}</th>
            <th scope="col">{t.fluid}</th>
            <th scope="col" title={t.deviationHelp}>
              {t.deviation}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const decimals = Math.min(3, digits(row.packet));
            return (
              <tr key={row.id}>
                <th scope="row">
                  {name(row)}
                  {row.unit ? <span className="quiet">, {unitName(row.unit)}</span> : null}
                </th>
                <td>{formatValue(row.packet, decimals)}</td>
                <td className="main">{formatValue(row.fluid, decimals)}</td>
                <td className="quiet">{deviation({ measured: row.fluid, predicted: row.packet }) || '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

/** The channel of a figure: the part of its id after the first slash. */
function channelOf({ id }: ModelDifference): string | undefined {
  const slash = id.indexOf('/');
  return slash < 0 ? undefined : id.slice(slash + 1);
}
