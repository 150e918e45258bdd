import type { Disagreement, Results } from '../../generated/types';
import { formatValue } from '../plots/format';
import { deviation, digits } from './metrics';
import { counts } from './table';
import { useChannelNames } from './use-channel-names';
import { Wide } from './Wide';

/** What the fluid model adds: its figures beside those of packets, where it is out of its depth, and what it cost. */
export function Fluid({ results }: { results: Results }) {
  const { fluid, beside = [] } = results;
  if (!fluid) return null;
  const steps = `${formatValue(fluid.steps, 0)} steps`;
  const again = fluid.rejected > 0 ? `, ${formatValue(fluid.rejected, 0)} tried again, shorter` : '';
  const error = `${Number((100 * fluid.tolerance).toPrecision(3))} %`;
  return (
    <>
      <h3 className="results-sub">{beside.length > 0 ? 'Packets beside fluid' : 'Solver'}</h3>
      {counts(results) && beside.length > 0 ? <Beside rows={beside} /> : null}
      {fluid.cautions.map((words) => (
        <p key={words} className="caution">
          {words}
        </p>
      ))}
      <p className="quiet solver">
        {steps}
        {again}; each within {error} of windows and buffers.
        {fluid.firstCongestionS == null
          ? ' No congestion so far.'
          : ` First congestion at ${formatValue(fluid.firstCongestionS, 2)} s.`}
      </p>
    </>
  );
}

function Beside({ rows }: { rows: readonly Disagreement[] }) {
  const channelName = useChannelNames();
  // The place goes with the figure only where there is more than one.
  const channels = new Set(rows.flatMap((r) => channelOf(r) ?? []));
  const name = (row: Disagreement) => {
    const channel = channelOf(row);
    if (!channel) return row.name;
    const figure = row.name.replace(`, ${channel}`, '');
    return channels.size > 1 ? `${figure}, ${channelName(channel)}` : figure;
  };
  return (
    <Wide>
      <table className="theory">
        <caption className="visually-hidden">Packets beside fluid</caption>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Packets</th>
            <th scope="col">Fluid</th>
            <th scope="col" title="Fluid by packets">
              Off by
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
                  {row.unit ? <span className="quiet">, {row.unit}</span> : null}
                </th>
                <td>{formatValue(row.packet, decimals)}</td>
                <td className="main">{formatValue(row.fluid, decimals)}</td>
                <td className="quiet">{deviation({ measured: row.fluid, predicted: row.packet }) || '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

/** The channel that a figure is of: what follows the first slash of its id. */
function channelOf({ id }: Disagreement): string | undefined {
  const slash = id.indexOf('/');
  return slash < 0 ? undefined : id.slice(slash + 1);
}
