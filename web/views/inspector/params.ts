/** Decides which parameters of a row a form shows. */
import type { Choice, Param, ParamValue } from '../../generated/types';

export type Params = NonNullable<Choice['params']>;

/** What the algorithm chooses for options set to "auto", by parameter id: `{ spacing: 'random' }`. */
export type AlgorithmChoices = Readonly<Record<string, string>>;

/** The option that leaves the choice to the algorithm. */
export const AUTO = 'auto';
/** The choice of an algorithm that sets its own pacing rate; no option to choose. */
export const OWN = 'own';

/** Compares values; lists are equal if their numbers are. */
export const sameValue = (a: ParamValue, b: ParamValue): boolean => String(a) === String(b);

/** The values that differ from their defaults. A document may also state a default. */
export function changedValues(params: readonly Param[], values: Params): Params {
  const changed = Object.entries(values).filter(([id, value]) => {
    const usual = params.find((p) => p.id === id)?.default;
    return usual === undefined || !sameValue(value, usual);
  });
  return Object.fromEntries(changed);
}

/** The value of a parameter or its default, with "auto" resolved to the algorithm's choice. */
export function effectiveValue(
  params: readonly Param[],
  values: Params,
  auto: AlgorithmChoices,
  id: string,
): ParamValue | undefined {
  const value = values[id] ?? params.find((p) => p.id === id)?.default;
  return value === AUTO ? (auto[id] ?? value) : value;
}

/** Parameters whose condition holds. */
export function relevantParams(params: readonly Param[], values: Params, auto: AlgorithmChoices): Param[] {
  return params.filter(({ when }) => !when || effectiveValue(params, values, auto, when.param) === when.is);
}

/**
 * The rows that a folded form shows: the first ones, all with changed values, and those that depend on a visible
 * row, so that no changed value is hidden.
 */
export function rowsWhenFolded(params: readonly Param[], values: Params, first: number): Param[] {
  const shown = new Set<string>();
  const changed = changedValues(params, values);
  params.forEach((p, i) => {
    const follows = p.when ? shown.has(p.when.param) : i < first;
    if (follows || changed[p.id] !== undefined) shown.add(p.id);
  });
  return params.filter((p) => shown.has(p.id));
}
