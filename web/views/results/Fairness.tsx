import type { GroupResults, Results } from '../../generated/types';
import { flowIndexOf, flowStyle, useCatalogue } from '../../store';
import { LineSample } from '../plots/LineSample';
import { Head } from './Head';
import { Metrics } from './Metrics';
import { runMetrics } from './metrics';
import { byFluidAlone, cell, columnDecimals, ratio } from './table';
import { Wide } from './Wide';

/** Fairness of the run: of all flows, among algorithms, and each flow beside its fair share. */
export function Fairness({ results }: { results: Results }) {
  return (
    <>
      <h3 className="results-sub">{results.flows.length > 1 ? 'Fairness' : 'Whole run'}</h3>
      <Metrics rows={runMetrics(results)} />
      <Groups groups={results.groups} />
      <Shares results={results} />
    </>
  );
}

const INTERNAL = (
  <>
    F<sub>C</sub>
  </>
);

/** The algorithms beside one another. One flow alone compares with nothing. */
function Groups({ groups }: { groups: readonly GroupResults[] }) {
  const algorithms = useCatalogue()?.algorithms;
  if (groups.length < 2 && !groups.some((g) => g.flows > 1)) return null;
  const name = (id: string) => algorithms?.find((a) => a.id === id)?.name ?? id;
  const goodput = columnDecimals(groups.map((g) => g.meanGoodputMbps));
  const scales = groups.some((g) => g.scales.length > 0);
  return (
    <>
      <Wide>
        <table>
          <caption className="visually-hidden">Fairness among algorithms</caption>
          <thead>
            <tr>
              <Head name="Algorithm" />
              <Head name="Flows" />
              <Head name="Each" unit="Mb/s" title="Mean goodput of its flows" />
              <Head
                name="F"
                title="Friendliness: mean goodput of its flows by that of the reference’s; 1 is friendly"
              />
              <Head name="E" title="Equivalence: the larger of F and 1/F" />
              <Head
                name={INTERNAL}
                title="Internal fairness: the largest goodput of its flows by the smallest"
              />
            </tr>
          </thead>
          <tbody>
            {groups.map((g) => (
              <tr key={g.algorithm}>
                <th scope="row">
                  <span className="results-name">{name(g.algorithm)}</span>
                </th>
                <td>{cell(g.flows, 0)}</td>
                <td>{cell(g.meanGoodputMbps, goodput)}</td>
                {g.reference ? (
                  <td colSpan={2} className="quiet" title="The other algorithms are compared with this one">
                    reference
                  </td>
                ) : (
                  <>
                    <td className="main">{ratio(g.friendliness)}</td>
                    <td>{ratio(g.equivalence)}</td>
                  </>
                )}
                <td>{g.flows > 1 ? ratio(g.internalFairness) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {scales ? (
        <details className="results-more">
          <summary>Over shorter times</summary>
          <p className="quiet">Medians over windows of one length, ± half the range of their middle half.</p>
          <Scales groups={groups} name={name} />
        </details>
      ) : null}
    </>
  );
}

/** The same over windows of several lengths: medians, and how far they scatter. */
function Scales({ groups, name }: { groups: readonly GroupResults[]; name: (id: string) => string }) {
  // The reference is compared with nothing, and one flow has nothing beside it.
  const told = groups.filter((g) => !g.reference || g.flows > 1);
  const spread = (median: number | null | undefined, siqr: number | null | undefined) => (
    <td>
      {ratio(median)}
      {median == null || siqr == null ? null : <span className="quiet"> ±{ratio(siqr)}</span>}
    </td>
  );
  return (
    <Wide>
      <table>
        <caption className="visually-hidden">Fairness among algorithms over shorter times</caption>
        <thead>
          <tr>
            <Head name="Algorithm" />
            <Head name="Window" unit="s" />
            <Head name="F" title="Friendliness" />
            <Head name="E" title="Equivalence" />
            <Head name={INTERNAL} title="Internal fairness" />
            <Head name="Count" title="Windows that are over" />
            <Head name="Starved" title="Windows in which one of its flows had nothing" />
          </tr>
        </thead>
        <tbody>
          {told.flatMap((g) =>
            g.scales.map((s) => (
              <tr key={`${g.algorithm} ${s.scaleS}`}>
                <th scope="row">
                  <span className="results-name">{name(g.algorithm)}</span>
                </th>
                <td>{s.scaleS}</td>
                {g.reference ? <td colSpan={2} /> : spread(s.friendliness, s.friendlinessSiqr)}
                {g.reference ? null : spread(s.equivalence, s.equivalenceSiqr)}
                {g.flows > 1 ? spread(s.internalFairness, s.internalFairnessSiqr) : <td />}
                <td>{cell(s.windows, 0)}</td>
                <td>{cell(s.starved, 0)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Wide>
  );
}

/** Each flow beside its fair share, and how its losses came. */
function Shares({ results }: { results: Results }) {
  const { flows } = results;
  const fluid = byFluidAlone(results);
  const decimals = columnDecimals(flows.map((f) => f.throughputMbps));
  return (
    <details className="results-more">
      <summary>Fair shares{fluid ? ' and power' : ', power and bursts'} of each flow</summary>
      <Wide>
        <table>
          <caption className="visually-hidden">Fair shares per flow</caption>
          <thead>
            <tr>
              <Head name="Flow" />
              <Head name="Rate" unit="Mb/s" title="Throughput on the wire" />
              <Head name="Fair" unit="Mb/s" title="Mean max–min fair rate, on the wire" />
              <Head name="Ratio" title="Throughput by fair rate" />
              <Head name="Power" unit="Mb/s²" title="Throughput by mean RTT" />
              {fluid ? null : (
                <>
                  <Head
                    name="Bursts"
                    title="Runs of two or more drops at a queue with no other packet between them"
                  />
                  <Head name="Own" title="The same, with packets of other flows allowed between them" />
                  <Head name="Episodes" title="Timeouts, those that are backed off not counted again" />
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {flows.map((f) => (
              <tr key={f.id}>
                <th scope="row">
                  <LineSample flow={flowIndexOf(f.id)} width={16} />
                  <span className="results-name">{flowStyle(flowIndexOf(f.id)).label}</span>
                </th>
                <td>{cell(f.throughputMbps, decimals)}</td>
                <td>{cell(f.fairShareMbps, decimals)}</td>
                <td className="main">{ratio(f.fairRatio)}</td>
                <td>{ratio(f.power)}</td>
                {fluid ? null : (
                  <>
                    <td>{cell(f.burstLosses, 0)}</td>
                    <td>{cell(f.burstLossesOwn, 0)}</td>
                    <td>{cell(f.timeoutEpisodes, 0)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  );
}
