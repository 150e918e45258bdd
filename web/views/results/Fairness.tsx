import type { GroupResults, Results } from '../../generated/types';
import { flowIndexOf, flowStyle, styleOfFlow, useCatalogue } from '../../store';
import { LineSample } from '../../ui/LineSample';
import { Head } from './Head';
import { Metrics } from './Metrics';
import { runMetrics } from './metrics';
import { byFluidAlone, cell, columnDecimals, ratio } from './table';
import { fairnessTexts as t } from './texts';
import { ScrollingTable } from './Wide';

/** Fairness of the run: among all flows, between algorithms, and of each flow compared with its fair share. */
export function Fairness({ results }: { results: Results }) {
  return (
    <>
      <h3 className="results-sub">{results.flows.length > 1 ? t.fairness : t.overall}</h3>
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

/** Compares the algorithms if there are several flows. */
function Groups({ groups }: { groups: readonly GroupResults[] }) {
  const algorithms = useCatalogue()?.algorithms;
  if (groups.length < 2 && !groups.some((g) => g.flows > 1)) return null;
  const name = (id: string) => algorithms?.find((a) => a.id === id)?.name ?? id;
  const goodput = columnDecimals(groups.map((g) => g.meanGoodputMbps));
  const scales = groups.some((g) => g.scales.length > 0);
  return (
    <>
      <ScrollingTable>
        <table>
          <caption className="visually-hidden">{t.groups}</caption>
          <thead>
            <tr>
              <Head name={t.algorithm} />
              <Head name={t.flows} />
              <Head name={t.mean} unit="Mb/s" title={t.meanHelp} />
              <Head name="F" title={t.friendlinessHelp} />
              <Head name="E" title={t.equivalenceHelp} />
              <Head name={INTERNAL} title={t.internalHelp} />
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
                  <td colSpan={2} className="quiet" title={t.referenceHelp}>
                    {t.reference}
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
      </ScrollingTable>
      {scales ? (
        <details className="results-more">
          <summary>{t.shorter}</summary>
          <p className="quiet">{t.shorterHelp}</p>
          <Scales groups={groups} name={name} />
        </details>
      ) : null}
    </>
  );
}

/** The same over windows of several lengths: medians and their spread. */
function Scales({ groups, name }: { groups: readonly GroupResults[]; name: (id: string) => string }) {
  // Friendliness is undefined for the reference, and internal fairness for a single flow.
  const shown = groups.filter((g) => !g.reference || g.flows > 1);
  const spread = (median: number | null | undefined, siqr: number | null | undefined) => (
    <td>
      {ratio(median)}
      {median == null || siqr == null ? null : <span className="quiet"> ±{ratio(siqr)}</span>}
    </td>
  );
  return (
    <ScrollingTable>
      <table>
        <caption className="visually-hidden">{t.scales}</caption>
        <thead>
          <tr>
            <Head name={t.algorithm} />
            <Head name={t.window} unit="s" />
            <Head name="F" title={t.friendliness} />
            <Head name="E" title={t.equivalence} />
            <Head name={INTERNAL} title={t.internal} />
            <Head name={t.count} title={t.countHelp} />
            <Head name={t.starved} title={t.starvedHelp} />
          </tr>
        </thead>
        <tbody>
          {shown.flatMap((g) =>
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
    </ScrollingTable>
  );
}

/** Each flow with its fair share and its burst losses. */
function Shares({ results }: { results: Results }) {
  const { flows } = results;
  const fluid = byFluidAlone(results);
  const decimals = columnDecimals(flows.map((f) => f.throughputMbps));
  return (
    <details className="results-more">
      <summary>{fluid ? t.sharesFluid : t.sharesPackets}</summary>
      <ScrollingTable>
        <table>
          <caption className="visually-hidden">{t.shares}</caption>
          <thead>
            <tr>
              <Head name={t.flow} />
              <Head name={t.rate} unit="Mb/s" title={t.rateHelp} />
              <Head name={t.fair} unit="Mb/s" title={t.fairHelp} />
              <Head name={t.ratio} title={t.ratioHelp} />
              {fluid ? null : <Head name={t.reached} unit="s" title={t.reachedHelp} />}
              <Head name={t.queueing} unit="ms" title={t.queueingHelp} />
              <Head name={t.power} unit="Mb/s²" title={t.powerHelp} />
              {fluid ? null : (
                <>
                  <Head name={t.bursts} title={t.burstsHelp} />
                  <Head name={t.own} title={t.ownHelp} />
                  <Head name={t.timeouts} title={t.timeoutsHelp} />
                  <Head name={t.probes} title={t.probesHelp} />
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {flows.map((f) => (
              <tr key={f.id}>
                <th scope="row">
                  <LineSample style={styleOfFlow(flowIndexOf(f.id))} width={16} />
                  <span className="results-name">{flowStyle(flowIndexOf(f.id)).label}</span>
                </th>
                <td>{cell(f.throughputMbps, decimals)}</td>
                <td>{cell(f.fairShareMbps, decimals)}</td>
                <td className="main">{ratio(f.fairRatio)}</td>
                {fluid ? null : <td>{cell(f.timeToFairShareS, 2)}</td>}
                <td>{cell(f.queueingMs, 1)}</td>
                <td>{ratio(f.power)}</td>
                {fluid ? null : (
                  <>
                    <td>{cell(f.burstLosses, 0)}</td>
                    <td>{cell(f.burstLossesOwn, 0)}</td>
                    <td>{cell(f.timeoutEpisodes, 0)}</td>
                    <td>{cell(f.tailProbes, 0)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </details>
  );
}
