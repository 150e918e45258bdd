/** Checks typed values of an axis by the ranges and names of the parameters that they set: the engine's messages are about its documents. */
import type { Axis } from '../../../generated/types';
import { rangeText } from '../../../ui/NumberInput';
import { parseNumber } from '../../../ui/number';
import type { Scale } from '../../inspector/scale';
import { parseValues, targetKind } from './edits';
import type { Parameter } from './parameters';
import { axesTexts as t } from './texts';

/** Names beyond these are left out of a message. */
const MAX_NAMES = 6;

/** The parameters that get the values of an axis as they are. */
function parametersOf({ sets }: Pick<Axis, 'sets'>, parameters: readonly Parameter[]): Parameter[] {
  return sets
    .filter((target) => targetKind(target) === 'value')
    .flatMap(({ path }) => parameters.find((p) => p.path === path) ?? []);
}

/** The range that all numbers of an axis must be in; null if none is known. */
export function rangeOfAxis(axis: Pick<Axis, 'sets'>, parameters: readonly Parameter[]): Scale | null {
  return parametersOf(axis, parameters).find((p) => p.range)?.range ?? null;
}

/** What is wrong with a typed list of values, in words; null: nothing that is known here. */
export function valuesProblem(
  text: string,
  axis: Pick<Axis, 'sets'>,
  parameters: readonly Parameter[],
): string | null {
  const values = parseValues(text);
  if (!values) return t.listInvalid;
  const twice = values.find((value, i) => values.indexOf(value) < i);
  if (twice !== undefined) return t.twice(String(twice));
  for (const { range, options, unit } of parametersOf(axis, parameters))
    for (const value of values) {
      if (range && !fits(value, range))
        return t.notInRange(String(value), rangeText(range.min, range.max, range.integer, unit));
      if (options && !options.some(({ id }) => id === value)) {
        const names = options.slice(0, MAX_NAMES).map(({ id }) => id);
        return t.unknownName(
          String(value),
          [...names, ...(options.length > MAX_NAMES ? ['…'] : [])].join(', '),
        );
      }
    }
  return null;
}

function fits(value: number | string, { min, max, integer }: Scale): boolean {
  // Beside a name, numbers are texts.
  const number = typeof value === 'number' ? value : parseNumber(value);
  return number !== null && number >= min && number <= max && (!integer || Number.isInteger(number));
}
