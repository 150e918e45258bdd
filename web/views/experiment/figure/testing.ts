/** Small experiments and tables for tests of figures. */
import type { AxisValue, Experiment, ExperimentTable } from '../../../generated/types';

/** An experiment with one measure, and overrides. */
export function experimentOf(given: Partial<Record<keyof Experiment, unknown>>): Experiment {
  return {
    version: 1,
    title: 'A test',
    base: { version: 1, durationS: 10, nodes: [], links: [], flows: [] },
    axes: [],
    measures: [{ name: 'Utilisation', unit: '%', of: 'utilisation' }],
    chart: {},
    ...given,
  } as Experiment;
}

/** Its table with ten runs of each variant; values lie within one of their mean. */
export function tableOf(
  document: Experiment,
  value: (at: readonly AxisValue[], measure: number) => number | null,
): ExperimentTable {
  const lists = (document.axes ?? []).map((axis) => axis.values as AxisValue[]);
  const points = lists.reduce<AxisValue[][]>(
    (all, list) => all.flatMap((at) => list.map((v) => [...at, v])),
    [[]],
  );
  const rows = points.map((at) => ({
    at,
    runs: 10,
    cells: document.measures.map((_, m) => {
      const mean = value(at, m);
      if (mean === null) return null;
      const ends = { min: mean - 1, max: mean + 1 };
      return { n: 10, mean, halfWidth: 0.5, sd: 0.7, ...ends, median: mean, siqr: 0.4 };
    }),
  }));
  return { confidence: 0.95, rows } as ExperimentTable;
}
