/** Looks up numbers in a run's results by the names that experiments use for them (`measures.rs` of the engine). */
import type { Claim, Quantity, Results } from '../../generated/types';
import { isDictionary } from '../../scenario/path';

/** Keys that identify list items. */
const ID_KEYS = ['id', 'algorithm', 'scaleS'];

/** The number with a name such as `flows/f1/goodputMbps`; null if there is none. Ids may contain slashes. */
export function measureIn(results: Results, name: string): number | null {
  const [first, a, b] = name.split('/');
  if (first === 'covariance') {
    const { flows, rho } = results.covariance;
    return rho[flows.indexOf(a ?? '')]?.[flows.indexOf(b ?? '')] ?? null;
  }
  return findBelow(results, name);
}

function findBelow(value: unknown, name: string): number | null {
  if (name === '') return typeof value === 'number' ? value : null;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, i) => [idOf(item) ?? String(i), item])
    : isDictionary(value)
      ? Object.entries(value)
      : [];
  for (const [key, item] of entries) {
    if (key !== name && !name.startsWith(`${key}/`)) continue;
    const found = findBelow(item, name.slice(key.length + 1));
    if (found !== null) return found;
  }
  return null;
}

function idOf(item: unknown): string | undefined {
  if (!isDictionary(item)) return undefined;
  const key = ID_KEYS.find((k) => k in item);
  return key === undefined ? undefined : String(item[key]);
}

/** The value of a quantity in the results, scaled by its factor; null if it is undefined. */
export function quantityIn(results: Results, { measure, per, times = 1 }: Quantity): number | null {
  const number = measureIn(results, measure);
  const divisor = per === undefined || per === null ? 1 : measureIn(results, per);
  if (number === null || divisor === null || divisor === 0) return null;
  return (number / divisor) * times;
}

/** Whether a claim holds for a number. It does not hold for an undefined one. */
export function holds({ is, value }: Claim, number: number | null): boolean {
  if (number === null) return false;
  return is === 'above' ? number > value : number < value;
}

/** The names of all numbers in the results, for selection. */
export function measureNamesIn(results: Results): string[] {
  const names: string[] = [];
  const collect = (value: unknown, name: string) => {
    if (typeof value === 'number') names.push(name);
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.map((item, i) => [idOf(item) ?? String(i), item])
      : isDictionary(value)
        ? Object.entries(value).filter(([key]) => !ID_KEYS.includes(key) && key !== 'covariance')
        : [];
    for (const [key, item] of entries) collect(item, name === '' ? key : `${name}/${key}`);
  };
  collect(results, '');
  return names;
}
