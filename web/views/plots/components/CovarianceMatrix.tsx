import { flowIndexOf, flowStyle, useRun } from '../../../store';
import { covarianceOf, meanOfPairs, rhoText } from '../model/covariance';
import type { Room } from '../model/figure-room';
import { covarianceMatrixTexts as t } from './figures-texts';
import { Matrix, Tint } from './Matrix';

/** The covariance of the windows of each pair of flows. */
export function CovarianceMatrix(slot: Room) {
  const covariance = covarianceOf(useRun((r) => r.results));
  const label = (i: number) => flowStyle(flowIndexOf(covariance?.flows[i] ?? '')).label;
  const mean = covariance ? meanOfPairs(covariance) : null;
  return (
    <Matrix
      id="covariance"
      title={t.covariance}
      of={t.ofWindows}
      label={t.label}
      pairs={covariance && { flows: covariance.flows, values: covariance.rho }}
      nothing={t.empty}
      slot={slot}
      text={rhoText}
      widest="−0.00"
      sentence={(i, j) => sentence(label(i), label(j), covariance?.rho[i]?.[j], [i, j])}
      summary={mean === null ? '' : t.finding(inWords(mean), rhoText(mean))}
      reading={t.hint}
      scale={
        <>
          {t.inTurn}
          {[-1, -0.5, 0, 0.5, 1].map((rho) => (
            <Tint key={rho} value={rho} />
          ))}
          {t.together}
        </>
      }
    />
  );
}

function sentence(a: string, b: string, rho: number | null | undefined, [i, j]: [number, number]): string {
  if (i === j) return t.itself(a);
  if (rho === null || rho === undefined) return t.undefinedPair(a, b);
  return t.pair(a, b, rhoText(rho), inWords(rho));
}

function inWords(rho: number): string {
  return Math.abs(rho) < 0.1 ? t.independent : rho > 0 ? t.riseTogether : t.opposite;
}
