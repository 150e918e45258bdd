/** Which parameters of a row a form shows. */
import type { Choice, Param, ParamValue } from '../../generated/types';

export type Params = NonNullable<Choice['params']>;

/** What a choice that is left to the algorithm comes to, by the parameter's id: `{ spacing: 'random' }`. */
export type Auto = Readonly<Record<string, string>>;

/** The value of a choice that leaves it to the algorithm. */
export const AUTO = 'auto';

/** What a parameter is set to, or its default; a choice that is left to the algorithm is what that chooses. */
export function effective(
  params: readonly Param[],
  values: Params,
  auto: Auto,
  id: string,
): ParamValue | undefined {
  const value = values[id] ?? params.find((p) => p.id === id)?.default;
  return value === AUTO ? (auto[id] ?? value) : value;
}

/** Parameters whose condition holds. */
export function relevant(params: readonly Param[], values: Params, auto: Auto): Param[] {
  return params.filter(({ when }) => !when || effective(params, values, auto, when.param) === when.is);
}

/**
 * What a folded form shows: the first rows, all that depart from their defaults, and what depends on a row that is
 * shown, so that nothing that was changed can hide.
 */
export function unfolded(params: readonly Param[], values: Params, first: number): Param[] {
  const shown = new Set<string>();
  params.forEach((p, i) => {
    const follows = p.when ? shown.has(p.when.param) : i < first;
    if (follows || values[p.id] !== undefined) shown.add(p.id);
  });
  return params.filter((p) => shown.has(p.id));
}
