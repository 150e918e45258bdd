/** The matrix of covariance coefficients of windows: its cells as text, and as shades of a colour. */
import { formatValue } from '../../../drawing/format';

export interface Covariance {
  /** Ids of the flows, in the order of rows and columns. */
  flows: string[];
  /** −1 … 1; null: undefined, as for a constant window. */
  rho: (number | null)[][];
}

/** The engine's matrix, if it is a square of coefficients for at least two flows. */
export function covarianceOf(results: unknown): Covariance | null {
  const found = (results as { covariance?: Partial<Covariance> | null } | null)?.covariance;
  if (!found || !Array.isArray(found.flows) || !Array.isArray(found.rho)) return null;
  const n = found.flows.length;
  const square = found.rho.length === n && found.rho.every((row) => Array.isArray(row) && row.length === n);
  return n >= 2 && square ? (found as Covariance) : null;
}

/** Two decimals, with a proper minus sign; a dash if there is no value. */
export function rhoText(rho: number | null | undefined): string {
  if (rho === null || rho === undefined || !Number.isFinite(rho)) return '–';
  return formatValue(rho, 2);
}

/** The share of each colour in a cell, in %: in phase or out of phase. */
export function tint(rho: number | null | undefined): { sign: 'plus' | 'minus' | 'none'; percent: number } {
  if (rho === null || rho === undefined || !Number.isFinite(rho)) return { sign: 'none', percent: 0 };
  return { sign: rho < 0 ? 'minus' : 'plus', percent: Math.round(Math.min(1, Math.abs(rho)) * 100) };
}

/** The mean over all pairs with a value; null: there is none. */
export function meanOfPairs({ rho }: Covariance): number | null {
  let sum = 0;
  let pairs = 0;
  rho.forEach((row, i) => {
    for (const value of row.slice(i + 1)) {
      if (value === null || !Number.isFinite(value)) continue;
      sum += value;
      pairs += 1;
    }
  });
  return pairs > 0 ? sum / pairs : null;
}

/** The cell that a key leads to in an n by n matrix; null: the key has no meaning here. */
export function moved(
  key: string,
  [row, column]: readonly [number, number],
  n: number,
): [number, number] | null {
  const within = (place: number) => Math.max(0, Math.min(n - 1, place));
  switch (key) {
    case 'ArrowUp':
      return [within(row - 1), column];
    case 'ArrowDown':
      return [within(row + 1), column];
    case 'ArrowLeft':
      return [row, within(column - 1)];
    case 'ArrowRight':
      return [row, within(column + 1)];
    case 'Home':
      return [row, 0];
    case 'End':
      return [row, n - 1];
    default:
      return null;
  }
}
